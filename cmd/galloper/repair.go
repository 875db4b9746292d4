package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/store"
)

func newRepair(o *options) *cobra.Command {
	var from []string
	lossy, asJSON := false, false
	c := &cobra.Command{
		Use:   "repair [--from ARCHIVE]…",
		Short: "Repair a damaged store from archives",
		Long: `Mends the store from what galloper export wrote: a file for each game, or a folder of them, as
export --follow keeps it. Each archive is verified first. What the store has and the chain proves
is kept, what was lost is restored, nothing is invented; an archive that does not continue the same
chain is refused. If not even store and archive together have all that was acknowledged, nothing is
changed unless you say --accept-loss.

Where one bit of a file has flipped it is turned back, in the log and in the vault: that needs no
archive. The files of the damaged log are kept beside the store. Each game that was mended is held, all its
players are told, and its umpire lets it go on. Without --from settings of the stream that were
changed by hand are set back. No galloper serve may run meanwhile.`,
		Example: example("galloper repair --from quiberon.jsonl", "galloper repair --from /mnt/backup/galloper",
			"galloper repair"),
		GroupID: "game",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			archives, err := savedIn(from)
			if err != nil {
				return err
			}
			r, err := o.repair(cmd, archives, lossy)
			if err != nil {
				return refusal(err)
			}
			if asJSON {
				err = printJSON(cmd.OutOrStdout(), r)
			} else {
				sayRepaired(cmd, r)
			}
			if err == nil && len(r.Still) > 0 {
				err = quiet(statusNo)
			}
			return err
		},
	}
	c.Flags().StringArrayVar(&from, "from", nil, "`ARCHIVE` of a game, or a folder of archives")
	c.Flags().BoolVar(&lossy, "accept-loss", false, "give up what neither the store nor an archive has")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}

// savedIn finds archives: files, and those in folders.
func savedIn(names []string) (list []admin.Saved, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, usage("name the file that galloper export wrote, or the folder of galloper export --follow",
				"the archive cannot be read: %v", err)
		}
		files := []string{name}
		if info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(name, "*.jsonl")); err != nil || len(files) == 0 {
				return nil, usage("archives in a folder are called GAME.jsonl", "there is no archive in %s", name)
			}
		}
		for _, f := range files {
			list = append(list, admin.Saved{Name: f, Open: func() (io.ReadCloser, error) { return os.Open(f) }})
		}
	}
	return list, nil
}

func (o *options) repair(cmd *cobra.Command, archives []admin.Saved, lossy bool) (r admin.RepairReport, err error) {
	ctx := cmd.Context()
	c, err := o.loadStore()
	if err != nil {
		return r, err
	}
	if _, err := daemon.Dial(ctx, c.Store.Dir); !errors.Is(err, daemon.ErrNoDaemon) {
		return r, failed(nil, "stop it; what players send meanwhile waits in the mailbox",
			"galloper serve runs on this store")
	}
	logger := newLogger(cmd.ErrOrStderr(), "error")
	s, err := openStoreAt(ctx, c, store.Place{Mend: true}, logger, false)
	if err != nil {
		return r, err
	}
	defer s.Close()
	if others := s.Members(ctx); len(others) > 0 {
		return r, failed(nil, "stop it there",
			"galloper serve runs on these servers: %s", strings.Join(others, ", "))
	}
	if r, err = admin.Repair(ctx, s, rulesets.All(), archives, lossy); err != nil {
		return r, err
	}
	d, err := daemon.Open(ctx, daemonOptions(c, s, logger))
	if err != nil {
		return r, err
	}
	return r, d.AfterRepair(ctx, &r, lossy)
}

// sayRepaired prints the faults, the repairs, and the remaining steps.
func sayRepaired(cmd *cobra.Command, r admin.RepairReport) {
	for _, f := range r.Files {
		printf(cmd, "file: %s\n", f)
	}
	for _, f := range r.Faults {
		printf(cmd, "found: %s\n", f)
	}
	if r.Finished {
		printf(cmd, "a repair that was interrupted is finished\n")
	}
	if r.Settings {
		printf(cmd, "the settings of the stream are set back\n")
	}
	if r.Rebuilt {
		printf(cmd, "the log was written anew\n")
	}
	if r.Kept != "" {
		printf(cmd, "  the damaged files are kept in %s\n", r.Kept)
	}
	for _, g := range r.Games {
		printf(cmd, "mended: %s\n", g.Text())
		if g.Without > 0 {
			printf(cmd, "  of the raw mails and addresses that the restored events name the vault has %d not: archives do "+
				"not bring them\n", g.Without)
		}
		if g.Game != game.Lobby {
			printf(cmd, "  %s is held and all its players are told; galloper rule %s RESUME TURN n lets it go on\n", g.Game,
				g.Game)
		}
	}
	for _, f := range r.Still {
		printf(cmd, "WRONG: %s\n", f)
	}
	if len(r.Faults) == 0 && len(r.Games) == 0 && len(r.Files) == 0 && !r.Finished {
		printf(cmd, "nothing to repair\n")
	}
	printf(cmd, "%s, %d commits, %d events: %s\n", count(r.Verified.Games, "game"), r.Verified.Commits,
		r.Verified.Events, count(len(r.Verified.Faults), "fault"))
}
