"""What the story says of laying tables, by clocks and for somebody, and of taking seats."""
from openapi_client import KEY, pages
from openapi_table import Table, lay


def laying(s):
    body = {"ruleset": "backgammon"}
    lay(s, "without a key", body, headers={}, problem="idempotency-key-needed")
    lay(s, "of nothing", {}, problem="missing-member")
    lay(s, "misspelt", {"rules": "backgammon"}, problem="unknown-member")
    lay(s, "of no ruleset", {"ruleset": "mah-jong"}, problem="no-such-ruleset")
    lay(s, "with an option that is none", {**body, "options": {"dice": 3}}, problem="no-such-option")
    lay(s, "with a value that is none", {**body, "options": {"cube": 7}}, problem="invalid-option")
    lay(s, "with options at odds", {"ruleset": "el-mundo", "options": {"setup": "free_entry"}},
        problem="options-conflict")
    lay(s, "with too many seats", {**body, "seats": 5}, problem="invalid-value")
    lay(s, "with a seat that is none", {**body, "seats": ["open", {"chair": 1}]}, problem="unknown-member")
    lay(s, "without a buy-in", {**body, "stake": {"unit": 1}}, problem="missing-member")
    lay(s, "with one that is too small", {**body, "stake": {"unit": 100, "buy_in": 99}},
        problem="buy-in-too-small")
    lay(s, "with one that is too large", {**body, "stake": {"buy_in": 1000000}}, problem="insufficient-chips")
    lay(s, "for nobody", {**body, "sit": 7}, problem="invalid-value")
    key = {"headers": {KEY: "twice"}}
    first = lay(s, "twice", {**body, "seats": None, "stake": None, "options": None, "sit": None}, **key)
    again = lay(s, "the same", {**body, "seats": None, "stake": None, "options": None, "sit": None}, **key)
    s.tap.tell("it is one table", [] if first["id"] == again["id"] else ["it is two"])
    lay(s, "another with that key", body, problem="idempotency-key-reused", **key)
    lay(s, "sitting nowhere", {**body, "sit": False, "visibility": "unlisted", "auto_forced": False})
    lay(s, "anywhere", {**body, "sit": "any", "seats": [None, "open"]})


