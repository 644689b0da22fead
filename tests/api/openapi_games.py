"""The chapters of the story that are told at tables."""
import random

import openapi_seats
import openapi_talk
from openapi_client import KEY, Unexpected, pages
from openapi_table import Table, lay


# ---- looking on -----------------------------------------------------------------------------------


def looking(s, table):
    path = table.path
    for kind in ("application/json", "text/plain", "image/svg+xml"):
        shown = s.ask(f"as {kind}", "GET", path, who="dario", headers={"Accept": kind})
        s.ask(f"known already as {kind}", "GET", path, who="dario", status=304,
              headers={"Accept": kind, "If-None-Match": shown.headers["etag"]})
    s.ask("from the other side", "GET", path + "?format=text&seat=1", who="dario")
    s.ask("from no side", "GET", path + "?format=svg&seat=7", who="dario", problem="invalid-value")
    s.ask("in no form", "GET", path + "?format=opera", who="dario", problem="invalid-value")
    s.ask("as music", "GET", path, who="dario", headers={"Accept": "audio/ogg"}, problem="not-acceptable")
    s.ask("nothing", "GET", "/v1/games/zzzzzzzzzz", who="dario", problem="not-found")
    s.ask("in every notation", "GET", path + "/position", who="dario")
    s.ask("nobody's seat", "GET", path + "/mine", who="dario")
    s.ask("one's seat", "GET", path + "/mine", who="ana")
    s.ask("every fact", "GET", path + "/events", who="dario")
    s.ask("some of them", "GET", path + "/events?after=2&limit=2", who="dario")
    s.ask("of the time to come", "GET", path + "/events?after=999", who="dario", problem="invalid-value")
    s.ask("how many look on", "GET", path + "/watchers", who="dario")
    s.ask("the record", "GET", path + "/record", who="dario")
    s.ask("with positions", "GET", path + "/record?positions=true", who="dario")
    s.ask("with whatever", "GET", path + "/record?positions=some", who="dario", problem="invalid-value")


def listing(s):
    pages(s, "games", "/v1/games?limit=2&order=asc", "games", "ana")
    for query in ("player=me&state=active", "ruleset=backgammon&order=desc", "player=ben&to_move=true",
                  "to_move=true", "invited=false", "since=2001-01-01T00:00:00Z&until=2999-01-01T00:00:00%2B02:00"):
        s.ask("some of them", "GET", "/v1/games?" + query, who="ana")
    for query in ("state=lost", "to_move=maybe", "since=once", "order=up", "limit=201"):
        s.ask("not so", "GET", "/v1/games?" + query, who="ana", problem="invalid-value")
    s.ask("as they fall due", "GET", "/v1/games?order=deadline&due_before=2999-01-01T00:00:00Z", who="ana")
    s.ask("nobody's", "GET", "/v1/games?player=nobody", who="ana", problem="not-found")
    s.ask("a cursor that is none", "GET", "/v1/games?cursor=7", who="ana", problem="invalid-cursor")


# ---- standing orders --------------------------------------------------------------------------------


