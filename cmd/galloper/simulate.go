package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/simulate"
)

func newSimulate() *cobra.Command {
	var o simulate.Options
	var seeds uint64
	trace, mutant := false, ""
	c := &cobra.Command{
		Use:   "simulate",
		Short: "Play several daemons against faults drawn by seed",
		Long: `Plays a game with several daemons in virtual time, on a model of the servers, the mailbox and the
mail server, while things go wrong by seed: daemons are killed, frozen and cut off, servers vote,
answers are lost or old, clocks jump. Then all is healed, and nothing may be lost, nothing may have
happened twice, and every mail must be answered. The same seed plays the same story again; --trace
shows it. The exit status is 1 if anything does not hold.`,
		Example: example(
			"galloper simulate --seed 7 --trace",
			"galloper simulate --seeds 1000",
			"galloper simulate --seeds 20 --without claim"),
		GroupID: "offline",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Mutant = simulate.Mutant(mutant)
			if mutant != "" && !slices.Contains(simulate.Mutants(), o.Mutant) {
				return usage(fmt.Sprintf("it is one of %v", simulate.Mutants()), "there is no guard %q to leave out", mutant)
			}
			if trace {
				o.Trace = cmd.OutOrStdout()
			}
			return simulateSeeds(cmd, o, seeds)
		},
	}
	c.Flags().Uint64Var(&o.Seed, "seed", 1, "the first seed `N`")
	c.Flags().Uint64Var(&seeds, "seeds", 1, "how many seeds `N`")
	c.Flags().IntVar(&o.Daemons, "daemons", 3, "how many daemons `N`")
	c.Flags().IntVar(&o.Faults, "faults", 200, "how many faults `N` a seed")
	c.Flags().StringVar(&mutant, "without", "", "leave out a `GUARD` (expectation, claim, stale or silence), to see that it is missed")
	c.Flags().BoolVar(&trace, "trace", false, "print all that happens")
	return c
}

// simulateSeeds plays the seeds and prints the results.
func simulateSeeds(cmd *cobra.Command, o simulate.Options, seeds uint64) error {
	faults, seen, broken, first := map[string]int{}, map[string]int{}, 0, o.Seed
	var mails, sent, twice, turns int
	var took, rest time.Duration
	begun, told := time.Now(), time.Now()
	for ; o.Seed < first+seeds && cmd.Context().Err() == nil; o.Seed++ {
		r := simulate.Run(cmd.Context(), o)
		if cmd.Context().Err() != nil { // an interrupted run isn't a failure
			break
		}
		for _, b := range r.Broken {
			printf(cmd, "seed %d: %s\n", o.Seed, b)
		}
		broken += min(len(r.Broken), 1)
		mails, sent, twice, turns = mails+r.Mails, sent+r.Sent, twice+r.Twice, turns+r.Turns
		took, rest = took+r.Took, max(rest, r.Rest)
		add(faults, r.Faults)
		add(seen, r.Seen)
		if time.Since(told) > 10*time.Second {
			told = time.Now()
			printf(cmd, "%d of %d seeds, %d broken\n", o.Seed-first+1, seeds, broken)
		}
	}
	printf(cmd, "%d seeds in %s, %d of them broken; %s of virtual time, %d turns\n", o.Seed-first,
		time.Since(begun).Round(time.Second), broken, took.Round(time.Hour), turns)
	printf(cmd, "%d mails of players, %d sent, %d sent again whose fate was not known\n", mails, sent, twice)
	printf(cmd, "at rest at most %s after the faults\n", rest.Round(time.Second))
	printf(cmd, "faults: %s\n", counted(faults))
	printf(cmd, "seen: %s\n", counted(seen))
	if broken > 0 {
		return quiet(statusNo)
	}
	return nil
}

func add(to, more map[string]int) {
	for what, n := range more {
		to[what] += n
	}
}

// counted formats counts: `killed 12, frozen 9`.
func counted(counts map[string]int) string {
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", what, counts[what]))
	}
	return strings.Join(parts, ", ")
}
