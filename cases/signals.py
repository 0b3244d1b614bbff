"""What happens in cases that the apps above want to hear of."""

from django.dispatch import Signal

# Sent inside the transaction that made them, with `study` and `items` (a list of cases.Item).
items_added = Signal()

# Sent inside the transaction, with `study` and `items`, when items leave the ordinary queue (they
# become gold or training items). A receiver takes away what it prepared for them; one that already
# holds work on them refuses by raising cases.errors.BadInput, which undoes the change. With `rated`
# finished work is no reason to refuse: it stays, and no longer counts.
items_retired = Signal()

# Sent inside the transaction, with `study` and `items`, when items are about to be deleted: a newer
# revision of their case takes their place, or somebody takes them back. A receiver takes away what
# it prepared for them; one that holds work on them refuses by raising cases.errors.BadInput, and
# they stay.
items_replaced = Signal()

# Asks for pass rates that people's earlier labels of a study show: sent with `study` and `keys`
# (names of strata). A receiver returns {"intent=refund": {"spread": 0.3, "labels": 40}, …}.
spreads_asked = Signal()

# Sent inside the transaction, with `study`, `state` and `actor`, when a study was opened, paused or
# closed.
state_changed = Signal()
