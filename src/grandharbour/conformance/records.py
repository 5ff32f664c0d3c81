"""What a table does with choices: saves and undo give back what was there, nobody learns too early, no die falls unasked."""

from __future__ import annotations

import random
from collections.abc import Generator

import msgspec

import grandharbour as gh

from ..engine import save
from ..engine.odds import TooMany, explore
from .walk import EVERY, Click, Met, Watched, at_clicks, of_records

Course = Generator[None, None, Met]

# --- saves and undo


def same_bytes(table: gh.Table) -> None:
    """A save is replayed to the same bytes."""
    text = save.dumps(table)
    again = save.loads(text)
    assert save.dumps(again) == text
    assert again.war.key() == table.war.key() and again.outcome == table.outcome
    assert again.choices == table.choices and again.events == table.events and again.marks == table.marks
    assert (again.since, again.barrier_reason) == (table.since, table.barrier_reason)


@of_records
def a_whole_game_is_saved_and_replayed_to_the_same_bytes(table: Watched) -> None:
    same_bytes(table)


@at_clicks(16)
def a_game_under_way_is_saved_and_replayed_to_the_same_bytes(click: Click) -> Course:
    if len(click.table.choices) > 200:  # a replay takes as long as the game so far
        return 0
    yield
    same_bytes(click.table)
    return 1


@at_clicks(150)
def undo_gives_the_same_bytes_and_redo_too(click: Click) -> Course:
    table, side = click.table, click.side
    number, before, key = len(table.choices), save.dumps(table), table.war.key()
    yield
    after, key_after = save.dumps(table), table.war.key()
    if table.undoable(side) != number:
        return 0
    table.undo(side)
    assert save.dumps(table) == before and table.war.key() == key
    table.play(click.verb, click.target, side)
    assert save.dumps(table) == after and table.war.key() == key_after
    return 1


@at_clicks(60)
def an_offered_script_does_something(click: Click) -> Course:
    """A button that would be refused is not shown; what a script does is undone as one."""
    table, side = click.table, click.side
    offered = table.offers(side)
    for id in offered:
        assert table.scripted(side, id), f"{id} is offered and does nothing"
    yield
    return len(offered)


# --- dice


@at_clicks(EVERY)
def nothing_is_rolled_for_a_player(click: Click) -> Course:
    before = click.table.answered
    yield
    assert not click.table.rolled_for, f"the table has chosen {click.table.rolled_for[0]!r} by itself, and a die fell"
    return click.table.answered - before


def has_odds(war: gh.War, side: int, verb: str, target: int) -> bool:
    """Whether the page can show the chances; a salvo of thousands of results has none, and neither has a whole new turn."""
    try:
        if war.odds(side, verb, target) is not None:
            return True
        for _ in explore(war, lambda w: w.play(verb, target, side), hidden=False):
            pass
    except TooMany:
        return True
    return False


@at_clicks(2_000)
def no_die_without_its_chances(click: Click) -> Course:
    """A click that rolls has odds before it, or it only lets happen what happens anyway and has no result of its own."""
    war, known = click.table.war, click.table.war.setup.game.by_itself
    trial = war.copy()
    trial.log = []
    trial.play(click.verb, click.target, click.side)
    rolls = trial.rolled > war.rolled
    told = [event for event in trial.log if event.result is not None] if rolls else []
    if told and told[0].kind not in known:
        assert has_odds(war, click.side, click.verb, click.target), (click.verb, told[0])
    yield
    return rolls


# --- who learns what when


@at_clicks(400)
def events_reach_only_their_audience(click: Click) -> Course:
    """What a table tells a side is addressed to it, and others' unfinished choices are not in it."""
    table = click.table
    seen = {s: (msgspec.json.encode(table.seen(s).view(s)), table.told(s)) for s in click.watchers}
    since = table.since
    yield
    if table.since == since:  # no barrier: nobody else has noticed
        for other in click.watchers:
            if other != click.side:
                assert seen[other] == (msgspec.json.encode(table.seen(other).view(other)), table.told(other))
    for other in click.watchers:
        bit = 0 if other is None else 1 << other
        assert all(told.event.audience < 0 or told.event.audience & bit for told in table.told(other))
    return 1


@at_clicks(EVERY)
def nobody_is_answered_for_where_a_secret_decides(click: Click) -> Course:
    """When somebody else is asked, he is asked in every world a side can imagine: a question that answers itself in one of them
    and not in another would tell which it is."""
    table, game = click.table, click.table.war.setup.game
    yield
    if not game.secrets or table.since < len(table.choices) or table.outcome is not None:
        return 0
    for side in range(len(game.sides)):
        twin = table.war.imagine(side, random.Random(len(table.choices)))
        for real, imagined in zip(table.war.asked(), twin.asked(), strict=True):
            if real.side != side and not (real.sealed and imagined.sealed):
                assert (real.forced is None) == (imagined.forced is None), twin.stack
    return 1
