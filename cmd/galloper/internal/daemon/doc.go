// Package daemon runs games: it is the loop that turns mails into events, events
// into turns, and turns into mails (CONTRACT §2).
//
// It is the only package that knows all the others. What it decides is kept in
// pure functions of what the log says and of what has just come in (decide_*.go,
// schedule.go): they return events. What it does with them is always the same: append
// them in one commit on the head they were decided from, and decide again where
// somebody else was first. Mail goes out only from what is recorded as queued, so a
// crash between any two steps loses nothing and repeats at most an SMTP dialogue.
//
// It knows no rules: a ruleset is data that it hands from one stage to the next.
package daemon
