from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.models import Case, Item, Membership, Person, Study
from judges import working
from judges.models import JudgeRun, JudgeVersion
from judges.prompting import default_prompt
from judges.running import create_version, start_run
from tests.judges.conftest import MakeJudge, request_ids
from tests.judges.scripted import passes_everything
from tests.make import make_case, make_item, make_study


@pytest.fixture
def page(client: Client, lead: Person) -> Client:
    client.force_login(lead)
    return client


@pytest.fixture
def run(study: Study, make_judge: MakeJudge) -> JudgeRun:
    """A finished run: one reply without JSON, one good one, one pair."""
    make_item(study)
    make_item(study)
    make_item(study, case_b=make_case(study), kind=Item.Kind.PAIRWISE)
    answers = ["<b>no</b> json"]
    version, _ = make_judge(lambda r: answers.pop() if answers else passes_everything(r))
    run = start_run(version=version)
    working.judge_chunk(request_ids(run))
    return run


def all_urls(study: Study, run: JudgeRun) -> list[str]:
    return [
        reverse("judge_list", args=[study.slug]),
        reverse("judge_new", args=[study.slug]),
        reverse("run_new", args=[study.slug]),
        reverse("version_detail", args=[study.slug, run.version_id]),
        reverse("run_detail", args=[study.slug, run.pk]),
        *[reverse("request_detail", args=[study.slug, pk]) for pk in request_ids(run)],
    ]


def test_leads_and_admins_see_every_page(
    page: Client, study: Study, run: JudgeRun, admin: Person
) -> None:
    for person in (None, admin):
        if person is not None:
            page.force_login(person)
        for url in all_urls(study, run):
            assert page.get(url).status_code == 200, url


def test_raters_and_strangers_see_none(
    client: Client, study: Study, run: JudgeRun, rater: Person, stranger: Person
) -> None:
    other = make_study()
    foreign = Person.objects.create_user("fay")
    Membership.objects.create(person=foreign, study=other, role="lead")
    stop = reverse("run_stop", args=[study.slug, run.pk])
    for person, status in ((rater, 403), (stranger, 404), (foreign, 404)):
        client.force_login(person)
        for url in all_urls(study, run):
            assert client.get(url).status_code == status, (person, url)
        assert client.post(stop).status_code == status
    # A lead of one study reaches nothing of another through its own address.
    client.force_login(foreign)
    for url in all_urls(study, run)[3:]:
        assert client.get(url.replace(study.slug, other.slug)).status_code == 404, url


def test_pages_without_any_judge(page: Client, study: Study) -> None:
    assert b"No judge yet" in page.get(reverse("judge_list", args=[study.slug])).content
    assert b"First a judge" in page.get(reverse("run_new", args=[study.slug])).content
    create_version(study=study, name="b", model="baseline/rules")
    assert b"First cases" in page.get(reverse("run_new", args=[study.slug])).content


FORM: dict[str, Any] = {
    "name": "strict",
    "model": "baseline/rules",
    "temperature": "0",
    "seed": "",
    "max_output_tokens": "4096",
    "timeout_s": "60",
    "max_step_chars": "6000",
    "prompt": "",
}


def test_a_version_is_made(page: Client, study: Study, lead: Person) -> None:
    url = reverse("judge_new", args=[study.slug])
    response = page.post(url, FORM)
    version = JudgeVersion.objects.get()
    assert response.headers["Location"] == reverse("version_detail", args=[study.slug, version.pk])
    assert version.created_by == lead
    assert version == create_version(study=study, name="strict", model="baseline/rules")


def test_a_prompt_that_ships_stands_for_that_of_the_model(page: Client, study: Study) -> None:
    prompt = default_prompt("gemini-x").replace("\n", "\r\n")
    page.post(reverse("judge_new", args=[study.slug]), FORM | {"prompt": prompt})
    assert "$rules_json" in JudgeVersion.objects.get().prompt


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": "a b"}, "valid “slug”"),
        ({"model": "unheard-of"}, "no provider serves it"),
        ({"temperature": "9"}, "less than or equal to 2"),
        ({"prompt": "=== absolute: message ===\nnothing"}, "is missing"),
    ],
)
def test_a_wrong_form_is_kept(
    page: Client, study: Study, fields: dict[str, str], message: str
) -> None:
    response = page.post(reverse("judge_new", args=[study.slug]), FORM | fields)
    assert response.status_code == 422
    text = response.content.decode()
    assert message in text
    for value in fields.values():
        assert value.splitlines()[0] in text
    assert not JudgeVersion.objects.exists()


def test_the_form_begins_with_the_kind_or_version_asked_for(page: Client, study: Study) -> None:
    url = reverse("judge_new", args=[study.slug])
    assert "$rules_json" in page.get(url).content.decode()
    assert "$criteria" in page.get(url, {"start": "model"}).content.decode()
    version = create_version(
        study=study, name="keen", model="baseline/rules", parameters={"seed": 4711}
    )
    text = page.get(url, {"from": version.pk}).content.decode()
    assert 'value="keen"' in text
    assert 'value="4711"' in text
    assert page.get(url, {"from": "x"}).status_code == 200
    assert page.get(url, {"from": version.pk + 1}).status_code == 404


