"""A rater follows every link there is and tries every address, while they rate: nothing tells them
what others answered, what the judge said, or what would give an item away.

That the crawler finds a leak is shown by planting some.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from calibration.models import Report
from calibration.reporting import build_report
from cases.models import AgentVersion, GoldAnswer, Item, Person, Study
from cases.signals import items_added
from raters.assignment import claim_next
from raters.flags import flag
from raters.models import Assignment
from raters.set_asides import set_aside
from tests.calibration.answers import adjudicate, judge, make_judge_run, rate
from tests.config.leaks import LEAKS
from tests.make import join, make_case, make_item, make_person
from tests.raters.posts import HTMX, make_pair, posted, ready_client, url_of

pytestmark = pytest.mark.django_db

# Planted in the study; none of it may come to the rater.
SECRETS = {
    "another rater's name": "Zebulon",
    "another rater's account": "zq-account",
    "another rater's comment": "zq-comment",
    "another rater's flag": "zq-flag",
    "why ratings were set aside": "zq-aside",
    "the agent's version": "zq-version",
    "the agent's model": "zq-model",
    "the agent's instruction": "zq-instruction",
    "the judge's rationale": "zq-rationale",
    "the judge's name": "zq-judge",
    "why the known answer is right": "zq-explanation",
    "what leads note of the study": "zq-description",
    "the item's stratum": "zq-stratum",
    "the case's key": "zq-case",
    "the item's key": "zq-item",
}
MOST_PAGES = 400
_LINK = re.compile(r"""\b(?:href|src|action|hx-get|hx-post|data-[a-z-]+)=["'](/[^"'#]*)""")


class Crawler:
    """Asks for everything that the answers so far lead to, each address once, and keeps it all."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen: dict[str, str] = {}

    def keep(self, name: str, response: Any) -> list[str]:
        """Remember an answer with its headers and cookies; the addresses that stand in it."""
        assert response.status_code < 500, name
        body = b"".join(response) if response.streaming else response.content
        text = unescape(body.decode("utf-8", "replace"))
        heads = "\n".join(f"{key}: {value}" for key, value in response.headers.items())
        self.seen[name] = f"{heads}\n{response.cookies.output()}\n{text}"
        onward = [response["Location"]] if "Location" in response.headers else []
        return [to for to in onward + _LINK.findall(text) if to.startswith("/")]

    def crawl(self, *starts: str) -> None:
        waiting = list(starts)
        while waiting:
            address = waiting.pop()
            if address in self.seen or address.startswith("/static/"):
                continue
            assert len(self.seen) < MOST_PAGES, "the crawl has no end"
            waiting += self.keep(address, self.client.get(address))

    def leaks(self) -> dict[str, str]:
        """What leaked, and the first answer in which."""
        return {
            what: name
            for what, secret in SECRETS.items()
            for name, text in self.seen.items()
            if secret.lower() in text.lower()
        }


@pytest.fixture
def world(study: Study, lead: Person) -> list[Item]:
    """A study in which everything has happened that a rater must not hear of."""
    cache.clear()
    Study.objects.filter(pk=study.pk).update(description="zq-description", overlap=3)
    study.refresh_from_db()
    version = AgentVersion.objects.create(
        study=study, label="zq-version", model="zq-model", instruction="zq-instruction"
    )
    facts = {"agent_version": version, "strata": {"intent": "zq-stratum"}}
    cases = [make_case(study, key=f"zq-case-{n}", **facts) for n in range(4)]
    plain = make_item(study, cases[0], key="zq-item-0", rank=1)
    pair = make_pair(study, case=cases[1], key="zq-item-1", rank=2)
    held_out = make_item(study, cases[2], key="zq-item-2", rank=3, split=Item.Split.HELD_OUT)
    items = [plain, pair, held_out]
    items_added.send(sender=Study, study=study, items=items)
    gold = make_item(study, cases[3], key="zq-item-3", purpose=Item.Purpose.GOLD)
    GoldAnswer.objects.bulk_create(
        GoldAnswer(item=gold, criterion=one, value="PASS", explanation="zq-explanation")
        for one in study.rubric_version.criteria.all()
    )
    other = make_person("zq-account", display_name="Zebulon")
    join(other, study, "rater")
    for item in (plain, held_out):
        rate(item, other, comment="zq-comment", correct_amount="FAIL", grounded="PASS")
    flag(assignment=other.assignments.latest("pk"), note="zq-flag")
    set_aside(
        study=study,
        rater=other,
        reason="zq-aside",
        actor=lead,
        assignments=[other.assignments.earliest("pk").pk],
    )
    run = make_judge_run(study, "zq-judge")
    for item in (plain, held_out):
        judge(run, item, rationale="zq-rationale", correct_amount="PASS", grounded="FAIL")
    for key in ("correct_amount", "grounded"):
        adjudicate(held_out, lead, key, "PASS")
    report = Report.objects.create(study=study, split="all")
    build_report(report.pk)
    return [*items, gold]


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern)
        else:
            yield pattern


def addresses(study: Study, world: list[Item]) -> list[str]:
    """Every address that can be made of what the study holds, leads' pages as well."""
    guesses: list[list[object]] = [[], [study.slug]]
    guesses += [[study.slug, item.key] for item in world]
    guesses += [[study.slug, item.case.key] for item in world]
    guesses += [[study.slug, item.case.key, 1] for item in world]
    guesses += [[study.slug, number] for number in range(1, 4)]
    tokens = Assignment.objects.values_list("token", flat=True)
    guesses += [[study.slug, token] for token in tokens]
    rubric = study.rubric_version
    guesses += [[rubric.rubric.slug, rubric.number], [rubric.rubric.slug]]
    found = []
    for name in {p.name for p in patterns(get_resolver()) if p.name}:
        for args in guesses:
            try:
                found.append(reverse(name, args=args))
            except NoReverseMatch:
                continue
    return sorted(set(found))


def rate_everything(crawler: Crawler, study: Study, rater: Person, gold: Item) -> int:
    """Rate as the page does, wrong input and drafts included, and keep every answer."""
    count = 0
    while (held := claim_next(study=study, rater=rater).assignment) is not None:
        count += 1
        pairwise = held.item.kind == Item.Kind.PAIRWISE
        page = url_of(held)
        crawler.crawl(page)
        good = posted("left" if pairwise else "level:PASS")
        for name, answer in (
            ("bad", crawler.client.post(page, posted("nonsense"), **HTMX)),
            ("draft", crawler.client.post(url_of(held, "item_draft"), posted("cant_tell"))),
            ("sent", crawler.client.post(page, good, **HTMX)),
            ("again", crawler.client.get(page)),
        ):
            crawler.keep(f"{name} {count}", answer)
        if count == 1:
            # Gold comes by chance; here it surely comes.
            Assignment.objects.create(
                item=gold, rater=rater, leased_at=held.leased_at, expires_at=held.expires_at
            )
    return count


def crawled(study: Study, rater: Person, world: list[Item]) -> Crawler:
    crawler = Crawler(ready_client(rater))
    count = rate_everything(crawler, study, rater, world[-1])
    assert count == len(world)
    crawler.crawl("/", reverse("rate_next", args=[study.slug]))
    return crawler


def test_no_link_and_no_address_leads_to_what_raters_must_not_know(
    study: Study, rater: Person, world: list[Item]
) -> None:
    crawler = crawled(study, rater, world)
    assert crawler.leaks() == {}
    followed = len(crawler.seen)
    assert followed > 20
    # An address a rater made up or was sent. Its own text may stand in an answer that refuses it.
    refused = 0
    for address in addresses(study, world):
        if any(secret in address for secret in SECRETS.values()):
            assert crawler.client.get(address).status_code in {302, 403, 404, 405}, address
            refused += 1
        elif address not in crawler.seen:
            crawler.keep(address, crawler.client.get(address))
    assert refused > 20
    assert len(crawler.seen) > followed + 20
    assert crawler.leaks() == {}


@pytest.mark.parametrize(
    ("planted", "leaked"),
    [
        ("markup", "the agent's version"),
        ("header", "the judge's rationale"),
        ("cookie", "another rater's comment"),
        ("link", "another rater's name"),
    ],
)
def test_the_crawler_finds_what_is_planted(
    study: Study, rater: Person, world: list[Item], settings: Any, planted: str, leaked: str
) -> None:
    assert planted in LEAKS
    settings.ROOT_URLCONF = "tests.config.leaking_urls"
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.config.leaks.Leaking"]
    settings.PLANTED = planted
    assert set(crawled(study, rater, world).leaks()) == {leaked}
