from django.db import migrations, models


def take_strata_out_of_reports(apps, schema_editor):
    runs = apps.get_model("cases", "ImportRun").objects.using(schema_editor.connection.alias)
    for run in runs.exclude(report={}).only("report").iterator(chunk_size=100):
        if "strata" in run.report:
            run.strata = run.report.pop("strata")
            run.save(update_fields=["report", "strata"])


def put_strata_back(apps, schema_editor):
    runs = apps.get_model("cases", "ImportRun").objects.using(schema_editor.connection.alias)
    for run in runs.exclude(strata=[]).only("report", "strata").iterator(chunk_size=100):
        run.report["strata"] = run.strata
        run.save(update_fields=["report"])


class Migration(migrations.Migration):
    dependencies = [
        ("cases", "0009_attempts"),
    ]

    operations = [
        migrations.AddField(
            model_name="importrun",
            name="strata",
            field=models.JSONField(default=list),
        ),
        migrations.RunPython(take_strata_out_of_reports, put_strata_back),
    ]
