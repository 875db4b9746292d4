package smtpout

import (
	"context"
	"errors"
	"sync"

	"galloper/mailgate"
)

// Pool sends over several connections at once. A single connection would spend most of its time waiting for the
// server's disk.
type Pool struct {
	room chan struct{} // one per connection

	mu   sync.Mutex
	free []*Sender // last used at the end; the server may have closed the others
	all  []*Sender
}

var _ mailgate.Sender = (*Pool)(nil)

// NewPool returns a pool of at most the given number of connections if the configuration is valid. It does not
// connect.
func NewPool(c Config, connections int) (*Pool, error) {
	p := &Pool{room: make(chan struct{}, max(connections, 1))}
	for range cap(p.room) {
		s, err := New(c)
		if err != nil {
			return nil, err
		}
		p.free = append(p.free, s)
		p.all = append(p.all, s)
	}
	return p, nil
}

// Send sends one mail as soon as a connection is free.
func (p *Pool) Send(ctx context.Context, d mailgate.Delivery) mailgate.Result {
	select {
	case p.room <- struct{}{}:
	case <-ctx.Done():
		return mailgate.Result{Fate: mailgate.Temporary, Text: ctx.Err().Error(), Broken: true}
	}
	defer func() { <-p.room }()
	p.mu.Lock()
	s := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.free = append(p.free, s)
	}()
	return s.Send(ctx, d)
}

// Close closes all connections.
func (p *Pool) Close() error {
	var errs []error
	for _, s := range p.all {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}
