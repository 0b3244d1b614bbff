"""What people see when there is nothing to see."""

import pytest
from django.test import Client
from django.urls import reverse

from cases.models import Person, Study


def test_a_wrong_address_answers_in_the_house_style(client: Client, lead: Person) -> None:
    client.force_login(lead)
    answer = client.get("/nope/")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()
    assert "calibrant.css" in answer.content.decode()


def test_a_page_for_another_role_says_so(client: Client, study: Study, rater: Person) -> None:
    client.force_login(rater)
    answer = client.get(reverse("report_list", args=[study.slug]))
    assert answer.status_code == 403
    assert "Your role does not allow this" in answer.content.decode()


def test_an_old_form_is_explained(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("login"), {"username": "a"})
    assert answer.status_code == 403
    assert "The form was too old" in answer.content.decode()


def test_a_failure_has_a_page_that_needs_nothing(client: Client, db: None) -> None:
    from django.views.defaults import server_error

    answer = server_error(client.get("/healthz").wsgi_request)
    assert answer.status_code == 500
    assert "Something went wrong here" in answer.content.decode()


@pytest.mark.parametrize("path", ["/favicon.ico", "/healthz"])
def test_what_browsers_and_monitors_ask_for_needs_no_log_in(client: Client, path: str) -> None:
    assert client.get(path).status_code in {200, 302}
    assert "login" not in client.get(path).headers.get("Location", "")
