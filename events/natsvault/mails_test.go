package natsvault

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"galloper/events/vault"
)

// TestEither: a mail is put into, and found in, the bag whose servers answer; it counts as missing only where both
// have said so.
func TestEither(t *testing.T) {
	broken := errors.New("no space left")
	type bag struct {
		after time.Duration
		err   error
	}
	at := func(after time.Duration, err error) bag { return bag{after, err} }
	const vote = 6 * time.Second
	for _, c := range []struct {
		name       string
		own, other bag
		want       error
		took       time.Duration
	}{
		{"its own answers", at(0, nil), at(0, broken), nil, 0},
		{"its own chooses a leader", at(vote, nil), at(0, nil), nil, silent},
		{"both choose one, the other has it first", at(vote, nil), at(vote-time.Second, nil), nil,
			vote - time.Second + silent},
		{"its own has it first", at(vote-time.Second, nil), at(vote, nil), nil, vote - time.Second},
		{"it lies in the other", at(0, vault.ErrNotFound), at(0, nil), nil, 0},
		{"it lies in none", at(0, vault.ErrNotFound), at(0, vault.ErrNotFound), vault.ErrNotFound, 0},
		{"it may lie in the other", at(0, vault.ErrNotFound), at(vote, broken), broken, vote},
		{"it may lie in its own", at(vote, broken), at(0, vault.ErrNotFound), broken, vote},
		{"its own is full", at(0, broken), at(0, nil), nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				_, err := either(t.Context(), [2]bag{c.own, c.other}, func(ctx context.Context, b bag) (struct{}, error) {
					select {
					case <-time.After(b.after):
						return struct{}{}, b.err
					case <-ctx.Done():
						return struct{}{}, ctx.Err()
					}
				})
				if took := time.Since(begun); !errors.Is(err, c.want) || took != c.took {
					t.Errorf("%v after %v; want %v after %v", err, took, c.want, c.took)
				}
			})
		})
	}
}
