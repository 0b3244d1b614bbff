"""Rubrics in the database: versions, their hashes, and when one is frozen."""

from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify

from cases.errors import BadInput
from cases.models import AuditEvent, Criterion, Person, Rubric, RubricVersion
from cases.rubric_spec import (
    CriterionSpec,
    RubricInvalid,
    RubricSpec,
    check_rubric,
    parse_rubric,
    spec_yaml,
)

__all__ = [
    "RubricInvalid",
    "RubricSpec",
    "add_rubric",
    "change_version",
    "check_rubric",
    "criteria_with_changes",
    "freeze",
    "parse_rubric",
    "rubric_yaml",
    "save_rubric_version",
    "spec_of",
    "starter_text",
]

_STARTERS = Path(__file__).parent / "starter"


def starter_text(name: str = "refund") -> str:
    """The YAML of a rubric that ships with the product."""
    return (_STARTERS / f"{name}.yaml").read_text(encoding="utf-8")


@transaction.atomic
def save_rubric_version(
    *, spec: RubricSpec, slug: str | None = None, actor: Person | None = None
) -> RubricVersion:
    """The version of rubric `slug` (else the spec's, else its name's) that says what `spec` says.

    Makes the rubric and the version where they are not there yet; the same content is never stored
    twice, so that importing a file again changes nothing.
    """
    slug = slug or spec.slug or slugify(spec.name)[:80]
    if not slug or slug != slugify(slug):
        raise BadInput(
            f"rubric slug {slug!r}: give a slug of small letters, digits and hyphens "
            "(`slug:` in the file)"
        )
    rubric, _ = Rubric.objects.get_or_create(
        slug=slug, defaults={"name": spec.name, "created_by": actor}
    )
    rubric = Rubric.objects.select_for_update().get(pk=rubric.pk)
    same = rubric.versions.filter(content_hash=spec.content_hash()).order_by("-number").first()
    if same is not None:
        return same
    last = rubric.versions.aggregate(last=Max("number"))["last"] or 0
    version = RubricVersion.objects.create(
        rubric=rubric,
        number=last + 1,
        content_hash=spec.content_hash(),
        note=spec.note,
        created_by=actor,
    )
    Criterion.objects.bulk_create(_criteria(spec, version))
    AuditEvent.record(
        "rubric.version_added", actor=actor, target=version, rubric=slug, number=version.number
    )
    return version


@transaction.atomic
def add_rubric(*, spec: RubricSpec, actor: Person) -> RubricVersion:
    """The first version of a new rubric. Raises BadInput when its slug is taken."""
    slug = spec.slug or slugify(spec.name)[:80]
    if Rubric.objects.filter(slug=slug).exists():
        raise BadInput(f"a rubric {slug!r} is there already: edit it, or give another short name")
    return save_rubric_version(spec=spec, actor=actor)


@transaction.atomic
def change_version(
    *, version: RubricVersion, spec: RubricSpec, actor: Person | None = None
) -> RubricVersion:
    """Give `version` the content of `spec`; a frozen one stays and a new version is returned.

    Criteria that keep their key keep their row. Locks the version's row as freeze does: whichever
    comes second sees what the first one did, so that no answer to the old wording counts for the
    new one.
    """
    version = (
        RubricVersion.objects.select_for_update(of=("self",))
        .select_related("rubric")
        .get(pk=version.pk)
    )
    if version.frozen_at is not None:
        return save_rubric_version(spec=spec, slug=version.rubric.slug, actor=actor)
    there = {criterion.key: criterion for criterion in version.criteria.all()}
    wanted = _criteria(spec, version)
    version.criteria.exclude(key__in=[c.key for c in wanted]).delete()
    for criterion in wanted:
        if criterion.key in there:
            criterion.pk = there[criterion.key].pk
        criterion.save(force_insert=criterion.pk is None, force_update=criterion.pk is not None)
    version.content_hash = spec.content_hash()
    version.note = spec.note
    version.save(update_fields=["content_hash", "note"])
    Rubric.objects.filter(pk=version.rubric_id).update(name=spec.name)
    AuditEvent.record("rubric.version_changed", actor=actor, target=version)
    return version


@transaction.atomic
def freeze(version: RubricVersion) -> None:
    """From now on the version can't change. Called by the first label, gold answer or judge run.

    Locks the version's row as change_version does. Raises BadInput when the wording was changed
    since `version` was loaded: whatever was made of the old one must not count for the new.
    """
    if version.frozen_at is not None:
        return
    locked = RubricVersion.objects.select_for_update().get(pk=version.pk)
    if locked.content_hash != version.content_hash:
        raise BadInput("The rubric was changed a moment ago: read its questions again, then repeat")
    if locked.frozen_at is None:
        locked.frozen_at = timezone.now()
        locked.save(update_fields=["frozen_at"])
        AuditEvent.record("rubric.version_frozen", actor=None, target=version)
    version.frozen_at = locked.frozen_at


@dataclass(frozen=True, slots=True)
class ReadCriterion:
    """A criterion and what became of its wording since the version before."""

    criterion: Criterion
    change: str  # "", "new" or "changed"


def criteria_with_changes(version: RubricVersion) -> list[ReadCriterion]:
    """The criteria of `version`, compared by content hash with the version before it."""
    before: dict[str, str] = dict(
        Criterion.objects.filter(
            version__rubric=version.rubric_id, version__number=version.number - 1
        ).values_list("key", "content_hash")
    )

    def change(criterion: Criterion) -> str:
        if not before or before.get(criterion.key) == criterion.content_hash:
            return ""
        return "changed" if criterion.key in before else "new"

    return [ReadCriterion(c, change(c)) for c in version.criteria.all()]


def spec_of(version: RubricVersion) -> RubricSpec:
    """The version as a spec, to edit or to write out."""
    return RubricSpec.model_validate(
        {
            "name": version.rubric.name,
            "slug": version.rubric.slug,
            "note": version.note,
            "criteria": [
                {name: getattr(c, name) for name in CriterionSpec.model_fields}
                for c in version.criteria.all()
            ],
        }
    )


def rubric_yaml(version: RubricVersion) -> str:
    """The version as YAML that import_rubric takes back without making a new one."""
    return spec_yaml(spec_of(version))


def _criteria(spec: RubricSpec, version: RubricVersion) -> list[Criterion]:
    return [
        Criterion(
            version=version,
            position=position,
            content_hash=criterion.content_hash(),
            **criterion.content(),
        )
        for position, criterion in enumerate(spec.criteria)
    ]
