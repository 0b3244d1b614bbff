"""Cases (redacted sessions) and the items made of them."""

import json
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Cast

from cases.transcript import Step, Turn, steps_of, turns_from_json

if TYPE_CHECKING:
    from cases.models.studies import Study

# Characters of words to look for. SQLite refuses patterns of more than 50,000 bytes, and each
# character may take 14 of them.
MAX_WORDS = 2_000


class AgentVersion(models.Model):
    """The build of the agent that produced a case. Raters never see it."""

    study = models.ForeignKey(
        "cases.Study", on_delete=models.PROTECT, related_name="agent_versions"
    )
    label = models.CharField(max_length=200)
    model = models.CharField(max_length=200, blank=True)
    instruction_hash = models.CharField(max_length=64, blank=True)
    tools = models.JSONField(default=list)
    # What the agent is told to do and the rules it has to keep, redacted; where they are known.
    instruction = models.TextField(blank=True)
    policy = models.TextField(blank=True)
    # Whether the label was made of what the sessions show, since none said its version.
    derived = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "label"], name="agent_version_label"),
        ]

    def __str__(self) -> str:
        return self.label


def _earlier_item() -> Q:
    """Whether an item shows another revision of the case, on either side."""
    items = Item.objects.filter(study=OuterRef("study"))
    same = {"session_key": OuterRef("session_key"), "revision__lt": OuterRef("revision")}
    sides = (
        Q(Exists(items.filter(**{f"{side}__{name}": value for name, value in same.items()})))
        for side in ("case", "case_b")
    )
    return next(sides) | next(sides)


class CaseQuerySet(models.QuerySet["Case"]):
    def current(self) -> "CaseQuerySet":
        """The newest revision of each case."""
        return self.filter(superseded=False)

    def in_study(self, study: "Study") -> "CaseQuerySet":
        return self.filter(study=study)

    def without_items(self) -> "CaseQuerySet":
        """Current cases of which no revision has an item yet, but for replays: those are made to
        stand in pairs."""
        return self.current().filter(Q(revision=1) | ~_earlier_item(), items=None, run_facts={})

    def beside_rated(self) -> "CaseQuerySet":
        """Current cases of which an earlier revision has an item: one with work on it, which
        stayed as it was when its session had changed."""
        return self.current().filter(_earlier_item(), revision__gt=1)

    def with_items(self) -> "CaseQuerySet":
        """Cases that some item shows, on either side."""
        items = Item.objects.all()
        shown = (Exists(items.filter(**{side: OuterRef("pk")})) for side in ("case", "case_b"))
        return self.filter(Q(next(shown)) | Q(next(shown)))

    def aimed_at_graders(self) -> "CaseQuerySet":
        """Cases in which some text addresses a grader or gives orders to a model."""
        return self.exclude(cautions=[])

    def matching(
        self,
        *,
        words: str = "",
        version: str = "",
        aimed: bool = False,
        replays: str = "",
        strata: Mapping[str, str] | None = None,
    ) -> "CaseQuerySet":
        """Cases whose key or text holds `words`, of an agent version's label, in the strata;
        `aimed` leaves those only whose text aims at a grader, `replays` is "without" or "only".

        What no case can hold (NUL, very long words) matches none.
        """
        asked = (words, version, *(strata or {}).values())
        if len(words) > MAX_WORDS or any("\x00" in text for text in asked):
            return self.none()
        found = self.filter(**{f"strata__{name}": value for name, value in (strata or {}).items()})
        if aimed:
            found = found.aimed_at_graders()
        if replays == "without":
            found = found.filter(run_facts={})
        elif replays == "only":
            found = found.exclude(run_facts={})
        if version:
            found = found.filter(agent_version__label=version)
        if words:
            # SQLite keeps JSON as it was written, with escapes; PostgreSQL writes them out.
            escaped = json.dumps(words)[1:-1]
            found = found.annotate(as_text=Cast("turns", models.TextField())).filter(
                Q(key__startswith=words)
                | Q(as_text__icontains=words)
                | Q(as_text__icontains=escaped)
            )
        return found

    def newest_first(self) -> "CaseQuerySet":
        """By when they began; those that do not say it last."""
        return self.order_by(F("started_at").desc(nulls_last=True), "pk")

    def beside(self, case: "Case") -> tuple[str | None, str | None]:
        """Keys of the cases before and after `case` among these, newest first."""
        if case.started_at is None:
            older = Q(started_at=None, pk__gt=case.pk)
            newer = Q(started_at__isnull=False) | Q(started_at=None, pk__lt=case.pk)
        else:
            same = Q(started_at=case.started_at)
            older = Q(started_at__lt=case.started_at) | (same & Q(pk__gt=case.pk))
            older |= Q(started_at=None)
            newer = Q(started_at__gt=case.started_at) | (same & Q(pk__lt=case.pk))
        ordered = self.newest_first().values_list("key", flat=True)
        return ordered.filter(newer).reverse().first(), ordered.filter(older).first()

    def stratum_values(self, name: str) -> list[str]:
        """The values that a stratum takes among these cases, in order."""
        values = self.values_list(f"strata__{name}", flat=True).distinct()
        return sorted(str(value) for value in values if value)


