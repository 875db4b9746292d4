package natsvault

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"galloper/events/vault"
)

// TestEither: a mail is stored in, and read from, the bag that answers. It counts as missing only if both bags say
// so.
func TestEither(t *testing.T) {
	broken := errors.New("no space left")
	at := func(after time.Duration, err error) answer { return answer{after, err} }
	const vote = 6 * time.Second
	for _, c := range []struct {
		name       string
		own, other answer
		want       error
		took       time.Duration
	}{
		{"its own answers", at(0, nil), at(0, broken), nil, 0},
		{"its own chooses a leader", at(vote, nil), at(0, nil), nil, patience},
		{"both choose one, the other has it first", at(vote, nil), at(vote-time.Second, nil), nil,
			vote - time.Second + patience},
		{"its own has it first", at(vote-time.Second, nil), at(vote, nil), nil, vote - time.Second},
		{"it lies in the other", at(0, vault.ErrNotFound), at(0, nil), nil, 0},
		{"it lies in none", at(0, vault.ErrNotFound), at(0, vault.ErrNotFound), vault.ErrNotFound, 0},
		{"it may lie in the other", at(0, vault.ErrNotFound), at(vote, broken), broken, vote},
		{"it may lie in its own", at(vote, broken), at(0, vault.ErrNotFound), broken, vote},
		{"its own is full", at(0, broken), at(0, nil), nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				took, err := between(t, &mailbag{}, c.own, c.other)
				if !errors.Is(err, c.want) || took != c.took {
					t.Errorf("%v after %v; want %v after %v", err, took, c.want, c.took)
				}
			})
		})
	}
}

// answer is the result of a bag, and its delay.
type answer struct {
	after time.Duration
	err   error
}

// between calls either with two bags, and returns the time it took.
func between(t *testing.T, own *mailbag, said, other answer) (time.Duration, error) {
	begun := time.Now()
	_, err := either(t.Context(), [2]*mailbag{own, {}}, func(ctx context.Context, b *mailbag) (struct{}, error) {
		a := other
		if b == own {
			a = said
		}
		select {
		case <-time.After(a.after):
			return struct{}{}, a.err
		case <-ctx.Done():
			return struct{}{}, ctx.Err()
		}
	})
	return time.Since(begun), err
}

// TestSilentBagIsNotWaitedFor: during an election of one bag, not every mail waits for it. After grudge, or its next
// answer, it is asked alone again.
func TestSilentBagIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		own, never := &mailbag{}, answer{time.Hour, nil}
		for _, want := range []time.Duration{patience, 0, 0} {
			if took, err := between(t, own, never, answer{}); took != want || err != nil {
				t.Errorf("it took %v, want %v: %v", took, want, err)
			}
			time.Sleep(grudge / 3)
		}
		time.Sleep(grudge)
		if took, err := between(t, own, answer{patience / 2, nil}, answer{}); took != patience/2 || err != nil {
			t.Errorf("the other was asked although its own answers: after %v, %v", took, err)
		}
	})
}
