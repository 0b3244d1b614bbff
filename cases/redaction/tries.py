"""A tree of sequences that share their beginnings, to look for all of them at once."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Node[K: Hashable, V]:
    """What follows one element, and what is stored for the sequence that ends here."""

    after: dict[K, "Node[K, V]"] = field(default_factory=dict)
    values: list[V] = field(default_factory=list)

    def at(self, sequence: Iterable[K]) -> "Node[K, V]":
        """The node at the end of a sequence, made if it is new."""
        node = self
        for element in sequence:
            node = node.after.setdefault(element, Node())
        return node
