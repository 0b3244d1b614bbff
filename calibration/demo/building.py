"""Building the worked example: steps that each look at what is there and add what is missing.

A run that was killed is simply run again; a run over a finished study changes nothing.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from django.db import transaction

from calibration.demo.agent import APP_NAME
from calibration.demo.folder import SLUG, Folder, logins
from calibration.demo.raters import PROFILES, Verdicts, rate_until
from calibration.demo.scenarios import scenarios
from calibration.demo.script import CRITERIA, FAIL, Judgement, Scenario
from calibration.demo.store import write_store, write_truth
from calibration.demo.world import POLICY
from calibration.exporting import label_chunks, write_files
from calibration.models import RegressionSet, Report
from calibration.regression_sets import freeze_set, write_evalset
from calibration.reporting import request_report
from calibration.tasks import build_report
from cases.errors import BadInput
from cases.identifiers import session_key
from cases.importing import cancel_import, import_sessions
from cases.items import add_pair
from cases.known_answers import make_gold
from cases.models import Case, Item, Membership, Person, Study
from cases.rubrics import parse_rubric, save_rubric_version, starter_text
from cases.sources import SessionKey
from cases.studies import create_study
from judges.models import JudgeRun
from judges.running import create_version, resume_runs, run_progress, start_run
from raters.models import Slot

JUDGE = "baseline"
MODEL = "baseline/rules"
OVERLAP = 3
GOLD = 10
PAIRS = 12
# One item of so many is rated by nobody when the simulated raters stop: work for whoever logs in.
LEFT_TO_RATE = 8

Tell = Callable[[int, int], None]


@dataclass
class Demo:
    """What the steps share. `check` raises BadInput when the services have gone."""

    folder: Folder
    check: Callable[[], None] = lambda: None
    script: list[Scenario] = field(default_factory=scenarios)

    @property
    def left_to_rate(self) -> int:
        return len(self.script) // LEFT_TO_RATE

    @property
    def study(self) -> Study:
        return Study.objects.select_related("rubric_version__rubric").get(slug=SLUG)

    def person(self, role: str) -> Person:
        return Person.objects.get(username=logins(self.folder)[role]["username"])

    @cached_property
    def by_case(self) -> dict[str, Scenario]:
        """The scenario behind each case key."""
        cases = dict(Case.objects.in_study(self.study).current().values_list("session_key", "key"))
        names = {
            session_key(SessionKey(APP_NAME, s.person.user_id, s.session_id)): s
            for s in self.script
        }
        return {cases[name]: scenario for name, scenario in names.items() if name in cases}

    @cached_property
    def truth(self) -> dict[str, Verdicts]:
        """The author's verdicts by case key."""
        told: dict[str, dict[str, Any]] = json.loads(self.folder.truth.read_text("utf-8"))
        return {
            key: {name: Judgement(**told[s.session_id][name]) for name in CRITERIA}
            for key, s in self.by_case.items()
        }


# --- the steps: each does what is missing and says what there is now ------------------------------


def write_sessions(demo: Demo, tell: Tell) -> str:
    # The truth is quick and comes first: the next run of the command counts its sessions.
    if not demo.folder.truth.exists():
        write_truth(demo.folder.truth, demo.script)
    if not demo.folder.store.exists():
        write_store(demo.folder.store, demo.script, tell)
    versions = len({s.agent_version for s in demo.script})
    return f"{len(demo.script)} sessions of {versions} agent versions"


def add_people(demo: Demo, tell: Tell) -> str:
    names = {"rater": "Robin (rater)", "lead": "Lee (lead)", "admin": "Ada (admin)"}
    for role, login in logins(demo.folder).items():
        if not Person.objects.filter(username=login["username"]).exists():
            site_admin = role == "admin"
            Person.objects.create_user(
                username=login["username"],
                password=login["password"],
                display_name=names[role],
                is_superuser=site_admin,
                is_staff=site_admin,
            )
    for profile in PROFILES:
        if not Person.objects.filter(username=profile.username).exists():
            # No password is set: nobody logs in as one of them.
            Person.objects.create_user(username=profile.username, display_name=profile.name)
    return f"3 log-ins, {len(PROFILES)} simulated raters"