class Case(models.Model):
    """One session, redacted. Immutable but for erasure, which leaves a tombstone."""

    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="cases")
    source = models.ForeignKey(
        "cases.Source", on_delete=models.PROTECT, related_name="cases", null=True, blank=True
    )
    import_run = models.ForeignKey(
        "cases.ImportRun", on_delete=models.PROTECT, related_name="cases", null=True, blank=True
    )
    # Shown and exported name: the first 16 hex digits of session_key, or the importer's own id.
    key = models.CharField(max_length=100)
    # Keyed hashes of (app, user, session) and (app, user): the plain ids are never stored.
    session_key = models.CharField(max_length=64)
    user_key = models.CharField(max_length=64, blank=True)
    # Cases of one conversation (revisions, replays) share it; splits go by it.
    conversation_key = models.CharField(max_length=64)
    revision = models.PositiveIntegerField(default=1)
    superseded = models.BooleanField(default=False)
    app_name = models.CharField(max_length=200)
    agent_version = models.ForeignKey(
        AgentVersion, on_delete=models.PROTECT, related_name="cases", null=True, blank=True
    )
    # cases.transcript.turns_to_json; redacted.
    turns = models.JSONField()
    content_hash = models.CharField(max_length=64)
    raw_hash = models.CharField(max_length=64, blank=True)
    # Hash of the session as it was last seen, where only what no case shows has changed since; this
    # may change. "" as long as raw_hash is that.
    seen_raw_hash = models.CharField(max_length=64, blank=True, default="")
    # What the extractor saw and left out, as counts by kind.
    extraction = models.JSONField(default=dict)
    redactions = models.JSONField(default=dict)
    # Hash of the newest policy under which its text comes out as it is here; this may change.
    # "" for cases that were not redacted here, and for older ones, where the import's counts.
    policy_hash = models.CharField(max_length=64, blank=True, default="")
    # {"intent": "…", "outcome": "…"}; for sampling and reports, never shown to raters or judges.
    strata = models.JSONField(default=dict)
    # Inverse inclusion probability under the sampling plan; null when it is not known.
    weight = models.FloatField(null=True, blank=True)
    # Places where text addresses a grader or gives orders: [{"step": 3, "rule": "verdict_mark"}].
    cautions = models.JSONField(default=list)
    # How a replay went: {"of": "<key of the case replayed>", "repeat": 1, "seconds": 2.1,
    # "model_calls": 3, "error": ""}; else {}.
    run_facts = models.JSONField(default=dict)
    started_at = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CaseQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["study", "session_key", "revision"], name="case_revision_in_study"
            ),
            models.UniqueConstraint(
                fields=["study", "session_key"],
                condition=Q(superseded=False),
                name="one_current_case_per_session",
            ),
            models.UniqueConstraint(fields=["study", "key", "revision"], name="case_key_in_study"),
        ]
        indexes = [
            # cases.items asks for the split of a conversation with every batch of an import.
            models.Index(fields=["study", "conversation_key"], name="case_study_conversation"),
        ]

    def __str__(self) -> str:
        return self.key

    def read_turns(self) -> list[Turn]:
        return turns_from_json(self.turns)

    def read_steps(self) -> list[Step]:
        return steps_of(self.read_turns())

    @property
    def opening(self) -> str:
        """The first words of the case, for lists."""
        return next((turn.text for turn in self.read_turns() if turn.text), "")

    @property
    def step_count(self) -> int:
        return sum(len(turn["steps"]) for turn in self.turns)


def queue_rank() -> int:
    """A random place in the queue, so that import order tells nothing."""
    return secrets.randbelow(2**53)


