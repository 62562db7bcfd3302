"""Whole games in browsers, by people who choose what the page offers, with bots beside them."""

import random

import pytest

from tests.web.people import PHONE, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.one_backend]


def play_on(people, dice, until, *, hurry=False, seconds=120):
    """People choose at random among what their pages offer, until something is so; in a hurry, they announce."""

    def step():
        if until():
            return True
        assert not all(person.is_over() for person in people), "the game is over already"
        for person in people:
            choices = [key for key in person.choices() if hurry or key != "announce"]
            if "pass" in choices and dice.random() < 0.9:
                choices = ["pass"]  # claims at random would cost cards without end
            if choices:
                person.choose(dice.choice(choices))
                assert person.page.locator(".toast").count() <= 2  # more would cover the cards
        return False

    wait_until(people, step, seconds)


def right_slot(program, code, person):
    """A card of this person's that is the same as the one claimed, by what the server's file holds."""
    window = person.latest()["window"]
    game = program.game(code)
    if window is None or game.window != window["number"]:
        return None
    view = game.referee.view
    same = [slot for slot, card in view.hands[person.seat].items() if card == view.window.card]
    return same[0] if same else None


def contest(program, code, people):
    """Whether a race was run: one person claims with the right card, then the other with any."""
    window = people[0].latest()["window"]
    if window is None or not people[0].choices():
        return False
    wait_until(people, lambda: program.game(code).window == window["number"], seconds=5)
    for first, other in (people, people[::-1]):
        slot = right_slot(program, code, first)
        other_may = [key for key in other.choices() if key.startswith(f"hand {other.seat} ")]
        mine = f"hand {first.seat} {slot}"
        if slot is None or not other_may or mine not in first.choices():
            continue
        assert first.choose(mine)
        wait_until(people, lambda first=first: first.page.locator("[aria-busy]").count() == 0)
        return other.choose(other_may[0])
    return False


def test_two_people_and_two_bots_play_masko_with_a_race_a_lost_line_and_a_restart(program, person):
    ana, bo = people = [person("Ana", size=PHONE), person("Bo", language="fr")]
    path = ana.open_table("masko", seats=4, bots=2, target=30)
    code = path.rpartition("/")[2]
    ana.sit_down()
    bo.go(path)
    bo.sit_down()
    ana.start()
    bo.wait_for_board()
    dice = random.Random(5)

    # A race: both claim in one window, and each hears how it came out. If a bot was first, there is another one.
    def race():
        before = [len(one.outcomes()) for one in people]
        if not contest(program, code, people):
            return False
        wait_until(people, lambda: [len(one.outcomes()) - 1 for one in people] == before)
        for one in people:
            one.page.locator(f".toast.{one.outcomes()[-1]}").last.wait_for()
        return sorted(one.outcomes()[-1] for one in people) == ["late", "won"]

    play_on(people, dice, race)

    # A card in hand, a lost line: it comes back by itself, to the same hand.
    play_on(people, dice, lambda: holds(ana))
    held, connections = ana.latest()["view"]["held"], len(states(ana))
    ana.drop()
    wait_until(people, lambda: len(states(ana)) > connections)
    assert ana.latest()["view"]["held"] == held
    assert ana.page.locator(".mine .card.can").count() > 0

    # A restart with a window open: both come back, and the same window is.
    play_on(people, dice, lambda: ana.latest()["window"] and bo.latest()["window"])
    window, before = ana.latest()["window"]["number"], [len(states(one)) for one in people]
    view = ana.latest()["view"]
    program.stop()
    assert "Traceback" not in program.log
    program.start()
    wait_until(people, lambda: all(len(states(o)) > n for o, n in zip(people, before, strict=True)))
    first = states(ana)[before[0]]
    assert first["window"]["number"] == window
    assert first["view"]["window"]["card"] == view["window"]["card"]
    assert first["view"]["hands"] == view["hands"]

    # To the end, where both see the same.
    play_on(people, dice, lambda: all(one.is_over() for one in people), hurry=True)
    totals = ana.latest()["view"]["totals"]
    assert totals == bo.latest()["view"]["totals"]
    assert max(totals) >= 30
    for one in people:
        foot = one.page.locator("dialog .sum")
        foot.first.wait_for()
        assert foot.all_inner_texts() == [str(total) for total in totals]

    # Once more.
    for one in people:
        one.page.locator("dialog .rematch").click()
    wait_until(people, lambda: all(one.latest()["view"]["phase"] == "setup" for one in people))
    assert [one.page.locator("dialog").count() for one in people] == [0, 0]


def holds(person):
    held = person.latest()["view"]["held"]
    return (
        held is not None
        and held["seat"] == person.seat
        and not person.page.locator("[aria-busy]").count()
    )


def states(person):
    """What came on coming in: one for each connection to a game."""
    return [message for message in person.heard if message["type"] == "state"]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("skyjo", 3, {"target": 40}),
        ("mojo", 3, {"target": 20}),
        ("fifty", 3, {}),
    ],
)
def test_a_person_plays_a_game_with_bots_to_the_end(person, game, seats, options):
    ana = person("Ana", size=PHONE, language="fr")
    ana.open_table(game, seats, seats - 1, **options)
    ana.sit_down()
    ana.start()
    play_on([ana], random.Random(7), ana.is_over)
    foot = ana.page.locator("dialog .sum")
    foot.first.wait_for()
    totals = ana.latest()["view"]["totals"]
    assert foot.all_inner_texts() == [str(total) for total in totals]
    columns = ana.page.locator("dialog thead th").count()
    assert columns == 1 + ana.latest()["view"]["round"] + 1  # the total, and each round
    assert shown_hands(ana) == told_hands(ana)
    lobby = next(message for message in reversed(ana.heard) if message["type"] == "lobby")
    winners = [
        seat["name"] for seat, n in zip(lobby["seats"], totals, strict=True) if n == min(totals)
    ]
    told = ana.page.locator("dialog .winner").inner_text()
    assert told == " et ".join(winners) + (" gagne" if len(winners) == 1 else " gagnent")


