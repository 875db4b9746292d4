package admin

import (
	"context"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
)

// StoreReport is the result of a check of the whole store.
type StoreReport struct {
	Commits uint64   `json:"commits"`
	Events  uint64   `json:"events"`
	Games   int      `json:"games"`
	Faults  []string `json:"faults"`
}

// VerifyStore reads the whole log (gaps, chains, settings and files), adjudicates every turn of every game again, and
// checks that the vault has everything that the record names.
func (d *Admin) VerifyStore(ctx context.Context) (StoreReport, error) {
	r, err := d.Log.Verify(ctx)
	if err != nil {
		return StoreReport{}, err
	}
	out := StoreReport{Commits: r.Commits, Events: r.Events, Games: r.Games, Faults: append([]string{}, r.Faults...)}
	broken := map[string]bool{}
	for _, b := range r.Broken {
		broken[b.Game] = true
		out.Faults = append(out.Faults, b.Error())
	}
	names, err := d.Log.Games(ctx)
	for _, name := range names {
		if name == game.Lobby {
			out.Games--
			continue
		}
		if broken[name] {
			continue // it ends there; the fault was reported
		}
		if _, err := verify.Record(d.Rulesets, lines(d.Log.Game(ctx, name, events.Head{}))); err != nil {
			out.Faults = append(out.Faults, "game "+name+": "+err.Error())
		}
	}
	if err != nil {
		return out, err
	}
	lost, err := d.VaultFaults(ctx)
	out.Faults = append(out.Faults, lost...)
	return out, err
}
