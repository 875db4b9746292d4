package simulate

import (
	"os"
	"slices"
	"strconv"
	"testing"
)

// The tests of this package run sequentially, because each run replaces crypto/rand.

// TestSeeds plays seeds: nothing is lost, nothing happens twice, and every run comes to rest. It plays at least
// 4 and at most 12 seeds, and stops once every rare event has occurred, without which the runs would prove
// little. GALLOPER_SEEDS sets another number.
func TestSeeds(t *testing.T) {
	rare := []string{"a batch comes again", "a claim of another", "a claim renewed", "a claim taken over",
		"a game without a daemon", "a start by a snapshot", "a torn snapshot", "arrived late", "conflict",
		"done, and not heard of", "mails come again", "no answer", "old answer", "refused, for it was heard twice",
		"sent, and not heard of", "too late to be sent"}
	least, most, seen, turns, n := 4, 12, map[string]int{}, 0, 0
	if wanted, err := strconv.Atoi(os.Getenv("GALLOPER_SEEDS")); err == nil {
		least, most = wanted, wanted
	}
	for ; n < most && (n < least || len(rare) > 0); n++ {
		r := Run(t.Context(), Options{Seed: uint64(n) + 1})
		for _, b := range r.Broken {
			t.Errorf("galloper simulate --seed %d: %s", n+1, b)
		}
		turns += r.Turns
		for what, times := range r.Seen {
			seen[what] += times
		}
		rare = slices.DeleteFunc(rare, func(what string) bool { return seen[what] > 0 })
	}
	for _, what := range rare {
		t.Errorf("in no seed: %s", what)
	}
	if turns < 2*n {
		t.Errorf("only %d turns in %d seeds", turns, n)
	}
	t.Logf("%d seeds, %d turns, %v", n, turns, seen)
}

// TestSameSeedSameStory: a seed gives the same run each time, to the last line of its trace.
func TestSameSeedSameStory(t *testing.T) {
	for seed := range uint64(3) {
		o := Options{Seed: seed + 1, Faults: 60}
		first := Run(t.Context(), o)
		if again := Run(t.Context(), o); again.Trace != first.Trace {
			t.Errorf("seed %d: %s, then %s", seed+1, first.Trace, again.Trace)
		}
		o.Seed += 100
		if other := Run(t.Context(), o); other.Trace == first.Trace {
			t.Errorf("seeds %d and %d are the same story", seed+1, o.Seed)
		}
	}
}

// TestMutantsAreFound leaves out one guard at a time. Some seed must detect its absence.
func TestMutantsAreFound(t *testing.T) {
	for _, m := range Mutants() {
		const most = 60
		found := false
		for seed := range uint64(most) {
			if r := Run(t.Context(), Options{Seed: seed + 1, Mutant: m}); len(r.Broken) > 0 {
				t.Logf("without %s seed %d is broken: %s", m, seed+1, r.Broken[0])
				found = true
				break
			}
		}
		if !found {
			t.Errorf("%d seeds do not miss the guard %q", most, m)
		}
	}
}
