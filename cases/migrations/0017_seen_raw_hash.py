from django.db import migrations, models

from cases.append_only import RefuseUpdate


class Migration(migrations.Migration):
    dependencies = [("cases", "0016_import_progress")]

    operations = [
        migrations.AddField(
            model_name="case",
            name="seen_raw_hash",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        RefuseUpdate(
            "cases_case",
            ["study_id", "key", "session_key", "conversation_key", "revision", "app_name", "turns", "content_hash", "raw_hash", "extraction", "strata", "cautions", "run_facts"],
            unless="NEW.erased_at IS NOT NULL",
            reason="a case is immutable",
        ),
    ]
