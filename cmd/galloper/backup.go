package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/store"
)

func newBackup(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE.tar.gz",
		Short: "Copy the whole store into one file, even while galloper serve runs",
		Long: `Writes the record of all games and the vault (raw mails, addresses, seeds, keys) into one file that only
its owner can read, and opens the copy to prove that it can be restored. Keep it as safe as a password.
Restore it with galloper restore.`,
		Example: example("galloper backup /mnt/backup/galloper.tar.gz"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			c, err := o.loadStore()
			if err != nil {
				return err
			}
			if c.Store.NATS != "" {
				return usage("use nats stream backup for its streams, or galloper export --with-secrets for one game",
					"the store is on external servers (store.nats)")
			}
			if !c.hasStore() {
				return c.noStore()
			}
			said, err := backUp(cmd.Context(), c, a[0])
			if err == nil {
				printf(cmd, "%s: %s\n", a[0], said)
			}
			return err
		},
	}
}

// copyTries limits the attempts at a copy that opens: the store may delete a file during the copy.
const copyTries = 3

// backUp writes the copy to a temporary file, tests it, and renames it to path.
func backUp(ctx context.Context, c Config, path string) (said string, err error) {
	for range copyTries {
		if said, err = copyOnce(ctx, c, path); err == nil {
			return said, nil
		}
	}
	return "", failed(err, "run galloper doctor to find the fault of the store",
		"cannot make a copy that can be restored")
}

func copyOnce(ctx context.Context, c Config, path string) (said string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".galloper-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	err = errors.Join(store.Pack(c.Store.Dir, f), f.Sync(), f.Close())
	if err != nil {
		return "", err
	}
	trial, err := os.MkdirTemp(filepath.Dir(path), ".galloper-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(trial)
	if said, err = unpacked(ctx, c, f.Name(), trial); err != nil {
		return "", err
	}
	return said, os.Rename(f.Name(), path)
}

// unpacked unpacks the copy into the directory, opens it, and describes its content.
func unpacked(ctx context.Context, c Config, file, dir string) (said string, err error) {
	f, err := os.Open(filepath.Clean(file))
	if err != nil {
		return "", usage("name the file that galloper backup wrote", "cannot read the backup: %v", err)
	}
	defer f.Close()
	if err := store.Unpack(f, dir); err != nil {
		return "", err
	}
	c.Store.Dir = dir
	logger := newLogger(os.Stderr, "error")
	s, err := openStore(ctx, c, logger, false)
	if err != nil {
		return "", err
	}
	defer s.Close()
	d, err := daemon.Open(ctx, daemonOptions(c, s, logger))
	if err != nil {
		return "", err
	}
	report, err := d.VerifyStore(ctx)
	if err != nil {
		return "", err
	}
	if len(report.Faults) > 0 {
		return "", fmt.Errorf("the copy is incomplete: %s", strings.Join(report.Faults, "; "))
	}
	games, err := s.Log.Games(ctx)
	return count(len(daemon.WithoutLobby(games)), "game") + ", all of it verified", err
}

func newRestore(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE.tar.gz",
		Short: "Restore the store from a file of galloper backup",
		Long: `Writes the copy into the store's directory, which must not exist yet, and verifies all of it. To restore
on another machine or into another folder, name the directory with --data. If you kept newer archives
(galloper export --to), galloper repair --from then adds the events since the backup.`,
		Example: example("galloper restore /mnt/backup/galloper.tar.gz",
			"galloper restore galloper.tar.gz --data /var/lib/galloper"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			c, err := o.loadConfig()
			if err != nil {
				return err
			}
			said, err := restoreInto(cmd.Context(), c, a[0])
			if err == nil {
				printf(cmd, "%s: %s\n", c.Store.Dir, said)
				printf(cmd, "Before you start galloper serve, make sure that the old service is stopped: otherwise "+
					"both answer each mail. If you kept archives (galloper export --to), first add the newer events, "+
					"which is refused later: galloper repair --from FOLDER. Mails that arrived after the backup are "+
					"in the folder %s: move them back into %s.\n", c.IMAP.Processed, c.IMAP.Mailbox)
			}
			return err
		},
	}
}

// restoreInto restores the store's directory completely or not at all.
func restoreInto(ctx context.Context, c Config, file string) (said string, err error) {
	dir := filepath.Clean(c.Store.Dir)
	if have, err := os.ReadDir(dir); err == nil && len(have) > 0 {
		return "", failed(nil, "move it away, or name another directory with --data", "%s is not empty", dir)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return "", failed(err, "name another directory with --data", "cannot create the store")
	}
	trial, err := os.MkdirTemp(filepath.Dir(dir), ".galloper-*")
	if err != nil {
		return "", failed(err, "name another directory with --data", "cannot create the store")
	}
	defer os.RemoveAll(trial)
	if said, err = unpacked(ctx, c, file, trial); err != nil {
		return "", failed(err, "name a file that galloper backup wrote", "cannot restore the backup")
	}
	os.Remove(dir) // if it is empty
	return said, os.Rename(trial, dir)
}
