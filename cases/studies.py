"""Studies: making them, changing what may be changed, pausing, closing."""

import secrets
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from cases.errors import BadInput
from cases.models import AuditEvent, Membership, Person, RubricVersion, Study
from cases.signals import state_changed

# What settings may change at any time.
CHANGEABLE = (
    "name",
    "description",
    "guidelines",
    "gold_share",
    "gold_misses",
    "gold_window",
    "training_pass",
    "lease_minutes",
    "change_hours",
    "break_minutes",
    "expected_minutes",
    "content_warning",
    "adjudication_policy",
    "thresholds",
)
# What is fixed as soon as there are items: their slots and splits were made by it.
CHANGEABLE_WITHOUT_ITEMS = (
    "overlap",
    "extra_share",
    "extra_overlap",
    "held_out_share",
    "rubric_version",
)
RESERVED_SLUGS = frozenset({"new"})


@transaction.atomic
def create_study(
    *,
    name: str,
    slug: str = "",
    rubric_version: RubricVersion,
    actor: Person | None,
    seed: int | None = None,
    **fields: Any,
) -> Study:
    """A new study, with `actor` as its admin. `seed` is drawn when it isn't given.

    `fields` are any of CHANGEABLE and CHANGEABLE_WITHOUT_ITEMS. Raises BadInput for a slug that is
    taken or unusable and for values out of range.
    """
    slug = slug or slugify(name)[:80]
    if not slug or slug in RESERVED_SLUGS or slug != slugify(slug):
        raise BadInput(f"study slug {slug!r}: give one of small letters, digits and hyphens")
    if Study.objects.filter(slug=slug).exists():
        raise BadInput(f"a study {slug!r} is there already: give another slug")
    study = Study(
        name=name,
        slug=slug,
        rubric_version=rubric_version,
        created_by=actor,
        seed=secrets.randbelow(2**31) if seed is None else seed,
    )
    _set(study, fields, allowed=(*CHANGEABLE, *CHANGEABLE_WITHOUT_ITEMS))
    _check(study)
    study.save()
    if actor is not None:
        Membership.objects.create(person=actor, study=study, role=Membership.Role.ADMIN)
    AuditEvent.record(
        "study.created",
        actor=actor,
        study=study,
        target=study,
        rubric_version=str(rubric_version),
        overlap=study.overlap,
        gold_share=study.gold_share,
        held_out_share=study.held_out_share,
    )
    return study


@transaction.atomic
def change_study(*, study: Study, actor: Person, **fields: Any) -> list[str]:
    """Change settings; returns the names of those that differ now.

    Locks the study's row. Raises BadInput for values out of range, and for a change of what the
    study's items were made by.
    """
    study = Study.objects.select_for_update().get(pk=study.pk)
    before = {name: getattr(study, name) for name in fields}
    _set(study, fields, allowed=(*CHANGEABLE, *CHANGEABLE_WITHOUT_ITEMS))
    changed = sorted(name for name, value in before.items() if getattr(study, name) != value)
    fixed = [name for name in changed if name in CHANGEABLE_WITHOUT_ITEMS]
    if fixed and study.items.exists():
        words = " and ".join(name.replace("_", " ") for name in fixed)
        raise BadInput(f"{words} can't change once a study has items: make a new study")
    if not changed:
        return []
    _check(study)
    study.save(update_fields=changed)
    # Long texts are named, not kept: the study holds what counts now.
    kept = {n: str(getattr(study, n)) for n in changed if n not in {"guidelines", "description"}}
    AuditEvent.record(
        "study.changed", actor=actor, study=study, target=study, fields=changed, values=kept
    )
    return changed


@transaction.atomic
def set_state(*, study: Study, state: str, actor: Person) -> bool:
    """Open, pause or close a study. False when it is in that state already."""
    if state not in Study.State.values:
        raise BadInput(f"state {state!r}: choose among {', '.join(Study.State.values)}")
    with transaction.atomic():
        if not Study.objects.filter(pk=study.pk).exclude(state=state).update(state=state):
            return False
        verb = {"open": "opened", "paused": "paused", "closed": "closed"}[state]
        AuditEvent.record(f"study.{verb}", actor=actor, study=study, target=study)
        state_changed.send(sender=Study, study=study, state=state, actor=actor)
    return True


def _set(study: Study, fields: dict[str, Any], *, allowed: tuple[str, ...]) -> None:
    unknown = sorted(set(fields) - set(allowed))
    if unknown:
        raise TypeError(f"no such setting of a study: {', '.join(unknown)}")
    for name, value in fields.items():
        setattr(study, name, value)


def _check(study: Study) -> None:
    try:
        study.full_clean(exclude=["slug", "created_by", "redaction_policy"])
    except ValidationError as error:
        problems = [f"{name}: {' '.join(texts)}" for name, texts in error.message_dict.items()]
        raise BadInput("; ".join(problems)) from error