def ordering(s, table):
    """Given, seen by their owner alone, refused for what is wrong with them, withdrawn."""
    game, path = table.game(), table.path + "/orders"
    who, ply = table.names[0], game["ply"]
    orders = [
        {"kind": "forced", "keep": False},
        {"kind": "roll"},
        {"kind": "enter", "places": ["22", "23"], "keep": None},
        {"kind": "double", "accept": True, "at_most": 4},
        {"kind": "answer", "accept": False, "at_least": None},
        {"kind": "play", "on": "move", "throw": [6, 5], "moves": ["24/13"], "after": "8/5 6/5",
         "position": game["position"]["text"]},
        {"kind": "play", "on": "cube", "moves": "double", "keep": True}]  # fmt: skip
    given = s.ask("given", "PUT", path, who=who, body={"ply": ply, "orders": orders})
    s.tap.tell("they all wait", [o for o in given["orders"] if o["state"] != "waiting"])
    s.ask("seen", "GET", path, who=who)
    s.ask("not by others", "GET", path, who="dario", problem="not-seated")
    s.ask("of no seat", "GET", path + "?seat=9", who=who, problem="invalid-value")
    s.ask("if they are of now", "PUT", path, who=who, body={"orders": orders}, headers={"If-Match": f'"{ply}"'})

    def no(sentence, problem, order, **body):
        s.ask(sentence, "PUT", path, who=who, body={"ply": ply, "orders": [order], **body}, problem=problem)

    no("of no kind", "missing-member", {})
    no("of another kind", "invalid-value", {"kind": "win"})
    no("with something else", "unknown-member", {"kind": "roll", "why": "for luck"})
    no("moves that are none", "unreadable-move", {"kind": "play", "moves": ["castle"]})
    no("dice that never fall", "invalid-value", {"kind": "play", "moves": ["8/5"], "throw": [7, 1]})
    no("a position that is none", "invalid-position", {"kind": "play", "moves": ["8/5"], "position": "white"})
    no("of yesterday", "stale-ply", {"kind": "roll"}, ply=1)
    s.ask("of no time", "PUT", path, who=who, body={"orders": []}, problem="precondition-needed")
    s.ask("ten thousand", "PUT", path, who=who, body={"ply": ply, "orders": [{}] * 10000}, problem="invalid-value")
    s.ask("none", "PUT", path, who=who, body={"ply": ply}, problem="missing-member")
    s.ask("withdrawn", "DELETE", path, who=who)


# ---- deciding ---------------------------------------------------------------------------------------


def refusals_of_turns(s, table):
    game = table.game()
    who, ply = table.asked(game), game["ply"]
    other = next(n for n in table.names if n != who)
    turns = table.path + "/turns"

    def no(sentence, problem, moves, name=who, **body):
        s.ask(sentence, "POST", turns, who=name, body={"ply": ply, "moves": moves, **body}, problem=problem)

    s.ask("no ply", "POST", turns, who=who, body={"moves": []}, problem="precondition-needed")
    s.ask("no moves", "POST", turns, who=who, body={"ply": ply}, problem="missing-member")
    s.ask("a ply that is none", "POST", turns, who=who, body={"moves": []}, headers={"If-Match": "x"},
          problem="invalid-value")
    s.ask("whatever", "POST", turns + "?validate_only=maybe", who=who, body={"ply": ply, "moves": []},
          problem="invalid-value")
    no("something else", "unknown-member", [], dice=[6, 6])
    no("moves that are none", "invalid-value", [1])
    no("too many words", "invalid-value", ["8/5"] * 40)
    no("an older question", "stale-ply", [], ply=1)
    no("by who does not sit there", "not-seated", [], "dario")
    no("by who is not asked", "not-your-decision", [], other)
    no("nothing", "turn-incomplete", [])
    no("nonsense", "unreadable-move", ["castle"])
    no("from where nobody stands", "no-piece-there", [f"20/{20 - game['dice'][0]['face']}"])
    no("with a die there is not", "no-such-die", ["24/1"])


def trying(s, table):
    game = table.game()
    who, ply = table.asked(game), game["ply"]
    turns, plays = table.path + "/turns", table.path + "/plays"
    first = s.ask("the first", "GET", plays + "?limit=1", who=who)
    pages(s, "all plays", plays + "?limit=3", "plays", who)
    moves = first["plays"][0]["moves"]
    s.ask("those that begin so", "GET", f"{plays}?after={moves[0]}", who=who)
    s.ask("a whole one", "GET", f"{plays}?after={','.join(moves)}", who=who)
    s.ask("one too many", "GET", f"{plays}?after={','.join(moves)},8/7", who=who, problem="too-many-moves")
    s.ask("a beginning that is none", "GET", plays + "?after=castle", who=who, problem="unreadable-move")
    s.ask("a cursor that is none", "GET", plays + "?cursor=7", who=who, problem="invalid-cursor")
    s.ask("tried", "POST", turns + "?validate_only=true", who=who, body={"ply": ply, "moves": moves})
    s.ask("tried in vain", "POST", turns + "?validate_only=true", who=who, body={"ply": ply, "moves": []},
          problem="turn-incomplete")
    s.ask("done", "POST", turns, who=who, body={"moves": moves}, status=201, headers={"If-Match": f'"{ply}"'})
    s.ask("done before", "POST", turns, who=who, body={"ply": ply, "moves": moves})
    game = table.game()
    who, ply = table.asked(game), game["ply"]
    moves = s.ask("the first", "GET", plays + "?limit=1", who=who)["plays"][0]["moves"]
    for sentence in ("with a key", "replayed"):
        s.ask(sentence, "POST", turns, who=who, body={"ply": ply, "moves": moves}, status=201,
              headers={KEY: "a turn"})
    s.ask("another with that key", "POST", turns, who=who, body={"ply": ply, "moves": []},
          headers={KEY: "a turn"}, problem="idempotency-key-reused")