def shown_hands(person):
    """The pictures of each player's cards that the result shows."""
    hands = person.page.locator("dialog .hands li").all()
    return [[image.get_attribute("src") for image in hand.locator("img").all()] for hand in hands]


def told_hands(person):
    """The pictures of the cards that each one had when the last round was scored."""
    events = [event for message in person.heard for event in message.get("events", [])]
    result = [event["result"] for event in events if event["type"] == "round_scored"][-1]
    game = next(m["game"] for m in person.heard if m["type"] == "lobby")
    return [
        [
            f"/cards/fr/{game}/{card}.svg"
            for card in (hand.values() if isinstance(hand, dict) else hand)
        ]
        for hand in result.get("hands", [])
    ]


def meet(person, **options):
    """Two people at a table of Masko, in the first turn, which is Ana's."""
    ana, bo = people = [person("Ana"), person("Bo", size=PHONE)]
    path = ana.open_table("masko", seats=2, bots=0, **options)
    ana.sit_down()
    bo.go(path)
    bo.sit_down()
    ana.start()
    bo.wait_for_board()
    play_on(people, random.Random(1), lambda: ana.latest()["view"]["phase"] == "turn")
    wait_until(people, lambda: "announce" in ana.choices())
    return ana, bo


@pytest.mark.parametrize("is_granted", [True, False])
def test_an_action_is_taken_back_if_the_other_agrees(person, is_granted):
    ana, bo = meet(person, take_back=True)
    assert ana.choose("announce")
    wait_until([ana, bo], lambda: ana.latest()["view"]["masko"] and "draw" in bo.choices())
    ana.page.locator(".tools .table").click()
    ana.page.get_by_role("button", name="Take back").click()
    bo.page.locator(".offer button." + ("accept" if is_granted else "decline")).click()
    wait_until([ana, bo], lambda: any(m["type"] == "offer_closed" for m in ana.heard))
    wait_until([ana, bo], lambda: ("announce" in ana.choices()) == is_granted)
    assert (ana.latest()["view"]["masko"] is None) == is_granted
    assert bo.page.locator(".offer").count() == 0


def test_who_leaves_is_played_for_and_who_comes_by_the_link_looks_on(person):
    ana, bo = meet(person)
    path = ana.page.url.removeprefix(ana.address)
    ana.page.locator(".tools .table").click()
    ana.page.get_by_role("button", name="Leave the table").click()
    ana.page.locator("dialog .danger").click()
    ana.page.locator("#create").wait_for()
    wait_until([bo], lambda: "draw" in bo.choices() or bo.latest()["window"])
    onlooker = person("Chloé")
    onlooker.go(path)
    onlooker.wait_for_board()
    assert onlooker.latest()["seat"] is None
    assert onlooker.choices() == []
    assert onlooker.page.locator(".others .seat").count() == 2


def remove(host, name):
    """Remove a player by the button beside the name, which asks first."""
    host.page.get_by_role("button", name=f"Remove: {name}").click()
    host.page.locator("dialog .danger").click()


def removals(host):
    return host.page.locator("button.remove:visible").count()


def test_the_host_removes_players_before_the_game_and_in_it(person):
    ana, bo, cy = people = [person("Ana"), person("Bo", size=PHONE), person("Cy")]
    path = ana.open_table("masko", seats=3, bots=0)
    for one in people:
        one.go(path)
        one.sit_down()
    wait_until(people, lambda: removals(ana) == 2)
    assert removals(bo) == removals(cy) == 0
    remove(ana, "Cy")
    cy.page.locator("dialog").get_by_text("The host has removed you").wait_for()
    cy.page.keyboard.press("Escape")
    cy.sit_down()  # the seat is free again
    wait_until(people, lambda: removals(ana) == 2)
    ana.start()
    bo.wait_for_board()
    wait_until(people, bo.choices)
    bo.choose(bo.choices()[0])
    wait_until(people, lambda: bo.latest()["memory"])
    remove(ana, "Bo")
    bo.page.locator("dialog").get_by_text("The host has removed you").wait_for()
    wait_until(people, lambda: states(bo)[-1]["seat"] is None)
    bo.page.locator(".board .others .seat").nth(2).wait_for()  # looks on at three others
    assert bo.choices() == []
    assert bo.latest()["memory"] == []
    wait_until(people, lambda: removals(ana) == 1)
    assert bo.page.evaluate("localStorage.getItem('masko.seats')") == "[]"


def test_a_second_window_of_a_player_takes_the_seat_over(person):
    ana, bo = meet(person)
    second = ana.context.new_page()
    second.goto(ana.page.url)
    second.locator(".mine .card").first.wait_for()
    line = ana.page.locator("#line")
    wait_until([ana, bo], line.is_visible)
    assert line.inner_text() == "This seat is now played from another window."
    second.wait_for_timeout(1500)  # the first one does not fight for it
    assert second.locator("#line").is_hidden()
