"""What is asked of the server: four chapters in the life of one book."""
import datetime
import json
import random

import openapi_brought
import openapi_games
import openapi_table
import openapi_talk
from openapi_client import KEY, Server, Teller, Unexpected, next_page, pages


# ---- one: the door is closed, or opens to invitations ------------------------------------


def closed(s):
    s.ask("nobody makes an account where registration is closed", "POST", "/v1/accounts",
          body={"name": "ana"}, problem="registration-closed")
    s.ask("but the operator", "POST", "/v1/accounts", who="operator", status=201,
          body={"name": "ana", "password": "correct horse"})
    s.ask("and not with a token that is wrong", "POST", "/v1/accounts", body={"name": "eva"},
          headers={"Authorization": "Bearer tbl_1_x"}, problem="unauthorized")


def by_invitation(s):
    s.ask("an invitation is needed", "POST", "/v1/accounts", body={"name": "ben"}, problem="invitation-needed")
    first = s.ask("the operator invites", "POST", "/v1/invitations", who="operator", status=201)
    s.ask("for a time", "POST", "/v1/invitations", who="operator", status=201,
          body={"expires": "2999-12-31T23:00:00+01:00"})
    s.ask("with an expiry that is past", "POST", "/v1/invitations", who="operator",
          body={"expires": "2001-01-01T00:00:00Z"}, problem="invalid-value")
    s.ask("with a misspelt member", "POST", "/v1/invitations", who="operator",
          body={"expire": None}, problem="unknown-member")
    s.ask("a bad one", "POST", "/v1/accounts", body={"name": "ben", "invitation": "inv_9_x"},
          problem="invitation-needed")
    ben = s.ask("a good one", "POST", "/v1/accounts", status=201,
                body={"name": "ben", "password": None, "invitation": first["invitation"]})
    s.tokens["ben"] = ben["token"]
    s.ask("a used one", "POST", "/v1/accounts", body={"name": "eva", "invitation": first["invitation"]},
          problem="invitation-needed")
    s.ask("players do not invite", "POST", "/v1/invitations", who="ben", problem="insufficient-scope")
    third = s.ask("one more", "POST", "/v1/invitations", who="operator", body={}, status=201, headers={KEY: "i-1"})
    again = s.ask("the same once more", "POST", "/v1/invitations", who="operator", body={}, status=201,
                  headers={KEY: "i-1"})
    s.tap.tell("a replay is marked and the same", [] if again.headers.get("idempotency-replayed") == "true"
               and again.text == third.text else [again.text])
    s.ask("another request with that key", "POST", "/v1/invitations", who="operator",
          body={"expires": None}, headers={KEY: "i-1"}, problem="idempotency-key-reused")
    path = f"/v1/invitations/{third['number']}"
    s.ask("not by others", "DELETE", path, who="ben", problem="not-found")
    s.ask("taken back", "DELETE", path, who="operator", status=204)
    s.ask("only once", "DELETE", path, who="operator", problem="not-found")


# ---- two: the server itself --------------------------------------------------------------------


def server_itself(s):
    s.ask("alive", "GET", "/healthz")
    s.ask("ready", "GET", "/readyz")
    s.ask("numbers", "GET", "/metrics")
    s.ask("what it is", "GET", "/v1")
    for name in ("yaml", "json"):
        contract = s.ask("the contract", "GET", f"/v1/openapi.{name}")
        s.ask("known already", "GET", f"/v1/openapi.{name}", status=304,
              headers={"If-None-Match": contract.headers["etag"]})
        if name == "json":
            s.tap.tell("the contract that is served is this one",
                       [] if json.loads(contract.text) == s.contract.document else ["it is another"])
    listed = s.ask("in order", "GET", "/v1/problems")["problems"]
    s.tap.tell("they are those of the contract",
               [] if [p["name"] for p in listed] == list(s.contract.types) else [str(listed)[:500]])
    s.ask("one", "GET", "/v1/problems/must-strike")
    s.ask("none", "GET", "/v1/problems/must-sing", problem="not-found")
    for ruleset in s.ask("both", "GET", "/v1/rulesets")["rulesets"]:
        s.ask("whole", "GET", f"/v1/rulesets/{ruleset['name']}")
        path = f"/v1/rulesets/{ruleset['name']}/rules"
        s.ask("to read", "GET", path)
        for language in ruleset["rules"]["languages"]:
            wish = {"Accept-Language": language}
            text = s.ask(f"to read in {language}", "GET", path, headers=wish)
            s.tap.tell("it is in that language",
                       [] if text.headers.get("content-language") == language else [str(text.headers)])
            s.ask("known already", "GET", path, status=304,
                  headers=wish | {"If-None-Match": text.headers["etag"]})
    s.ask("none", "GET", "/v1/rulesets/mah-jong", problem="not-found")
    s.ask("none to read", "GET", "/v1/rulesets/mah-jong/rules", problem="not-found")


