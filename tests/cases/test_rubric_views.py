import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cases.models import Person, Rubric, RubricVersion, Study
from cases.rubric_editing import draft_of, editor_of
from cases.rubrics import freeze, parse_rubric, save_rubric_version, starter_text
from tests.cases.test_rubric_editing import posted
from tests.cases.test_rubric_spec import GOOD
from tests.make import join, make_person, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(study: Study) -> RubricVersion:
    """An unfrozen version that the study of `lead` and `admin` is on."""
    version = save_rubric_version(spec=parse_rubric(GOOD))
    study.rubric_version = version
    study.save()
    return version


def as_person(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def pages(version: RubricVersion) -> list[str]:
    args = [version.rubric.slug, version.number]
    return [
        reverse("rubric_list"),
        reverse("rubric_new"),
        reverse("rubric_new") + "?from=starter",
        reverse("rubric_new") + "?from=blank",
        reverse("rubric_new") + "?from=yaml",
        reverse("rubric_detail", args=args),
        reverse("rubric_edit", args=args),
        reverse("rubric_edit", args=args) + "?as=yaml",
    ]


def test_rubrics_are_for_leads(
    version: RubricVersion, rater: Person, lead: Person, admin: Person, stranger: Person
) -> None:
    for url in pages(version):
        anonymous = Client().get(url)
        assert anonymous.status_code == 302
        assert anonymous["Location"].startswith(reverse("login"))
        for person in (rater, stranger):
            assert as_person(person).get(url).status_code in {403, 404}, url
        for person in (lead, admin):
            assert as_person(person).get(url).status_code == 200, url


def test_nobody_else_saves(version: RubricVersion, rater: Person) -> None:
    client = as_person(rater)
    for url in pages(version):
        assert client.post(url, {"yaml": GOOD}).status_code in {403, 404, 405}
    assert RubricVersion.objects.filter(rubric=version.rubric).count() == 1


def test_a_version_is_read_as_raters_read_it(version: RubricVersion, lead: Person) -> None:
    page = as_person(lead).get(reverse("rubric_detail", args=["support", 1])).content.decode()
    for text in ("Does everything stand in a result?", "All does.", "Friendly", "Not yet used"):
        assert text in page
    file = as_person(lead).get(reverse("rubric_detail", args=["support", 1]) + "?format=yaml")
    assert parse_rubric(file.content.decode()).content_hash() == version.content_hash
    assert as_person(lead).get("/rubrics/support/7/").status_code == 404


def starter_post() -> dict[str, str]:
    return posted(editor_of(draft_of(parse_rubric(starter_text()))))


def test_the_starter_is_saved_from_the_form(lead: Person) -> None:
    response = as_person(lead).post(reverse("rubric_new") + "?from=starter", starter_post())
    assert response.status_code == 302
    assert response["Location"] == reverse("rubric_detail", args=["refund", 1])
    version = RubricVersion.objects.get(rubric__slug="refund")
    assert version.content_hash == parse_rubric(starter_text()).content_hash()
    assert version.created_by == lead


def test_a_form_with_mistakes_comes_back_with_everything_in_it(lead: Person) -> None:
    post = starter_post() | {"c1.key": "correct_amount", "c2.question": "", "note": "my <note>"}
    response = as_person(lead).post(reverse("rubric_new") + "?from=starter", post)
    page = response.content.decode()
    assert response.status_code == 422
    assert "Question is missing" in page
    assert "my &lt;note&gt;" in page
    assert post["c3.question"] in page
    assert 'aria-invalid="true"' in page
    assert not Rubric.objects.filter(slug="refund").exists()


def test_a_taken_name_is_said_at_the_form(version: RubricVersion, lead: Person) -> None:
    post = starter_post() | {"slug": "support"}
    response = as_person(lead).post(reverse("rubric_new") + "?from=blank", post)
    assert response.status_code == 422
    assert "is there already" in response.content.decode()


def test_buttons_work_without_script_and_save_nothing(lead: Person) -> None:
    url = reverse("rubric_new") + "?from=starter"
    response = as_person(lead).post(url, starter_post() | {"do": "add"})
    page = response.content.decode()
    assert response.status_code == 200
    assert "<html" in page
    assert 'name="c4.key"' in page
    assert not Rubric.objects.filter(slug="refund").exists()


def test_htmx_gets_the_editor_alone(lead: Person) -> None:
    url = reverse("rubric_new") + "?from=starter"
    response = as_person(lead).post(
        url, starter_post() | {"do": "remove-0"}, headers={"HX-Request": "true"}
    )
    page = response.content.decode()
    assert "<html" not in page
    assert page.strip().startswith('<form id="editor"')
    assert 'value="correct_amount"' not in page
    assert 'value="resolution"' in page


def test_editing_a_free_version_changes_it_and_a_frozen_one_makes_another(
    version: RubricVersion, lead: Person
) -> None:
    client = as_person(lead)
    url = reverse("rubric_edit", args=["support", 1])
    assert "in place" in client.get(url).content.decode()
    post = posted(editor_of(draft_of(parse_rubric(GOOD)))) | {"c0.question": "Is all of it there?"}
    assert client.post(url, post)["Location"] == reverse("rubric_detail", args=["support", 1])
    version.refresh_from_db()
    freeze(version)
    assert "makes a new version" in client.get(url).content.decode()
    post |= {"c0.question": "Is every bit there?"}
    assert client.post(url, post)["Location"] == reverse("rubric_detail", args=["support", 2])
    assert version.criteria.get(key="grounded").question == "Is all of it there?"
    detail = client.get(reverse("rubric_detail", args=["support", 2])).content.decode()
    assert "Reworded in this version" in detail


def test_yaml_is_saved_from_text_and_from_a_file(version: RubricVersion, lead: Person) -> None:
    client = as_person(lead)
    new = reverse("rubric_new") + "?from=yaml"
    assert client.post(new, {"yaml": starter_text()}).status_code == 302
    file = SimpleUploadedFile("r.yaml", GOOD.replace("Support", "Filed").encode())
    assert client.post(new, {"yaml": "", "file": file}).status_code == 302
    assert Rubric.objects.filter(slug__in=["refund", "filed"]).count() == 2
    edit = reverse("rubric_edit", args=["support", 1]) + "?as=yaml"
    assert client.post(edit, {"yaml": GOOD.replace("Rude", "Unkind")}).status_code == 302
    assert version.criteria.get(key="tone").levels[0]["text"] == "Unkind"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"yaml": GOOD.replace("text: Rude", "text:")}, "line 16"),
        ({"yaml": "name: x\nname: y"}, "stands twice"),
        ({"yaml": ""}, "starts with"),
        ({"file": SimpleUploadedFile("r.yaml", b"\xff\xfe\x00")}, "UTF-8"),
        ({"file": SimpleUploadedFile("r.yaml", b"x" * 800_001)}, "larger than"),
    ],
)
def test_bad_yaml_comes_back_with_its_problems(
    lead: Person, data: dict[str, object], problem: str
) -> None:
    response = as_person(lead).post(reverse("rubric_new") + "?from=yaml", data)
    page = response.content.decode()
    assert response.status_code == 422
    assert problem in page
    for line in str(data.get("yaml", "")).splitlines()[:2]:
        assert line in page
    assert not Rubric.objects.filter(slug__in=["support", "x"]).exists()


