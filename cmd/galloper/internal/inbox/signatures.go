package inbox

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"galloper/cmd/galloper/internal/host"
	"galloper/mailgate"
)

// How long is waited for the keys of signatures, and how long they are believed.
const (
	KeyTimeout  = 3 * time.Second // for one key
	mailTimeout = 8 * time.Second // for all keys of one mail
	KeyFresh    = 10 * time.Minute
	keyMissing  = time.Minute      // how long it is believed that there is no such key
	KeySilent   = 20 * time.Second // how long a name is not asked for again that nobody answered for
	maxKeys     = 2000
)

// SigningKeys are the keys that were looked up of late.
type SigningKeys struct {
	Lookup host.LookupTXT // nil: signatures are not verified
	Now    func() time.Time

	asking singleflight.Group // a mail's signatures are verified at one time
	mu     sync.Mutex
	known  map[string]keyAnswer
}

type keyAnswer struct {
	records []string
	err     error
	until   time.Time
}

// Verifier returns what verifies the signatures of one mail; nil where none are.
func (k *SigningKeys) Verifier(ctx context.Context) func(raw []byte) mailgate.Signatures {
	if k.Lookup == nil {
		return nil
	}
	return func(raw []byte) mailgate.Signatures {
		ctx, cancel := context.WithTimeout(ctx, mailTimeout)
		defer cancel()
		return mailgate.VerifyDKIM(func(name string) ([]string, error) { return k.get(ctx, name) })(raw)
	}
}

// get returns the records of a name, from memory where they were asked for of late.
func (k *SigningKeys) get(ctx context.Context, name string) ([]string, error) {
	have, _, _ := k.asking.Do(name, func() (any, error) {
		k.mu.Lock()
		have, known := k.known[name]
		k.mu.Unlock()
		if !known || !k.Now().Before(have.until) {
			have = k.ask(ctx, name)
		}
		return have, nil
	})
	answer := have.(keyAnswer)
	return answer.records, answer.err
}

// ask asks for the records of a name, and remembers the answer for a while.
func (k *SigningKeys) ask(ctx context.Context, name string) keyAnswer {
	ctx, cancel := context.WithTimeout(ctx, KeyTimeout)
	defer cancel()
	records, err := k.Lookup(ctx, name)
	lasts := KeyFresh
	var fault *net.DNSError
	switch {
	case ctx.Err() != nil, errors.As(err, &fault) && !fault.IsNotFound: // no answer is not the answer that there is none
		records, err, lasts = nil, silentServer(name), KeySilent
	case err != nil:
		lasts = keyMissing
	}
	answer := keyAnswer{records, err, k.Now().Add(lasts)}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.known) >= maxKeys || k.known == nil {
		k.known = map[string]keyAnswer{}
	}
	k.known[name] = answer
	return answer
}

// silentServer is the error of a question that had no answer in time: one to be asked
// again, whatever the resolver says of it.
func silentServer(name string) error {
	return &net.DNSError{Err: "no answer in time", Name: name, IsTimeout: true, IsTemporary: true}
}

// Vouched says what speaks for the sender of a mail under these settings, its signatures
// verified with keys from lookup; nil: they are not.
func Vouched(ctx context.Context, m *mailgate.Mail, t mailgate.Trust, lookup host.LookupTXT) mailgate.Vouching {
	keys := SigningKeys{Lookup: lookup, Now: time.Now}
	t.DKIM = keys.Verifier(ctx)
	return m.Vouched(t)
}