def wrong_requests(s):
    s.ask("the head alone", "HEAD", "/v1")
    allow = s.ask("the methods", "OPTIONS", "/v1/games", status=204)
    s.tap.tell("are told", [] if "POST" in allow.headers.get("allow", "") else [str(allow.headers)])
    s.ask("not this one", "PUT", "/v1/games", problem="method-not-allowed")
    s.ask("no such address", "GET", "/v2", problem="not-found")
    s.ask("too long", "GET", "/v1/" + "x" * 3000, problem="uri-too-long")
    s.ask("too many header fields", "GET", "/v1", problem="headers-too-large", headers={"X-Long": "x" * 9000})
    s.ask("too much", "POST", "/v1/games", who="ben", problem="body-too-large", raw="[" * 70000)
    s.ask("not JSON", "POST", "/v1/games", who="ben", problem="malformed-json", raw="{", headers={KEY: "x"})
    s.ask("no object", "POST", "/v1/games", who="ben", problem="malformed-json", raw="[]", headers={KEY: "x"})
    s.ask("twice the same", "POST", "/v1/games", who="ben", problem="malformed-json",
          raw='{"sit": 1, "sit": 1}', headers={KEY: "x"})
    s.ask("of another type", "POST", "/v1/games", who="ben", problem="unsupported-media-type", raw="sit=0",
          headers={"Content-Type": "application/x-www-form-urlencoded"})
    s.ask("a query that cannot be decoded", "GET", "/v1?x=%zz", problem="invalid-value")
    s.ask("no token", "GET", "/v1/games", problem="unauthorized")
    s.ask("another scheme", "GET", "/v1/games", headers={"Authorization": "Basic YTpi"}, problem="unauthorized")


# ---- three: people --------------------------------------------------------------------------------


def people(s):
    for name in ("carla", "dario"):
        body = {"name": name, "password": "a long secret"}
        s.tokens[name] = s.ask("a new player", "POST", "/v1/accounts", body=body, status=201)["token"]
    key = {KEY: "eva-0123456789abcdef"}
    body = {"name": "eva", "password": "a long secret"}
    s.ask("with a key", "POST", "/v1/accounts", body=body, status=201, headers=key)
    again = s.ask("with the same key", "POST", "/v1/accounts", body=body, status=201, headers=key)
    s.tokens["eva"] = again["token"]
    s.ask("another with the same key", "POST", "/v1/accounts", body={"name": "fay"}, headers=key,
          problem="idempotency-key-reused")
    s.ask("a key that is too short", "POST", "/v1/accounts", body={"name": "fay"}, headers={KEY: "short"},
          problem="invalid-value")
    s.ask("a name that is taken", "POST", "/v1/accounts", body={"name": "CARLA"}, problem="name-taken")
    s.ask("a name that is none", "POST", "/v1/accounts", body={"name": "a b"}, problem="invalid-value")
    s.ask("no name", "POST", "/v1/accounts", body={}, problem="missing-member")
    s.ask("something else", "POST", "/v1/accounts", body={"name": "fay", "age": 7}, problem="unknown-member")

    s.tokens["ana"] = s.ask("logging in", "POST", "/v1/tokens", status=201,
                            body={"name": "ana", "password": "correct horse", "label": "browser"})["token"]
    pages(s, "players by name", "/v1/accounts?limit=2", "accounts", "ana")
    s.ask("by their beginning", "GET", "/v1/accounts?prefix=CA", who="ana")
    s.ask("a cursor that is none", "GET", "/v1/accounts?cursor=00", who="ana", problem="invalid-cursor")
    s.ask("a limit that is none", "GET", "/v1/accounts?limit=0", who="ana", problem="invalid-value")
    s.ask("oneself", "GET", "/v1/accounts/me", who="ana")
    s.ask("another", "GET", "/v1/accounts/ben", who="ana")
    s.ask("nobody", "GET", "/v1/accounts/nobody", who="ana", problem="not-found")

    change = {"current_password": "correct horse", "password": "battery staple"}
    s.ask("a new password", "PATCH", "/v1/accounts/me", who="ana", body=change)
    s.ask("not with the old one", "PATCH", "/v1/accounts/me", who="ana", body=change, problem="bad-credentials")
    s.ask("not another's", "PATCH", "/v1/accounts/ben", who="ana", body=change, problem="forbidden")
    s.ask("none", "PATCH", "/v1/accounts/me", who="ana", body={"password": None}, problem="missing-member")
    tokens(s)
    vacations(s)
    leaving(s)


