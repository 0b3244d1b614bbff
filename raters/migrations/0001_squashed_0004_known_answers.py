import cases.append_only
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('raters', '0001_initial'), ('raters', '0002_append_only'), ('raters', '0003_rating_work'), ('raters', '0004_known_answers')]

    initial = True

    dependencies = [
        ('cases', '0001_squashed_0017_seen_raw_hash'),
        ('cases', '0001_squashed_0017_seen_raw_hash'),
    ]

    operations = [
        migrations.CreateModel(
            name='Assignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('state', models.CharField(choices=[('leased', 'Leased'), ('finished', 'Finished'), ('skipped', 'Skipped'), ('opted_out', 'Opted out'), ('returned', 'Returned'), ('set_aside', 'Set aside'), ('surplus', 'Surplus')], default='leased', max_length=10)),
                ('attempt', models.PositiveSmallIntegerField(default=1)),
                ('side_order', models.CharField(blank=True, max_length=2)),
                ('leased_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('draft', models.JSONField(blank=True, default=dict)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='cases.item')),
                ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='CalibrationRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('note', models.CharField(blank=True, max_length=400)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('raters', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL)),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='cases.study')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('study', 'number'), name='round_number_in_study')],
            },
        ),
        migrations.CreateModel(
            name='Flag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('resolved_at', models.DateTimeField(blank=True, null=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='raters.assignment')),
                ('resolved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('resolved_at__isnull', True)), fields=('assignment',), name='one_open_flag_per_assignment')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('role', models.CharField(max_length=10)),
                ('note', models.CharField(blank=True, max_length=160)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('study', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='cases.study')),
                ('used_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ['rater', 'lead', 'admin'])), name='invitation_role_known'), models.CheckConstraint(condition=models.Q(('study__isnull', False), ('role', 'admin'), _connector='OR'), name='invitation_names_a_study')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField()),
                ('submit_key', models.UUIDField(unique=True)),
                ('outcome', models.CharField(choices=[('rated', 'Rated'), ('skipped', 'Skipped'), ('opted_out', 'Opted out')], max_length=10)),
                ('reason', models.TextField(blank=True)),
                ('active_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='raters.assignment')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('assignment', 'revision'), name='rating_revision'), models.CheckConstraint(condition=models.Q(('outcome__in', ['rated', 'skipped', 'opted_out'])), name='rating_outcome_known')],
            },
        ),
        migrations.CreateModel(
            name='Label',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('label', 'Label'), ('cant_tell', "Can't tell")], default='label', max_length=10)),
                ('value', models.CharField(blank=True, max_length=100)),
                ('comment', models.TextField(blank=True)),
                ('evidence', models.JSONField(blank=True, default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('criterion', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='labels', to='cases.criterion')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='labels', to='cases.item')),
                ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='labels', to=settings.AUTH_USER_MODEL)),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='labels', to='raters.rating')),
            ],
            options={
                'indexes': [models.Index(fields=['item', 'criterion'], name='label_item_criterion')],
                'constraints': [models.UniqueConstraint(fields=('rating', 'criterion'), name='one_label_per_criterion'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'label'), models.Q(('value', ''), _negated=True)), models.Q(('state', 'cant_tell'), ('value', '')), _connector='OR'), name='label_has_a_value_or_cant_tell')],
            },
        ),
        migrations.CreateModel(
            name='FirstError',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('found', 'There is an error'), ('none', 'No error'), ('cant_tell', "Can't tell")], max_length=10)),
                ('step', models.PositiveIntegerField(blank=True, null=True)),
                ('category', models.CharField(blank=True, choices=[('policy', 'Against the policy'), ('ungrounded', 'Not grounded in what was known'), ('wrong_tool', 'Wrong tool'), ('bad_arguments', 'Bad arguments'), ('ignored_error', 'Ignored an error'), ('loop', 'Went in a loop')], max_length=20)),
                ('agent', models.CharField(blank=True, max_length=200)),
                ('comment', models.TextField(blank=True)),
                ('evidence', models.JSONField(blank=True, default=list)),
                ('rating', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='first_error', to='raters.rating')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('category__gt', ''), ('state', 'found'), ('step__isnull', False)), models.Q(('agent', ''), ('category', ''), ('state__in', ['none', 'cant_tell']), ('step__isnull', True)), _connector='OR'), name='first_error_has_step_and_category'), models.CheckConstraint(condition=models.Q(('category__in', ['', 'policy', 'ungrounded', 'wrong_tool', 'bad_arguments', 'ignored_error', 'loop'])), name='first_error_category_known')],
            },
        ),
        migrations.AddField(
            model_name='assignment',
            name='rating',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='raters.rating'),
        ),
        migrations.CreateModel(
            name='SetAside',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cause', models.CharField(choices=[('gold', 'Known answers missed'), ('lead', "A lead's decision")], max_length=10)),
                ('reason', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('decision', models.CharField(choices=[('open', 'Open'), ('kept_out', 'Kept out'), ('reinstated', 'Reinstated')], default='open', max_length=10)),
                ('decision_note', models.TextField(blank=True)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('assignments', models.ManyToManyField(related_name='set_asides', to='raters.assignment')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rater', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='set_asides', to=settings.AUTH_USER_MODEL)),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='set_asides', to='cases.study')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decision', 'open')), models.Q(('decided_at__isnull', False), ('decision__in', ['kept_out', 'reinstated'])), _connector='OR'), name='set_aside_decision_has_a_time'), models.CheckConstraint(condition=models.Q(('cause__in', ['gold', 'lead'])), name='set_aside_cause_known')],
            },
        ),
        migrations.CreateModel(
            name='Slot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('open', 'Open'), ('leased', 'Leased'), ('filled', 'Filled')], default='open', max_length=10)),
                ('priority', models.SmallIntegerField(default=0)),
                ('rank', models.BigIntegerField()),
                ('skill', models.SlugField(blank=True, max_length=40)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='cases.item')),
                ('reserved_for', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='raters.calibrationround')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='cases.study')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('reserved_for__isnull', True), ('state', 'open')), fields=['study', 'skill', '-priority', 'rank'], name='slot_open_queue'), models.Index(condition=models.Q(('reserved_for__isnull', False), ('state', 'open')), fields=['reserved_for', 'study', '-priority', 'rank'], name='slot_reserved_queue')],
                'constraints': [models.UniqueConstraint(fields=('item', 'number'), name='slot_number_of_item'), models.CheckConstraint(condition=models.Q(('state__in', ['open', 'leased', 'filled'])), name='slot_state_known')],
            },
        ),
        migrations.AddField(
            model_name='assignment',
            name='slot',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to='raters.slot'),
        ),
        migrations.CreateModel(
            name='StepLabel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('step', models.PositiveIntegerField()),
                ('value', models.CharField(choices=[('NEEDED', 'Needed'), ('REDUNDANT', 'Redundant'), ('HARMFUL', 'Harmful'), ('RECOVERY', 'Recovery')], max_length=10)),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='step_labels', to='raters.rating')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('rating', 'step'), name='one_label_per_step'), models.CheckConstraint(condition=models.Q(('value__in', ['NEEDED', 'REDUNDANT', 'HARMFUL', 'RECOVERY'])), name='step_label_known')],
            },
        ),
        migrations.AddIndex(
            model_name='assignment',
            index=models.Index(fields=['rater', 'state'], name='assignment_rater_state'),
        ),
        migrations.AddIndex(
            model_name='assignment',
            index=models.Index(condition=models.Q(('state', 'leased')), fields=['expires_at'], name='assignment_leases'),
        ),
        migrations.AddIndex(
            model_name='assignment',
            index=models.Index(condition=models.Q(('slot__isnull', True), ('state', 'finished')), fields=['rater', '-finished_at'], name='assignment_known_answers'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.UniqueConstraint(fields=('item', 'rater', 'attempt'), name='no_item_twice_to_one_rater'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['leased', 'finished'])), fields=('slot',), name='one_live_assignment_per_slot'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('rating__isnull', False)), models.Q(('state__in', ['finished', 'set_aside', 'surplus']), _negated=True), _connector='OR'), name='finished_assignment_has_a_rating'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=models.Q(('side_order__in', ['', 'ab', 'ba'])), name='side_order_known'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['leased', 'finished', 'skipped', 'opted_out', 'returned', 'set_aside', 'surplus'])), name='assignment_state_known'),
        ),
        cases.append_only.RefuseUpdate(
            table='raters_rating',
            columns=['assignment_id', 'revision', 'submit_key', 'outcome', 'created_at'],
            reason='ratings are append-only',
        ),
        cases.append_only.RefuseUpdate(
            table='raters_label',
            columns=['rating_id', 'item_id', 'rater_id', 'criterion_id', 'state', 'value', 'created_at'],
            reason='labels are append-only',
        ),
        cases.append_only.RefuseUpdate(
            table='raters_steplabel',
            columns=['rating_id', 'step', 'value'],
            reason='labels are append-only',
        ),
        cases.append_only.RefuseUpdate(
            table='raters_firsterror',
            columns=['rating_id', 'state', 'step', 'category', 'agent'],
            reason='labels are append-only',
        ),
        cases.append_only.RefuseUpdate(
            table='raters_setaside',
            columns=['study_id', 'rater_id', 'cause', 'created_at'],
            reason='what was set aside, and why, stays known',
        ),
    ]
