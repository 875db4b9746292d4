package campaign_test

import (
	"testing"
	"time"

	"galloper/events"
)

// After a revert, the reverted turns do not count as silent.
func TestRevertCountsSilenceAnew(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.SeatReady{Seat: north, Turn: 1}, events.TurnClosed{Turn: 1, Reason: "deadline"}, result(1),
		events.TurnOpened{Turn: 2})
	for n := 2; n <= 3; n++ {
		r.write(events.TurnClosed{Turn: n, Reason: "deadline"}, result(n), events.TurnOpened{Turn: n + 1})
	}
	r.write(events.TurnReverted{Turn: 3, Reason: "a mail was lost"}, events.TurnOpened{Turn: 3})
	c := r.fold()
	for id, want := range map[string]int{north: 1, south: 2} {
		if s, _ := c.Seat(id); s.Silent != want {
			t.Errorf("%s was silent for %d turns, want %d", id, s.Silent, want)
		}
	}
}

func TestMovesOfTheDeadlineAreAddedUpByWhoMadeThem(t *testing.T) {
	r := started(t, events.Settings{})
	due := r.fold().Current().Deadline
	r.write(events.TurnExtended{Turn: 1, Deadline: due.Add(24 * time.Hour), Reason: "post"})
	r.write(events.TurnExtended{Turn: 1, Deadline: due.Add(30 * time.Hour), Reason: "post"})
	r.now = due.Add(40 * time.Hour) // after the deadline: an extension counts from now
	r.write(events.TurnExtended{Turn: 1, Deadline: due.Add(45 * time.Hour), Reason: "post"})
	turn := r.fold().Current()
	if got := turn.Given("clock"); got != 35*time.Hour || len(turn.Moves) != 3 {
		t.Errorf("%d moves gave %s, want 35h in three", len(turn.Moves), got)
	}
	if got := turn.Given("umpire"); got != 0 {
		t.Errorf("the umpire gave %s, and moved nothing", got)
	}
}

func TestMailThatCouldNotBeReadIsAnExceptionUntilOneCould(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.MailReceived{Seat: north, SHA256: events.Sum([]byte("1")), Unread: 2})
	if got := r.fold().Current().Unread; len(got) != 1 || got[0].Seat != north || got[0].Lines != 2 {
		t.Fatalf("unread: %+v", got)
	}
	r.write(events.OrdersAccepted{Seat: north, Turn: 1, Orders: []string{"HOLD", "HALT"}, Numbers: []int{1, 3}})
	turn := r.fold().Current()
	if len(turn.Unread) != 0 {
		t.Errorf("made good, it is still unread: %+v", turn.Unread)
	}
	if o, _ := turn.Of(north); len(o.Numbers) != 2 || o.Numbers[1] != 3 {
		t.Errorf("the orders have the numbers %v", o.Numbers)
	}
}

func TestStandInCalls(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.StandInAsked{Seat: north, Turn: 1, Address: "a", Silent: 2}, events.StandInAsked{Seat: south, Turn: 1,
		Address: "b", Silent: 2})
	r.write(events.StandInDeclined{Seat: south, Turn: 1, Address: "b"}, events.SeatAssigned{Seat: north, Address: "a"})
	calls := r.fold().StandInCalls()
	if len(calls) != 2 || calls[0].Answer != "accepted" || calls[1].Answer != "declined" {
		t.Errorf("calls: %+v", calls)
	}
	if s, _ := r.fold().Seat(north); len(s.Addresses) != 1 {
		t.Errorf("the stand-in has not the seat: %+v", s)
	}
}
