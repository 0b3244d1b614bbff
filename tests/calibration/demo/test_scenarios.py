import re
from collections import Counter

import pytest

from calibration.demo.scenarios import NEW, OLD, SEED, scenarios
from calibration.demo.script import CRITERIA, FAIL, PASS, POLICY, Call, Say, Scenario, Transfer


@pytest.fixture(scope="module")
def script() -> list[Scenario]:
    return scenarios()


def said(scenario: Scenario) -> str:
    moves = [move for exchange in scenario.exchanges for move in exchange.moves]
    return "\n".join(move.text for move in moves if isinstance(move, Say))


def test_same_seed_same_conversations(script: list[Scenario]) -> None:
    assert scenarios() == script
    assert scenarios(seed=SEED + 1) != script


def test_enough_of_everything(script: list[Scenario]) -> None:
    assert len(script) >= 220
    versions = Counter(s.agent_version for s in script)
    assert versions == {OLD: len(script) // 2, NEW: len(script) // 2}
    assert len({s.intent for s in script}) >= 8
    assert len({s.outcome for s in script}) >= 7
    assert len({s.session_id for s in script}) == len(script)
    turns = Counter(len(s.exchanges) for s in script)
    assert turns[2] + turns[3] + turns[4] > 0.9 * len(script)
    # Hardly anything is said twice word for word, though both sides of a pair hear the same.
    assert len({said(s) for s in script}) > 0.95 * len(script)


@pytest.mark.parametrize("key", CRITERIA)
def test_faults_are_neither_rare_nor_the_rule(script: list[Scenario], key: str) -> None:
    passing = sum(s.truth[key].value == PASS for s in script) / len(script)
    assert 0.6 <= passing <= 0.85


def test_every_conversation_can_be_played(script: list[Scenario]) -> None:
    for scenario in script:
        for exchange in scenario.exchanges:
            assert exchange.said.strip()
            assert isinstance(exchange.moves[-1], Say), scenario.session_id
            assert exchange.moves[-1].text.strip(), scenario.session_id


def test_a_fault_stands_in_what_the_agent_says(script: list[Scenario]) -> None:
    found = Counter[str]()
    for scenario in script:
        for key, judgement in scenario.truth.items():
            for quoted in re.findall(r'"(.+)"', judgement.why):
                assert judgement.value == FAIL
                assert quoted in said(scenario), scenario.session_id
                found[key] += 1
            for stated in re.findall(r"states (\d+\.\d\d)", judgement.why):
                assert stated in said(scenario), scenario.session_id
                found[key] += 1
    assert min(found[key] for key in ("correct_amount", "grounded", "policy")) > 20


def test_a_wrong_amount_is_not_the_right_one(script: list[Scenario]) -> None:
    for scenario in script:
        both = re.match(
            r"The right amount is (\S+); the agent states (\d+\.\d\d)",
            scenario.truth["correct_amount"].why,
        )
        assert both is None or both[1] != both[2]


def test_money_is_paid_without_a_check_only_against_the_policy(script: list[Scenario]) -> None:
    for scenario in script:
        moves = [move for exchange in scenario.exchanges for move in exchange.moves]
        tools = [move.tool for move in moves if isinstance(move, Call)]
        if "issue_refund" in tools and "get_customer" not in tools:
            assert scenario.truth[POLICY].value == FAIL, scenario.session_id


def test_pairs_share_what_the_customer_says(script: list[Scenario]) -> None:
    known = {s.session_id: s for s in script}
    paired = [s for s in script if s.twin]
    assert len(paired) >= 40
    differing = 0
    for scenario in paired:
        twin = known[scenario.twin]
        assert twin.twin == scenario.session_id
        assert {scenario.agent_version, twin.agent_version} == {OLD, NEW}
        assert [e.said for e in scenario.exchanges] == [e.said for e in twin.exchanges]
        differing += said(scenario) != said(twin)
    assert differing > 0.9 * len(paired)


def test_calls_follow_the_agent_that_has_the_tool(script: list[Scenario]) -> None:
    refunds_only = {"search_policy", "issue_refund", "make_return_label", "list_charges"}
    for scenario in script:
        agent = "router"
        for exchange in scenario.exchanges:
            for move in exchange.moves:
                if isinstance(move, Transfer):
                    agent = move.agent
                elif isinstance(move, Call) and move.tool in refunds_only:
                    assert agent == "refunds_agent", scenario.session_id
