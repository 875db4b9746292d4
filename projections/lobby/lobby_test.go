package lobby_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/events"
	"galloper/projections/lobby"
)

var noon = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

func fold(data ...events.Data) *lobby.Lobby {
	l := &lobby.Lobby{}
	for _, d := range data {
		l.Apply(d, noon)
	}
	return l
}

func offered(confirm bool) events.LobbyOffered {
	return events.LobbyOffered{Game: "mill",
		Seats:   []events.LobbySeat{{ID: "a.x", Side: "a"}, {ID: "a.y", Side: "a"}, {ID: "b.z", Side: "b"}},
		Umpires: []string{"u"},
		Staff:   []events.SeatStaffed{{Seat: "a.y", Temper: "bold"}}, Confirm: confirm}
}

func free(o lobby.Offer) string {
	var ids []string
	for _, s := range o.Free() {
		ids = append(ids, s.ID)
	}
	return strings.Join(ids, " ")
}

func TestSeatsFillAndFallFree(t *testing.T) {
	l := fold(offered(false), events.LobbyInvited{Game: "mill", Address: "p1"},
		events.LobbyJoined{Game: "mill", Address: "p1", Seat: "a.x"},
		events.LobbyJoined{Game: "mill", Address: "p2", Wanted: "a.x"})
	o, ok := l.Offer("mill")
	if !ok || free(o) != "b.z" || !slices.Equal(o.Waiting(), []string{"p2"}) || o.Full() {
		t.Fatalf("free %v, waiting %v, full %v", o.Free(), o.Waiting(), o.Full())
	}
	l.Apply(events.LobbyJoined{Game: "mill", Address: "p2", Seat: "b.z"}, noon)
	if o, _ = l.Offer("mill"); !o.Full() || len(o.Players) != 2 || o.Holder("b.z") != "p2" {
		t.Errorf("with every seat taken: %+v", o)
	}
	l.Apply(events.LobbyLeft{Game: "mill", Address: "p1"}, noon)
	if o, _ = l.Offer("mill"); free(o) != "a.x" || o.Concerns("p1") || !o.Concerns("u") {
		t.Errorf("after one has left: %+v", o)
	}
}

func TestAnUnconfirmedPlayerDoesNotFillTheGame(t *testing.T) {
	l := fold(offered(true), events.LobbyJoined{Game: "mill", Address: "p1", Seat: "a.x"},
		events.LobbyJoined{Game: "mill", Address: "p2", Seat: "b.z"}, events.LobbyConfirmed{Game: "mill", Address: "p1"})
	o, _ := l.Offer("mill")
	if o.Full() || !slices.Equal(o.Unconfirmed(), []string{"p2"}) {
		t.Errorf("full %v, unconfirmed %v", o.Full(), o.Unconfirmed())
	}
	l.Apply(events.LobbyJoined{Game: "mill", Address: "p1", Seat: ""}, noon) // moves to the waiting list
	if p, _ := func() (lobby.Player, bool) { o, _ := l.Offer("mill"); return o.Of("p1") }(); !p.Confirmed || p.Seat != "" {
		t.Errorf("who moves is confirmed still: %+v", p)
	}
}

func TestStagesAndNamesThatAreUsedAgain(t *testing.T) {
	l := fold(offered(false), events.LobbyStarted{Game: "mill", Reason: "full", Staff: "bold"})
	if o, _ := l.Offer("mill"); o.Stage != lobby.Starting || o.FreeTo != "bold" {
		t.Errorf("started: %+v", o)
	}
	l.Apply(events.LobbyHalted{Game: "mill", Reason: "x"}, noon)
	if o, _ := l.Offer("mill"); o.Stage != lobby.Gathering || o.FreeTo != "" {
		t.Errorf("halted: %+v", o)
	}
	l.Apply(events.LobbyWithdrawn{Game: "mill"}, noon)
	if _, ok := l.Offer("mill"); ok || len(l.Offers()) != 0 {
		t.Error("an offer that was withdrawn is there")
	}
	l.Apply(offered(false), noon)
	if o, ok := l.Offer("mill"); !ok || len(o.Players) != 0 || len(l.Offers()) != 1 {
		t.Errorf("offered anew: %v %+v", ok, o)
	}
}

func TestWhoWasAskedIsKnown(t *testing.T) {
	l := fold(events.LobbyAsked{Address: "s1"}, events.LobbyAsked{Address: "s2"})
	if !l.Known("s1") || l.Known("s3") || l.AskedSince(noon.Add(-time.Hour)) != 2 || l.AskedSince(noon) != 0 {
		t.Errorf("asked: %v", l)
	}
}

// Returned offers are copies.
func TestOffersAreCopies(t *testing.T) {
	l := fold(offered(false), events.LobbyJoined{Game: "mill", Address: "p1", Seat: "a.x"})
	o, _ := l.Offer("mill")
	o.Players[0].Seat = "b.z"
	if again, _ := l.Offer("mill"); again.Players[0].Seat != "a.x" {
		t.Error("a copy that was changed changes the fold")
	}
}

// A player who accepts any seat joins the smaller side.
func TestAnySeatIsOfTheSideWithFewerPlayers(t *testing.T) {
	o, _ := fold(offered(false)).Offer("mill")
	if got := o.Any(); got != "a.x" {
		t.Errorf("in an empty game %q", got)
	}
	o = o.After(events.LobbyJoined{Game: "mill", Address: "p1", Seat: "a.x"})
	if got := o.Any(); got != "b.z" {
		t.Errorf("beside one of side a %q", got)
	}
	if o = o.After(events.LobbyJoined{Game: "mill", Address: "p2", Seat: "b.z"}); o.Any() != "" || !o.Full() {
		t.Errorf("in a full game %q", o.Any())
	}
}

func TestWhoLeavesAGameThatHasBegunIsGone(t *testing.T) {
	l := fold(offered(false), events.LobbyJoined{Game: "mill", Address: "p1"}, events.LobbyMade{Game: "mill"},
		events.LobbyLeft{Game: "mill", Address: "p1"})
	if o, _ := l.Offer("mill"); !slices.Equal(o.Gone, []string{"p1"}) {
		t.Errorf("gone: %v", o.Gone)
	}
	l.Apply(events.LobbyJoined{Game: "mill", Address: "p1"}, noon)
	if o, _ := l.Offer("mill"); len(o.Gone) != 0 || len(o.Waiting()) != 1 {
		t.Errorf("back again: %+v", o)
	}
}
