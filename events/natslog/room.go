package natslog

import (
	"context"
	"fmt"
	"os"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
)

// A server whose write fails for lack of space does not write again until it is restarted, even if there is space
// later, and does not report this: it just does not answer. So the embedded store refuses writes before the disk is
// full.

// reserve is the space kept free on the disk of an embedded store, in bytes: enough for any commit and for the
// server's own files.
const reserve = 16 << 20

// usual is an upper bound for most commits, in bytes.
const usual = 64 << 10

// roomy is JetStream on this disk. It refuses messages that would fill the disk.
type roomy struct {
	jetstream.JetStream
	dir string
}

// Publish returns an error if the disk is full.
func (r roomy) Publish(ctx context.Context, subject string, data []byte,
	opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if err := r.check(len(data)); err != nil {
		return nil, err
	}
	return r.JetStream.Publish(ctx, subject, data, opts...)
}

// PublishAsync returns an error if the disk is full.
func (r roomy) PublishAsync(subject string, data []byte, opts ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	if err := r.check(len(data)); err != nil {
		return nil, err
	}
	return r.JetStream.PublishAsync(subject, data, opts...)
}

func (r roomy) check(size int) error {
	free, err := freeSpace(r.dir)
	if err != nil || free >= reserve+uint64(size) { // if the free space is unknown, go ahead
		return nil
	}
	return fmt.Errorf("%w: the disk of %s has %d MiB left, of which %d MiB are reserved; free some space, and the "+
		"service continues by itself without loss",
		events.ErrStoreFull, r.dir, free>>20, reserve>>20)
}

// Room returns ErrStoreFull if the disk of an embedded store is already full. On a cluster it checks this machine's
// server.
func (s *Store) Room() error {
	if s.opts.Peer != nil {
		return s.opts.Peer.Room()
	}
	if s.server == nil {
		return nil
	}
	return roomy{dir: s.dir}.check(usual)
}

// leastFiles is the number of open files that a store needs. A server that cannot open a file behaves as if its
// messages did not exist, and their games would count as lost.
const leastFiles = 64

// enoughFiles returns an error if this process cannot open leastFiles more files.
func enoughFiles(dir string) error {
	for n := range leastFiles {
		f, err := os.Open(dir)
		if err != nil {
			return fmt.Errorf("only %d more files can be opened, but %d are needed: %w", n, leastFiles, err)
		}
		defer f.Close()
	}
	return nil
}
