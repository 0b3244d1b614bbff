"""What happens in cases that the apps above want to hear of."""

from django.dispatch import Signal

# Sent inside the transaction that made them, with `study` and `items` (a list of cases.Item).
items_added = Signal()
