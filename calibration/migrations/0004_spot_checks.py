import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from cases.append_only import RefuseUpdate


class Migration(migrations.Migration):
    dependencies = [
        ("calibration", "0003_append_only"),
        ("judges", "0002_append_only"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SpotCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[("stands", "Checked: stands"), ("wrong", "Checked: wrong")],
                        max_length=10,
                    ),
                ),
                ("note", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "checked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="spot_checks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "verdict",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="spot_checks",
                        to="judges.verdict",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("verdict", "revision"), name="spot_check_revision"
                    )
                ],
            },
        ),
        RefuseUpdate(
            "calibration_spotcheck",
            ["verdict_id", "revision", "outcome", "note", "checked_by_id"],
            reason="spot checks are append-only",
        ),
    ]
