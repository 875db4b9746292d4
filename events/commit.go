package events

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Hash is a SHA-256 hash, written in hex. It also holds 32-byte seeds.
type Hash [32]byte

// String returns the hash in 64 lower-case hex digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether the hash is zero. The first commit of a game has the zero hash as its Prev.
func (h Hash) IsZero() bool { return h == Hash{} }

// MarshalText writes the hash in hex.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads 64 lower-case hex digits.
func (h *Hash) UnmarshalText(text []byte) error {
	got, err := ParseHash(string(text))
	if err != nil {
		return err
	}
	*h = got
	return nil
}

// ParseHash reads 64 lower-case hex digits, the only valid form of a hash.
func ParseHash(text string) (Hash, error) {
	var h Hash
	if len(text) != 2*len(h) {
		return h, fmt.Errorf("%q is not a hash: expected 64 hex digits", text)
	}
	for i := range h {
		hi, lo := unhex(text[2*i]), unhex(text[2*i+1])
		if hi > 15 || lo > 15 {
			return Hash{}, fmt.Errorf("%q is not a hash: expected 64 lower-case hex digits", text)
		}
		h[i] = hi<<4 | lo
	}
	return h, nil
}

func unhex(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	}
	return 255
}

// Sum returns the SHA-256 of the bytes.
func Sum(b []byte) Hash { return sha256.Sum256(b) }

// Head is the position after a game's last commit. The zero Head is the position before the first commit, and the
// head of a game that does not exist yet.
type Head struct {
	Version uint64 // number of the last event; events are numbered from 1
	Seq     uint64 // position of the last commit in the log; meaningful only for that log
	Hash    Hash   // of the last commit's line
}

// Event is one stored event. Its Data is the JSON object of one of the Data types; Types.Decode reads it, Pack writes
// it.
type Event struct {
	Type   string
	Schema int // version of the shape of Data, from 1 for each type
	Data   json.RawMessage
}

// Commit is one or more events that happened together and are stored atomically. It is one line of the archive and
// one message of the stream.
type Commit struct {
	// Game is the slug of the game.
	Game string
	// ID identifies the commit. It is derived from the cause (a mail, a deadline), so that a cause that is processed
	// twice gives the same ID and is stored once.
	ID string
	// At is when the commit was made, by the writer's clock. No decision about the game depends on it.
	At time.Time
	// Actor is the author: a seat, `umpire`, `clock`, `adjudicator`, `gate` (the mail gate).
	Actor string
	// Cause is the ID of the commit, or the hash of the mail, that it follows from; it may be empty.
	Cause  string
	Events []Event

	// The log sets Prev, First, Head and Line; Append overwrites them.
	Prev  Hash   // hash of the previous line
	First uint64 // number of Events[0] in the game
	Head  Head   // head of the game after this commit
	line  string
}

// Line returns the stored bytes without a line end, or "" if the commit has not been stored. The chain hashes exactly
// these bytes.
func (c *Commit) Line() string { return c.line }

// Last returns the number of the commit's last event.
func (c *Commit) Last() uint64 { return c.First + uint64(len(c.Events)) - 1 }

// Follow returns the commit in its stored form after the given head, with Prev, First, Line and Head set, except for
// Head.Seq, which only the log knows. It returns an error if the commit could not be read back: no events, or an
// invalid game name, ID or data.
func (c Commit) Follow(at Head) (Commit, error) {
	c.Prev, c.First = at.Hash, at.Version+1
	c.At = c.At.UTC().Round(0)
	if err := c.check(); err != nil {
		return c, err
	}
	line := c.appendLine(make([]byte, 0, c.size()))
	c.line = string(line)
	c.Head = Head{Version: c.Last(), Hash: Sum(line)}
	return c, nil
}

// Follows returns an error unless the stored commit directly follows the head.
func (c *Commit) Follows(at Head) error {
	switch {
	case c.Prev != at.Hash:
		return c.broken(fmt.Sprintf("its prev is %s, but the line before it has the hash %s", c.Prev, at.Hash))
	case c.First != at.Version+1:
		return c.broken(fmt.Sprintf("its first event is number %d, but %d comes next", c.First, at.Version+1))
	}
	return nil
}

func (c *Commit) broken(why string) error {
	return &BrokenError{Game: c.Game, Seq: c.Head.Seq, Version: c.First, Reason: why}
}
