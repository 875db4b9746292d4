#!/usr/bin/env python3
"""Checks a Galloper archive: chain, numbering, seeds and dice, not orders and outcomes: those
need the rules (galloper verify). A seat's file it checks as far as it can be. Needs nothing but Python.
Usage: python3 check.py FILE.jsonl     Written from docs/events.md alone, not from the program."""
import hashlib, hmac, json, sys

def sha(b): return hashlib.sha256(b).digest()

def face(seed, game, turn, die):
    name, kind, salt = die["name"], die["die"], die.get("salt", "")
    n = int(kind.removeprefix("draw").removeprefix("d"))
    counter, limit = 0, 2**64 - 2**64 % n
    while True:
        message = f"{game}|{turn}|{name}|{salt}|{counter}".encode()
        u = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest()[:8], "big")
        if u < limit:
            return u % n + (0 if kind.startswith("draw") or kind == "d10" else 1)
        counter += 1

def keyed(seeds, mails):                                       # dice that the players share
    message = b"".join(bytes.fromhex(m) for m in mails)
    return {c: hmac.new(s, message, hashlib.sha256).digest() for c, s in seeds.items()} if mails else seeds

def check_dice(game, turn, seeds, outcomes):
    count = 0
    for outcome in outcomes:
        for die in outcome.get("dice", []):
            if "set" in die: continue                          # a person gave its value
            want = face(seeds["P" if die.get("sealed") else "S"], game, turn, die)
            assert die["value"] == want, f"die {die['name']} shows {die['value']}, its seed gives {want}"
            count += 1
    return count

def check_salts(game, salts, turn, seed):
    for r, m, t, salt in salts:                                # of turns played again, once S[m+1] is known
        if m + 1 == turn:
            want = hmac.new(seed, f"branch|{game}|{r}|{t}".encode(), hashlib.sha256).hexdigest()[:16]
            assert salt == want, f"turn {t} was played again with the salt {salt}; S[{turn}] gives {want}"

def once(pairs):                                               # Python would take the last of two, others the first
    keys = [key.lower() for key, _ in pairs]
    assert len(set(keys)) == len(keys), f"a key stands twice: {sorted(keys)}"
    return dict(pairs)

def keys_of(value):
    if isinstance(value, list): return [k for v in value for k in keys_of(v)]
    return [k for key, v in value.items() for k in [key] + keys_of(v)] if isinstance(value, dict) else []

def check_seat(lines):
    head, known, mails, unopened, renamed, count = lines[0], {}, {}, 0, 0, 0
    known[0] = {"S": bytes.fromhex(head["seed_commit"]), "P": bytes.fromhex(head["sealed_commit"])}
    for line in lines[1:]:                                     # the seeds that the seat was shown
        shown = {"S": line.get("seed"), "P": line.get("sealed_seed")}
        known.setdefault(line["turn"], {}).update({c: bytes.fromhex(s) for c, s in shown.items() if s})
        mails[line["turn"]] = line.get("shared", [])
    for t in sorted(known):
        for chain in set(known[t]) & set(known.get(t - 1, {})):
            assert sha(known[t][chain]) == known[t - 1][chain], f"{chain}[{t}] does not lead to {chain}[{t-1}]"
    for line in lines[1:]:
        turn = max(line["turn"], 1)                            # the opening is drawn with the seeds of turn 1
        for die in (die for outcome in line["told"] for die in outcome.get("dice", [])):
            if " " in die["name"] or "?" in die["name"]:       # told under what the seat knew: no name to roll by
                renamed += 1
            elif "set" not in die and ("P" if die.get("sealed") else "S") not in known.get(turn, {}):
                unopened += 1
            else:
                keys = keyed(known.get(turn, {}), mails[line["turn"]])
                count += check_dice(head["game"], turn, keys, [{"dice": [die]}])
    print(f"{head['game']}, as {head['seat']} knows it: {len(lines) - 1} reports, {count} dice, all right")
    print(f"not checked: that nothing was left out (the chain is in the umpire's archive alone)"
          + f"; {unopened} dice whose seeds are not shown before the game is over" * (unopened > 0)
          + f"; {renamed} dice told under other names than they were rolled by" * (renamed > 0))

def check(path):
    lines = open(path, "rb").read().removesuffix(b"\n").split(b"\n")
    if b'"prev":' not in lines[0] and b'"seat":' in lines[0]:
        try:
            return check_seat([json.loads(line, object_pairs_hook=once) for line in lines])
        except (AssertionError, KeyError, ValueError) as why:
            sys.exit(f"{why!r}" if not isinstance(why, AssertionError) else str(why))
    prev, first, game, known, opening, dice = "0" * 64, 1, None, {}, [], 0
    last, reverts, seen, salts, ids, shared, wrote = 0, 0, 0, [], set(), False, {}
    for number, line in enumerate(lines, 1):
        try:
            c = json.loads(line, object_pairs_hook=once)
            assert all(key.isascii() for key in keys_of(c)), "a key is not plain"
            if "prev" not in c: continue                       # a mail, address or secret beside the chain
            assert c["prev"] == prev, "prev is not the hash of the line before it"
            assert c["first"] == first, f"the first event is {c['first']}, {first} comes next"
            assert c["id"] not in ids, f"the id {c['id']} came before"
            ids.add(c["id"])
            assert c["v"] == 1 and c["game"] == (game or c["game"]), "another game or format"
            prev, first, game = sha(line).hex(), first + len(c["events"]), c["game"]
            for e in c["events"]:
                d = e["data"]
                if e["type"] == "game.created":
                    known[0] = {"S": bytes.fromhex(d["seed_commit"]), "P": bytes.fromhex(d["sealed_commit"])}
                    shared = d.get("settings", {}).get("dice") == "shared"
                elif e["type"] == "orders.accepted":
                    wrote[d["turn"], d["seat"]] = d.get("mail")
                elif e["type"] == "game.opened":
                    opening = d["outcomes"]                    # drawn with the seeds of turn 1
                elif e["type"] == "turn.opened":
                    last = d["turn"]
                elif e["type"] == "turn.reverted":
                    reverts, seen, last = reverts + 1, max(seen, last), d["turn"]
                    wrote = {k: m for k, m in wrote.items() if k[0] <= last}
                elif e["type"] == "turn.adjudicated":
                    t, seeds = d["turn"], {"S": bytes.fromhex(d["seed"]), "P": bytes.fromhex(d["sealed_seed"])}
                    for chain in "SP":
                        assert sha(seeds[chain]) == known[t - 1][chain], f"{chain}[{t}] does not lead to {chain}[{t-1}]"
                    known[t] = seeds
                    if "salt" in d:
                        assert t <= seen, f"turn {t} has a salt, but was not played before"
                        salts.append((reverts, seen, t, d["salt"]))
                    check_salts(game, salts, t, seeds["S"])
                    mails = [m for (turn, _), m in sorted(wrote.items()) if turn == t and m] if shared else []
                    assert d.get("shared", []) == mails, f"the mails that share the dice of turn {t} are {mails}"
                    dice += check_dice(game, t, seeds, opening)
                    dice += check_dice(game, t, keyed(seeds, mails), d["outcomes"])
                    opening = []
        except (AssertionError, KeyError, ValueError) as why:
            sys.exit(f"line {number}: {why!r}" if not isinstance(why, AssertionError) else f"line {number}: {why}")
    print(f"{game}: {first - 1} events, {len(known) - 1} turns, {dice} dice, all right; head {prev}")

check(sys.argv[1])
