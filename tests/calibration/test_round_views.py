import pytest
from django.test import Client
from django.urls import reverse

from cases.models import Person, Study
from raters.models import CalibrationRound, Slot
from tests.cases.test_rubric_views import as_person
from tests.make import join, make_person, make_slots
from tests.raters.answers import rate_next

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(lead: Person) -> Client:
    return as_person(lead)


@pytest.fixture
def url(study: Study) -> str:
    return reverse("round_list", args=[study.slug])


def test_who_may_see_and_end_rounds(
    study: Study, url: str, rater: Person, lead: Person, stranger: Person
) -> None:
    CalibrationRound.objects.create(study=study, number=1)
    end = reverse("round_close", args=[study.slug, 1])
    for person, status in ((rater, 403), (stranger, 404)):
        assert as_person(person).get(url).status_code == status
        assert as_person(person).post(url).status_code == status
        assert as_person(person).post(end).status_code == status
    assert as_person(lead).get(url).status_code == 200
    assert as_person(lead).post(end.replace("/1/", "/2/")).status_code == 404


def test_a_round_is_started_watched_and_ended(
    study: Study, url: str, rater: Person, client: Client
) -> None:
    others = [join(make_person(), study, "rater") for _ in range(2)]
    make_slots(study, 4)
    post = {"raters": [one.pk for one in (rater, *others)], "count": "2", "note": "first"}
    page = client.post(url, post, follow=True).text
    assert "Round 1 has begun with 2 items." in page
    for _ in range(2):
        rate_next(study, rater)
    page = client.get(url).text
    assert page.count(">Through<") == 1
    assert "is not computed yet" in page
    end = reverse("round_close", args=[study.slug, 1])
    page = client.post(end, follow=True).text
    assert "Round 1 is over; 2 places went back to all." in page
    assert ">Over<" in page


def test_items_can_be_chosen_by_key(study: Study, url: str, rater: Person, client: Client) -> None:
    other = join(make_person(), study, "rater")
    first, second, _ = make_slots(study, 3)
    post = {"raters": [rater.pk, other.pk], "keys": f"{first.key}\n {second.key}"}
    client.post(url, post)
    assert set(Slot.objects.filter(round__number=1).values_list("item", flat=True)) == {
        first.pk,
        second.pk,
    }


@pytest.mark.parametrize(
    ("post", "said"),
    [
        ({"count": "3"}, "at least two raters"),
        ({"both": "1", "count": "x"}, "0 pilot items: give a number"),
        ({"both": "1", "keys": "nowhere"}, "There is no item nowhere in this study"),
        ({"both": "1", "count": "3"}, "no item left that nobody has begun"),
        ({"raters": "9" * 40, "count": "3"}, "at least two raters"),
    ],
)
def test_what_can_not_begin_is_said_and_the_form_kept(
    study: Study, url: str, rater: Person, client: Client, post: dict[str, object], said: str
) -> None:
    other = join(make_person(), study, "rater")
    if post.pop("both", ""):
        post["raters"] = [rater.pk, other.pk]
    answer = client.post(url, post | {"note": "kept"})
    assert (answer.status_code, said in answer.text) == (422, True)
    assert 'value="kept"' in answer.text
    assert not CalibrationRound.objects.exists()
