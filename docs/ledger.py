#!/usr/bin/env python3
"""Checks the book of a tablasd from outside, with nothing of its code.

Usage: ledger.py URL TOKEN [NUMBER HASH]...     TOKEN: an operator's

Reads every transaction, hashes its text, follows the chain from one to the
next and adds up every wallet, purse and pot.  A NUMBER and a HASH that were
noted from /v1/ledger/proof earlier must still be those of the book.
"""
import collections
import hashlib
import json
import re
import sys
import urllib.parse
import urllib.request


def transactions(url, token):
    page = url + "/v1/ledger/transactions?limit=200"
    while page:
        wish = urllib.request.Request(page, headers={"Authorization": "Bearer " + token})
        with urllib.request.urlopen(wish) as answer:
            yield from json.load(answer)["transactions"]
            link = re.match(r"<([^>]+)>", answer.headers.get("Link", ""))
            page = urllib.parse.urljoin(url, link[1]) if link else None


def check(url, token, noted):
    before, number, postings, chips = "0" * 64, 0, 0, collections.Counter()
    for t in transactions(url, token):
        text, number = t["text"], number + 1
        lines = [line.split(" ", 8) for line in text.splitlines()]
        assert hashlib.sha256(text.encode()).hexdigest() == t["hash"], f"{number}: hash"
        assert lines[1] == ["before", before], f"{number}: it does not follow from the one before"
        assert lines[2][1] == str(number), f"{number}: a transaction is missing"
        for _, _, _, amount, giver, out_of, taker, into, *_ in lines[4:]:
            chips[giver, out_of] -= int(amount)
            chips[taker, into] += int(amount)
            assert giver != "2" or chips[giver, out_of] >= 0, f"{number}: a pot had fewer chips"
            postings += 2
        assert int(lines[3][1]) == postings, f"{number}: the count of entries"
        assert int(lines[3][2]) == -chips["1", "0"], f"{number}: the chips issued"
        assert noted.pop(str(number), t["hash"]) == t["hash"], f"{number}: not the hash that was noted"
        before = t["hash"]
    in_play = sum(n for (_, purse), n in chips.items() if purse != "0")
    assert not number or int(lines[3][3]) == in_play, "the chips in play"
    assert not noted, f"transactions that were noted are not there: {', '.join(noted)}"
    return f"{number} transactions, {postings} entries, {in_play} chips in play, head {before}"


if len(sys.argv) < 3 or len(sys.argv) % 2 == 0:
    sys.exit(__doc__)
try:
    print(check(sys.argv[1], sys.argv[2], dict(zip(sys.argv[3::2], sys.argv[4::2]))))
except AssertionError as wrong:
    sys.exit(f"the book is not true: transaction {wrong}")
