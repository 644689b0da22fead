#!/usr/bin/env python3
"""Computes every face of a game again, with nothing of the server's code.

Usage: verify_dice.py FILE     what GET /v1/games/{id}/dice answered, saved
"""
import hashlib
import hmac
import json
import sys

def faces(secret, head, index, sides, count):
    fallen, block = [], 0
    while len(fallen) < count:
        message = f"{head}throw {index}\nblock {block}\n".encode()
        fallen += [1 + byte % sides for byte in hmac.digest(secret, message, "sha256")
                   if byte < 256 - 256 % sides]  # or the low faces would be likelier
        block += 1
    return fallen[:count]

def differences(game):
    if game["secret"] is None:
        return (yield f"{game['construction']}, {game['state']}: no secret has been told")
    secret = hashed = bytes.fromhex(game["secret"])
    if hashlib.sha256(secret).hexdigest() != game["commitment"]:
        yield "the secret is not that of the commitment"
    for _ in range(game["chain"]["link"]):
        hashed = hashlib.sha256(hashed).digest()
    if hashed.hex() != game["chain"]["commitment"]:
        yield "the secret is not of the chain of the match"
    head = f"tablas dice 1\ngame {game['chain']['game']} {game['chain']['number']}\n"
    head += "".join(f"seat {c['seat']} {c['text']}\n" for c in game["contributions"])
    for number, throw in enumerate(game["throws"], 1):
        fair = throw["sides"] and faces(secret, head, number, throw["sides"], len(throw["faces"]))
        if throw["index"] != number or throw["faces"] != fair:
            yield f"ply {throw['ply']}: throw {throw['index']} is {throw['faces']}, not {fair}"

game = json.load(open(sys.argv[1], encoding="utf-8"))
wrong = list(differences(game))
print("\n".join(wrong) or f"{len(game['throws'])} throws, every face as it had to fall")
sys.exit(bool(wrong))
