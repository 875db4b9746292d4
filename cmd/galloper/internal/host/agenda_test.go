package host

import (
	"slices"
	"testing"
	"time"
)

// Setting the clock back would delay retries by that much, so all games are checked again.
func TestAgendaIsGoneThroughWhereTheClockIsSetBack(t *testing.T) {
	a, now := newAgenda(), time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	a.Due(now)
	a.Put("mill", now.Add(5*time.Second))
	if due := a.Due(now.Add(-time.Second)); len(due) != 0 { // as network time does all the time
		t.Errorf("a second earlier is due: %v", due)
	}
	if due := a.Due(now.Add(-9 * 24 * time.Hour)); !slices.Equal(due, []string{"mill"}) {
		t.Errorf("days earlier is due: %v, want the mill", due)
	}
	if next := a.Next(now); !next.IsZero() {
		t.Errorf("what was looked at is to be looked at again at %s", next)
	}
}