def sitting(s):
    game = lay(s, "each seat of another kind", {
        "ruleset": "el-mundo", "visibility": "private", "sit": 0,
        "options": {"reentry": "war", "turn_limit": 500, "duty_first": True},
        "seats": [{"account": "me"}, {"account": "ben"}, {"invitation": True}, "open"],
        "stake": {"unit": 1, "buy_in": 100, "insolvent": "pay_what_you_have"}})  # fmt: skip
    path = f"/v1/games/{game['id']}"
    invitation = game["invitations"][0]["invitation"]
    s.ask("it is not there for others", "GET", path, who="carla", problem="not-found")
    s.ask("nor to sit at", "POST", path + "/seats", who="carla", problem="not-found")
    s.ask("nor with another's invitation", "POST", path + "/seats", who="ben", body={"invitation": "inv_1_x"},
          problem="invitation-needed")
    s.ask("who is asked sees it", "GET", "/v1/games?invited=true", who="ben")
    s.ask("a seat twice", "POST", path + "/seats", who="ana", problem="already-seated")
    s.ask("a seat that is taken", "POST", path + "/seats", who="ben", body={"seat": 0}, problem="seat-taken")
    s.ask("a seat that is locked", "POST", path + "/seats", who="ben", body={"seat": 2},
          problem="invitation-needed")
    s.ask("a seat that is none", "POST", path + "/seats", who="ben", body={"seat": 7}, problem="invalid-value")
    s.ask("something else", "POST", path + "/seats", who="ben", body={"chair": 7}, problem="unknown-member")

    s.ask("not by others", "POST", path + "/invitations", who="ben", body={"seat": 2}, problem="forbidden")
    s.ask("to no seat", "POST", path + "/invitations", who="ana", body={}, problem="missing-member")
    s.ask("to an open one", "POST", path + "/invitations", who="ana", body={"seat": 3}, problem="invalid-value")
    s.ask("to a taken one", "POST", path + "/invitations", who="ana", body={"seat": 0}, problem="seat-taken")
    fresh = s.ask("anew", "POST", path + "/invitations", who="ana", body={"seat": 2}, status=201)
    s.ask("the old one has ended", "POST", path + "/seats", who="carla", body={"invitation": invitation},
          problem="not-found")
    s.ask("what concerns who laid it", "GET", path + "/mine", who="ana")
    s.ask("the new one opens", "POST", path + "/seats", who="carla", status=201,
          body={"invitation": fresh["invitation"]}, headers={KEY: "carla sits down"})
    s.ask("retried", "POST", path + "/seats", who="carla", status=201,
          body={"invitation": fresh["invitation"]}, headers={KEY: "carla sits down"})

    s.ask("it stands nowhere yet", "GET", path + "/position", who="ana")
    s.ask("nothing can be played yet", "GET", path + "/plays", who="ana", problem="game-not-started")
    s.ask("nor decided", "POST", path + "/turns", who="ana", body={"ply": 1, "moves": []},
          problem="game-not-started")
    s.ask("nor resigned", "POST", path + "/resignation", who="ana", problem="game-not-started")
    s.ask("not another's seat", "DELETE", path + "/seats/0", who="carla", problem="forbidden")
    s.ask("not without a seat", "DELETE", path + "/seats/0", who="ben", problem="not-seated")
    s.ask("no such seat", "DELETE", path + "/seats/7", who="carla", problem="not-found")
    s.ask("given back", "DELETE", path + "/seats/2", who="carla", status=200)
    s.ask("a seat kept for oneself", "POST", path + "/seats", who="ben", status=201)
    s.ask("not by who only looks on", "POST", path + "/abort", who="operator", body={"why": ""},
          problem="unknown-member")
    s.ask("cleared away", "DELETE", path, who="ana")
    s.ask("once", "DELETE", path, who="ana", problem="game-over")
    s.ask("nobody sits down any more", "POST", path + "/seats", who="ben", body={"seat": 3}, problem="table-closed")
    s.ask("nor is asked to", "POST", path + "/invitations", who="ana", body={"seat": 2}, problem="game-over")
    s.ask("what there was stays in the book", "GET", path + "/entries", who="ana")
    alone(s)


def alone(s):
    """Who studies alone takes both sides, and names the seat when deciding."""
    game = lay(s, "to study", {"ruleset": "backgammon", "sit": 0})
    path = f"/v1/games/{game['id']}"
    game = s.ask("both sides", "POST", path + "/seats", who="ana", body={"seat": 1}, status=201)
    seat = game["waiting"]["seats"][0]
    plays = s.ask("of that seat", "GET", f"{path}/plays?seat={seat}&limit=1", who="ana")
    s.ask("not of the other", "GET", f"{path}/plays?seat={1 - seat}", who="ana", problem="not-your-decision")
    s.ask("orders of the other", "PUT", path + "/orders", who="ana",
          body={"ply": game["ply"], "seat": 1 - seat, "now": True, "orders": [{"kind": "pass"}]})
    s.ask("seen", "GET", f"{path}/orders?seat={1 - seat}", who="ana")
    s.ask("and withdrawn", "DELETE", f"{path}/orders?seat={1 - seat}", who="ana")
    moves = plays["plays"][0]["moves"]
    s.ask("by the other", "POST", path + "/turns", who="ana", problem="not-your-decision",
          body={"ply": game["ply"], "moves": moves, "seat": 1 - seat})
    s.ask("by that", "POST", path + "/turns", who="ana", status=201,
          body={"ply": game["ply"], "moves": " ".join(moves), "seat": seat})
    s.ask("as that", "POST", path + "/resignation", who="ana", status=201,
          body={"seat": seat, "ply": None, "value": 0})


