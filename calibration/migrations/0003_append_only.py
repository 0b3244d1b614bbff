from django.db import migrations

from cases.append_only import RefuseUpdate


class Migration(migrations.Migration):
    dependencies = [("calibration", "0002_initial")]

    operations = [
        RefuseUpdate(
            "calibration_adjudication",
            ["item_id", "criterion_id", "revision", "outcome", "value", "basis", "reviewer_id"],
            reason="adjudications are append-only",
        ),
        RefuseUpdate(
            "calibration_report",
            ["content", "input_hash", "split"],
            unless="OLD.state <> 'ready'",
            reason="a report does not move",
        ),
        RefuseUpdate(
            "calibration_regressionset",
            ["version", "content", "content_hash"],
            reason="a regression set is frozen",
        ),
    ]