def vacations(s):
    today = datetime.datetime.now(datetime.timezone.utc).date()
    path = "/v1/accounts/me/vacations"

    def day(n):
        return (today + datetime.timedelta(days=n)).isoformat()

    def plan(sentence, body, **wanted):
        return s.ask(sentence, "POST", path, who="ana", body=body, **wanted)

    plan("in the past", {"from": day(-1), "days": 3}, problem="invalid-value")
    plan("in two years", {"from": day(700), "days": 3}, problem="invalid-value")
    plan("backwards", {"from": day(9), "to": day(8)}, problem="invalid-value")
    plan("at no day", {"from": "soon", "days": 1}, problem="invalid-value")
    plan("with a wish", {"from": day(9), "days": 1, "hours": 3}, problem="unknown-member")
    plan("for ever", {"from": day(30), "days": 300}, problem="vacation-days-spent")
    first = plan("for some days", {"from": day(5), "to": day(8)}, status=201)
    plan("twice the same", {"from": day(8), "days": 2}, problem="vacation-overlaps")
    now = plan("from now on", {"from": day(0), "days": 2}, status=201)
    plan("one more", {"from": day(20), "days": 1}, status=201)
    plan("and another", {"from": day(22), "days": 1}, problem="too-many-vacations")
    s.ask("those there are", "GET", path, who="ana")
    s.ask("not another's", "GET", "/v1/accounts/ben/vacations", who="ana", problem="forbidden")
    one = f"{path}/{first['number']}"
    s.ask("one", "GET", one, who="ana")
    s.ask("none of one's own", "GET", one, who="ben", problem="not-found")
    s.ask("shorter", "PATCH", one, who="ana", body={"to": day(6)})
    s.ask("not longer again", "PATCH", one, who="ana", body={"to": day(8)}, problem="invalid-value")
    s.ask("given up", "DELETE", one, who="ana")
    s.ask("only once", "DELETE", one, who="ana", problem="not-found")
    s.ask("the rest of one that runs", "DELETE", f"{path}/{now['number']}", who="ana")


