package web

import (
	"fmt"
	"testing"
	"time"
)

func TestLimiterForgetsWithTime(t *testing.T) {
	l := limiter{most: 2, span: time.Minute}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for i, want := range []bool{true, true, false} {
		if l.allow("a", now) != want {
			t.Errorf("try %d: %v", i, !want)
		}
	}
	if !l.allow("b", now) {
		t.Error("one key is held against another")
	}
	if !l.allow("a", now.Add(time.Minute)) {
		t.Error("it never forgets")
	}
}

func TestLimiterTakesBack(t *testing.T) {
	l := limiter{most: 2, span: time.Minute}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	l.undo("a")
	for i, want := range []bool{true, true, false} {
		if l.allow("a", now) != want {
			t.Errorf("try %d: %v", i, !want)
		}
	}
	l.undo("a")
	if !l.allow("a", now) || l.allow("a", now) {
		t.Error("what was taken back is not to be had once more")
	}
	l.undo("a")
	l.undo("a")
	if len(l.done) != 0 {
		t.Errorf("%d keys are remembered of which nothing is counted", len(l.done))
	}
}

func TestLimiterIsBounded(t *testing.T) {
	l := limiter{most: 1, span: time.Minute}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for i := range maxLimited + 10 {
		l.allow(fmt.Sprint(i), now)
	}
	if len(l.done) > maxLimited || l.allow("late", now) {
		t.Errorf("%d keys are remembered", len(l.done))
	}
	if !l.allow("late", now.Add(time.Minute)) || len(l.done) != 1 {
		t.Errorf("%d keys are remembered a minute later", len(l.done))
	}
}
