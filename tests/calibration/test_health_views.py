"""Pages about raters: who may see them, what a look costs, order, flags in words, thresholds."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from calibration.health.snapshots import build_health
from calibration.models import HealthSnapshot
from cases.models import Membership, Person, Study
from tests.calibration.health.made import rated, sixty
from tests.calibration.made import make_items

pytestmark = pytest.mark.django_db


def built(study: Study) -> HealthSnapshot:
    snapshot = HealthSnapshot.objects.create(study=study)
    build_health(snapshot.pk)
    return snapshot


def list_url(study: Study) -> str:
    return reverse("health_list", args=[study.slug])


def detail_url(study: Study, person: Person) -> str:
    return reverse("health_detail", args=[study.slug, person.pk])


def names_in(html: str) -> list[str]:
    return re.findall(r'raters/\d+/">(\w+)</a>', html)


def seen(study: Study, person: Person) -> bool:
    return Membership.objects.get(study=study, person=person).results_seen_at is not None


def test_raters_and_strangers_see_nothing(
    client: Client, study: Study, rater: Person, stranger: Person
) -> None:
    people = sixty(study)
    built(study)
    for person, status in ((rater, 403), (people["ana"], 403), (stranger, 404)):
        client.force_login(person)
        assert client.get(list_url(study)).status_code == status
        assert client.get(detail_url(study, people["ana"])).status_code == status
        assert client.post(reverse("health_new", args=[study.slug])).status_code == status


def test_looking_at_figures_is_looking_at_results(
    client: Client, study: Study, lead: Person
) -> None:
    client.force_login(lead)
    assert "Nothing computed yet" in client.get(list_url(study)).content.decode()
    assert not seen(study, lead)
    sixty(study)
    built(study)
    client.get(list_url(study))
    assert seen(study, lead)


def test_who_is_flagged_comes_first_and_columns_sort(
    client: Client, study: Study, lead: Person
) -> None:
    sixty(study)
    built(study)
    client.force_login(lead)
    html = client.get(list_url(study)).content.decode()
    assert names_in(html) == ["Cleo", "Ana", "Ben"]
    assert 'aria-sort="descending"' in html
    rising = client.get(list_url(study), {"sort": "peers", "falling": "0"}).content.decode()
    assert names_in(rising)[0] == "Cleo"
    falling = client.get(list_url(study), {"sort": "peers", "falling": "1"}).content.decode()
    assert names_in(falling)[-1] == "Cleo"
    odd = client.get(list_url(study), {"sort": "password"})
    assert odd.status_code == 200


def test_undefined_figures_are_last_whichever_way(
    client: Client, study: Study, lead: Person
) -> None:
    items = make_items(study, ["tuning"] * 6)
    rated(study, items, letters={"ana": "PPF...", "ben": "PPF...", "zoe": "...PPF"})
    built(study)
    client.force_login(lead)
    for falling in "01":
        found = client.get(list_url(study), {"sort": "peers", "falling": falling})
        html = found.content.decode()
        assert names_in(html)[-1] == "Zoe"
        assert "undefined" in html


def test_a_rater_in_detail(client: Client, study: Study, lead: Person) -> None:
    people = sixty(study)
    Membership.objects.filter(person=people["cleo"]).update(simulated=True)
    built(study)
    client.force_login(lead)
    html = client.get(detail_url(study, people["cleo"])).content.decode()
    assert "Differs from the others" in html
    assert "of 60 answers equal the majority of the others" in html
    assert "once adjusted for all" in html
    assert "Simulated" in html
    assert 'class="control-chart"' in html
    assert html.count('class="interval-chart"') == 1
    assert "60 ratings count here, 0 of them on gold items" in html
    assert "style=" not in html
    assert client.get(detail_url(study, lead)).status_code == 404


def test_few_ratings_have_no_control_chart(client: Client, study: Study, lead: Person) -> None:
    people = rated(study, make_items(study, ["tuning"] * 3), letters={"ana": "PPF", "ben": "PPF"})
    built(study)
    client.force_login(lead)
    html = client.get(detail_url(study, people["ana"])).content.decode()
    assert 'class="control-chart"' not in html
    assert "fewer than two batches of 20 ratings can be compared (3 so far)" in html


def test_thresholds_are_kept_or_refused_with_the_form_as_typed(
    client: Client, study: Study, lead: Person, no_queue: None
) -> None:
    client.force_login(lead)
    url = reverse("health_new", args=[study.slug])
    refused = client.post(url, {"gold_floor": "seven", "batch": "30"})
    assert refused.status_code == 422
    assert 'value="seven"' in refused.content.decode()
    assert 'value="30"' in refused.content.decode()
    assert not HealthSnapshot.objects.exists()
    assert client.post(url, {"gold_floor": "0.7"}).status_code == 302
    assert HealthSnapshot.objects.get().thresholds["gold_floor"] == 0.7


def test_a_waiting_snapshot_asks_again_and_ends_with_the_page(
    client: Client, study: Study, lead: Person
) -> None:
    sixty(study)
    snapshot = HealthSnapshot.objects.create(study=study)
    client.force_login(lead)
    waiting = client.get(list_url(study), headers={"HX-Request": "true"})
    assert "hx-get" in waiting.content.decode()
    assert "<html" not in waiting.content.decode()
    build_health(snapshot.pk)
    done = client.get(list_url(study), headers={"HX-Request": "true"})
    assert done.headers["HX-Refresh"] == "true"
