import cases.append_only
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('calibration', '0001_initial'), ('calibration', '0002_initial'), ('calibration', '0003_append_only'), ('calibration', '0004_spot_checks'), ('calibration', '0005_health_snapshots')]

    initial = True

    dependencies = [
        ('cases', '0001_squashed_0017_seen_raw_hash'),
        ('cases', '0001_squashed_0017_seen_raw_hash'),
        ('judges', '0001_squashed_0002_append_only'),
    ]

    operations = [
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('split', models.CharField(default='all', max_length=10)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('building', 'Building'), ('ready', 'Ready'), ('failed', 'Failed')], default='waiting', max_length=10)),
                ('progress', models.PositiveSmallIntegerField(default=0)),
                ('message', models.TextField(blank=True)),
                ('content', models.JSONField(blank=True, null=True)),
                ('input_hash', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='cases.study')),
            ],
            options={
                'indexes': [models.Index(fields=['study', '-created_at'], name='report_study_created')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('content__isnull', False), ('state', 'ready')), models.Q(('state', 'ready'), _negated=True), _connector='OR'), name='ready_report_has_content')],
            },
        ),
        migrations.CreateModel(
            name='HeldOutLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('judge_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='held_out_looks', to='judges.judgeversion')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='held_out_looks', to='calibration.report')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('judge_version', 'report', 'person'), name='one_look_per_person_and_report')],
            },
        ),
        migrations.CreateModel(
            name='SpotCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField()),
                ('outcome', models.CharField(choices=[('stands', 'Checked: stands'), ('wrong', 'Checked: wrong')], max_length=10)),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('checked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='spot_checks', to=settings.AUTH_USER_MODEL)),
                ('verdict', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='spot_checks', to='judges.verdict')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('verdict', 'revision'), name='spot_check_revision')],
            },
        ),
        migrations.CreateModel(
            name='Adjudication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField()),
                ('outcome', models.CharField(choices=[('settled', 'Settled'), ('ambiguous', 'Ambiguous')], max_length=10)),
                ('value', models.CharField(blank=True, max_length=100)),
                ('basis', models.CharField(choices=[('human_split', 'People were split'), ('audit', 'Random audit'), ('judge', 'The judge differed')], max_length=12)),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('criterion', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to='cases.criterion')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to='cases.item')),
                ('reviewer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjudications', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('item', 'criterion', 'revision'), name='adjudication_revision'), models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'settled'), models.Q(('value', ''), _negated=True)), models.Q(('outcome', 'ambiguous'), ('value', '')), _connector='OR'), name='adjudication_has_a_value_or_is_ambiguous')],
            },
        ),
        migrations.CreateModel(
            name='HealthSnapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('building', 'Building'), ('ready', 'Ready'), ('failed', 'Failed')], default='waiting', max_length=10)),
                ('message', models.CharField(blank=True, max_length=400)),
                ('thresholds', models.JSONField(default=dict)),
                ('content', models.JSONField(blank=True, null=True)),
                ('input_hash', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='health_snapshots', to='cases.study')),
            ],
            options={
                'indexes': [models.Index(fields=['study', '-created_at'], name='health_study_created')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('content__isnull', False), ('state', 'ready')), models.Q(('state', 'ready'), _negated=True), _connector='OR'), name='ready_health_has_content')],
            },
        ),
        migrations.CreateModel(
            name='RegressionSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('content', models.JSONField()),
                ('content_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='regression_sets', to='cases.study')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('study', 'version'), name='regression_set_version'), models.UniqueConstraint(fields=('study', 'content_hash'), name='regression_set_content')],
            },
        ),
        cases.append_only.RefuseUpdate(
            table='calibration_adjudication',
            columns=['item_id', 'criterion_id', 'revision', 'outcome', 'value', 'basis', 'reviewer_id'],
            reason='adjudications are append-only',
        ),
        cases.append_only.RefuseUpdate(
            table='calibration_report',
            columns=['content', 'input_hash', 'split'],
            unless="OLD.state <> 'ready'",
            reason='a report does not move',
        ),
        cases.append_only.RefuseUpdate(
            table='calibration_regressionset',
            columns=['version', 'content', 'content_hash'],
            reason='a regression set is frozen',
        ),
        cases.append_only.RefuseUpdate(
            table='calibration_spotcheck',
            columns=['verdict_id', 'revision', 'outcome', 'note', 'checked_by_id'],
            reason='spot checks are append-only',
        ),
    ]