@transaction.atomic
def add_study(demo: Demo, tell: Tell) -> str:
    if not Study.objects.filter(slug=SLUG).exists():
        admin = demo.person("admin")
        version = save_rubric_version(spec=parse_rubric(starter_text()), actor=admin)
        study = create_study(
            name="Refund support",
            slug=SLUG,
            rubric_version=version,
            actor=admin,
            overlap=OVERLAP,
            gold_share=0.06,
            # Nobody is there to decide on a pause: the careless one works on, and health shows it.
            gold_misses=0,
            held_out_share=0.5,
            seed=1,
            description="The worked example: conversations, ratings and verdicts made by programs.",
            guidelines=_guidelines(),
        )
        roles = [(demo.person("rater"), "rater", False), (demo.person("lead"), "lead", False)]
        roles += [
            (Person.objects.get(username=p.username), Membership.Role.RATER, True) for p in PROFILES
        ]
        for person, role, simulated in roles:
            Membership.objects.create(person=person, study=study, role=role, simulated=simulated)
    return f"study {SLUG}, rubric {demo.study.rubric_version}"


def _guidelines() -> str:
    rules = "\n".join(f"{p['section']} {p['title']}: {p['text']}" for p in POLICY.values())
    return (
        "Read the whole conversation, the tool calls and their results included, before you "
        "answer. The shop's returns policy is below. Before it pays, the agent has to look up the "
        f"order and to check the customer's e-mail address against it.\n\n{rules}"
    )


def import_cases(demo: Demo, tell: Tell) -> str:
    there = Item.objects.in_study(demo.study).filter(kind=Item.Kind.ABSOLUTE)
    if there.count() < len(demo.script):
        # The folder is ours alone, so an import that is still under way is one of a killed command.
        for run in demo.study.imports.live():
            cancel_import(run=run, actor=demo.person("admin"))
        import_sessions(
            study=demo.study,
            source_uri=f"sqlite:///{demo.folder.store.absolute()}",
            app_name=APP_NAME,
            actor=demo.person("admin"),
            progress=tell,
        )
    if there.count() < len(demo.script):
        missing = len(demo.script) - there.count()
        raise BadInput(f"{missing} sessions were not imported; the import's page says why")
    return f"{there.count()} cases, redacted"


def add_gold(demo: Demo, tell: Tell) -> str:
    """Gold from the plainest conversations: nothing in them is easy to read over."""
    study = demo.study
    gold = Item.objects.in_study(study).filter(purpose=Item.Purpose.GOLD)
    if gold.count() < GOLD and not _rated(study):
        items = {
            item.case.key: item
            for item in Item.objects.in_study(study).ordinary().select_related("case")
        }
        for key in _plain(demo):
            if gold.count() >= GOLD:
                break
            if key in items:
                answers = {name: (j.value, j.why) for name, j in demo.truth[key].items()}
                make_gold(item=items[key], answers=answers, actor=demo.person("lead"))
    return f"{gold.count()} gold items"


def _rated(study: Study) -> bool:
    return Slot.objects.filter(study=study).exclude(state=Slot.State.OPEN).exists()


def _plain(demo: Demo) -> list[str]:
    """Case keys in an order that brings each kind of fault, and none, early."""
    plain = [
        (key, scenario)
        for key, scenario in demo.by_case.items()
        if not scenario.twin and not any(j.hard for j in scenario.truth.values())
    ]
    kinds: dict[tuple[str, ...], list[str]] = {}
    for key, scenario in sorted(plain, key=lambda pair: pair[1].session_id):
        faults = tuple(name for name, j in scenario.truth.items() if j.value == FAIL)
        kinds.setdefault(faults, []).append(key)
    ordered = sorted(kinds.values(), key=len, reverse=True)
    rounds = max(map(len, ordered), default=0)
    return [keys[n] for n in range(rounds) for keys in ordered if n < len(keys)]


def add_pairs(demo: Demo, tell: Tell) -> str:
    """Conversations that both agent versions had, side by side.

    Only those that fell into one split: a pair across splits would tell one of the other.
    """
    study = demo.study
    pairs = Item.objects.in_study(study).filter(kind=Item.Kind.PAIRWISE)
    if pairs.count() < PAIRS and not _rated(study):
        items = {
            item.case.key: item
            for item in Item.objects.in_study(study).ordinary().select_related("case")
            if item.kind == Item.Kind.ABSOLUTE
        }
        keys = {s.session_id: key for key, s in demo.by_case.items()}
        for session, key in sorted(keys.items()):
            twin = keys.get(demo.by_case[key].twin, "")
            if pairs.count() >= PAIRS:
                break
            if session < demo.by_case[key].twin and items[key].split == items[twin].split:
                add_pair(study=study, case=items[key].case, case_b=items[twin].case)
    return f"{pairs.count()} pairs of the two versions"


