// Package events defines the events of a game and how they are stored.
//
// There are two kinds. Input events come from outside: a mail was received, a turn was closed, a ruling was given;
// each is a Data type here. Outcomes are the adjudicator's results; a turn's outcomes are part of its event
// `turn.adjudicated`. Events that happened together form a Commit. The commits of a game form a chain, in which each
// contains the hash of the previous one.
//
// A commit is stored as one line of JSON, and exported as exactly those bytes:
//
//	{"prev":"00…","v":1,"game":"quiberon","id":"…","first":1,"at":"2027-01-31T09:00:00Z",
//	 "actor":"clock","events":[{"type":"turn.closed","schema":1,"data":{"turn":1,"reason":"deadline"}}]}
//
// (shown here on two lines).
//
// An outcome has a canonical text for people and a flat JSON object for machines:
//
//	volley.fired firer=1foot.b target=2swiss hits=1 clause=7.4 dice=volley/fire/1foot.b>2swiss#1:3
//
// Log stores commits; memlog and natslog implement it, and logtest is their common test suite. Package archive reads
// and checks exports. Package vault holds data that must be erasable, and is therefore never in a commit: addresses,
// raw mails, seeds of later turns.
//
// The package makes no decisions and knows no ruleset. It is pure: it reads no clock and no disk.
package events
