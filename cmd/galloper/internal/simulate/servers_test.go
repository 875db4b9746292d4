package simulate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"galloper/events"
	"galloper/events/crew"
	"galloper/events/vault"
)

// asked is the log as seen by a daemon.
type asked struct{ *mate }

var _ events.Log = (*asked)(nil)

// unknown returns the error of an append that had no answer.
func unknown(err error) error { return fmt.Errorf("%w: %w", events.ErrUnknownOutcome, err) }

// Append implements events.Log.
func (l *asked) Append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	if err := l.server(); err != nil {
		if l.dead || l.one(4) {
			return at, unknown(err)
		}
		arrive := func() { // it was in flight
			if _, err := l.append(ctx, at, c); err == nil {
				l.Seen("stored, and not heard of")
			}
		}
		if l.one(3) {
			arrive()
		} else {
			l.late = append(l.late, arrive) // a frozen or leaderless server holds it
		}
		return at, unknown(err)
	}
	head, err := l.append(ctx, at, c)
	if err != nil {
		if errors.Is(err, events.ErrConflict) {
			l.Seen("conflict")
		}
		return head, err
	}
	if err := l.answer(); err != nil {
		return at, unknown(err)
	}
	return head, nil
}

func (l *asked) append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	if l.Mutant == NoExpectation {
		now, err := l.log.Head(ctx, c.Game)
		if err != nil {
			return at, err
		}
		at = now
	}
	head, err := l.log.Append(ctx, at, c)
	if err == nil {
		l.note(head, c)
	}
	return head, err
}

// note traces a newly stored commit once.
func (l *asked) note(head events.Head, c events.Commit) {
	if head.Seq <= l.position {
		return
	}
	l.position = head.Seq
	types := ""
	for _, e := range c.Events {
		types += " " + e.Type
		switch e.Type {
		case "mail.queued":
			l.unsent++
		case "mail.sent", "mail.bounced":
			l.unsent--
		}
	}
	l.tell("%s: %s/%d%s", l.name, c.Game, head.Version, types)
}

// Head implements events.Log.
func (l *asked) Head(ctx context.Context, game string) (events.Head, error) {
	if err := l.server(); err != nil {
		return events.Head{}, err
	}
	return l.log.Head(ctx, game)
}

// old reports whether a server gives a stale answer, without the newest commits.
func (l *asked) old() bool { return l.now.Before(l.stale) && l.one(2) }

