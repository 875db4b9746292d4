package host

import (
	"slices"
	"testing"
	"time"
)

// A clock that is set back would put off by as much what is to be tried again in a moment: all is looked at anew.
func TestAgendaIsGoneThroughWhereTheClockIsSetBack(t *testing.T) {
	a, now := newAgenda(), time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	a.Due(now)
	a.Put("mill", now.Add(5*time.Second))
	if due := a.Due(now.Add(-time.Second)); len(due) != 0 { // as clocks are set by a network all the time
		t.Errorf("a second earlier is due: %v", due)
	}
	if due := a.Due(now.Add(-9 * 24 * time.Hour)); !slices.Equal(due, []string{"mill"}) {
		t.Errorf("days earlier is due: %v, want the mill", due)
	}
	if next := a.Next(now); !next.IsZero() {
		t.Errorf("what was looked at is to be looked at again at %s", next)
	}
}