def news(s, table):
    """Of oneself; and the tickets with which pages of a browser ask."""
    def ticket():
        return s.ask("a ticket", "POST", "/v1/tickets", who="dario", status=201)["ticket"]

    s.ask("the first time", "GET", "/v1/me/events", who="dario")
    s.ask("nothing since", "GET", "/v1/me/events?after=0&wait=1&limit=5", who="dario")
    s.ask("what has not been", "GET", "/v1/me/events?after=99999", who="dario", problem="invalid-value")
    s.ask("in a form there is not", "GET", "/v1/me/events", who="dario", headers={"Accept": "image/png"},
          problem="not-acceptable")
    s.ask("by a ticket", "GET", f"/v1/me/events?ticket={ticket()}")
    s.ask("by one that is none", "GET", "/v1/me/events?ticket=tkt_1_x", problem="unauthorized")
    s.ask("of a game", "GET", f"{table.path}/events?ticket={ticket()}")


def waiting(s, table):
    """A request that waits is answered when something happens, by what happens."""
    game = table.game()
    path = f"{table.path}/events?after={game['ply']}&wait=50"
    connection, s.connection = s.connection, s.another()
    headers = {"Authorization": "Bearer " + s.tokens["dario"]}
    s.connection.request("GET", path, None, headers)
    waits, s.connection = s.connection, connection
    table.decide(random.Random(5))
    answer = s.judge("what comes next", "GET", path, headers, None, None, 200, None, waits.getresponse())
    s.tap.tell("it was waited for", [] if answer["events"] else ["there was nothing"])
    s.ask("no news", "GET", f"{table.path}/events?after={answer['ply']}&wait=0", who="dario")
    s.ask("too long", "GET", f"{table.path}/events?wait=4000", who="dario", problem="invalid-value")
    news(s, table)


def endings(s):
    chance = random.Random(1283)
    quick = Table(s, "backgammon", ["ana", "ben"], stake={"unit": 1, "buy_in": 50}, sit=0,
                  options={"variant": "hypergammon", "cube": False})
    with s.together("a game is played to its end"):
        n = 0
        while quick.decide(chance):
            n += 1
            if n > 500:
                raise Unexpected("the game does not end")
    over = quick.game()
    s.tap.tell("it is over", [] if over["state"] == "over" else [over["state"]])
    s.settled = quick.id
    s.ask("nothing is played any more", "GET", quick.path + "/plays", who="ana", problem="game-over")
    s.ask("nor decided", "POST", quick.path + "/turns", who="ana", body={"ply": over["ply"], "moves": []},
          problem="game-over")
    s.ask("nor aborted", "POST", quick.path + "/abort", who="ana", problem="game-over")
    s.ask("nor frozen", "POST", quick.path + "/freeze", who="operator", problem="game-over")
    s.ask("nor thawed", "POST", quick.path + "/thaw", who="operator", problem="game-over")
    s.ask("the record of it", "GET", quick.path + "/record", who="ana")
    s.ask("how it ended", "GET", quick.path + "?format=text", who="ana")
    s.ask("in the list", "GET", "/v1/games?state=over", who="ana")
    offers(s, chance)
    agreements(s)
    doubles(s)
    top_ups(s)
    openapi_seats.clocks(s)
    openapi_seats.challenges(s)


