#!/usr/bin/env python3
"""Plays whole games through the public API, every seat of them.

A client in one file and the standard library: lay a table, take the seats, ask
for the legal plays, send one, until the game is over; then read the ledger and
add it up.  With --lay-only it lays the tables and says how to play by curl.
"""
import argparse
import http.client
import json
import random
import re
import sys
import time
import urllib.parse
import uuid


class Client:
    """One player's connection: a token, and requests that must succeed."""

    def __init__(self, url, name, token):
        parts = urllib.parse.urlsplit(url)
        self.name, self.token = name, token
        self.http = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)

    def ask(self, method, path, body=None, accept="application/json"):
        headers = {"Authorization": "Bearer " + self.token, "Accept": accept}
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        self.http.request(method, path, body, headers)
        answer = self.http.getresponse()
        self.link = answer.getheader("Link") or ""
        text = answer.read().decode()
        if answer.status >= 400:
            sys.exit(f"{self.name}: {method} {path}: {answer.status} {text}")
        return json.loads(text) if accept == "application/json" else text

    def list(self, path, member):
        """Every page of a list: each names the next in its Link header."""
        while path:
            yield from self.ask("GET", path)[member]
            more = re.match(r'<([^>]*)>; rel="next"', self.link)
            path = more and more.group(1)


def players(url, tokens):
    clients = {}
    with open(tokens, encoding="utf-8") as lines:
        for line in lines:
            name, token = line.split()
            clients[name] = Client(url, name, token)
    return clients


def lay(clients, ruleset, stake):
    """A table for the first players of the list, everybody seated."""
    names = [n for n in clients if n != "operator"]
    seats = clients[names[0]].ask("GET", f"/v1/rulesets/{ruleset['name']}")["seats"]
    names = names[: seats["max"]]
    game = clients[names[0]].ask(
        "POST", "/v1/games", {"ruleset": ruleset["name"], "seats": len(names), "stake": stake, "sit": 0}
    )
    for seat, name in enumerate(names[1:], 1):
        clients[name].ask("POST", f"/v1/games/{game['id']}/seats", {"seat": seat})
    return game["id"], names


def decide(client, game, document):
    """Asks for the plays of the seat to decide and sends one of them."""
    seat = document["waiting"]["seats"][0]
    plays = client.ask("GET", f"/v1/games/{game}/plays?limit=50")["plays"]
    # Chance alone would do; bearing off when one can makes the game shorter, and
    # doubling by chance would end most games before they are played.
    best = max(
        plays,
        key=lambda p: (
            not {"double", "drop"} & set(p["moves"]),
            sum("off" in move for move in p["moves"]),
            random.random(),
        ),
    )
    return client.ask(
        "POST", f"/v1/games/{game}/turns", {"ply": document["ply"], "moves": best["moves"], "seat": seat}
    )


def play(clients, ruleset, show_every):
    game, names = lay(clients, ruleset, {"unit": 1, "buy_in": 100})
    print(f"\n==== {ruleset['title']}: game {game}, {', '.join(names)}")
    began, decisions = time.monotonic(), 0
    document = clients[names[0]].ask("GET", f"/v1/games/{game}")
    while document["state"] == "active":
        if decisions % show_every == 0:
            print(clients[names[0]].ask("GET", f"/v1/games/{game}", accept="text/plain"))
        asked = names[document["waiting"]["seats"][0]]
        decide(clients[asked], game, document)
        decisions += 1
        document = clients[names[0]].ask("GET", f"/v1/games/{game}")
    print(clients[names[0]].ask("GET", f"/v1/games/{game}", accept="text/plain"))
    print(f"over after {decisions} decisions, {document['ply']} plies, {time.monotonic() - began:.1f} s")
    return game, names


def ledger(clients, game, names):
    net = {}
    for entry in clients[names[0]].list(f"/v1/games/{game}/entries?limit=200", "entries"):
        if entry["kind"] == "stake":
            net[entry["account"]] = net.get(entry["account"], 0) + entry["amount"]
    for name in names:
        balance = clients[name].ask("GET", f"/v1/accounts/{name}/balance")
        print(f"{name:8} {net.get(name, 0):+5} here, {balance['wallet']:5} at hand, {balance['in_play']:4} in play")


def check(clients, granted):
    """Nothing was made and nothing lost: what the players hold is what they were given."""
    total = 0
    for name in clients:
        if name != "operator":
            balance = clients[name].ask("GET", f"/v1/accounts/{name}/balance")
            total += balance["wallet"] + balance["in_play"]
    print(f"all players together: {total}, issued: {granted}; the book sums to {total - granted}")
    return total == granted


def explain(clients, url, ruleset):
    game, names = lay(clients, ruleset, {"unit": 1, "buy_in": 100})
    document = clients[names[0]].ask("GET", f"/v1/games/{game}")
    asked = names[document["waiting"]["seats"][0]]
    token = clients[asked].token
    print(f"\n{ruleset['title']}, game {game}: it is for {asked} to decide. Look, ask, play:\n")
    print(f"  curl -H 'Authorization: Bearer {token}' -H 'Accept: text/plain' {url}/v1/games/{game}")
    print(f"  curl -H 'Authorization: Bearer {token}' '{url}/v1/games/{game}/plays?limit=3'")
    plays = clients[asked].ask("GET", f"/v1/games/{game}/plays?limit=1")["plays"]
    body = json.dumps({"ply": document["ply"], "moves": plays[0]["moves"]})
    print(
        f"  curl -H 'Authorization: Bearer {token}' -H 'Content-Type: application/json' \\\n"
        f"       -d '{body}' {url}/v1/games/{game}/turns"
    )


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--url", required=True)
    options.add_argument("--tokens", required=True, help="lines of NAME TOKEN")
    options.add_argument("--lay-only", action="store_true")
    options = options.parse_args()
    clients = players(options.url, options.tokens)
    rulesets = next(iter(clients.values())).ask("GET", "/v1/rulesets")["rulesets"]
    if options.lay_only:
        print("\nThe players and their tokens:\n")
        for client in clients.values():
            print(f"  {client.name:9} {client.token}")
        for ruleset in rulesets:
            explain(clients, options.url, ruleset)
        return
    for ruleset in rulesets:
        game, names = play(clients, ruleset, 60)
        ledger(clients, game, names)
    if not check(clients, 1000 * (len(clients) - 1)):
        sys.exit("the book does not add up")


if __name__ == "__main__":
    main()
