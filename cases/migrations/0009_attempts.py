from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cases", "0008_agent_instructions"),
    ]

    operations = [
        migrations.AddField(
            model_name="importrun",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="redactionpreview",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