def top_ups(s):
    more = Table(s, "backgammon", ["ana", "ben"], sit=0,
                 stake={"unit": 1, "buy_in": 10, "insolvent": "eliminate", "top_ups": True})
    path = more.path + "/top-ups"
    plies = more.game()["ply"]
    s.ask("chips for the purse", "POST", path, who="ana", body={"amount": 10, "ply": plies}, status=201,
          headers={KEY: "top-up"})
    s.ask("retried", "POST", path, who="ana", body={"amount": 10, "ply": plies}, status=201, headers={KEY: "top-up"})
    seats = more.game()["seats"]
    s.tap.tell("they were added once", [] if seats[0]["purse"] == 20 else [seats])
    s.ask("more than the buy-in", "POST", path, who="ana", body={"amount": 11}, headers={KEY: "much"},
          problem="invalid-value")
    s.ask("nothing", "POST", path, who="ana", body={"amount": 0}, headers={KEY: "zero"}, problem="invalid-value")
    s.ask("for another", "POST", path, who="ana", body={"amount": 1, "seat": 1}, headers={KEY: "other"},
          problem="unknown-member")
    s.ask("without a key", "POST", path, who="ana", body={"amount": 1}, problem="idempotency-key-needed")
    s.ask("by who does not sit there", "POST", path, who="dario", body={"amount": 1}, headers={KEY: "stranger"},
          problem="not-seated")
    none = Table(s, "backgammon", ["ana", "ben"], stake={"unit": 1, "buy_in": 10}, sit=0)
    s.ask("where nothing is added", "POST", none.path + "/top-ups", who="ana", body={"amount": 1},
          headers={KEY: "none"}, problem="top-up-not-allowed")
    s.ask("where nothing is owed", "POST", "/v1/games", who="ana", headers={KEY: "debt"}, body={
        "ruleset": "backgammon", "stake": {"buy_in": 10, "insolvent": "debt", "credit": 5}},
          problem="credit-exhausted")
    s.ask("a term without its reason", "POST", "/v1/games", who="ana", headers={KEY: "credit"}, body={
        "ruleset": "backgammon", "stake": {"buy_in": 10, "credit": 5}}, problem="options-conflict")


def offers(s, chance):
    table = Table(s, "backgammon", ["ana", "ben"], options={"resign_value": "offered"}, sit=0)
    resignation = table.path + "/resignation"
    s.ask("too much", "POST", resignation, who="ana", body={"value": 7}, problem="resignation-not-allowed")
    s.ask("something else", "POST", resignation, who="ana", body={"price": 1}, problem="unknown-member")
    s.ask("at an older ply", "POST", resignation, who="ana", body={"ply": 1}, problem="stale-ply")
    s.ask("by who does not sit there", "POST", resignation, who="dario", problem="not-seated")
    s.ask("what each value costs", "GET", resignation, who="ana")
    s.ask("of one's own seat", "GET", resignation + "?seat=0", who="ana")
    s.ask("not of another's", "GET", resignation + "?seat=1", who="ana", problem="not-seated")
    s.ask("nor by who does not sit there", "GET", resignation, who="dario", problem="not-seated")
    s.ask("what this one costs", "POST", resignation + "?validate_only=true", who="ana", body={"value": 2}, status=200)
    s.ask("what cannot be", "POST", resignation + "?validate_only=true", who="ana", body={"value": 7},
          problem="resignation-not-allowed")
    s.ask("offered", "POST", resignation, who="ana", body={"value": 1}, status=201, headers={KEY: "offer"})
    s.ask("retried", "POST", resignation, who="ana", body={"value": 1}, status=201, headers={KEY: "offer"})
    s.ask("it waits for an answer", "GET", table.path, who="ana")
    with s.together("the offer is answered, and the game goes on or ends"):
        table.decide(chance)
    s.ask("as it is then", "GET", table.path, who="ana")