def rate(demo: Demo, tell: Tell) -> str:
    study = demo.study
    people = {p.username: Person.objects.get(username=p.username) for p in PROFILES}
    rate_until(
        study=study,
        people=people,
        truth=demo.truth,
        leave_open=demo.left_to_rate * study.overlap,
        progress=tell,
    )
    filled = Slot.objects.filter(study=study, state=Slot.State.FILLED).count()
    return f"{filled} ratings of ordinary items; about {demo.left_to_rate} items are left to rate"


def judge(demo: Demo, tell: Tell) -> str:
    version = create_version(study=demo.study, name=JUDGE, model=MODEL, actor=demo.person("lead"))
    run = version.runs.filter(split="all").exclude(state=JudgeRun.State.STOPPED).first()
    if run is None:
        run = start_run(version=version, split="all", actor=demo.person("lead"))
    elif run.state == JudgeRun.State.RUNNING:
        resume_runs(everything=True)
    for _ in _waiting(demo):
        run.refresh_from_db()
        counts = run_progress(run)
        tell(counts["done"], counts["total"])
        if run.state != JudgeRun.State.RUNNING:
            break
    counts = run_progress(run)
    return f"{version}: {counts['valid']} verdicts, {counts['errors']} errors"


def report(demo: Demo, tell: Tell) -> str:
    ready = Report.objects.filter(study=demo.study, split="all", state=Report.State.READY)
    if not ready.exists():
        begun = Report.objects.filter(
            study=demo.study, state__in=[Report.State.WAITING, Report.State.BUILDING]
        ).first()
        if begun is None:
            begun = request_report(study=demo.study, actor=demo.person("lead"))
        else:
            build_report.delay(begun.pk)
        for _ in _waiting(demo):
            begun.refresh_from_db()
            tell(begun.progress, 100)
            if begun.state == Report.State.FAILED:
                raise BadInput(f"the report failed: {begun.message}")
            if begun.state == Report.State.READY:
                break
    return f"report {ready.latest('created_at').pk}"


def export(demo: Demo, tell: Tell) -> str:
    study, lead = demo.study, demo.person("lead")
    frozen = RegressionSet.objects.filter(study=study).order_by("version").first()
    if frozen is None:
        frozen = freeze_set(study=study, actor=lead)
    if not list(demo.folder.export.glob("*/*.evalset.json")):
        write_evalset(frozen, demo.folder.export, actor=lead)
    if not (demo.folder.export / "labels.csv").exists():
        chunks = label_chunks(study=study, fmt="csv", split="tuning", actor=lead)
        write_files(demo.folder.export, {"labels.csv": chunks})
    cases = len(frozen.content["evalset"]["eval_cases"])
    return f"regression set {frozen.version} with {cases} cases in {_shown(demo.folder.export)}"


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _waiting(demo: Demo, limit: float = 300) -> Any:
    """Yield a few times a second; BadInput when the services have gone or `limit` is over."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        yield
        demo.check()
        time.sleep(0.25)
    raise BadInput(f"the worker did not finish within {limit:.0f} seconds; run the demo again")


# The first needs no database, so that nothing half made is in it when that takes long.
BEFORE_SERVICES = (("Sessions", write_sessions),)
WITH_SERVICES = (
    ("People", add_people),
    ("Study", add_study),
    ("Import", import_cases),
    ("Gold", add_gold),
    ("Pairs", add_pairs),
    ("Ratings", rate),
    ("Judge", judge),
    ("Report", report),
    ("Export", export),
)


Steps = tuple[tuple[str, Callable[[Demo, Tell], str]], ...]


def build_demo(
    demo: Demo,
    *,
    steps: Steps = BEFORE_SERVICES + WITH_SERVICES,
    tell: Callable[[str, int, int], None],
    done: Callable[[str, str, float], None],
) -> dict[str, str]:
    """Run `steps` and return what each says there is now.

    `tell` gets step, how far and of how much; `done` gets step, its result and seconds. Raises
    BadInput when a step can't be done.
    """
    results = {}
    for name, step in steps:
        began = time.monotonic()
        results[name] = step(demo, partial(tell, name))
        done(name, results[name], time.monotonic() - began)
    return results