def tokens(s):
    s.ask("nothing", "POST", "/v1/tokens", body={}, problem="unauthorized")
    s.ask("a name alone", "POST", "/v1/tokens", body={"name": "ana"}, problem="missing-member")
    s.ask("something else", "POST", "/v1/tokens", body={"user": "ana"}, problem="unknown-member")
    reader = s.ask("one that only reads", "POST", "/v1/tokens", who="ana", status=201,
                   body={"scopes": ["games:read"], "expires": "2999-01-01T00:00:00Z", "label": "spectator"})
    s.tokens["reader"] = reader["token"]
    s.ask("no scope of that name", "POST", "/v1/tokens", who="ana", body={"scopes": ["dance"]},
          problem="invalid-value")
    s.ask("more than one has", "POST", "/v1/tokens", who="ana", body={"scopes": ["admin"]},
          problem="insufficient-scope")
    s.ask("by one that may not", "POST", "/v1/tokens", who="reader", body={}, problem="insufficient-scope")
    pages(s, "one's tokens", "/v1/tokens?limit=1", "tokens", "ana")
    s.ask("only with the scope", "GET", "/v1/tokens", who="reader", problem="insufficient-scope")
    s.ask("not another's", "DELETE", f"/v1/tokens/{reader['number']}", who="ben", problem="not-found")
    s.ask("revoked", "DELETE", f"/v1/tokens/{reader['number']}", who="ana", status=204)
    s.ask("and gone", "GET", "/v1/games", who="reader", problem="unauthorized")
    s.tokens["other"] = s.ask("one more", "POST", "/v1/tokens", who="ana", status=201, body={})["token"]
    s.ask("this one", "DELETE", "/v1/tokens/current", who="other", status=204)
    with s.together("POST /v1/tokens: wrong passwords, and in the end too many"):
        wrong = {"name": "carla", "password": "wrong"}
        for _ in range(10):
            s.ask("wrong", "POST", "/v1/tokens", body=wrong, problem="bad-credentials")
        # A machine that hashes slowly gives attempts back meanwhile: some more, but not for ever.
        for _ in range(40):
            if s.ask("once more", "POST", "/v1/tokens", body=wrong, status=None).status == 429:
                break
        s.ask("too many", "POST", "/v1/tokens", body=wrong, problem="too-many-requests")


def leaving(s):
    s.ask("not another's", "DELETE", "/v1/accounts/eva", who="ana", problem="forbidden")
    s.ask("with chips", "DELETE", "/v1/accounts/me", who="eva", problem="account-in-use")
    s.ask("by a word that is none", "DELETE", "/v1/accounts/me?withdraw=maybe", who="eva", problem="invalid-value")
    s.ask("leaving in a way that is none", "DELETE", "/v1/accounts/me?leave=no", who="eva", problem="invalid-value")
    s.ask("one's own", "DELETE", "/v1/accounts/me?withdraw=true&leave=true", who="eva", status=204)
    s.ask("the door is shut", "POST", "/v1/tokens", body={"name": "eva", "password": "a long secret"},
          problem="bad-credentials")
    s.ask("even with the key", "POST", "/v1/accounts", body={"name": "eva", "password": "a long secret"},
          headers={KEY: "eva-0123456789abcdef"}, problem="account-closed")
    s.ask("its name is not told", "GET", "/v1/accounts/eva", who="ana", problem="not-found")
    with s.together("GET /v1/accounts/{name}: its pseudonym is, by its number"):
        names = [f"closed-{number}" for number in range(1001, 1020)]
        seen = [s.ask("one of these", "GET", f"/v1/accounts/{name}", who="ana", status=None) for name in names]
        s.gone = next(name for name, answer in zip(names, seen) if answer.status == 200)


