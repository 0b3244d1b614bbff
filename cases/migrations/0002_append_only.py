from django.db import migrations

from cases.append_only import RefuseUpdate


class Migration(migrations.Migration):
    dependencies = [("cases", "0001_initial")]

    operations = [
        RefuseUpdate(
            "cases_case",
            ["study_id", "key", "session_key", "conversation_key", "revision", "app_name", "turns", "content_hash", "raw_hash", "extraction", "strata"],
            unless="NEW.erased_at IS NOT NULL",
            reason="a case is immutable",
        ),
        RefuseUpdate(
            "cases_auditevent",
            ["at", "action", "object_type", "object_id", "data"],
            reason="the audit log is append-only",
        ),
        RefuseUpdate(
            "cases_criterion",
            ["version_id", "key", "position", "question", "property", "scale", "kind", "levels", "pass_levels", "examples", "rules", "gates", "evidence_optional", "content_hash"],
            unless="(SELECT frozen_at IS NULL FROM cases_rubricversion WHERE id = OLD.version_id)",
            reason="a criterion of a frozen rubric version is immutable",
        ),
    ]
