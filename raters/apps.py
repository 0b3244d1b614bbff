from django.apps import AppConfig


class RatersConfig(AppConfig):
    name = "raters"

    def ready(self) -> None:
        from cases.signals import items_added, items_replaced, items_retired, state_changed
        from raters.closing import note_early_closing
        from raters.slots import clear_slots, close_slots, open_slots

        items_added.connect(open_slots, dispatch_uid="raters.open_slots")
        items_retired.connect(close_slots, dispatch_uid="raters.close_slots")
        items_replaced.connect(clear_slots, dispatch_uid="raters.clear_slots")
        state_changed.connect(note_early_closing, dispatch_uid="raters.note_early_closing")
