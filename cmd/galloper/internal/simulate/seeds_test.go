package simulate

import (
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// The tests of this package run sequentially, because each run replaces crypto/rand.

// TestSeeds plays seeds: nothing is lost, nothing happens twice, and every run comes to rest. It plays at least
// 4 and at most 12 seeds, and stops once every rare event has occurred, without which the runs would prove
// little. GALLOPER_SEEDS sets another number; GALLOPER_SEED plays that seed alone and prints all that happens.
func TestSeeds(t *testing.T) {
	rare := []string{"a batch comes again", "a claim of another", "a claim renewed", "a claim taken over",
		"a game without a daemon", "a start by a snapshot", "a torn snapshot", "arrived late", "conflict",
		"done, and not heard of", "mails come again", "no answer", "old answer", "refused, for it was heard twice",
		"sent, and not heard of", "too late to be sent"}
	least, most, seen, n, all := 4, 12, map[string]int{}, 0, Result{}
	if wanted, err := strconv.Atoi(os.Getenv("GALLOPER_SEEDS")); err == nil {
		least, most = wanted, wanted
	}
	o := Options{Seed: 1}
	if seed, err := strconv.ParseUint(os.Getenv("GALLOPER_SEED"), 10, 64); err == nil {
		o.Seed, o.Trace, least, most, rare = seed, t.Output(), 1, 1, nil
	}
	for ; n < most && (n < least || len(rare) > 0); n++ {
		r := Run(t.Context(), o)
		for _, b := range r.Broken {
			t.Errorf("GALLOPER_SEED=%d: %s", o.Seed, b)
		}
		all.Mails, all.Sent, all.Twice, all.Turns = all.Mails+r.Mails, all.Sent+r.Sent, all.Twice+r.Twice, all.Turns+r.Turns
		all.Took, all.Rest = all.Took+r.Took, max(all.Rest, r.Rest)
		for what, times := range r.Seen {
			seen[what] += times
		}
		rare = slices.DeleteFunc(rare, func(what string) bool { return seen[what] > 0 })
		o.Seed++
	}
	for _, what := range rare {
		t.Errorf("in no seed: %s", what)
	}
	if all.Turns < 2*n {
		t.Errorf("only %d turns in %d seeds", all.Turns, n)
	}
	t.Logf("seen: %v", seen)
	t.Logf("%d seeds, %d turns in %s; %d mails of players, %d sent, %d sent again whose fate was not known; at rest after %s",
		n, all.Turns, all.Took.Round(time.Hour), all.Mails, all.Sent, all.Twice, all.Rest.Round(time.Second))
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