def trust(s, pay):
    gift = pay("one more", "ana", {"to": "ben", "amount": 7}, status=201)["transaction"]
    good = {"transaction": gift, "from": "ben", "to": "ana", "amount": 7, "note": "given twice"}

    def correct(sentence, who="operator", **more):
        wanted = {k: more.pop(k) for k in ("status", "problem") if k in more}
        body = {k: v for k, v in (good | more).items() if v is not Ellipsis}
        return pay(sentence, who, body, path="/v1/corrections", **wanted)

    s.ask("a correction needs a key", "POST", "/v1/corrections", who="operator", body=good,
          problem="idempotency-key-needed")
    correct("by a player", who="ana", problem="insufficient-scope")
    correct("without a reason", note=..., problem="missing-member")
    correct("misspelt", too="ana", problem="unknown-member")
    correct("of nothing", transaction=99999, problem="not-found")
    correct("from nobody", **{"from": "nobody"}, problem="not-found")
    correct("from one who is not in it", **{"from": "dario"}, problem="invalid-value")
    correct("to one who left", to=s.gone, problem="account-closed")
    correct("to where it comes from", to="ben", problem="invalid-value")
    correct("of a fraction", amount=0.5, problem="invalid-value")
    correct("of more than there is", amount=1000000, problem="insufficient-chips")
    done = correct("made good", status=201)
    correct("from the bank", **{"from": "bank"}, amount=1, status=201)
    s.ask("it is in the history", "GET", "/v1/accounts/me/entries?kind=correction", who="ana")

    head = s.ask("the head of the chain", "GET", "/v1/ledger/proof", who="ana")
    s.ask("is the same", "GET", "/v1/ledger/proof", who="ana", status=304,
          headers={"If-None-Match": head.headers["etag"]})
    s.ask("as it was", "GET", f"/v1/ledger/proof?transaction={gift}", who="ana")
    s.ask("as it will be", "GET", "/v1/ledger/proof?transaction=99999", who="ana", problem="not-found")
    s.ask("at no number", "GET", "/v1/ledger/proof?transaction=x", who="ana", problem="invalid-value")
    s.ask("one's own", "GET", f"/v1/ledger/transactions/{gift}", who="ana")
    s.ask("its correction", "GET", f"/v1/ledger/transactions/{done['transaction']}", who="ben")
    s.ask("not another's", "GET", f"/v1/ledger/transactions/{gift}", who="dario", problem="not-found")
    s.ask("but the operator", "GET", f"/v1/ledger/transactions/{gift}", who="operator")
    pages(s, "the whole book", "/v1/ledger/transactions?limit=5", "transactions", "operator")
    s.ask("not for players", "GET", "/v1/ledger/transactions", who="ana", problem="insufficient-scope")
    s.ask("by a cursor that is none", "GET", "/v1/ledger/transactions?cursor=00", who="operator",
          problem="invalid-cursor")


# ---- four: chips -------------------------------------------------------------------------------------


def chips(s):
    def pay(sentence, who, body, key=None, path="/v1/transfers", **wanted):
        return s.ask(sentence, "POST", path, who=who, body=body, headers={KEY: key or sentence}, **wanted)

    for path, who in (("/v1/transfers", "ana"), ("/v1/grants", "operator")):
        s.ask("a key is needed", "POST", path, who=who, body={"to": "ben", "amount": 1},
              problem="idempotency-key-needed")
        pay("without an amount", who, {"to": "ben"}, path=path, problem="missing-member")
        pay("with a misspelt one", who, {"to": "ben", "ammount": 1}, path=path, problem="unknown-member")
        pay("a fraction", who, {"to": "ben", "amount": 1.5}, path=path, problem="invalid-value")
        pay("to nobody", who, {"to": "nobody", "amount": 1}, path=path, problem="not-found")
        pay("to one who left", who, {"to": s.gone, "amount": 1}, path=path, problem="account-closed")
        pay("given", who, {"to": "ben", "amount": 5, "note": "the wager of Sunday"}, path=path, status=201)
        pay("once", who, {"to": "ben", "amount": 5, "note": "the wager of Sunday"}, "given", path=path, status=201)
        pay("another with that key", who, {"to": "ben", "amount": 6}, "given", path=path,
            problem="idempotency-key-reused")
    pay("to oneself", "ana", {"to": "ana", "amount": 1}, problem="invalid-value")
    pay("more than there is", "ana", {"to": "ben", "amount": 1000000}, problem="insufficient-chips")
    pay("withdrawn", "operator", {"to": "ben", "amount": -3}, path="/v1/grants", status=201)
    pay("nothing", "operator", {"to": "ben", "amount": 0}, path="/v1/grants", problem="invalid-value")
    pay("withdrawn to debts", "operator", {"to": "ben", "amount": -1000000}, path="/v1/grants",
        problem="insufficient-chips")
    pay("by a player", "ana", {"to": "ana", "amount": 5}, path="/v1/grants", problem="insufficient-scope")
    trust(s, pay)
    s.ask("all there is", "GET", "/v1/accounts/me/export", who="ana")
    s.ask("not another's", "GET", "/v1/accounts/ben/export", who="ana", problem="forbidden")
    s.ask("nobody's", "GET", "/v1/accounts/nobody/export", who="ana", problem="not-found")
    s.ask("now", "GET", "/v1/accounts/me/balance", who="ana")
    s.ask("by the operator", "GET", "/v1/accounts/ana/balance", who="operator")
    s.ask("not another's", "GET", "/v1/accounts/ben/balance", who="ana", problem="forbidden")
    s.ask("nobody's", "GET", "/v1/accounts/nobody/balance", who="ana", problem="not-found")
    s.ask("long ago", "GET", "/v1/accounts/me/balance?at=2001-01-01T00:00:00Z", who="ana")
    s.ask("to come", "GET", "/v1/accounts/me/balance?at=2999-01-01T00:00:00Z", who="ana", problem="invalid-value")


