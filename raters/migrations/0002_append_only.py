from django.db import migrations

from cases.append_only import RefuseUpdate


class Migration(migrations.Migration):
    dependencies = [("raters", "0001_initial")]

    operations = [
        RefuseUpdate(
            "raters_rating",
            ["assignment_id", "revision", "submit_key", "outcome", "created_at"],
            reason="ratings are append-only",
        ),
        RefuseUpdate(
            "raters_label",
            ["rating_id", "item_id", "rater_id", "criterion_id", "state", "value", "created_at"],
            reason="labels are append-only",
        ),
    ]
