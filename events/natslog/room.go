package natslog

import (
	"context"
	"fmt"
	"os"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
)

// A server whose write fails for want of room writes nothing any more until it is
// started again, whatever room there is by then, and does not say so: the answer stays
// out. So the embedded store refuses while the disk still has some.

// reserve is what is left free on the disk of an embedded store: enough for any commit,
// and for what the server writes down besides.
const reserve = 16 << 20

// usual is more than most commits take.
const usual = 64 << 10

// roomy is JetStream on this disk: it stores nothing that would fill it.
type roomy struct {
	jetstream.JetStream
	dir string
}

// Publish refuses where the disk is full.
func (r roomy) Publish(ctx context.Context, subject string, data []byte,
	opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if err := r.check(len(data)); err != nil {
		return nil, err
	}
	return r.JetStream.Publish(ctx, subject, data, opts...)
}

// PublishAsync refuses where the disk is full.
func (r roomy) PublishAsync(subject string, data []byte, opts ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	if err := r.check(len(data)); err != nil {
		return nil, err
	}
	return r.JetStream.PublishAsync(subject, data, opts...)
}

func (r roomy) check(size int) error {
	free, err := freeSpace(r.dir)
	if err != nil || free >= reserve+uint64(size) { // whoever cannot be asked is not in the way
		return nil
	}
	return fmt.Errorf("%w: the disk of %s has %d MiB left, and %d MiB are kept free; make room on it, nothing is "+
		"lost and all goes on by itself then",
		events.ErrStoreFull, r.dir, free>>20, reserve>>20)
}

// Room returns an error that is ErrStoreFull where the disk of an embedded store is full
// already: nothing is written to it. On a cluster it is that of this machine's server.
func (s *Store) Room() error {
	if s.opts.Peer != nil {
		return s.opts.Peer.Room()
	}
	if s.server == nil {
		return nil
	}
	return roomy{dir: s.dir}.check(usual)
}

// leastFiles is the number of files that a store needs. A server that cannot open a file answers as if its messages did
// not exist, and their games would count as lost.
const leastFiles = 64

// enoughFiles returns an error if this process cannot open so many more files.
func enoughFiles(dir string) error {
	for n := range leastFiles {
		f, err := os.Open(dir)
		if err != nil {
			return fmt.Errorf("%d more files can be opened, and %d are needed: %w", n, leastFiles, err)
		}
		defer f.Close()
	}
	return nil
}