def agreements(s):
    """What is offered, and answered by the other."""
    def table():
        return Table(s, "backgammon", ["ana", "ben"], sit=0)

    def both(game, what, answer):
        path = game.path + what
        s.ask("nobody offers it", "POST", path, who="ben", body={"action": "decline"}, problem="nothing-offered")
        s.ask("offered", "POST", path, who="ana", body={"action": "offer", "seat": 0}, headers={KEY: path})
        s.ask("retried", "POST", path, who="ana", body={"action": "offer", "seat": 0}, headers={KEY: path})
        s.ask("offered again", "POST", path, who="ana", body={"action": "offer"}, problem="offer-not-allowed")
        s.ask("accepted by who offers", "POST", path, who="ana", body={"action": "accept", "ply": game.game()["ply"]},
              problem="own-offer")
        s.ask("accepted unseen", "POST", path, who="ben", body={"action": "accept"}, problem="precondition-needed")
        s.ask("accepted too soon", "POST", path, who="ben", body={"action": "accept", "ply": game.game()["ply"] - 1},
              problem="stale-ply")
        s.ask("something else", "POST", path, who="ben", body={"action": "accept", "gladly": True},
              problem="unknown-member")
        s.ask("answered", "POST", path, who="ben", body={"action": answer, "ply": game.game()["ply"]})
        s.ask("as it is then", "GET", game.path, who="ana")

    declined = table()
    both(declined, "/draw", "decline")
    s.ask("by who does not sit there", "POST", declined.path + "/draw", who="dario", body={"action": "offer"},
          problem="not-seated")
    both(table(), "/draw", "accept")
    both(table(), "/abort", "accept")
    # Whoever may double is asked before the throw, and no die has fallen since.
    taken = Table(s, "backgammon", ["ana", "ben"], options={"cube": True}, sit=0)
    who = ["ana", "ben"]
    taken.decide(random.Random(3))
    path, first = taken.path + "/takeback", taken.game()["last"]["seat"]
    s.ask("to be taken back", "POST", path, who=who[first], body={"action": "offer", "seat": None, "ply": None})
    s.ask("what is offered", "GET", taken.path, who="dario")
    s.ask("taken back", "POST", path, who=who[not first], body={"action": "accept"},
          headers={"If-Match": f'"{taken.game()["ply"]}"'})
    timed = Table(s, "backgammon", ["ana", "ben"], sit=0, clock={"per_move": "P1D", "pause": "allowed"})
    path = timed.path + "/pause"
    s.ask("for too long", "POST", path, who="ana", body={"action": "offer", "for": "P93D"}, problem="invalid-value")
    s.ask("a pause", "POST", path, who="ana", body={"action": "offer", "for": "P14D", "ply": None, "seat": 0})
    s.ask("what is offered", "GET", timed.path, who="dario")
    s.ask("paused", "POST", path, who="ben", body={"action": "accept", "ply": timed.game()["ply"]})
    s.ask("as it is then", "GET", timed.path, who="dario")
    s.ask("nothing is decided", "POST", timed.path + "/turns", who=who[timed.game()["waiting"]["seats"][0]],
          body={"ply": timed.game()["ply"], "moves": []}, problem="game-paused")
    s.ask("in the list", "GET", "/v1/games?player=ana&state=active", who="ana")
    path = timed.path + "/resume"
    s.ask("to go on", "POST", path, who="ben", body={"action": "offer", "ply": timed.game()["ply"], "seat": 1})
    s.ask("it goes on", "POST", path, who="ana", body={"action": "accept", "ply": timed.game()["ply"]})
    s.ask("every fact of that", "GET", timed.path + "/events?limit=200", who="ana")
    s.ask("every fact of it", "GET", taken.path + "/events?limit=200", who="ana")


def doubles(s):
    table = Table(s, "backgammon", ["ana", "ben"], options={"cube": True}, sit=0)
    chance = random.Random(7)
    with s.together("with a cube"):
        for _ in range(12):
            table.decide(chance)
    s.ask("as it is then", "GET", table.path, who="ana")


