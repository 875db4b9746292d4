package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/events/archive"
)

// mirrors holds the archives that export --to keeps current in a folder.
type mirrors struct {
	dir   string
	games []string // empty: all games
	open  map[string]*archive.Mirror
	since uint64            // everything up to this sequence of the log is saved
	bad   map[string]string // problems already reported, by game
	say   func(format string, a ...any)
}

// pause is the interval at which export --follow polls the store.
const pause = time.Second

// exportTo updates the archives of the games in the folder once, or until ctx ends if follow is set.
func (o *options) exportTo(cmd *cobra.Command, dir string, games []string, follow bool) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return usage("name a writable folder", "cannot keep the archives there: %v", err)
	}
	m := mirrors{dir: dir, games: games, open: map[string]*archive.Mirror{}, bad: map[string]string{},
		say: func(format string, a ...any) { printf(cmd, format, a...) }}
	defer m.close()
	ctx := cmd.Context()
	if !follow {
		err := o.withStore(ctx, false, func(s backend) error { return m.catchUp(ctx, s) })
		if err == nil && len(m.bad) > 0 {
			err = quiet(statusNo)
		}
		return err
	}
	c, err := o.loadStore()
	if err != nil {
		return err
	}
	return m.follow(ctx, c.Store.Dir)
}

// follow polls the running server. Without a running server nothing new can happen.
func (m *mirrors) follow(ctx context.Context, store string) error {
	away := false
	for {
		client, err := daemon.Dial(ctx, store)
		if err == nil {
			if away {
				m.say("galloper serve runs again\n")
			}
			away, err = false, m.catchUp(ctx, client)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && !away:
			m.say("waiting for galloper serve: %v\n", err)
			away = true
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// catchUp brings every archive up to date with its game.
func (m *mirrors) catchUp(ctx context.Context, s backend) error {
	if len(m.bad) > 0 {
		m.since = 0 // the problem may have been fixed
	}
	heads, err := s.Heads(ctx, m.since)
	if err != nil {
		m.since = 0
		return err
	}
	for _, game := range m.games {
		if m.since == 0 && !slices.ContainsFunc(heads.Games, func(h admin.GameHead) bool { return h.Game == game }) {
			return failed(nil, "run galloper audit to list the games", "there is no game %q", game)
		}
	}
	m.since = 0 // until all games are saved
	for _, h := range heads.Games {
		if len(m.games) > 0 && !slices.Contains(m.games, h.Game) {
			continue
		}
		if err := m.updateOne(ctx, s, h); err != nil {
			return err
		}
	}
	m.since = heads.Last
	return nil
}

// updateOne brings one archive up to date. It reports a problem with the game or its archive, but doesn't stop the
// others.
func (m *mirrors) updateOne(ctx context.Context, s backend, h admin.GameHead) error {
	f, err := m.file(h.Game)
	if err != nil {
		m.wrong(h.Game, err.Error()+"; move the file away, and the next run creates it again")
		return nil
	}
	if h.Fault != "" {
		m.wrong(h.Game, "the store's record is damaged; the archive is left unchanged: "+h.Fault)
		return nil
	}
	if f.Head().Hash.String() == h.Hash {
		delete(m.bad, h.Game)
		return nil
	}
	var lines bytes.Buffer
	if err := s.Behind(ctx, &lines, h.Game, max(f.Last(), 1)-1); err != nil {
		return err
	}
	n, err := f.Add(commitsIn(&lines))
	var fork *archive.ForkError
	switch {
	case errors.As(err, &fork):
		m.wrong(h.Game, "the store has a different history than the archive; the archive is left "+
			"unchanged: "+err.Error())
	case err == nil && n == 0:
		m.wrong(h.Game, "the store has lost commits that the archive has; the archive is left unchanged: restore "+
			"them with galloper repair --from")
	case err != nil:
		return failed(err, "check the free disk space; the archive is intact up to its previous end",
			"cannot keep the archive of %s", h.Game)
	default:
		delete(m.bad, h.Game)
		m.say("%s: %s, event %d, head %s\n", h.Game, count(n, "new commit"), f.Head().Version, f.Head().Hash)
	}
	return nil
}

func (m *mirrors) wrong(game, why string) {
	if m.bad[game] != why {
		m.bad[game] = why
		m.say("WRONG: %s: %s\n", game, why)
	}
}

func (m *mirrors) file(game string) (*archive.Mirror, error) {
	if f := m.open[game]; f != nil {
		return f, nil
	}
	f, err := openMirror(filepath.Join(m.dir, game+".jsonl"))
	if err == nil {
		m.open[game] = f
	}
	return f, err
}

func openMirror(path string) (*archive.Mirror, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	m, err := archive.OpenMirror(f)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return m, err
}

func (m *mirrors) close() {
	for _, f := range m.open {
		f.Close()
	}
}
