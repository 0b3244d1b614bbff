from django.db import migrations, models

_STATES = {
    "leased": "Leased",
    "finished": "Finished",
    "skipped": "Skipped",
    "opted_out": "Opted out",
    "returned": "Returned",
    "taken_back": "Taken back",
    "set_aside": "Set aside",
    "surplus": "Surplus",
}


class Migration(migrations.Migration):
    dependencies = [("raters", "0004_known_answers")]

    operations = [
        migrations.RemoveConstraint(model_name="assignment", name="assignment_state_known"),
        migrations.AlterField(
            model_name="assignment",
            name="state",
            field=models.CharField(choices=list(_STATES.items()), default="leased", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", list(_STATES))), name="assignment_state_known"
            ),
        ),
    ]