def matches(s):
    body = {"ruleset": "backgammon"}
    lay(s, "a match to nothing", {**body, "match": {"length": 0}}, problem="invalid-value")
    lay(s, "a match without an end", {**body, "match": {}}, problem="missing-member")
    lay(s, "a match of more than two", {"ruleset": "el-mundo", "match": {"length": 3}}, problem="options-conflict")
    table = Table(s, "backgammon", ["ana", "ben"], stake={"unit": 5, "buy_in": 20}, sit=0, match={"length": 2},
                  options={"cube": True})
    first = table.id
    s.ask("the first game is lost", "POST", table.path + "/resignation", who="ben", status=201)
    over = table.game()
    table.id, table.path = over["match"]["next"], f"/v1/games/{over['match']['next']}"
    s.ask("chips are brought", "GET", table.path + "/entries", who="ana")
    s.ask("in characters", "GET", table.path + "?format=text", who="ana")
    s.ask("nobody aborts it now", "POST", table.path + "/abort", who="ben", problem="too-late-to-abort")
    s.ask("its games", "GET", f"/v1/games?match={first}&order=asc", who="dario")
    s.ask("the second too", "POST", table.path + "/resignation", who="ben", status=201)
    won = table.game()
    s.tap.tell("the match is won", [] if won["match"]["winner"] == 0 else [str(won["match"])])
    other = Table(s, "quinze-tablas", ["ana", "ben"], stake={"unit": 1, "buy_in": 10}, sit=0)
    s.ask("a game of another kind is lost", "POST", other.path + "/resignation", who="ben", status=201)
    s.ask("the record", "GET", table.path + "/record", who="ana")
    s.ask("who paid", "GET", table.path + "/entries", who="ana")
    s.ask("the chips of all of it", "GET", f"/v1/accounts/me/entries?match={first}&order=asc", who="ana")


def studies(s):
    body = {"ruleset": "backgammon"}
    text = "white 6:2 1:2 off:11 / black 24:3 off:12 / white to roll"
    lay(s, "from nowhere", {**body, "position": "here"}, problem="invalid-position")
    lay(s, "from no notation", {**body, "position": {"notation": "runes", "text": text}}, problem="invalid-value")
    lay(s, "from no text", {**body, "position": {"notation": None}}, problem="missing-member")
    lay(s, "for chips", {**body, "position": text, "stake": {"buy_in": 20}}, problem="options-conflict")
    lay(s, "as a match", {**body, "position": text, "match": {"length": 3}}, problem="options-conflict")
    lay(s, "from a position", {**body, "position": {"notation": None, "text": text}, "match": None})
    table = Table(s, "backgammon", ["ana", "ben"], position=text, sit=0)
    table.decide(random.Random(3))
    s.ask("the record", "GET", table.path + "/record?positions=true", who="ana")


def mundo(s):
    names = ["ana", "ben", "carla", "dario"]
    table = Table(s, "el-mundo", names, stake={"unit": 1, "buy_in": 200}, sit=0)
    s.ask("pieces are placed", "GET", table.path, who="ana")
    chance = random.Random(89)
    with s.together("a while of El Mundo"):
        for _ in range(40):
            table.decide(chance)
    s.ask("as it is then", "GET", table.path, who="ana")
    s.ask("in characters", "GET", table.path + "?format=text", who="ana")
    s.ask("every fact", "GET", table.path + "/events?limit=200", who="ana")
    s.ask("the record", "GET", table.path + "/record?positions=true", who="ana")
    s.ask("every posting", "GET", table.path + "/entries?limit=200", who="ana")
    s.ask("too late", "POST", table.path + "/abort", who="ana", problem="too-late-to-abort")
    s.ask("nobody sits down any more", "POST", table.path + "/seats", who="operator", problem="game-started")
    s.ask("nor is asked to", "POST", table.path + "/invitations", who="ana", body={"seat": 2},
          problem="game-started")
    s.ask("nor stands up", "DELETE", table.path + "/seats/0", who="ana", problem="game-started")
    frost(s, table)


