from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cases", "0015_known_answers")]

    operations = [
        migrations.AddField(
            model_name="importrun",
            name="at_hand",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="importrun",
            name="started_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