def test_a_run_is_started_and_stopped(page: Client, study: Study, lead: Person) -> None:
    make_item(study)
    version = create_version(study=study, name="b", model="baseline/rules")
    url = reverse("run_new", args=[study.slug])
    assert "All items, requests: 1" in page.get(url).content.decode()
    response = page.post(url, {"version": version.pk, "split": "all", "samples": 2})
    run = JudgeRun.objects.get()
    detail = reverse("run_detail", args=[study.slug, run.pk])
    assert response.headers["Location"] == detail
    assert (run.created_by, run.requests.count()) == (lead, 2)
    assert 'hx-trigger="every 2s"' in page.get(detail).content.decode()
    assert page.get(reverse("run_stop", args=[study.slug, run.pk])).status_code == 405
    stopped = page.post(reverse("run_stop", args=[study.slug, run.pk]), follow=True)
    assert "Stopped" in stopped.content.decode()
    assert "hx-trigger" not in page.get(detail).content.decode()


def test_a_run_that_cannot_be_is_not_started(page: Client, study: Study) -> None:
    make_item(study)
    version = create_version(study=study, name="b", model="baseline/rules")
    other = create_version(study=make_study(), name="b", model="baseline/rules")
    url = reverse("run_new", args=[study.slug])
    good = {"version": version.pk, "split": "all", "samples": 1}
    for fields in ({"version": other.pk}, {"split": "gold"}, {"samples": 0}, {"split": "held_out"}):
        assert page.post(url, good | fields).status_code == 422
    assert not JudgeRun.objects.exists()


def test_progress_is_polled_as_a_part_and_ends_with_the_run(
    page: Client, study: Study, run: JudgeRun
) -> None:
    url = reverse("run_detail", args=[study.slug, run.pk])
    over = page.get(url, headers={"HX-Request": "true"})
    assert over.headers["HX-Refresh"] == "true"
    JudgeRun.objects.filter(pk=run.pk).update(state=JudgeRun.State.RUNNING)
    part = page.get(url, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="progress"')
    assert "<html" not in part


def test_the_run_page_names_what_went_wrong(page: Client, study: Study, run: JudgeRun) -> None:
    text = page.get(reverse("run_detail", args=[study.slug, run.pk])).content.decode()
    assert "invalid_json" in text
    assert "the reply is not the JSON asked for" in text
    assert "unknown_verdict" in text


def test_a_request_shows_what_was_sent_and_what_came(
    page: Client, study: Study, run: JudgeRun
) -> None:
    request = run.requests.get(outcome="invalid_json")
    text = page.get(reverse("request_detail", args=[study.slug, request.pk])).content.decode()
    assert "&lt;b&gt;no&lt;/b&gt; json" in text
    assert "&lt;&lt;&lt;CASE" in text
    assert "Where is my refund?" in text
    assert "Is the answer grounded?" in text
    assert "differ from what was sent" not in text
    good = run.requests.filter(outcome="ok", side_order="")[0]
    text = page.get(reverse("request_detail", args=[study.slug, good.pk])).content.decode()
    assert "I sent a refund of 64.00 to your card." in text
    assert "scripted-001" in text


def test_who_reads_verdicts_cannot_rate_blind_any_more(
    page: Client, study: Study, run: JudgeRun, lead: Person
) -> None:
    page.get(reverse("run_detail", args=[study.slug, run.pk]))
    assert lead.memberships.get().results_seen_at is None
    request = run.requests.all()[0]
    page.get(reverse("request_detail", args=[study.slug, request.pk]))
    assert lead.memberships.get().results_seen_at is not None


def test_the_list_costs_the_same_whatever_it_holds(
    page: Client, study: Study, run: JudgeRun, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        create_version(
            study=study, name=f"b{number}", model="baseline/rules", parameters={"seed": number}
        )
    with django_assert_max_num_queries(8):
        page.get(reverse("judge_list", args=[study.slug]))


@pytest.mark.parametrize("earlier", ["²", "9" * 30, "-1", "x"])
def test_what_is_no_key_starts_from_the_baseline(page: Client, study: Study, earlier: str) -> None:
    assert page.get(reverse("judge_new", args=[study.slug]), {"from": earlier}).status_code == 200


def test_a_request_whose_case_cannot_be_rendered_has_its_page(
    page: Client, study: Study, run: JudgeRun
) -> None:
    request = run.requests.all()[0]
    Case.objects.update(turns=[{}], erased_at=timezone.now())
    answer = page.get(reverse("request_detail", args=[study.slug, request.pk]))
    assert "Nothing: the case can&#x27;t be rendered." in answer.content.decode()
