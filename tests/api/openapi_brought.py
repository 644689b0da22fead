"""What is asked of the server about news that are brought."""
import quopri
import re
import sqlite3

from openapi_client import pages

HOOKS = "/v1/me/webhooks"


def webhooks(s):
    body = {"url": "https://127.0.0.1:9/hook", "events": ["game.turn"], "digest": {"every": "P1D", "at": "PT18H"},
            "enabled": True}
    hook = s.ask("one", "POST", HOOKS, who="ana", body=body, status=201)
    path = f"{HOOKS}/{hook['number']}"
    s.ask("the same place", "POST", HOOKS, who="ana", body=body, problem="already-subscribed")
    s.ask("where nobody is", "POST", HOOKS, who="ana", body={"url": "gopher://example.org/"}, problem="invalid-value")
    s.ask("all of them", "GET", HOOKS, who="ana")
    s.ask("the one", "GET", path, who="ana")
    s.ask("not another's", "GET", path, who="ben", problem="not-found")
    s.ask("singly and everything", "PATCH", path, who="ana",
          body={"url": "https://127.0.0.1:9/", "events": None, "digest": None, "enabled": True})
    s.ask("a new secret", "POST", f"{path}/secret", who="ana", body={"overlap": "PT1H"})
    s.ask("for too long", "POST", f"{path}/secret", who="ana", body={"overlap": "P99D"}, problem="invalid-value")
    test = s.ask("a test", "POST", f"{path}/test", who="ana", status=201)
    s.ask("one more", "POST", f"{path}/test", who="ana", body={}, status=201)
    pages(s, "what became of them", f"{path}/deliveries?state=waiting&limit=1", "deliveries", "ana")
    s.ask("of a kind that is none", "GET", f"{path}/deliveries?state=lost", who="ana", problem="invalid-value")
    s.ask("the first", "GET", f"{path}/deliveries/{test['number']}", who="ana")
    s.ask("there is no such", "GET", f"{path}/deliveries/9999", who="ana", problem="not-found")
    s.ask("once more", "POST", f"{path}/deliveries/{test['number']}", who="ana", status=201)
    s.ask("all from a number", "POST", f"{path}/replay", who="ana", body={"after": 0})
    s.ask("from one to come", "POST", f"{path}/replay", who="ana", body={"after": 999999}, problem="invalid-value")
    for i in range(9):
        s.ask("many", "POST", HOOKS, who="ana", body={"url": f"https://127.0.0.1:9/{i}"}, status=201)
    s.ask("too many", "POST", HOOKS, who="ana", body={"url": "https://127.0.0.1:9/x"},
          problem="too-many-subscriptions")
    s.ask("no more", "DELETE", path, who="ana", status=204)


def link_in(s, row):
    """What the newest mail links to: nobody reads it here, but the book has it."""
    with sqlite3.connect(s.book) as book:
        text = book.execute("SELECT body FROM deliveries WHERE kind = ? ORDER BY id DESC", [row]).fetchone()[0]
    return re.search(r"/v1/mail/\S+", quopri.decodestring(text).decode()).group()


def mail(s):
    path = "/v1/me/mail"
    s.ask("none yet", "GET", path, who="ana", problem="not-found")
    s.ask("to nobody", "POST", path, who="ana", body={"address": "ana"}, problem="invalid-value")
    s.ask("an address", "POST", path, who="ana", status=201,
          body={"address": "ana@example.org", "events": ["game.turn"], "digest": None, "enabled": True})
    s.ask("which is it", "GET", path, who="ana")
    link = link_in(s, "confirmation")
    s.ask("the link", "GET", link)
    s.ask("followed", "POST", link)
    s.ask("a forged one", "GET", link[:-3] + "AAA", problem="not-found")
    s.ask("once a day", "PATCH", path, who="ana", body={"events": None, "digest": {"every": "P1D"}, "enabled": False})
    for _ in range(4):
        s.ask("and another", "POST", path, who="ana", body={"address": "ana@example.net"}, status=201)
    s.ask("too often", "POST", path, who="ana", body={"address": "ana@example.com"}, problem="too-many-requests")
    s.ask("no more", "DELETE", path, who="ana", status=204)


def reminders(s):
    s.ask("none yet", "GET", "/v1/me/reminders", who="ana")
    s.ask("two", "PATCH", "/v1/me/reminders", who="ana", body={"before": ["P1D", "PT2H"]})
    s.ask("at odd times", "PATCH", "/v1/me/reminders", who="ana", body={"before": ["PT7M"]}, problem="invalid-value")


def brought(s):
    webhooks(s)
    mail(s)
    reminders(s)