class ItemQuerySet(models.QuerySet["Item"]):
    def in_study(self, study: "Study") -> "ItemQuerySet":
        return self.filter(study=study)

    def ordinary(self) -> "ItemQuerySet":
        """Items whose labels count."""
        return self.filter(purpose=Item.Purpose.ORDINARY)

    def in_split(self, split: str) -> "ItemQuerySet":
        """Items of "tuning" or "held_out"; "all" is every ordinary item."""
        return self if split == "all" else self.filter(split=split)


class Item(models.Model):
    """What is rated: one case, two cases side by side, or one trajectory."""

    class Kind(models.TextChoices):
        ABSOLUTE = "absolute", "Absolute"
        PAIRWISE = "pairwise", "Pairwise"
        PROCESS = "process", "Process"

    class Purpose(models.TextChoices):
        ORDINARY = "ordinary", "Ordinary"
        GOLD = "gold", "Gold"
        TRAINING = "training", "Training"

    class Split(models.TextChoices):
        TUNING = "tuning", "Tuning"
        HELD_OUT = "held_out", "Held-out"
        NONE = "none", "None"

    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="items")
    key = models.CharField(max_length=100)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ABSOLUTE)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="items")
    # The other side of a pairwise item. "First" and "second" mean case and case_b, never a side.
    case_b = models.ForeignKey(
        Case, on_delete=models.PROTECT, related_name="items_as_b", null=True, blank=True
    )
    # The number of the one turn that is rated, with what came before as context; null: all of it.
    turn = models.PositiveIntegerField(null=True, blank=True)
    # Only raters with this skill see the item; empty: everybody.
    skill = models.SlugField(max_length=40, blank=True)
    # Its transcript is blurred behind the study's content warning until the rater asks for it.
    sensitive = models.BooleanField(default=False)
    purpose = models.CharField(max_length=10, choices=Purpose, default=Purpose.ORDINARY)
    # Gold and training items are in neither split.
    split = models.CharField(max_length=10, choices=Split)
    # Of training items: their order, the same for everybody.
    rank = models.BigIntegerField(default=queue_rank)
    # Gold and training items only: no longer handed out. It never becomes ordinary again.
    retired_at = models.DateTimeField(null=True, blank=True)
    priority = models.SmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ItemQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "key"], name="item_key_in_study"),
            models.UniqueConstraint(
                fields=["study", "kind", "case"],
                condition=Q(case_b__isnull=True, turn__isnull=True),
                name="one_item_per_case_and_kind",
            ),
            models.UniqueConstraint(
                fields=["study", "case", "turn"],
                condition=Q(turn__isnull=False),
                name="one_item_per_turn",
            ),
            models.CheckConstraint(
                condition=Q(turn__isnull=True) | Q(kind="absolute"),
                name="only_absolute_items_rate_one_turn",
            ),
            models.UniqueConstraint(
                fields=["study", "case", "case_b"],
                condition=Q(case_b__isnull=False),
                name="one_item_per_pair",
            ),
            models.CheckConstraint(
                condition=Q(kind="pairwise", case_b__isnull=False)
                | (Q(case_b__isnull=True) & ~Q(kind="pairwise")),
                name="pairwise_has_two_cases",
            ),
            models.CheckConstraint(
                condition=Q(purpose="ordinary", split__in=["tuning", "held_out"])
                | Q(purpose__in=["gold", "training"], split="none"),
                name="only_ordinary_items_are_split",
            ),
        ]
        indexes = [
            models.Index(fields=["study", "purpose", "split"], name="item_study_purpose_split"),
            # For drawing one of them at random with a seek.
            models.Index(
                fields=["study", "rank"], condition=Q(purpose="gold"), name="item_gold_by_rank"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def is_gold(self) -> bool:
        return self.purpose == self.Purpose.GOLD


class GoldAnswer(models.Model):
    """The known answer of a gold or training item for one criterion."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="gold_answers")
    criterion = models.ForeignKey("cases.Criterion", on_delete=models.PROTECT, related_name="+")
    value = models.CharField(max_length=100)
    explanation = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "criterion"], name="one_gold_answer"),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.criterion} = {self.value}"


class GoldProcess(models.Model):
    """The known answer of a gold or training item of kind process."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, related_name="gold_process")
    # {"3": "REDUNDANT", …}: step number → step label, for the steps whose label is known.
    steps = models.JSONField(default=dict, blank=True)
    # Null: the trajectory has no error.
    first_error = models.PositiveIntegerField(null=True, blank=True)
    category = models.CharField(max_length=20, blank=True)
    explanation = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(first_error__isnull=False, category__gt="")
                | Q(first_error__isnull=True, category=""),
                name="gold_error_has_a_category",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}: first error {self.first_error or 'none'}"
