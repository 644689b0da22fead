"""What the story says of notes, chat and mutes, at a table of ana and ben; dario looks on."""
from openapi_client import KEY, pages


def notes(s, path):
    note = path + "/notes"
    s.ask("none yet", "GET", note, who="ana")
    s.ask("nothing to take away", "DELETE", note, who="ana", problem="not-found")
    first = s.ask("a first", "PUT", note, who="ana", body={"text": "He never\nturns the cube."})
    s.ask("known already", "GET", note, who="ana", status=304,
          headers={"If-None-Match": first.headers["etag"]})
    s.ask("not another's", "GET", note, who="ben")
    s.ask("changed blindly", "PUT", note, who="ana", body={"text": "x"}, problem="precondition-needed")
    s.ask("changed", "PUT", note, who="ana", body={"text": "He does."}, headers={"If-Match": first.headers["etag"]})
    s.ask("changed too late", "PUT", note, who="ana", body={"text": "x"},
          headers={"If-Match": first.headers["etag"]}, problem="note-changed")
    s.ask("of no version", "PUT", note, who="ana", body={"text": "x"}, headers={"If-Match": "x"},
          problem="invalid-value")
    s.ask("of nothing", "PUT", note, who="ana", body={}, headers={"If-Match": "*"}, problem="missing-member")
    s.ask("misspelt", "PUT", note, who="ana", body={"note": "x"}, problem="unknown-member")
    s.ask("with a bell", "PUT", note, who="ana", body={"text": "\a"}, headers={"If-Match": "*"},
          problem="invalid-value")
    s.ask("taken away blindly", "DELETE", note, who="ana", problem="precondition-needed")
    s.ask("taken away", "DELETE", note, who="ana", headers={"If-Match": "*"}, status=204)
    s.ask("of no game", "GET", "/v1/games/zzzzzzzzzz/notes", who="ana", problem="not-found")


def chat(s, path):
    chat = path + "/chat"
    s.ask("said", "POST", chat, who="ana", body={"room": None, "text": "Good luck"}, status=201, headers={KEY: "gl"})
    s.ask("once", "POST", chat, who="ana", body={"room": None, "text": "Good luck"}, status=201, headers={KEY: "gl"})
    s.ask("around it", "POST", chat, who="dario", body={"room": "spectators", "text": "What dice!"}, status=201)
    s.ask("at the table", "POST", chat, who="dario", body={"room": "seats", "text": "Run!"}, problem="room-closed")
    s.ask("in no room", "POST", chat, who="ana", body={"room": "attic", "text": "x"}, problem="invalid-value")
    s.ask("on two lines", "POST", chat, who="ana", body={"text": "a\nb"}, problem="invalid-value")
    s.ask("nothing", "POST", chat, who="ana", body={"text": " "}, problem="invalid-value")
    s.ask("no text", "POST", chat, who="ana", body={}, problem="missing-member")
    s.ask("a megabyte", "POST", chat, who="ana", raw='{"text": "%s"}' % ("x" * 1000000), problem="body-too-large")
    s.ask("one's own room", "GET", chat + "?after=0&limit=10&wait=0", who="ana")
    s.ask("the other", "GET", chat + "?room=spectators", who="ana", problem="room-closed")
    s.ask("as the operator", "GET", chat + "?room=seats", who="operator")
    s.ask("of the time to come", "GET", chat + "?after=99", who="ana", problem="invalid-value")
    s.ask("the spectators are silenced", "PUT", chat + "/silence", who="ben", status=204)
    s.ask("not by themselves", "PUT", chat + "/silence", who="dario", problem="not-seated")
    s.ask("so they are", "POST", chat, who="dario", body={"text": "Oh"}, problem="room-silenced")
    s.ask("no longer", "DELETE", chat + "/silence", who="ben", status=204)
    s.ask("not by the operator", "DELETE", chat + "/silence", who="dario", problem="not-seated")
    s.ask("hidden", "DELETE", chat + "/spectators/1", who="operator", status=204)
    s.ask("a line there is not", "DELETE", chat + "/seats/99", who="operator", problem="not-found")
    s.ask("without its text", "GET", chat, who="dario")
    s.ask("shown again", "PUT", chat + "/spectators/1", who="operator", status=204)
    s.ask("not by players", "DELETE", chat + "/seats/1", who="ana", problem="insufficient-scope")
    with s.together("POST /v1/games/{id}/chat: too much"):
        for _ in range(60):
            if s.ask("once more", "POST", chat, who="ben", body={"text": "!"}, status=None).status == 429:
                break
        s.ask("too much", "POST", chat, who="ben", body={"text": "!"}, problem="too-many-requests")