def clocks(s):
    slow = Table(s, "backgammon", ["ana", "ben"], sit=0, clock={
        "per_move": "P3D", "bank": "P2D", "increment": "PT1H", "bank_max": "P3D", "on_timeout": "claim",
        "weekends": "off", "quiet": "23:00/07:00", "offset": "+01:00", "vacation": "none"})
    path = slow.path + "/claim"
    s.ask("a game by a clock", "GET", slow.path, who="ana")
    s.ask("a claim too early", "POST", path, who="ben", body={}, problem="nothing-to-claim")
    s.ask("a claim by who does not sit there", "POST", path, who="dario", body={}, problem="not-seated")
    s.ask("a claim with a wish", "POST", path, who="ben", body={"wish": 1}, problem="unknown-member")
    s.ask("a clock of nothing", "POST", "/v1/games", who="ana", headers={KEY: "clock"}, body={
        "ruleset": "backgammon", "clock": {"per_move": "PT0S"}}, problem="invalid-value")
    s.ask("a night of a day", "POST", "/v1/games", who="ana", headers={KEY: "night"}, body={
        "ruleset": "backgammon", "clock": {"per_move": "P1D", "quiet": "07:00/06:00"}}, problem="invalid-value")
    s.ask("the house decides", "POST", "/v1/games", who="ana", headers={KEY: "misses"}, body={
        "ruleset": "backgammon", "clock": {"per_move": "P1D", "on_timeout": "forfeit_move"}}, status=201)
    quick = Table(s, "backgammon", ["ana", "ben"], sit=0, clock={"per_move": "PT1S", "on_timeout": "claim"})
    asked = quick.game()["waiting"]["seats"][0]
    who = ["ben", "ana"][asked]
    while not quick.game()["clock"]["seats"][asked]["lapsed"]:
        s.ask("what happens", "GET", f"{quick.path}/events?after={quick.game()['ply']}&wait=5", who=who)
    s.ask("a claim in time", "POST", quick.path + "/claim", who=who,
          body={"ply": quick.game()["ply"]}, status=200)
    s.ask("the record of it", "GET", quick.path + "/record", who="ana")


def challenges(s):
    body = {"ruleset": "backgammon", "seats": [{"account": "me"}, {"account": "ben"}]}
    lay(s, "a table that never expires", {**body, "expires_in": "P1000D"}, problem="invalid-value")
    asked = lay(s, "a challenge", {**body, "expires_in": "P3D", "seating": "random", "note": "A game?"})
    path = f"/v1/games/{asked['id']}"
    s.ask("declined by another", "POST", path + "/decline", who="dario", problem="not-seated")
    s.ask("declined without a reason there is", "POST", path + "/decline", who="ben",
          body={"reason": "bored"}, problem="invalid-value")
    s.ask("declined", "POST", path + "/decline", who="ben", body={"reason": "later"}, status=200)
    s.ask("accepted after all", "POST", path + "/seats", who="ben", problem="table-closed")
    first = Table(s, "backgammon", ["ana", "ben"], sit=0, options={"resign_value": "single"})
    again = first.path + "/rematch"
    s.ask("a rematch of a running game", "POST", again, who="ana", problem="rematch-not-allowed")
    s.ask("it is given up", "POST", first.path + "/resignation", who="ana", status=None)
    s.ask("a rematch by who did not play", "POST", again, who="dario", problem="not-seated")
    offered = s.ask("a rematch", "POST", again, who="ana", body={"expires_in": "P1D", "note": "Again?"}, status=201)
    s.ask("it stands", "POST", again, who="ana", status=200)
    s.ask("what is asked", "GET", f"/v1/games/{offered['id']}/mine", who="ben")
    s.ask("taken by asking for it", "POST", again, who="ben", status=201)
    s.ask("what came of it", "GET", first.path + "/mine", who="ben")
    drawn = lay(s, "a table where seats are drawn", {"ruleset": "backgammon", "seating": "random"})
    s.ask("as anybody finds it", "GET", "/v1/lobby?ruleset=backgammon&unit_min=0&unit_max=0&buy_in_max=0"
          "&clock=false&match=false&rated=false&class=untimed&free=1&order=asc&limit=200", who="ben")
    lay(s, "another", {"ruleset": "backgammon"})
    pages(s, "tables", "/v1/lobby?limit=1", "games", "ben")
    s.ask("a page of another lobby", "GET", "/v1/lobby?cursor=7", who="ben", problem="invalid-cursor")
    s.ask("a lobby of nothing", "GET", "/v1/lobby?free=0", who="ben", problem="invalid-value")
    s.ask("the last seat", "POST", f"/v1/games/{drawn['id']}/seats", who="ben", status=201)
    s.ask("what happened there", "GET", f"/v1/games/{drawn['id']}/events", who="ben")
    s.ask("its record", "GET", f"/v1/games/{drawn['id']}/record", who="ben")
