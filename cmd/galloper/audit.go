package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/projections"
	"galloper/projections/history"
)

// audit holds the settings of one run of `galloper audit`.
type audit struct {
	filter history.Filter
	asJSON bool
	follow bool
	story  bool
}

func newAudit(o *options) *cobra.Command {
	a := audit{}
	c := &cobra.Command{
		Use:   "audit [GAME|FILE]",
		Short: "Show the history of a game: orders, arrival times, die rolls and rule clauses",
		Long: `Prints everything recorded about a game in the store, or in the archive FILE: mails, orders, turns,
each outcome with its clause and dice, and rulings. It shows both sides, so it is only for those who
run the game. Without a name it lists the games.`,
		Example: example("galloper audit", "galloper audit quiberon --story", "galloper audit quiberon --turn 3",
			"galloper audit quiberon --seat french.north --follow"),
		GroupID: "look",
		Args:    args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, names []string) error {
			if len(names) == 0 {
				return o.listGames(cmd, a.asJSON)
			}
			return a.run(cmd, o, names[0])
		},
	}
	c.Flags().IntVar(&a.filter.Turn, "turn", 0, "show only turn `N`")
	c.Flags().StringVar(&a.filter.Seat, "seat", "", "show only entries about `SEAT`")
	c.Flags().BoolVar(&a.follow, "follow", false, "keep printing new entries (needs a running server)")
	c.Flags().BoolVar(&a.asJSON, "json", false, "print an object for each entry")
	c.Flags().BoolVar(&a.story, "story", false,
		"tell the game as a story for outsiders, without mails, seeds and sightings")
	c.MarkFlagsMutuallyExclusive("story", "json")
	c.MarkFlagsMutuallyExclusive("story", "follow")
	return c
}

func (o *options) listGames(cmd *cobra.Command, asJSON bool) error {
	return o.withStore(cmd.Context(), false, func(s backend) error {
		names, err := s.GameNames(cmd.Context())
		if err != nil {
			return err
		}
		if asJSON {
			return printJSON(cmd.OutOrStdout(), names)
		}
		for _, n := range names {
			printf(cmd, "%s\n", n)
		}
		if len(names) == 0 {
			printf(cmd, "there are no games; create one with galloper new\n")
		}
		return nil
	})
}

func (a *audit) run(cmd *cobra.Command, o *options, name string) error {
	commits, err := o.commitsOf(cmd.Context(), name)
	if err != nil {
		return err
	}
	h := &history.History{}
	shown := 0
	for _, c := range commits {
		if err := h.Apply(&c); err != nil {
			return failed(err, "run galloper verify to find the damaged line", "cannot read the history")
		}
	}
	out := onScreen(cmd, !a.follow && !a.asJSON)
	if a.story {
		return errors.Join(a.tell(cmd.Context(), out, o, name, h), out.close())
	}
	shown, err = a.show(out, h, shown)
	if !a.follow {
		return errors.Join(err, out.close())
	}
	if err != nil {
		return err
	}
	return a.goOn(cmd, o, name, h, shown, commits[len(commits)-1].Last())
}

func (a *audit) tell(ctx context.Context, out io.Writer, o *options, name string, h *history.History) error {
	g, _, err := o.gameOf(ctx, name)
	if err != nil {
		return err
	}
	return game.Story(g, out, slices.Collect(h.Select(a.filter)))
}

// show prints the entries after the first n and returns the total.
func (a *audit) show(out *screen, h *history.History, n int) (int, error) {
	seen := 0
	for e := range h.Select(a.filter) {
		if seen++; seen <= n {
			continue
		}
		if a.asJSON {
			if err := printJSON(out, e); err != nil {
				return seen, err
			}
			continue
		}
		if _, err := io.WriteString(out, out.paint(string(e.AppendText(nil)))); err != nil {
			return seen, err
		}
	}
	return seen, nil
}

// followEvery is the interval for polling a running server for new events.
const followEvery = 500 * time.Millisecond

// goOn prints new entries until it is interrupted.
func (a *audit) goOn(cmd *cobra.Command, o *options, name string, h *history.History, shown int, last uint64) error {
	c, err := o.loadConfig()
	if err != nil {
		return err
	}
	client, err := daemon.Dial(cmd.Context(), c.Store.Dir)
	if err != nil {
		return failed(err, "start galloper serve; nothing new happens without it", "there is nothing to follow")
	}
	out := onScreen(cmd, false)
	for {
		select {
		case <-cmd.Context().Done():
			return nil
		case <-time.After(followEvery):
		}
		last, err = catchUp(cmd.Context(), client, name, last, h)
		if cmd.Context().Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if shown, err = a.show(out, h, shown); err != nil {
			return err
		}
	}
}

// catchUp folds the events that a running server has stored after event number last.
func catchUp(ctx context.Context, client *daemon.Client, name string, last uint64, f projections.Fold) (uint64, error) {
	var lines bytes.Buffer
	if err := client.Behind(ctx, &lines, name, last); err != nil {
		return last, err
	}
	for c, err := range commitsIn(&lines) {
		if err == nil {
			err = f.Apply(&c)
		}
		if err != nil {
			return last, err
		}
		last = c.Last()
	}
	return last, nil
}
