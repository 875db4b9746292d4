#!/usr/bin/env python3
"""Checks a Galloper archive: form, chain, numbering, causes, seeds and dice, and the mails that it brings, not
orders and outcomes: those need the rules (galloper verify). A seat's file it checks as far as it can be. Nor can
it see that the end is missing: compare the head with one that you hold. Needs nothing but Python.
Usage: python3 check.py FILE.jsonl     Written from docs/events.md alone, not from the program."""
import base64, email, email.policy, hashlib, hmac, json, re, sys

def sha(b): return hashlib.sha256(b).digest()

def face(seed, game, turn, die):
    name, kind, salt = die["name"], die["die"], die.get("salt", "")
    n = int(kind.removeprefix("draw").removeprefix("d"))
    for counter in range(1000):
        message = f"{game}|{turn}|{name}|{salt}|{counter}".encode()
        u = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest()[:8], "big")
        if u < 2**64 - 2**64 % n: return u % n + (0 if kind.startswith("draw") or kind == "d10" else 1)

def seeds_of(d, s, p): return {c: bytes.fromhex(d[key]) for c, key in (("S", s), ("P", p)) if d.get(key)}

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

def exact(value):                                              # the one form that the format allows
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").encode()

NAMES = {"mail.received": ["sha256"], "mail.quarantined": ["sha256"], "mail.queued": ["sha256", "address"],
         "seat.assigned": ["address"]}                         # what lies beside the chain, and where it is named
KEYS = ["prev", "v", "game", "id", "first", "at", "actor", "cause", "events", "type", "schema", "data"]
FORMS = {"orders.accepted": 1, "mail.received": 1, "game.created": 1, "turn.reverted": 1, "turn.adjudicated": 1}

def check_cause(c, ids, named, closed):
    cause = c.get("cause")
    turn = re.fullmatch(r"t(\d+)(r\d+)?\.close", cause or "")
    known = not cause or cause in ids or cause in named or turn and int(turn[1]) in closed
    assert known, f"it says that it follows from {cause}, which was not recorded before"

def check_beside(x, named, heads):                             # a mail, an address or a secret
    if "secret" in x: return 0
    name, raw = x.get("mail") or x["address"], base64.b64decode(x.get("raw", ""), validate=True)
    assert "mail" not in x or sha(raw).hex() == name, f"the mail {name} was changed: its hash is {sha(raw).hex()}"
    assert named.pop(name, False), f"no commit names {name}, or it stands there twice"
    if name in heads:                                          # it went out; its proof.txt has the head of the record
        parts = email.message_from_bytes(raw, policy=email.policy.default).walk()
        texts = [p.get_content() for p in parts if p.get_content_type() == "text/plain"]
        assert any(heads[name] in t for t in texts), f"its head is not {heads[name]}: it was sent from another record"
    return name in heads

def check_seat(lines):
    head, known, mails, unopened, renamed, count = lines[0], {}, {}, 0, 0, 0
    known[0] = seeds_of(head, "seed_commit", "sealed_commit")
    for line in lines[1:]:                                     # the seeds that the seat was shown
        known.setdefault(line["turn"], {}).update(seeds_of(line, "seed", "sealed_seed"))
        mails[line["turn"]] = line.get("shared", [])
    for t in sorted(known):
        for chain in set(known[t]) & set(known.get(t - 1, {})):
            assert sha(known[t][chain]) == known[t - 1][chain], f"{chain}[{t}] does not lead to {chain}[{t-1}]"
    for line in lines[1:]:
        turn = max(line["turn"], 1)                            # the opening has the seeds of turn 1
        for die in (die for outcome in line["told"] for die in outcome.get("dice", [])):
            if " " in die["name"] or "?" in die["name"]: renamed += 1          # told under what the seat knew
            elif "set" not in die and ("P" if die.get("sealed") else "S") not in known.get(turn, {}): unopened += 1
            else:
                keys = keyed(known.get(turn, {}), mails[line["turn"]])
                count += check_dice(head["game"], turn, keys, [{"dice": [die]}])
    print(f"{head['game']}, as {head['seat']} knows it: {len(lines) - 1} reports, {count} dice, all right\n"
          + f"not checked: that nothing was left out (the chain is in the umpire's archive alone)"
          + f"; {unopened} dice whose seeds are not shown before the game is over" * (unopened > 0)
          + f"; {renamed} dice told under other names than they were rolled by" * (renamed > 0))

def check(path):
    lines = open(path, "rb").read().removesuffix(b"\n").split(b"\n")
    if b'"prev":' not in lines[0] and b'"seat":' in lines[0]:
        try:
            return check_seat([json.loads(line, object_pairs_hook=once) for line in lines])
        except (AssertionError, KeyError, ValueError) as why: sys.exit(str(why))
    prev, first, game, known, opening, dice, sent = "0" * 64, 1, None, {}, [], 0, 0
    last, reverts, seen, salts, ids, shared, wrote = 0, 0, 0, [], set(), False, {}
    named, heads, closed, beside = {}, {}, set(), False
    for number, line in enumerate(lines, 1):
        try:
            c = json.loads(line, object_pairs_hook=once)
            assert exact(c) == line, "it is not in the one form that a line has"
            if beside := beside or "prev" not in c:
                sent += check_beside(c, named, heads); continue
            assert all(list(x) == [k for k in KEYS if k in x] for x in (c, *c["events"])), f"its keys are {list(c)}"
            assert c["prev"] == prev, "prev is not the hash of the line before it"
            assert c["first"] == first, f"the first event is {c['first']}, {first} comes next"
            assert c["id"] not in ids, f"the id {c['id']} came before"
            for e in c["events"]:
                assert e["schema"] == FORMS.get(e["type"], e["schema"]), f"{e['type']} in a form that is not known"
                named.update({e["data"][k]: True for k in NAMES.get(e["type"], []) if k in e["data"]})
                if e["type"] == "mail.queued" and first > 1:
                    heads[e["data"].get("sha256")] = prev
            check_cause(c, ids, named, closed); ids.add(c["id"])
            assert c["v"] == 1 and c["game"] == (game or c["game"]), "another game or format"
            prev, first, game = sha(line).hex(), first + len(c["events"]), c["game"]
            for e in c["events"]:
                d = e["data"]
                if e["type"] == "game.created":
                    known[0] = seeds_of(d, "seed_commit", "sealed_commit")
                    shared = d.get("settings", {}).get("dice") == "shared"
                elif e["type"] == "orders.accepted": wrote[d["turn"], d["seat"]] = d.get("mail")
                elif e["type"] == "game.opened": opening = d["outcomes"]   # drawn with the seeds of turn 1
                elif e["type"] == "turn.opened": last = d["turn"]
                elif e["type"] == "turn.closed": closed.add(d["turn"])
                elif e["type"] == "turn.reverted":
                    reverts, seen, last = reverts + 1, max(seen, last), d["turn"]
                    wrote = {k: m for k, m in wrote.items() if k[0] <= last}
                elif e["type"] == "turn.adjudicated":
                    t, seeds = d["turn"], seeds_of(d, "seed", "sealed_seed")
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
    print(f"{game}: {first - 1} events, {len(known) - 1} turns, {dice} dice, all right; head {prev}"
          + f"; {sent} mails that went out have the head of their time" * (sent > 0))

check(sys.argv[1])
