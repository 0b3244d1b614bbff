from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Item, Person, RubricVersion, Study
from judges import claims, working
from judges.models import JudgeRequest, JudgeRun, JudgeVersion, Verdict
from judges.running import create_version, run_progress, start_run, stop_run
from tests.elsewhere import elsewhere
from tests.judges.conftest import MakeJudge, request_ids
from tests.judges.scripted import passes_everything
from tests.make import make_case, make_item, make_rubric_version, make_study

pytestmark = pytest.mark.django_db


def make_version(study: Study, **fields: Any) -> JudgeVersion:
    return create_version(
        **({"study": study, "name": "strict", "model": "baseline/rules"} | fields)
    )


def test_the_same_content_is_the_same_version(study: Study, lead: Person) -> None:
    first = make_version(study, actor=lead)
    assert (str(first), first.created_by) == ("strict-v1", lead)
    assert make_version(study) == first
    assert make_version(study, parameters={"temperature": 0.0}) == first
    changed = make_version(study, parameters={"seed": 3})
    assert str(changed) == "strict-v2"
    assert make_version(study, name="other").number == 1
    assert AuditEvent.objects.filter(action="judge.version_added").count() == 3


def test_a_version_says_all_that_goes_into_it(study: Study) -> None:
    version = make_version(study)
    assert "$rules_json" in version.prompt
    assert version.parameters["temperature"] == 0
    entry = version.reply_schema["absolute"]["$defs"]["CriterionVerdict"]
    assert list(entry["properties"]) == ["criterion", "rationale", "evidence", "verdict"]
    assert version.reply_schema["absolute"]["$defs"]["Criterion"]["enum"] == [
        "correct_amount",
        "grounded",
    ]
    assert version.reply_schema["absolute"]["$defs"]["Verdict"]["enum"] == ["FAIL", "PASS"]
    assert version.reply_schema["pairwise"]["$defs"]["Verdict"]["enum"] == ["A", "B", "TIE"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": "not a slug"}, "judge name"),
        ({"name": "x" * 81}, "80 characters"),
        ({"model": "gpt-unheard-of"}, "no provider"),
        ({"model": ""}, "no provider"),
        ({"model": "gemini-2.5-flash"}, "GOOGLE_API_KEY"),
        ({"parameters": {"temprature": 0}}, "temprature"),
        ({"parameters": {"temperature": "hot"}}, "temperature"),
        ({"parameters": {"temperature": 3.0}}, "temperature"),
        ({"prompt": "Be kind."}, "heading"),
    ],
)
def test_what_cannot_be_a_version_is_said(
    study: Study, monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any], message: str
) -> None:
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BadInput, match=message):
        make_version(study, **fields)
    assert not JudgeVersion.objects.exists()


def test_a_run_asks_once_per_item_sample_and_order(study: Study, lead: Person) -> None:
    item = make_item(study)
    pair = make_item(study, case_b=make_case(study), kind=Item.Kind.PAIRWISE)
    make_item(study, kind=Item.Kind.PROCESS)
    make_item(study, purpose=Item.Purpose.GOLD)
    run = start_run(version=make_version(study), samples=2, actor=lead)
    found = set(run.requests.values_list("item_id", "sample", "side_order"))
    assert found == {(item.pk, s, "") for s in (0, 1)} | {
        (pair.pk, s, order) for s in (0, 1) for order in ("ab", "ba")
    }


def test_a_run_takes_the_items_of_its_split(study: Study) -> None:
    make_item(study)
    held_out = make_item(study, split="held_out")
    run = start_run(version=make_version(study), split="held_out")
    assert [request.item for request in run.requests.all()] == [held_out]


def test_a_run_freezes_the_rubric(study: Study) -> None:
    make_item(study)
    start_run(version=make_version(study))
    study.rubric_version.refresh_from_db()
    assert study.rubric_version.frozen_at is not None


def test_a_run_needs_items_a_known_split_and_the_studys_rubric(study: Study) -> None:
    version = make_version(study)
    for fields in ({}, {"split": "tuning"}, {"split": "gold"}, {"samples": 0}, {"samples": 99}):
        with pytest.raises(BadInput):
            start_run(version=version, **fields)
    make_item(study)
    study.rubric_version.content_hash = "changed"
    study.rubric_version.save()
    with pytest.raises(BadInput, match="new version of judge strict"):
        start_run(version=JudgeVersion.objects.get(pk=version.pk))
    study.rubric_version = make_rubric_version()
    study.save()
    with pytest.raises(BadInput, match="new version of judge strict"):
        start_run(version=JudgeVersion.objects.get(pk=version.pk))
    assert not JudgeRun.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_without_a_queue_the_run_waits_for_a_worker() -> None:
    study = make_study()
    make_item(study)
    run = start_run(version=make_version(study))
    assert run.requests.filter(state=JudgeRequest.State.WAITING).count() == 1
    assert claims.take_due() == []
    assert claims.take_due(everything=True) == [request_ids(run)]


