package natslog

import (
	"errors"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
)

// TestAnswersOfTheServer: an answer proves that nothing was stored, or the append must be settled by looking for the
// commit.
func TestAnswersOfTheServer(t *testing.T) {
	for _, c := range []struct {
		err  error
		want error // nil means look for the commit
	}{
		{&jetstream.APIError{ErrorCode: codeWrongSequence}, nil},
		{&jetstream.APIError{ErrorCode: codeWrongSequenceCluster}, nil},
		{nats.ErrTimeout, nil},
		{jetstream.ErrNoStreamResponse, nil},
		{&jetstream.APIError{ErrorCode: codeStoreFailed, Description: "disk on fire"}, nil},
		{&jetstream.APIError{ErrorCode: codeStoreFailed, Description: "maximum bytes exceeded"}, events.ErrStoreFull},
		{&jetstream.APIError{ErrorCode: codeStoreFailed, Description: "write x: no space left on device"},
			events.ErrStoreFull},
		{&jetstream.APIError{ErrorCode: codeStorageExceeded}, events.ErrStoreFull},
		{&jetstream.APIError{ErrorCode: codeNoResources}, events.ErrStoreFull},
		{&jetstream.APIError{ErrorCode: codeBytesExceeded}, events.ErrStoreFull},
		{&jetstream.APIError{ErrorCode: codeMessageTooLarge}, events.ErrTooLarge},
		{nats.ErrMaxPayload, events.ErrTooLarge},
	} {
		if got := refusal(c.err); !errors.Is(got, c.want) || (c.want == nil) != (got == nil) {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}

func TestHeadLines(t *testing.T) {
	head := events.Head{Version: 18446744073709551615, Seq: 18446744073709551615, Hash: events.Sum(nil)}
	game := "a-name-of-the-greatest-length-that-a-game-may-have-0123456789abc"
	line := formatHead(game, head)
	if len(game) != events.MaxGame || len(line) != headLine {
		t.Fatalf("the longest line has %d bytes for a name of %d; it must have %d", len(line), len(game), headLine)
	}
	if gotGame, got, ok := parseHead(line); !ok || gotGame != game || got != head {
		t.Errorf("read back as %q, %+v, %v", gotGame, got, ok)
	}
	for i := range line {
		torn := append([]byte(nil), line...)
		torn[i] = 0
		if _, _, ok := parseHead(torn); ok && torn[i] != line[i] {
			t.Errorf("byte %d torn, and still read", i)
		}
	}
}
