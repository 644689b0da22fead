"""Runs inside GNU Backgammon: are its legal plays those that write_plays wrote?

GNU_PLAYS names that file, GNU_REPORT the one to write.  Each play that the
program hints at is played here on the board it shows, and the position after it
compared as a Position ID.  The last line is "positions N plays N different N".
"""
import os
import re

import gnubg

SETTINGS = (
    "new session",
    "set display off",
    "set threads 2",  # with one, each hint waits a hundredth of a second
    "set automatic roll off",
    "set automatic game off",
    "set automatic move off",
    "set automatic bearoff off",
    "set player 0 human",
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation chequerplay evaluation prune off",
)
EVERY_PLAY = 1 << 20
STEPS = re.compile(r"^([^/]+)((?:/[^/(]+)+)(?:\((\d)\))?$")


def place(word):
    """A point's index in a side's row: 0 is its own 1-point, 24 the bar, -1 off."""
    word = word.rstrip("*")
    return {"bar": 24, "off": -1}.get(word) if word in ("bar", "off") else int(word) - 1


def played(board, text):
    """The Position ID after the mover (the second row) has played the text."""
    other, mover = list(board[0]), list(board[1])
    for word in text.split():
        first, path, times = STEPS.match(word).groups()
        for _ in range(int(times or 1)):
            here = place(first)
            for stop in path[1:].split("/"):
                there = place(stop)
                mover[here] -= 1
                if there >= 0:
                    mover[there] += 1
                    if other[23 - there]:
                        other[24] += other[23 - there]
                        other[23 - there] = 0
                here = there
    # Whoever has moved is no longer on roll, unless the game is over.
    return gnubg.positionid((mover, other) if any(mover) else (other, mover))


def hinted(ids):
    gnubg.command("set gnubgid " + ids)
    shown = gnubg.positionid(gnubg.board())
    if shown != ids.split(":")[0]:
        raise ValueError("the program has set up %s for %s" % (shown, ids))
    try:
        hint = gnubg.hint(EVERY_PLAY)
    except Exception:  # it has no word for "nobody can move"
        return set()
    board = gnubg.board()
    return {played(board, h["move"]) for h in (hint or {}).get("hint", ())}


def main():
    positions = plays = different = 0
    kinds = {}
    for command in SETTINGS:
        gnubg.command(command)
    with open(os.environ["GNU_PLAYS"]) as lines, open(os.environ["GNU_REPORT"], "w") as out:
        for line in lines:
            kind, ids, *ours = line.split()
            theirs = hinted(ids)
            positions += 1
            plays += len(ours)
            kinds[kind if ours else "none"] = kinds.get(kind if ours else "none", 0) + 1
            if theirs != set(ours) or len(ours) != len(set(ours)):
                different += 1
                print("%s: only here %s, only there %s" % (
                    ids, sorted(set(ours) - theirs), sorted(theirs - set(ours))), file=out)
        print("kinds", *("%s=%d" % k for k in sorted(kinds.items())), file=out)
        print("positions %d plays %d different %d" % (positions, plays, different), file=out)


main()
