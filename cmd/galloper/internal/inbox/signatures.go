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

// Limits on the wait for the keys of signatures, and on the age of cached answers.
const (
	KeyTimeout  = 3 * time.Second // for one key
	mailTimeout = 8 * time.Second // for all keys of one mail
	KeyFresh    = 10 * time.Minute
	keyMissing  = time.Minute      // for the answer that there is no such key
	KeySilent   = 20 * time.Second // before a name that got no answer is asked for again
	maxKeys     = 2000
)

// SigningKeys caches recently looked up keys.
type SigningKeys struct {
	Lookup host.LookupTXT // nil: signatures are not verified
	Now    func() time.Time

	asking singleflight.Group // joins concurrent queries for a name
	mu     sync.Mutex
	known  map[string]keyAnswer
}

type keyAnswer struct {
	records []string
	err     error
	until   time.Time
}

// Verifier returns the function that verifies the signatures of one mail, or nil if signatures aren't verified.
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

// get returns the records of a name, from the cache if they are fresh.
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

// ask queries the records of a name, and caches the answer.
func (k *SigningKeys) ask(ctx context.Context, name string) keyAnswer {
	ctx, cancel := context.WithTimeout(ctx, KeyTimeout)
	defer cancel()
	records, err := k.Lookup(ctx, name)
	lasts := KeyFresh
	var fault *net.DNSError
	switch {
	case ctx.Err() != nil, errors.As(err, &fault) && !fault.IsNotFound: // no answer doesn't mean that there is no key
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

// silentServer returns the error of a query without an answer in time. It is temporary, whatever the resolver says.
func silentServer(name string) error {
	return &net.DNSError{Err: "no answer in time", Name: name, IsTimeout: true, IsTemporary: true}
}

// Vouched returns what authenticates the sender of a mail under these settings. Signatures are verified with keys from
// lookup, or not at all if it is nil.
func Vouched(ctx context.Context, m *mailgate.Mail, t mailgate.Trust, lookup host.LookupTXT) mailgate.Vouching {
	keys := SigningKeys{Lookup: lookup, Now: time.Now}
	t.DKIM = keys.Verifier(ctx)
	return m.Vouched(t)
}
