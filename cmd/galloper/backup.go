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
		Short: "Copy the whole store into one file, also while galloper serve runs",
		Long: `Writes the record of all games and the vault (raw mails, addresses, seeds, keys) into one file, which its
owner alone can read, and opens that copy to prove that it can be restored. galloper restore does that.
Keep it as you would a password.`,
		Example: example("galloper backup /mnt/backup/galloper.tar.gz"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			c, err := o.loadStore()
			if err != nil {
				return err
			}
			if c.Store.NATS != "" {
				return usage("nats stream backup copies its streams; galloper export --with-secrets one game",
					"the store is on other servers (store.nats)")
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
	return "", failed(err, "galloper doctor says what is wrong with the store",
		"no copy could be made that can be restored")
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
		return "", usage("name the file that galloper backup wrote", "it cannot be read: %v", err)
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
		return "", fmt.Errorf("the copy is not whole: %s", strings.Join(report.Faults, "; "))
	}
	games, err := s.Log.Games(ctx)
	return count(len(withoutLobby(games)), "game") + ", all of it whole", err
}

func newRestore(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE.tar.gz",
		Short: "Make the store anew from what galloper backup has written",
		Long: `Writes the copy into the store's directory, which must not be there yet, and checks all of it. On
another machine or in another folder it is the same: name the directory with --data. Where newer archives
were kept (galloper export --to), galloper repair --from brings the store to where they are.`,
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
				printf(cmd, "Before galloper serve: see that the old service is stopped, for two would answer each "+
					"mail. If archives were kept (galloper export --to), bring the games to where they end, for "+
					"later that is refused: galloper repair --from FOLDER. Mails that came after the copy was "+
					"made lie in the folder %s: move them back into %s.\n", c.IMAP.Processed, c.IMAP.Mailbox)
			}
			return err
		},
	}
}

// restoreInto restores the store's directory completely or not at all.
func restoreInto(ctx context.Context, c Config, file string) (said string, err error) {
	dir := filepath.Clean(c.Store.Dir)
	if have, err := os.ReadDir(dir); err == nil && len(have) > 0 {
		return "", failed(nil, "move it away, or name another with --data", "there is something in %s already", dir)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return "", failed(err, "name another directory with --data", "the store cannot be made")
	}
	trial, err := os.MkdirTemp(filepath.Dir(dir), ".galloper-*")
	if err != nil {
		return "", failed(err, "name another directory with --data", "the store cannot be made")
	}
	defer os.RemoveAll(trial)
	if said, err = unpacked(ctx, c, file, trial); err != nil {
		return "", failed(err, "name a file that galloper backup wrote", "it cannot be restored")
	}
	os.Remove(dir) // if it is empty
	return said, os.Rename(trial, dir)
}