// sequence returns an answer of the servers that is a sequence of commits.
func (l *asked) sequence(of iter.Seq2[events.Commit, error], old bool) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		if err := l.server(); err != nil {
			yield(events.Commit{}, err)
			return
		}
		var all []events.Commit
		for c, err := range of {
			if err != nil {
				yield(c, err)
				return
			}
			all = append(all, c)
		}
		if old && len(all) > 0 {
			l.Seen("old answer")
			all = all[:l.rng.IntN(len(all))]
		}
		for _, c := range all {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// Game implements events.Log. The real log makes sure that its answer is current; the mutant believes any
// server.
func (l *asked) Game(ctx context.Context, game string, after events.Head) iter.Seq2[events.Commit, error] {
	return l.sequence(l.log.Game(ctx, game, after), l.Mutant == StaleBelieved && l.old())
}

// Backward implements events.Log.
func (l *asked) Backward(ctx context.Context, game string) iter.Seq2[events.Commit, error] {
	return l.sequence(l.log.Backward(ctx, game), false)
}

// Games implements events.Log.
func (l *asked) Games(ctx context.Context) ([]string, error) {
	if err := l.server(); err != nil {
		return nil, err
	}
	return l.log.Games(ctx)
}

// All implements events.Log. News may be delayed.
func (l *asked) All(ctx context.Context, after uint64) iter.Seq2[events.Commit, error] {
	return l.sequence(l.log.All(ctx, after), l.old())
}

// Follow implements events.Log. It is the same as All, because a daemon listens step by step here.
func (l *asked) Follow(ctx context.Context, after uint64) iter.Seq2[events.Commit, error] {
	return l.All(ctx, after)
}

// Verify implements events.Log.
func (l *asked) Verify(ctx context.Context) (events.Report, error) { return l.log.Verify(ctx) }

// stored is the vault as seen by a daemon.
type stored struct{ *mate }

func (v *stored) write(do func() error) error {
	if err := v.server(); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return v.answer()
}

// missed reports whether the mutant believes a server that lacks a recent write.
func (v *stored) missed(what string) bool {
	return v.Mutant == StaleBelieved && v.now.Before(v.stale) && v.now.Sub(v.written[what]) < time.Minute
}

// Put implements vault.Vault.
func (v *stored) Put(ctx context.Context, key string, value []byte) error {
	v.written[key] = v.now
	return v.write(func() error { return v.vault.Put(ctx, key, value) })
}

// Create implements vault.Vault.
func (v *stored) Create(ctx context.Context, key string, value []byte) error {
	v.written[key] = v.now
	return v.write(func() error { return v.vault.Create(ctx, key, value) })
}

// Get implements vault.Vault.
func (v *stored) Get(ctx context.Context, key string) ([]byte, error) {
	if err := v.server(); err != nil {
		return nil, err
	}
	if v.missed(key) {
		return nil, vault.ErrNotFound
	}
	return v.vault.Get(ctx, key)
}

// Erase implements vault.Vault.
func (v *stored) Erase(ctx context.Context, key string) error {
	return v.write(func() error { return v.vault.Erase(ctx, key) })
}

// Keys implements vault.Vault.
func (v *stored) Keys(ctx context.Context, prefix string) ([]string, error) {
	if err := v.server(); err != nil {
		return nil, err
	}
	return v.vault.Keys(ctx, prefix)
}

// PutMail implements vault.Vault.
func (v *stored) PutMail(ctx context.Context, raw []byte) (sha events.Hash, err error) {
	v.written[events.Sum(raw).String()] = v.now
	err = v.write(func() error { sha, err = v.vault.PutMail(ctx, raw); return err })
	return sha, err
}

// Mail implements vault.Vault.
func (v *stored) Mail(ctx context.Context, sha events.Hash) ([]byte, error) {
	if err := v.server(); err != nil {
		return nil, err
	}
	if v.missed(sha.String()) {
		return nil, vault.ErrNotFound
	}
	return v.vault.Mail(ctx, sha)
}

// Mails implements vault.Vault.
func (v *stored) Mails(ctx context.Context) ([]events.Hash, error) {
	if err := v.server(); err != nil {
		return nil, err
	}
	return v.vault.Mails(ctx)
}

// EraseMail implements vault.Vault.
func (v *stored) EraseMail(ctx context.Context, sha events.Hash) error {
	return v.write(func() error { return v.vault.EraseMail(ctx, sha) })
}

// claimed is the ledger as seen by a daemon.
type claimed struct{ *mate }

var _ crew.Ledger = (*claimed)(nil)

// Put implements crew.Ledger.
func (l *claimed) Put(_ context.Context, piece, by string, at uint64) error {
	if err := l.server(); err != nil {
		if !l.dead && l.one(3) { // its own first copy, in flight and then lost, causes the refusal of the second
			l.Seen("refused, for it was heard twice")
			return crew.ErrTaken
		}
		return err
	}
	if l.claims.lines[piece].number != at {
		l.Seen("a claim of another")
		return crew.ErrTaken
	}
	if was := l.claims.lines[piece]; was.by == by {
		l.Seen("a claim renewed")
	} else if at > 0 {
		l.Seen("a claim taken over")
	}
	l.claims.next++
	l.claims.lines[piece] = line{by, l.claims.next}
	l.mate.claimed = l.now
	return l.answer()
}

// Last implements crew.Ledger.
func (l *claimed) Last(_ context.Context, piece string) (string, uint64, error) {
	if err := l.server(); err != nil {
		return "", 0, err
	}
	at := l.claims.lines[piece]
	return at.by, at.number, nil
}

// Drop implements crew.Ledger.
func (l *claimed) Drop(_ context.Context, piece string, number uint64) error {
	if err := l.server(); err != nil {
		return err
	}
	if l.claims.lines[piece].number == number {
		delete(l.claims.lines, piece)
	}
	return l.answer()
}
