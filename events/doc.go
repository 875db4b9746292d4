// Package events is what happens in a game, and how it is kept.
//
// Two kinds of things happen. Input events come from outside: a mail was
// received, a turn was closed, a ruling was given; each is a Data type here.
// Outcomes are what the adjudicator decided from them, and a turn's outcomes lie
// in the event `turn.adjudicated`. Events that happened together form a Commit.
// The commits of a game form a chain: each names the hash of the one before it.
//
// A commit is stored as one line of JSON, and exported as exactly those bytes:
//
//	{"prev":"00…","v":1,"game":"quiberon","id":"…","first":1,"at":"2027-01-31T09:00:00Z",
//	 "actor":"clock","events":[{"type":"turn.closed","schema":1,"data":{"turn":1,"reason":"deadline"}}]}
//
// (here on two, for the width of the page).
//
// An outcome has a canonical text for people and a flat JSON object for machines:
//
//	volley.fired firer=1foot.b target=2swiss hits=1 clause=7.4 dice=volley/fire/1foot.b>2swiss#1:3
//
// Log is where commits are kept; memlog and natslog are two, under the one suite
// of logtest. archive reads and checks what was exported. vault holds what must
// be erasable, and therefore is never in a commit: addresses, raw mails, seeds
// yet to come.
//
// The package decides nothing and knows no ruleset. It is pure: it reads no
// clock and no disk.
package events
