"""Tables at which the story is told."""
import re

from openapi_client import KEY


def lay(s, sentence, body, who="ana", **wanted):
    """A table; each has a key of its own."""
    s.laid = getattr(s, "laid", 0) + 1
    wanted.setdefault("headers", {KEY: f"table-{s.laid}"})
    if not wanted.get("problem"):
        wanted.setdefault("status", 201)
    return s.ask(sentence, "POST", "/v1/games", who=who, body=body, **wanted)


class Table:
    """A game that has begun, and who sits where."""

    def __init__(self, s, ruleset, names, **terms):
        self.s, self.names = s, names
        with s.together(f"a table of {ruleset} for {len(names)}"):
            laid = lay(s, "laid", {"ruleset": ruleset, "seats": len(names), **terms}, names[0])
            self.id, self.path = laid["id"], f"/v1/games/{laid['id']}"
            for name in names[1:]:
                s.ask("taken", "POST", self.path + "/seats", who=name, status=201)

    def game(self):
        return self.s.ask("as it is", "GET", self.path, who=self.names[0])

    def asked(self, game):
        return self.names[game["waiting"]["seats"][0]]

    def fumble(self, chance, who, game, plays):
        """Decisions that are legal or not: refusals must be as they are described too."""
        places = [p["place"] for p in game["position"]["pieces"]] + ["off"]
        for _ in range(4):
            moves = [chance.choice(chance.choice(plays)["moves"] or ["-"]) for _ in range(chance.randint(1, 3))]
            if chance.random() < 0.7:
                moves[-1] = re.sub(r"\w+(\W*)$", chance.choice(places) + r"\1", moves[-1])
            self.s.ask("tried", "POST", f"{self.path}/turns?validate_only=true", who=who, status=None,
                       body={"ply": game["ply"], "moves": moves})

    def decide(self, chance):
        """One decision of whoever is asked; the game after it, or None when there is none to make."""
        s, game = self.s, self.game()
        if game["state"] != "active" or game["waiting"]["for"] == "dice":
            return None
        who = self.asked(game)
        plays = s.ask("what can be played", "GET", f"{self.path}/plays?limit=200", who=who)["plays"]
        self.fumble(chance, who, game, plays)
        best = max(plays, key=lambda p: (sum("off" in m for m in p["moves"]), chance.random()))
        return s.ask("played", "POST", f"{self.path}/turns", who=who, status=201,
                     body={"ply": game["ply"], "moves": best["moves"]})