def mutes(s, path):
    for name in ("ben", "dario"):
        s.ask("muted", "PUT", f"/v1/mutes/{name}", who="ana", status=204)
    s.ask("nobody", "PUT", "/v1/mutes/nobody", who="ana", problem="not-found")
    s.ask("oneself", "PUT", "/v1/mutes/me", who="ana", problem="forbidden")
    pages(s, "those one has muted", "/v1/mutes?limit=1", "mutes", "ana")
    s.ask("a cursor that is none", "GET", "/v1/mutes?cursor=7", who="ana", problem="invalid-cursor")
    s.ask("what they say is not shown", "GET", path + "/chat", who="ana")
    s.ask("heard again", "DELETE", "/v1/mutes/ben", who="ana", status=204)


def blocks(s, path):
    for name in ("carla", "dario"):
        s.ask("kept away", "PUT", f"/v1/blocks/{name}", who="ana", status=204)
    s.ask("nobody", "PUT", "/v1/blocks/nobody", who="ana", problem="not-found")
    s.ask("oneself", "PUT", "/v1/blocks/me", who="ana", problem="forbidden")
    pages(s, "whom one has blocked", "/v1/blocks?limit=1", "blocks", "ana")
    s.ask("a cursor that is none", "GET", "/v1/blocks?cursor=7", who="ana", problem="invalid-cursor")
    s.ask("what is said among the spectators", "POST", path + "/chat", who="dario", body={"text": "Oh"},
          problem="blocked")
    s.ask("a challenge", "POST", "/v1/games", who="dario", headers={KEY: "to ana"}, problem="blocked",
          body={"ruleset": "backgammon", "sit": 0, "seats": [None, {"account": "ana"}]})
    for name in ("carla", "dario"):
        s.ask("may come again", "DELETE", f"/v1/blocks/{name}", who="ana", status=204)


def nudges(s, path):
    game = s.ask("as it is", "GET", path, who="ana")
    asked = game["waiting"]["seats"][0]
    who, other = ("ana", "ben")[asked], ("ben", "ana")[asked]
    s.ask("nobody but oneself is asked", "POST", path + "/nudge", who=who, problem="nothing-to-nudge")
    s.ask("too soon", "POST", path + "/nudge", who=other, body={"seat": asked}, problem="too-soon-to-nudge")
    s.ask("a seat that is not asked", "POST", path + "/nudge", who=other, body={"seat": 1 - asked},
          problem="nothing-to-nudge")
    s.ask("a seat that is none", "POST", path + "/nudge", who=other, body={"seat": 7}, problem="invalid-value")
    s.ask("misspelt", "POST", path + "/nudge", who=other, body={"chair": 1}, problem="unknown-member")
    s.ask("by who looks on", "POST", path + "/nudge", who="dario", problem="not-seated")
    s.ask("whom one may nudge", "GET", path + "/mine", who=other)


def nudged(s):
    """Two days after the question was put."""
    path, asked = s.slow
    other = ("ben", "ana")[asked]
    for sentence in ("long enough", "replayed"):
        s.ask(sentence, "POST", path + "/nudge", who=other, body={"seat": asked}, status=201, headers={KEY: "wake up"})
    s.ask("once more", "POST", path + "/nudge", who=other, problem="too-soon-to-nudge")


def talk(s, path):
    nudges(s, path)
    notes(s, path)
    chat(s, path)
    mutes(s, path)
    blocks(s, path)
