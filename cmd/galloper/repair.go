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
		Long: `Repairs the store from files that galloper export wrote: one per game, or a folder of them as kept by export
--follow. Verifies each archive first. Keeps everything in the store that the chain proves, and restores the
rest from the archives; it never invents commits, and it refuses an archive that does not continue the same
chain. If store and archives together lack an acknowledged commit, it changes nothing unless you add
--accept-loss.

A single flipped bit in a file of the log or the vault is corrected without an archive. The damaged files are
kept beside the store. Each repaired game is put on hold: its players are told, and its umpire resumes it.
Without --from, stream settings that were changed by hand are also reset. Stop galloper serve first.`,
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
	c.Flags().BoolVar(&lossy, "accept-loss", false, "give up commits that neither the store nor an archive has")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}

// savedIn finds archives: files, and those in folders.
func savedIn(names []string) (list []admin.Saved, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, usage("name the file that galloper export wrote, or the folder of galloper export --follow",
				"cannot read the archive: %v", err)
		}
		files := []string{name}
		if info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(name, "*.jsonl")); err != nil || len(files) == 0 {
				return nil, usage("archives in a folder must be named GAME.jsonl", "there is no archive in %s", name)
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
		return r, failed(nil, "stop it; mails that players send in the meantime stay in the mailbox",
			"galloper serve is running on this store")
	}
	logger := newLogger(cmd.ErrOrStderr(), "error")
	s, err := openStoreAt(ctx, c, store.Place{Mend: true}, logger, false)
	if err != nil {
		return r, err
	}
	defer s.Close()
	if others := s.Members(ctx); len(others) > 0 {
		return r, failed(nil, "stop it there",
			"galloper serve is running on these servers: %s", strings.Join(others, ", "))
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
		printf(cmd, "finished an interrupted repair\n")
	}
	if r.Settings {
		printf(cmd, "reset the settings of the stream\n")
	}
	if r.Rebuilt {
		printf(cmd, "rewrote the log\n")
	}
	if r.Kept != "" {
		printf(cmd, "  the damaged files are kept in %s\n", r.Kept)
	}
	for _, g := range r.Games {
		printf(cmd, "mended: %s\n", g.Text())
		if g.Without > 0 {
			printf(cmd, "  the vault lacks %d of the raw mails and addresses that the restored events refer to; "+
				"archives do not contain them\n", g.Without)
		}
		if g.Game != game.Lobby {
			printf(cmd, "  %s is on hold and its players are told; to resume it: galloper rule %s RESUME TURN "+
				"n\n", g.Game,
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

func newForget(o *options) *cobra.Command {
	asJSON, really := false, false
	c := &cobra.Command{
		Use:   "forget ADDRESS",
		Short: "Erase a person's mails and addresses; the hash chains stay valid",
		Long: `Erases the address and all raw mails from it and to it from the store, including reports and receipts. The
games' record contains neither: it keeps the orders and their times under a number that no longer leads to a
person, and it still verifies.

Some things cannot be erased: the text of orders, letters and announcements, which are the game itself; mails
to other players; archives exported with --with-mail; backups of the store; and your mail server's folders
(such as Processed and Quarantine) and logs.

Without --yes it only prints what it would erase. Erasing cannot be undone.`,
		Example: example("galloper forget anna@example.org", "galloper forget anna@example.org --yes"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			return o.withStore(cmd.Context(), false, func(s backend) error {
				res, err := s.Forget(cmd.Context(), admin.ForgetRequest{Address: a[0], Really: really})
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd.OutOrStdout(), res)
				}
				printForgotten(cmd, a[0], res)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&really, "yes", false, "erase; it cannot be undone")
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}

func printForgotten(cmd *cobra.Command, address string, res admin.ForgetResult) {
	if res.Erased {
		printf(cmd, "%s is forgotten: its address and %d mails are erased\n", address, res.Mails)
		if res.Shared {
			printf(cmd, "  the NATS servers keep the bytes in their replication logs for about three minutes; a "+
				"server that is down keeps them until it has caught up\n")
		}
		printf(cmd, "  not erased: text in the record, other players' mails, exports with mails, backups, the mail "+
			"server's folders and logs\n")
	} else {
		printf(cmd, "%s and %d mails would be erased; to erase them, add --yes\n", address, res.Mails)
	}
	for _, p := range res.Places {
		printf(cmd, "  %s gets no mail from now on unless you give it another address\n", p)
	}
}