def histories(s):
    game = s.settled
    pages(s, "every posting of a game", f"/v1/games/{game}/entries?limit=2", "entries", "ana")
    whole = s.ask("all of them", "GET", f"/v1/games/{game}/entries?limit=200", who="ana")
    if next_page(whole) is None:
        total = sum(e["amount"] for e in whole["entries"])
        s.tap.tell("they sum to zero", [] if total == 0 else [str(total)])
    s.ask("a cursor of another list", "GET", f"/v1/games/{game}/entries?cursor={'0' * 48}", who="ana",
          problem="invalid-cursor")
    mine = "/v1/accounts/me/entries"
    pages(s, "a history", f"{mine}?limit=3&order=asc", "entries", "ana")
    s.ask("of one game and kind", "GET", f"{mine}?game={game}&kind=buy_in&order=desc", who="ana")
    s.ask("of a time", "GET", f"{mine}?from=2001-01-01T00:00:00Z&to=2999-01-01T00:00:00Z", who="ana")
    s.ask("of no kind", "GET", f"{mine}?kind=theft", who="ana", problem="invalid-value")
    s.ask("of no game", "GET", f"{mine}?game=zzzzzzzzzz", who="ana", problem="invalid-value")
    s.ask("of no time", "GET", f"{mine}?from=yesterday", who="ana", problem="invalid-value")
    s.ask("another's", "GET", "/v1/accounts/ben/entries", who="ana", problem="forbidden")
    s.ask("nobody's", "GET", "/v1/accounts/nobody/entries", who="ana", problem="not-found")
    s.ask("a cursor that is none", "GET", f"{mine}?cursor=7", who="ana", problem="invalid-cursor")
    s.ask("of an opponent", "GET", f"{mine}?opponent=ben&ruleset=backgammon", who="ana")
    s.ask("of no opponent", "GET", f"{mine}?opponent=nobody", who="ana", problem="invalid-value")
    s.ask("of no ruleset", "GET", f"{mine}?ruleset=whist", who="ana", problem="invalid-value")
    s.ask("of no match", "GET", f"{mine}?match={game}", who="ana", problem="invalid-value")
    for form in "application/x-ndjson", "text/csv", "text/x-hledger", "text/x-ledger":
        s.ask(f"as {form}", "GET", mine, who="ana", headers={"Accept": form})
    for form in "application/x-ndjson", "text/csv":
        s.ask(f"as {form}", "GET", f"/v1/games/{game}/entries", who="ana", headers={"Accept": form})
    for path in mine, f"/v1/games/{game}/entries":
        s.ask("as a picture", "GET", path, who="ana", headers={"Accept": "image/png"}, problem="not-acceptable")
    s.ask("a page of a journal", "GET", f"{mine}?limit=5", who="ana", headers={"Accept": "text/x-hledger"},
          problem="invalid-value")
    sums = "/v1/accounts/me/summary"
    s.ask("won and lost", "GET", sums, who="ana")
    pages(s, "by ruleset", f"{sums}?by=ruleset&limit=1", "by_ruleset", "ana")
    s.ask("by weather", "GET", f"{sums}?by=weather", who="ana", problem="invalid-value")
    s.ask("another's sums", "GET", "/v1/accounts/ben/summary", who="ana", problem="forbidden")
    s.ask("a forged cursor", "GET", f"{sums}?by=month&cursor={'0' * 48}", who="ana", problem="invalid-cursor")


