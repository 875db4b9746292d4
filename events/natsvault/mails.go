package natsvault

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/vault"
)

// mailbag is a stream of mails with the prefix of its subjects.
type mailbag struct {
	jetstream.Stream
	prefix string
	silent atomic.Pointer[time.Time] // when it last failed to answer in time
}

const (
	// patience is the time that a mail's own bag has to answer before the other one is asked as well. An election
	// takes 4 to 9 s, and the other bag may have a leader already or sooner.
	patience = 200 * time.Millisecond
	// grudge is the time in which a bag that did not answer is not waited for again. Otherwise each of many mails would
	// wait for it.
	grudge = 2 * time.Second
)

// wait returns the time to wait for the bag before the other one is asked.
func (b *mailbag) wait() time.Duration {
	if at := b.silent.Load(); at != nil && time.Since(*at) < grudge {
		return 0
	}
	return patience
}

// PutMail implements vault.Vault.
func (v *Vault) PutMail(ctx context.Context, raw []byte) (events.Hash, error) {
	sha := events.Sum(raw)
	_, err := either(ctx, v.bags(sha), func(ctx context.Context, bag *mailbag) (bool, error) {
		return v.storeOnce(ctx, bag, bag.prefix+sha.String(), raw)
	})
	if err != nil {
		return sha, fmt.Errorf("vault: put mail %s of %d bytes: %w", sha, len(raw), err)
	}
	return sha, nil
}

// Mail implements vault.Vault.
func (v *Vault) Mail(ctx context.Context, sha events.Hash) (raw []byte, err error) {
	return either(ctx, v.bags(sha), func(ctx context.Context, bag *mailbag) ([]byte, error) {
		return get(ctx, bag, bag.prefix+sha.String())
	})
}

// bags returns the bag for a mail with the hash, and the bag that has the mail if that one was silent.
func (v *Vault) bags(sha events.Hash) [2]*mailbag {
	own := sha[0] & 1
	return [2]*mailbag{&v.mails[own], &v.mails[1-own]}
}

// either asks the first bag, and the second if the first is late or refuses. A mail is missing only if both bags lack
// it; any other error takes precedence.
func either[T any](
	ctx context.Context, bags [2]*mailbag, ask func(context.Context, *mailbag) (T, error),
) (got T, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		got T
		err error
	}
	answers := make(chan answer, len(bags))
	begin := func(bag *mailbag) {
		go func() {
			got, err := ask(ctx, bag)
			answers <- answer{got, err}
		}()
	}
	begin(bags[0])
	wait := bags[0].wait()
	late := time.NewTimer(wait)
	defer late.Stop()
	for asked, answered := 1, 0; answered < len(bags); {
		select {
		case a := <-answers:
			if a.err == nil {
				return a.got, nil
			}
			if err == nil || errors.Is(err, vault.ErrNotFound) {
				err = a.err
			}
			answered++
		case now := <-late.C:
			if wait > 0 {
				bags[0].silent.Store(&now)
			}
		}
		if asked == 1 {
			asked++
			begin(bags[1])
		}
	}
	return got, err
}

// Mails implements vault.Vault.
func (v *Vault) Mails(ctx context.Context) (mails []events.Hash, err error) {
	for i := range v.mails {
		bag := &v.mails[i]
		keys, err := list(ctx, bag, bag.prefix)
		if err != nil {
			return nil, fmt.Errorf("vault: list mails: %w", err)
		}
		for _, key := range keys {
			sha, err := events.ParseHash(key)
			if err != nil {
				return nil, fmt.Errorf("vault: list mails: %w", err)
			}
			mails = append(mails, sha)
		}
	}
	slices.SortFunc(mails, func(a, b events.Hash) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(mails), nil
}

// EraseMail implements vault.Vault.
func (v *Vault) EraseMail(ctx context.Context, sha events.Hash) error {
	for i := range v.mails {
		bag := &v.mails[i]
		if err := erase(ctx, bag, bag.prefix+sha.String()); err != nil {
			return err
		}
	}
	return nil
}