def edit(person: Person, version: RubricVersion) -> list[int]:
    """Statuses of opening the editor, saving the form, and saving YAML."""
    client = as_person(person)
    url = reverse("rubric_edit", args=[version.rubric.slug, version.number])
    post = posted(editor_of(draft_of(parse_rubric(GOOD))))
    yaml = {"yaml": GOOD.replace("Rude", "Unkind")}
    return [
        client.get(url).status_code,
        client.post(url, post).status_code,
        client.post(url + "?as=yaml", yaml).status_code,
    ]


def test_only_its_creator_and_leads_of_its_studies_change_a_version(
    version: RubricVersion, lead: Person, admin: Person
) -> None:
    elsewhere = join(make_person(), make_study(), "admin")
    rates_here = join(join(make_person(), version.studies.get(), "rater"), make_study(), "lead")
    for frozen in (False, True):
        for person in (elsewhere, rates_here):
            assert edit(person, version) == [403, 403, 403]
            page = as_person(person).get(reverse("rubric_detail", args=["support", 1]))
            assert page.status_code == 200
            assert "/edit/" not in page.content.decode()
        if not frozen:
            freeze(version)
    assert [v.content_hash for v in version.rubric.versions.all()] == [version.content_hash]
    maker = join(make_person(), make_study(), "lead")
    RubricVersion.objects.filter(pk=version.pk).update(created_by=maker)
    for person in (lead, admin, maker, make_person(is_superuser=True)):
        assert edit(person, version) == [200, 302, 302]


def test_a_maker_who_leads_nothing_any_more_changes_nothing(version: RubricVersion) -> None:
    maker = make_person()
    RubricVersion.objects.filter(pk=version.pk).update(created_by=maker)
    assert edit(maker, version) == [404, 404, 404]


def test_studies_of_others_are_not_named(version: RubricVersion, lead: Person) -> None:
    make_study("secret-plans", rubric_version=version)
    url = reverse("rubric_detail", args=["support", 1])
    page = as_person(lead).get(url).content.decode()
    assert version.studies.get(memberships__person=lead).name in page
    assert "Secret-Plans" not in page
    everything = as_person(make_person(is_superuser=True)).get(url).content.decode()
    assert "Secret-Plans" in everything


@pytest.mark.parametrize(
    "line",
    ['name: !!bool "zz"', 'name: "\\ud800"', '"\\ud800": x', "note: !!timestamp x", "n: 1.0e999"],
)
def test_values_that_cannot_be_kept_are_told_with_their_line(lead: Person, line: str) -> None:
    page = as_person(lead).post(reverse("rubric_new") + "?from=yaml", {"yaml": f"# one\n{line}\n"})
    assert page.status_code == 422
    assert "line 2" in page.content.decode()
    assert not Rubric.objects.exclude(versions__studies__isnull=False).exists()
    posted_rules = {"c0.key": "a", "c0.rules": f"# one\n{line}\n", "name": "N"}
    page = as_person(lead).post(reverse("rubric_new"), posted_rules)
    assert page.status_code == 422


@pytest.mark.parametrize("name", ["name", "slug", "note", "c0.key", "c0.question", "c0.rules"])
def test_nul_in_the_editor_is_told(lead: Person, name: str) -> None:
    page = as_person(lead).post(reverse("rubric_new"), {"name": "N", "c0.key": "k", name: "a\x00b"})
    assert page.status_code == 422
    page = as_person(lead).post(reverse("rubric_new") + "?from=yaml", {"yaml": "name: a\x00b"})
    assert page.status_code == 422
