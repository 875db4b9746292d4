// Package daemon runs games: its loop turns mails into events, events into turns, and turns into mails.
//
// It is the only package that imports all the others. Decisions are pure functions of the log and of new input
// (packages game and schedule) that return events. The daemon appends those in one commit on the head they were decided
// from, and decides again if another commit was first. Only mail recorded as queued is sent, so a crash between any two
// steps loses nothing and repeats one SMTP dialogue at most.
//
// The daemon knows no rules: it passes a ruleset from one stage to the next as data.
package daemon