def frost(s, table):
    path = table.path
    s.ask("not by a player", "POST", path + "/freeze", who="ana", problem="insufficient-scope")
    s.ask("it is not frozen", "POST", path + "/thaw", who="operator", problem="game-started")
    s.ask("something else", "POST", path + "/freeze", who="operator", body={"hard": True},
          problem="unknown-member")
    s.ask("at an older ply", "POST", path + "/freeze", who="operator", body={"ply": 1}, problem="stale-ply")
    for sentence in ("stopped", "retried"):
        s.ask(sentence, "POST", path + "/freeze", who="operator", headers={KEY: "freeze"},
              body={"ply": None, "reason": "a complaint"})
    s.ask("stopped already", "POST", path + "/freeze", who="operator", problem="game-frozen")
    s.ask("nothing can be played", "GET", path + "/plays", who="ana", problem="game-frozen")
    s.ask("nor decided", "POST", path + "/turns", who="ana", body={"ply": 1000, "moves": []},
          problem="stale-ply")
    s.ask("nor resigned", "POST", path + "/resignation", who="ana", problem="game-frozen")
    s.ask("nor aborted", "DELETE", path, who="ana", problem="game-frozen")
    s.ask("nor left", "DELETE", path + "/seats/0", who="ana", problem="game-frozen")
    s.ask("nor joined", "POST", path + "/seats", who="operator", problem="game-frozen")
    s.ask("nor are others asked", "POST", path + "/invitations", who="ana", body={"seat": 1},
          problem="game-frozen")
    s.ask("it is seen", "GET", path, who="ana")
    s.ask("it goes on", "POST", path + "/thaw", who="operator", body={"reason": "all is well", "ply": None},
          headers={KEY: "thaw"})
    s.ask("something else", "POST", path + "/thaw", who="operator", body={"warm": True},
          problem="unknown-member")
    for sentence in ("never was", "retried"):
        s.ask(sentence, "POST", path + "/abort", who="operator", body={"reason": "the dice fell off", "ply": None},
              headers={KEY: "abort"})
    s.ask("chips have gone back", "GET", path + "/entries?limit=200", who="ana")
    s.ask("never was", "POST", path + "/abort", who="operator", problem="game-over")


def dice(s):
    """Made from a secret that nobody is told before the end."""
    text = "lucky # \u2685, %s" % "seven"
    laid = lay(s, "to see the commitment first", {"ruleset": "backgammon", "sit": False})
    path = f"/v1/games/{laid['id']}"
    lay(s, "contributing before it is told", {"ruleset": "backgammon", "contribution": "x"}, problem="unknown-member")
    for sentence, wrong in (("of two lines", "a\nb"), ("of nothing", ""), ("too long", "x" * 201), ("a number", 7)):
        s.ask(f"a contribution {sentence}", "POST", path + "/seats", who="ana", body={"contribution": wrong},
              problem="invalid-value")
    s.ask("with a contribution", "POST", path + "/seats", who="ana", body={"contribution": text}, status=201)
    before = s.ask("nothing thrown yet", "GET", path + "/dice", who="ben")
    s.tap.tell("the contribution is there",
               [] if before["contributions"] == [{"seat": 0, "text": text}] else [before.text])
    s.ask("with none", "POST", path + "/seats", who="ben", body={"contribution": None}, status=201)
    running = s.ask("while it goes on", "GET", path + "/dice?format=json", who="ben")
    s.tap.tell("the secret is not told", [] if running["secret"] is None and running["throws"] else [running.text])
    s.ask("as text", "GET", path + "/dice", who="ben", headers={"Accept": "text/plain"})
    s.ask("in no form", "GET", path + "/dice?format=svg", who="ben", problem="invalid-value")
    s.ask("in another", "GET", path + "/dice", who="ben", headers={"Accept": "image/png"}, problem="not-acceptable")
    s.ask("the record", "GET", path + "/record", who="ana")
    s.ask("over", "POST", path + "/resignation", who="ben", status=201)
    over = s.ask("when it is over", "GET", path + "/dice", who="ben")
    s.tap.tell("the secret is told", [] if over["secret"] and over["commitment"] == laid["commitment"] else [over.text])
    s.ask("the record with the secret", "GET", path + "/record", who="ana")
    s.ask("of no game", "GET", "/v1/games/zzzzzzzzzz/dice", who="ana", problem="not-found")
    s.ask("all of them", "GET", "/v1/dice/statistics")


