package main

import (
	"path/filepath"
	"testing"
)

// Invitations go out by SMTP, answers come in by IMAP, the seats fill, and the game begins.
func TestPlayersAreInvitedByMail(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	stop := w.serve()
	defer stop()
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--invite", "anna@example.test,ben@example.test"},
		"game mill is looking for players", "2 invitations are queued")
	w.must([]string{"lobby"}, "mill", "2 of 2 seats are free")
	invited, _ := w.mail("anna@example.test", "you are invited to play The ford")
	w.writes("anna@example.test", invited, "Gladly.\nJOIN mill fagel")
	w.mail("anna@example.test", "mill: you play Heer van Fagel")
	w.must([]string{"lobby", "WHO", "mill"}, "anna@example.test", "invited          ben@example.test")
	w.mail("umpire@example.test", "anna@example.test has joined")
	invited, _ = w.mail("ben@example.test", "you are invited")
	w.writes("ben@example.test", invited, "JOIN")
	w.mail("ben@example.test", "mill: you play Comte de Guiche")
	opening, _ := w.mail("ben@example.test", "[mill] turn 1: the opening")
	w.mail("anna@example.test", "[mill] turn 1: the opening")
	w.writes("ben@example.test", opening, "To Champagne: general advance")
	w.mail("ben@example.test", "1 order accepted")
	w.must([]string{"audit", "mill"}, "turn 1")
	w.must([]string{"verify", "--stream"}, "no fault")
}
