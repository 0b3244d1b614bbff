from django.db import migrations

from cases.append_only import RefuseUpdate


class Migration(migrations.Migration):
    dependencies = [("judges", "0001_initial")]

    operations = [
        RefuseUpdate(
            "judges_judgeversion",
            ["judge_id", "number", "model", "parameters", "prompt", "reply_schema", "rubric_version_id", "content_hash"],
            reason="a judge version is immutable",
        ),
        RefuseUpdate(
            "judges_verdict",
            ["request_id", "criterion_id", "state", "value", "reason"],
            reason="verdicts are append-only",
        ),
    ]