def every_ruleset(s):
    """Some decisions of whatever is loaded: no game has an answer of another form."""
    names = ["ana", "ben", "carla", "dario"]
    for ruleset in s.ask("all of them", "GET", "/v1/rulesets")["rulesets"]:
        seats = max(ruleset["seats"]["min"], min(len(names), ruleset["seats"]["max"]))
        if seats > len(names):
            continue
        table = Table(s, ruleset["name"], names[:seats], sit=0)
        chance = random.Random(seats)
        with s.together(f"a while of {ruleset['title']}"):
            for _ in range(20):
                table.decide(chance)
            for form in ("json", "text", "svg"):
                s.ask("as it is then", "GET", f"{table.path}?format={form}", who="ben")
            for seat in range(seats):
                s.ask("from every side", "GET", f"{table.path}?format=svg&seat={seat}", who="ben")
            for part in ("events", "record?positions=true", "mine", "entries"):
                s.ask("as it is then", "GET", f"{table.path}/{part}", who="ben")


def games(s):
    openapi_seats.laying(s)
    openapi_seats.sitting(s)
    table = Table(s, "backgammon", ["ana", "ben"], stake={"unit": 2, "buy_in": 20}, sit=0,
                  options={"resign_value": "single", "cube": False})
    looking(s, table)
    ordering(s, table)
    refusals_of_turns(s, table)
    s.ask("not by who only looks on", "DELETE", table.path, who="dario", problem="not-seated")
    trying(s, table)
    waiting(s, table)
    openapi_talk.talk(s, table.path)
    s.ask("resigned", "POST", table.path + "/resignation", who="ben", status=201)
    endings(s)
    matches(s)
    studies(s)
    mundo(s)
    dice(s)
    every_ruleset(s)
    slow = Table(s, "backgammon", ["ana", "ben"], sit=0)
    s.slow = slow.path, slow.game()["waiting"]["seats"][0]
    lay(s, "seen late by nobody", {"ruleset": "backgammon", "spectator_delay": {}}, problem="invalid-value")
    late = Table(s, "backgammon", ["ana", "ben"], sit=0, spectator_delay={"plies": 2, "time": None})
    with s.together("a game that spectators see late"):
        late.decide(random.Random(3))
        for form in ("", "?format=text", "/events", "/plays", "/record", "/dice", "/position", "/entries"):
            s.ask("as it was", "GET", late.path + form, who="dario", status=None)
    s.ask("not the last of it", "GET", f"{late.path}/events?after={late.game()['ply']}", who="dario",
          problem="invalid-value")
    listing(s)


# ---- when the games are gone -----------------------------------------------------------------------------


def without_rulesets(s):
    """The same book, served by a server that has no plugins."""
    s.ask("not ready", "GET", "/readyz", problem="unavailable")
    s.ask("none", "GET", "/v1/rulesets")
    s.ask("its own state stays readable", "GET", f"/v1/games/{s.settled}", who="ana")
    s.ask("and its end in characters", "GET", f"/v1/games/{s.settled}?format=text", who="ana")
    s.ask("and as a picture", "GET", f"/v1/games/{s.settled}?format=svg", who="ana")
    s.ask("and its facts", "GET", f"/v1/games/{s.settled}/events", who="ana")
    last = s.ask("the last of them", "GET", f"/v1/games/{s.settled}", who="ana")["ply"]
    s.ask("after which no stream is opened", "GET", f"/v1/games/{s.settled}/events", who="ana", status=204,
          headers={"Accept": "text/event-stream", "Last-Event-ID": str(last)})
    s.ask("but no record", "GET", f"/v1/games/{s.settled}/record", who="ana", problem="no-such-ruleset")
    s.ask("nor plays", "GET", f"/v1/games/{s.settled}/plays", who="ana", problem="no-such-ruleset")
    s.ask("nor one's actions", "GET", f"/v1/games/{s.settled}/mine", who="ana")
    for game in s.ask("those that wait", "GET", "/v1/games?state=open&player=me", who="ana")["games"]:
        s.ask("as it lies there", "GET", f"/v1/games/{game['id']}", who="ana")
        s.ask("nothing is done with it", "DELETE", f"/v1/games/{game['id']}", who="ana",
              problem="no-such-ruleset")
        break