def ratings(s):
    game = {"ruleset": "backgammon", "rated": True}
    openapi_table.lay(s, "rated from a position", {**game, "position": "here"}, problem="options-conflict")
    openapi_table.lay(s, "rated perhaps", {**game, "rated": "perhaps"}, problem="invalid-value")
    chance = random.Random(11)
    for names in ("ana", "ben"), ("ben", "ana"):
        table = openapi_table.Table(s, "backgammon", names, rated=True, sit=0)
        with s.together("a rated game is played"):
            for _ in range(3):
                table.decide(chance)
            s.ask("resigned", "POST", table.path + "/resignation", who="ana", status=201,
                  body={"seat": names.index("ana")})
            table.game()
    four = openapi_table.Table(s, "el-mundo", ["ana", "ben", "carla", "dario"], rated=True, sit=0)
    four.game()
    s.ask("as they are", "GET", "/v1/accounts/ana/ratings", who="ben")
    s.ask("nobody's", "GET", "/v1/accounts/nobody/ratings", who="ben", problem="not-found")
    history = "/v1/accounts/ana/ratings/backgammon/history"
    pages(s, "how it came about", f"{history}?limit=1&order=asc&class=untimed", "changes", "ben")
    s.ask("in no class", "GET", f"{history}?class=slow", who="ben", problem="invalid-value")
    s.ask("by a forged cursor", "GET", f"{history}?cursor=7", who="ben", problem="invalid-cursor")
    s.ask("of no ruleset", "GET", "/v1/accounts/ana/ratings/whist/history", who="ben", problem="not-found")
    pages(s, "the best", "/v1/ratings/backgammon?class=untimed&limit=1", "players", "dario")
    s.ask("the best of nothing", "GET", "/v1/ratings/whist", who="dario", problem="not-found")
    s.ask("the best in no class", "GET", "/v1/ratings/backgammon?class=slow", who="dario", problem="invalid-value")
    s.ask("the best behind nobody", "GET", "/v1/ratings/backgammon?cursor=7", who="dario", problem="invalid-cursor")
    s.ask("against each other", "GET", "/v1/accounts/me/against/ben", who="ana")
    s.ask("what others did", "GET", "/v1/accounts/ana/against/ben", who="dario", problem="forbidden")
    s.ask("against nobody", "GET", "/v1/accounts/me/against/nobody", who="ana", problem="not-found")


# ---- the book ---------------------------------------------------------------------------------------------


def tell(tap, contract, refusals):
    s, server = Teller(tap, contract, refusals), Server()
    s.book = f"{server.folder}/book.db"
    try:
        s.tokens["operator"] = server.errand("--token", "operator=all")
        for flags, chapters in (
            (["--accounts.registration=closed"], [closed]),
            (["--accounts.registration=invite"], [by_invitation]),
            ([], [server_itself, wrong_requests, people, chips, openapi_games.games, histories, ratings]),
            (["--mail.smtp=smtp://127.0.0.1:9", "--mail.from=tablas@example.org",
              "--server.public_url=http://tablas.example"], [openapi_brought.brought]),
        ):
            server.start(*flags)
            s.connect(server.port)
            for chapter in chapters:
                chapter(s)
            tap.tell("the server stops when asked", [] if server.stop() == 0 else ["it did not"])
        server.start("--clock=" + (datetime.datetime.utcnow() + datetime.timedelta(days=2)).strftime("%FT%TZ"))
        s.connect(server.port)
        openapi_talk.nudged(s)
        server.stop()
        server.start(plugins=server.folder)
        s.connect(server.port)
        openapi_games.without_rulesets(s)
        server.stop()
        said = server.errand("--audit")
        tap.tell("the book adds up", [] if said.endswith(": 0 differences") else [said])
    except (Unexpected, OSError, KeyError, IndexError, RuntimeError) as e:
        tap.tell("the story is told to its end", [f"{type(e).__name__}: {e}"])
    finally:
        server.end()
    s.tell_coverage()
