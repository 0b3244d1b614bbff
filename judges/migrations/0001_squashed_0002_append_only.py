import cases.append_only
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('judges', '0001_initial'), ('judges', '0002_append_only')]

    initial = True

    dependencies = [
        ('cases', '0001_squashed_0017_seen_raw_hash'),
        ('cases', '0001_squashed_0017_seen_raw_hash'),
    ]

    operations = [
        migrations.CreateModel(
            name='Judge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.SlugField(max_length=80)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judges', to='cases.study')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('study', 'name'), name='judge_name_in_study')],
            },
        ),
        migrations.CreateModel(
            name='JudgeRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('split', models.CharField(default='all', max_length=10)),
                ('samples', models.PositiveSmallIntegerField(default=1)),
                ('state', models.CharField(choices=[('running', 'Running'), ('finished', 'Finished'), ('stopped', 'Stopped')], default='running', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judge_runs', to='cases.study')),
            ],
        ),
        migrations.CreateModel(
            name='JudgeRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sample', models.PositiveSmallIntegerField(default=0)),
                ('side_order', models.CharField(blank=True, max_length=2)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('claimed', 'Claimed'), ('done', 'Done')], default='waiting', max_length=10)),
                ('claim', models.CharField(blank=True, max_length=64)),
                ('claimed_until', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('cache_key', models.CharField(blank=True, max_length=64)),
                ('prompt_hash', models.CharField(blank=True, max_length=64)),
                ('cached', models.BooleanField(default=False)),
                ('raw_reply', models.TextField(blank=True)),
                ('outcome', models.CharField(blank=True, max_length=20)),
                ('detail', models.TextField(blank=True)),
                ('model_reported', models.CharField(blank=True, max_length=200)),
                ('latency_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('prompt_tokens', models.PositiveIntegerField(blank=True, null=True)),
                ('reply_tokens', models.PositiveIntegerField(blank=True, null=True)),
                ('cost_usd', models.DecimalField(blank=True, decimal_places=6, max_digits=12, null=True)),
                ('sent_config', models.JSONField(blank=True, default=dict)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judge_requests', to='cases.item')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='judges.judgerun')),
            ],
            options={
                'indexes': [models.Index(fields=['run', 'state'], name='judge_request_run_state'), models.Index(fields=['cache_key'], name='judge_request_cache_key')],
                'constraints': [models.UniqueConstraint(fields=('run', 'item', 'sample', 'side_order'), name='one_request_per_sample_and_order'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'claimed', 'done'])), name='judge_request_state_known')],
            },
        ),
        migrations.CreateModel(
            name='JudgeVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('model', models.CharField(max_length=200)),
                ('parameters', models.JSONField(default=dict)),
                ('prompt', models.TextField()),
                ('reply_schema', models.JSONField()),
                ('content_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('judge', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='judges.judge')),
                ('rubric_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judge_versions', to='cases.rubricversion')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('judge', 'number'), name='judge_version_number'), models.UniqueConstraint(fields=('judge', 'content_hash'), name='judge_version_content')],
            },
        ),
        migrations.AddField(
            model_name='judgerun',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='judges.judgeversion'),
        ),
        migrations.CreateModel(
            name='Verdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('valid', 'Valid'), ('error', 'Error')], max_length=10)),
                ('value', models.CharField(blank=True, max_length=100)),
                ('evidence', models.TextField(blank=True)),
                ('rationale', models.TextField(blank=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('criterion', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='cases.criterion')),
                ('request', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='judges.judgerequest')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('request', 'criterion'), name='one_verdict_per_criterion'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'valid'), models.Q(('value', ''), _negated=True)), models.Q(('state', 'error'), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='verdict_has_a_value_or_a_reason')],
            },
        ),
        migrations.AddConstraint(
            model_name='judgerun',
            constraint=models.CheckConstraint(condition=models.Q(('split__in', ['tuning', 'held_out', 'all'])), name='judge_run_split_known'),
        ),
        migrations.AddConstraint(
            model_name='judgerun',
            constraint=models.CheckConstraint(condition=models.Q(('samples__gte', 1)), name='judge_run_samples_positive'),
        ),
        cases.append_only.RefuseUpdate(
            table='judges_judgeversion',
            columns=['judge_id', 'number', 'model', 'parameters', 'prompt', 'reply_schema', 'rubric_version_id', 'content_hash'],
            reason='a judge version is immutable',
        ),
        cases.append_only.RefuseUpdate(
            table='judges_verdict',
            columns=['request_id', 'criterion_id', 'state', 'value', 'reason'],
            reason='verdicts are append-only',
        ),
    ]
