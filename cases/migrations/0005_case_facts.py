from django.db import migrations, models

from cases.append_only import RefuseUpdate


class Migration(migrations.Migration):

    dependencies = [
        ('cases', '0004_import_claims'),
    ]

    operations = [
        migrations.AddField(
            model_name='agentversion',
            name='derived',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='case',
            name='cautions',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='case',
            name='run_facts',
            field=models.JSONField(default=dict),
        ),
        RefuseUpdate(
            "cases_case",
            ["study_id", "key", "session_key", "conversation_key", "revision", "app_name", "turns", "content_hash", "raw_hash", "extraction", "strata", "cautions", "run_facts"],
            unless="NEW.erased_at IS NOT NULL",
            reason="a case is immutable",
        ),
    ]