def test_progress_counts_everything(study: Study, make_judge: MakeJudge) -> None:
    for _ in range(3):
        make_item(study)
    answers = ["no json"]
    version, _ = make_judge(lambda r: answers.pop() if answers else passes_everything(r))
    run = start_run(version=version)
    before = run_progress(run)
    assert (before["total"], before["waiting"], before["percent"]) == (3, 3, 0)
    assert (before["error_share"], before["latency_p50"]) == (None, None)
    working.judge_chunk(request_ids(run)[:2])
    after = run_progress(run)
    assert (after["done"], after["waiting"], after["percent"]) == (2, 1, 66)
    assert (after["valid"], after["errors"], after["error_share"]) == (2, 2, 0.5)
    assert after["reasons"] == [("invalid_json", 2)]
    assert (after["prompt_tokens"], after["reply_tokens"]) == (200, 40)
    assert after["latency_p50"] <= after["latency_p95"]


def test_quantiles_of_latency_are_those_of_calls(study: Study) -> None:
    for _ in range(20):
        make_item(study)
    run = start_run(version=make_version(study))
    for milliseconds, request in enumerate(run.requests.all(), start=1):
        JudgeRequest.objects.filter(pk=request.pk).update(latency_ms=milliseconds)
    progress = run_progress(run)
    assert (progress["latency_p50"], progress["latency_p95"]) == (10, 19)


def test_only_what_nobody_works_on_is_due(study: Study) -> None:
    for _ in range(4):
        make_item(study)
    run = start_run(version=make_version(study))
    lapsed, working_on, later, now_due = request_ids(run)
    now = timezone.now()
    soon, past = now + timedelta(seconds=15), now - timedelta(seconds=1)
    claimed = JudgeRequest.State.CLAIMED
    for pk, fields in {
        lapsed: {"state": claimed, "claim": "dead", "claimed_until": past},
        working_on: {"state": claimed, "claim": "alive", "claimed_until": soon},
        later: {"claimed_until": soon},
        now_due: {"claimed_until": past},
    }.items():
        JudgeRequest.objects.filter(pk=pk).update(**fields)
    assert claims.take_due() == [[lapsed, now_due]]
    assert claims.take_due() == []
    assert claims.take_due(everything=True) == [[lapsed, later, now_due]]
    assert JudgeRequest.objects.get(pk=working_on).claim == "alive"


def test_stopped_runs_are_not_resumed(study: Study, lead: Person) -> None:
    make_item(study)
    run = start_run(version=make_version(study))
    assert stop_run(run, actor=lead)
    assert claims.take_due(everything=True) == []
    assert AuditEvent.objects.filter(action="judge.run_stopped", actor=lead).count() == 1


def test_a_run_whose_worker_died_after_the_last_verdict_is_finished(study: Study) -> None:
    make_item(study)
    run = start_run(version=make_version(study))
    run.requests.update(state=JudgeRequest.State.DONE)
    assert claims.take_due() == []
    run.refresh_from_db()
    assert run.state == JudgeRun.State.FINISHED


def test_of_two_claims_one_wins(study: Study) -> None:
    make_item(study)
    run = start_run(version=make_version(study))
    first = claims.claim_requests(request_ids(run))
    assert first
    assert claims.claim_requests(request_ids(run)) == ""
    assert claims.renew(first)
    claims.release(first)
    assert not claims.renew(first)
    assert claims.claim_requests(request_ids(run))


def test_the_database_refuses_a_second_verdict(study: Study) -> None:
    make_item(study)
    run = start_run(version=make_version(study))
    working.judge_chunk(request_ids(run))
    verdict = Verdict.objects.filter(criterion__key="grounded").get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Verdict.objects.create(
            request=verdict.request, criterion=verdict.criterion, state="valid", value="FAIL"
        )


def test_the_version_with_its_key_is_found_in_the_environment(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "k")
    assert make_version(study, model="gemini-2.5-flash").model == "gemini-2.5-flash"


def test_a_run_sees_what_was_changed_since_its_version_was_loaded(study: Study) -> None:
    version = make_version(study)
    make_item(study)
    assert version.rubric_version.content_hash  # loaded
    RubricVersion.objects.filter(pk=version.rubric_version_id).update(content_hash="changed")
    with pytest.raises(BadInput, match="new version of judge strict"):
        start_run(version=version)
    assert RubricVersion.objects.get(pk=version.rubric_version_id).frozen_at is None
    assert not JudgeRun.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_run_waits_for_a_change_of_the_rubric_and_is_refused() -> None:
    study = make_study()
    make_item(study)
    version = make_version(study)
    with transaction.atomic():
        RubricVersion.objects.select_for_update().get(pk=version.rubric_version_id)
        RubricVersion.objects.filter(pk=version.rubric_version_id).update(content_hash="changed")
        starting = elsewhere(lambda: start_run(version=version))
        assert not starting.done()
    with pytest.raises(BadInput):
        starting.result(timeout=30)
    assert not JudgeRun.objects.exists()
