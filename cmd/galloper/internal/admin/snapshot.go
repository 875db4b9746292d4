package admin

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"galloper/cmd/galloper/internal/host"
	"galloper/events"
)

// A snapshot has the data that a start needs of games that it does not read: the time of each game's next check, and
// the people in it. It spares a daemon with a hundred thousand games from reading all of them. It decides nothing:
// before any work in a game, its whole chain is read and checked. The file may be deleted at any time. A damaged one,
// or one for other rulesets or another log, is ignored, and games with later commits are read.

// Snapshots keep the snapshot of the games.
type Snapshots struct {
	*host.Host
	Recalled []string // games taken from the snapshot
}

// NewSnapshots returns the snapshots of a host's games, without reading one.
func NewSnapshots(h *host.Host) *Snapshots { return &Snapshots{Host: h} }

const snapshotVersion = 1

const keepSnapshot = 10 * time.Minute

type snapshotHead struct {
	Version  int         `json:"v"`
	Rulesets []string    `json:"rulesets"`
	Seq      uint64      `json:"seq"`  // the snapshot covers the log up to here
	Hash     events.Hash `json:"hash"` // of the commit there
	Games    int         `json:"games"`
}

type snapshotGame struct {
	Name   string    `json:"game"`
	Seq    uint64    `json:"seq"`
	At     time.Time `json:"at,omitzero"` // time of the next check; zero: after an event
	Unsent bool      `json:"unsent,omitempty"`
	host.Gist
}

// rulesetVersions lists the rulesets and their versions, on which the games' state depends besides the log.
func (d *Snapshots) rulesetVersions() (all []string) {
	for _, r := range d.Rulesets {
		all = append(all, fmt.Sprintf("%s %d", r.Name, r.Version))
	}
	return all
}

// Recall makes the entries of the games for which the snapshot is still valid, and returns their names.
func (d *Snapshots) Recall(ctx context.Context) map[string]bool {
	if d.Snapshot == "" {
		return nil
	}
	head, games, err := readSnapshot(d.Snapshot)
	if err == nil {
		err = d.sameRules(head)
	}
	var changed map[string]bool
	if err == nil {
		changed, err = d.changedSince(ctx, head)
	}
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			d.Logger.Warn("the snapshot of the games counts for nothing; all are read", "file", d.Snapshot, "why", err)
		}
		return nil
	}
	known := make(map[string]bool, len(games))
	for _, g := range games {
		if changed[g.Name] {
			continue
		}
		known[g.Name] = true
		d.Recalled = append(d.Recalled, g.Name)
		e := d.Slot(g.Name)
		e.Keep(g.Gist)
		e.Seq.Store(g.Seq)
		d.Agenda.Put(g.Name, g.At)
		d.Agenda.Mail(g.Name, g.Unsent)
	}
	return known
}

func (d *Snapshots) sameRules(head snapshotHead) error {
	if head.Version != snapshotVersion || !slices.Equal(head.Rulesets, d.rulesetVersions()) {
		return errors.New("another version of the program wrote it")
	}
	return nil
}

// changedSince returns the games with commits after the snapshot. It first reads the commit at the snapshot's end: if
// that differs, the log is a different one.
func (d *Snapshots) changedSince(ctx context.Context, head snapshotHead) (map[string]bool, error) {
	changed, same := map[string]bool{}, head.Seq == 0
	for c, err := range d.Log.All(ctx, max(head.Seq, 1)-1) {
		switch {
		case errors.Is(err, events.ErrBroken):
			return nil, err // it may concern any game
		case err != nil:
			return nil, err
		case c.Head.Seq == head.Seq:
			same = c.Head.Hash == head.Hash
		default:
			changed[c.Game] = true
		}
	}
	if !same {
		return nil, errors.New("it is of another log, or the log has lost its end")
	}
	return changed, nil
}

// readSnapshot reads the file. Its last line is the hash of all lines before it.
func readSnapshot(file string) (head snapshotHead, games []snapshotGame, err error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return head, nil, err
	}
	at := bytes.LastIndexByte(bytes.TrimSuffix(b, []byte("\n")), '\n') + 1
	if sum, err := events.ParseHash(string(bytes.TrimSpace(b[at:]))); err != nil || sum != events.Sum(b[:at]) {
		return head, nil, errors.New("the file is torn")
	}
	lines := json.NewDecoder(bytes.NewReader(b[:at]))
	if err := lines.Decode(&head); err != nil {
		return head, nil, err
	}
	games = make([]snapshotGame, head.Games)
	for i := range games {
		if err := lines.Decode(&games[i]); err != nil {
			return head, nil, err
		}
	}
	return head, games, nil
}

// SaveSnapshot writes the file, completely or not at all.
func (d *Snapshots) SaveSnapshot(ctx context.Context) error {
	head := snapshotHead{Version: snapshotVersion, Rulesets: d.rulesetVersions(), Seq: d.Tip.Load()}
	if d.Snapshot == "" || head.Seq == 0 {
		return nil
	}
	for c, err := range d.Log.All(ctx, head.Seq-1) {
		if err != nil {
			return err
		}
		head.Hash = c.Head.Hash
		break
	}
	games := d.gists()
	head.Games = len(games)
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	if err := lines.Encode(head); err != nil {
		return err
	}
	for _, g := range games {
		if err := lines.Encode(g); err != nil {
			return err
		}
	}
	fmt.Fprintln(&b, events.Sum(b.Bytes()))
	return writeWhole(d.Snapshot, b.Bytes())
}

// gists returns the snapshot's data of each game. A game that is in use, or waits to be checked, is to be checked at
// once.
func (d *Snapshots) gists() (games []snapshotGame) {
	for name, e := range d.Entries() {
		if !e.Mu.TryLock() {
			games = append(games, snapshotGame{Name: name, At: host.AtOnce})
			continue
		}
		if e.Broken == nil && e.Seq.Load() > 0 {
			at, unsent := d.Agenda.Appointment(name)
			games = append(games, snapshotGame{Name: name, Seq: e.Seq.Load(), At: at, Unsent: unsent, Gist: e.Gist})
		}
		e.Mu.Unlock()
	}
	slices.SortFunc(games, func(a, b snapshotGame) int { return cmp.Compare(a.Name, b.Name) })
	return games
}

// writeWhole replaces the file once the new one is on disk.
func writeWhole(file string, b []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// KeepSnapshots writes the snapshot regularly until ctx ends, and once at the end.
func (d *Snapshots) KeepSnapshots(ctx context.Context) error {
	save := func(ctx context.Context) {
		if err := d.SaveSnapshot(ctx); err != nil {
			d.Logger.Warn("the snapshot of the games was not written; a start takes longer without it",
				"file", d.Snapshot, "error", err)
		}
	}
	for host.Sleep(ctx, keepSnapshot) {
		save(ctx)
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	save(last)
	return ctx.Err()
}

// proofPause is the pause between two games when the snapshot is verified.
const proofPause = 20 * time.Millisecond

// Proofread checks every game taken from the snapshot, one by one, so that a wrong appointment is corrected within the
// hour.
func (d *Snapshots) Proofread(ctx context.Context) error {
	for _, name := range d.Recalled {
		if !host.Sleep(ctx, proofPause) {
			return ctx.Err()
		}
		d.Agenda.Touch(name)
		host.Signal(d.Due)
	}
	<-ctx.Done()
	return ctx.Err()
}
