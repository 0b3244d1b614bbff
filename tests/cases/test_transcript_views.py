"""What the page of a case asks for later, and who may ask."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from cases.models import Case, Person, Study
from tests.make import make_case, make_study
from tests.transcripts import long_turns, mixed_turns

FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def case(study: Study) -> Case:
    return make_case(study, mixed_turns())


@pytest.fixture
def long_case(study: Study) -> Case:
    return make_case(study, long_turns(1000))


def addresses(case: Case) -> list[str]:
    args = [case.study.slug, case.key]
    return [
        reverse("case_detail", args=args),
        reverse("case_part", args=[*args, 1]),
        reverse("case_step", args=[*args, 4]),
        reverse("case_search", args=args) + "?q=order",
        reverse("case_text", args=args),
    ]


def test_leads_and_nobody_else_read_a_case(
    client: Client, case: Case, lead: Person, rater: Person, stranger: Person
) -> None:
    expected = {lead: 200, rater: 403, stranger: 404}
    for person, status in expected.items():
        client.force_login(person)
        for address in addresses(case):
            assert client.get(address, headers=FRAGMENT).status_code == status, address


def test_a_case_of_another_study_is_not_found(client: Client, case: Case, lead: Person) -> None:
    other = make_case(make_study())
    client.force_login(lead)
    url = reverse("case_text", args=[case.study.slug, other.key])
    assert client.get(url).status_code == 404


def test_parts_and_steps_that_do_not_exist_are_not_found(
    client: Client, case: Case, lead: Person
) -> None:
    client.force_login(lead)
    args = [case.study.slug, case.key]
    for name in ("case_part", "case_step"):
        for number in (0, 99):
            assert client.get(reverse(name, args=[*args, number])).status_code == 404
    for revision in ("2", "0", "x", "²", "9" * 40):
        assert client.get(f"{addresses(case)[0]}?revision={revision}").status_code == 404


def test_the_page_of_a_long_case_holds_its_first_part_or_the_one_asked_for(
    client: Client, long_case: Case, lead: Person
) -> None:
    client.force_login(lead)
    page = client.get(addresses(long_case)[0]).text
    assert 'id="step-1"' in page
    assert 'id="step-900"' not in page
    assert len(page) < 120_000
    page = client.get(addresses(long_case)[0] + "?step=900").text
    assert 'id="step-1"' not in page
    assert 'id="step-900"' in page


def test_parts_together_are_the_whole_case(client: Client, long_case: Case, lead: Person) -> None:
    client.force_login(lead)
    args = [long_case.study.slug, long_case.key]
    page = client.get(reverse("case_detail", args=args)).text
    parts = "".join(
        client.get(reverse("case_part", args=[*args, number])).text
        for number in range(1, page.count('class="part"') + 1)
    )
    assert [f'id="step-{n}"' in parts for n in range(1, 1001)] == [True] * 1000


def test_a_whole_step_comes_as_fragment_or_as_page(
    client: Client, case: Case, lead: Person
) -> None:
    client.force_login(lead)
    url = reverse("case_step", args=[case.study.slug, case.key, 6])
    fragment = client.get(url, headers=FRAGMENT).text
    assert fragment.startswith('<div class="step step-result" id="step-6"')
    assert "BR-1040" in fragment
    assert "data-whole" not in fragment
    page = client.get(url).text
    assert "BR-1040" in page
    assert "?step=6#step-6" in page


def test_search_tells_steps_and_counts(client: Client, case: Case, lead: Person) -> None:
    client.force_login(lead)
    url = reverse("case_search", args=[case.study.slug, case.key])
    found = json.loads(client.get(url, {"q": "br-1040"}, headers=FRAGMENT).content)
    assert (found["total"], found["steps"]) == (1, 1)
    assert (found["hits"][0]["step"], found["hits"][0]["match"]) == (6, "BR-1040")
    answer = client.get(url, {"q": "br-1040"})
    assert answer.headers["Location"].endswith(f"/cases/{case.key}/?q=br-1040")


def test_the_page_lists_matches_without_script(client: Client, case: Case, lead: Person) -> None:
    client.force_login(lead)
    page = client.get(addresses(case)[0], {"q": "BR-1040"}).text
    assert "<mark>BR-1040</mark>" in page
    assert "1 match in 1 step" in page


def test_the_text_holds_everything_and_downloads(client: Client, case: Case, lead: Person) -> None:
    client.force_login(lead)
    answer = client.get(addresses(case)[-1] + "?download")
    text = answer.getvalue().decode()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="case-{case.key}.txt"'
    assert "1. user: Hello, I am <PERSON_1> (<EMAIL_1>), call <PHONE_1>.\n" in text
    assert "BR-1040" in text
    assert "12. refunds_agent [truncated]: It is on its w\n" in text


def test_older_revisions_stay_readable(client: Client, study: Study, lead: Person) -> None:
    old = make_case(study, mixed_turns()[:1], superseded=True)
    make_case(study, mixed_turns(), key=old.key, session_key=old.session_key, revision=2)
    client.force_login(lead)
    newest = client.get(addresses(old)[0]).text
    assert "Revision 2 of 2" in newest
    assert f"/cases/{old.key}/?revision=1" in newest
    older = client.get(addresses(old)[0] + "?revision=1").text
    assert "Revision 1 of 2, not the newest" in older
    assert 'id="step-12"' not in older
    text = client.get(addresses(old)[-1] + "?revision=1").getvalue().decode()
    assert text.count("\n## Turn") == 1


def test_cases_lead_to_their_neighbours_in_the_list(
    client: Client, study: Study, lead: Person
) -> None:
    plain, refunded, other = (
        make_case(study, strata={"intent": intent}) for intent in ("a", "b", "a")
    )
    client.force_login(lead)
    page = client.get(addresses(plain)[0]).text
    assert f'rel="next" href="/studies/{study.slug}/cases/{refunded.key}/"' in page
    assert 'rel="prev"' not in page
    listed = client.get(reverse("case_list", args=[study.slug]), {"intent": "a"}).text
    assert f'/cases/{plain.key}/?list=intent%3Da"' in listed
    page = client.get(addresses(plain)[0], {"list": "intent=a"}).text
    assert f"/cases/{other.key}/?list=intent%3Da" in page
    assert refunded.key not in page


def test_an_erased_case_shows_no_text(client: Client, case: Case, lead: Person) -> None:
    Case.objects.filter(pk=case.pk).update(turns=[], erased_at="2026-01-02T00:00:00Z")
    client.force_login(lead)
    page = client.get(addresses(case)[0]).text
    assert "was erased on 2 Jan 2026" in page
    assert "BR-1001" not in page
    assert client.get(addresses(case)[2]).status_code == 404


def test_any_list_may_be_named_as_the_one_that_a_case_was_opened_from(
    client: Client, case: Case, lead: Person
) -> None:
    client.force_login(lead)
    for listed in ("%26" * 5_000, "a=b%26" * 1_500, "%00", "q=x%26q=y"):
        assert client.get(f"{addresses(case)[0]}?list={listed}").status_code == 200
