package events

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Hash is a SHA-256, written in hex. It also holds a seed of 32 bytes.
type Hash [32]byte

// String returns the hash in 64 lower-case hex digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether the hash is that of nothing: what the first commit of
// a game names as the one before it.
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

// ParseHash reads 64 lower-case hex digits, the only form in which a hash is written.
func ParseHash(text string) (Hash, error) {
	var h Hash
	if len(text) != 2*len(h) {
		return h, fmt.Errorf("%q is no hash: expected 64 hex digits", text)
	}
	for i := range h {
		hi, lo := unhex(text[2*i]), unhex(text[2*i+1])
		if hi > 15 || lo > 15 {
			return Hash{}, fmt.Errorf("%q is no hash: expected 64 lower-case hex digits", text)
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

// Head is where a game stands: behind its last commit. The zero Head stands
// before the first, and is the head of a game that does not exist yet.
type Head struct {
	Version uint64 // number of the last event; events count 1, 2, 3 …
	Seq     uint64 // position in the log of the last commit; of use to that log alone
	Hash    Hash   // of the last commit's line
}

// Event is one thing that happened, as it is stored: Data is the JSON object of
// one of the Data types. Types.Decode reads it, Pack writes it.
type Event struct {
	Type   string
	Schema int // shape of Data, counts from 1 for each type
	Data   json.RawMessage
}

// Commit is one or more events that happened together: all of them are in the
// log, or none. It is one line of the archive and one message of the stream.
type Commit struct {
	// Game is the slug of the game.
	Game string
	// ID names the commit. It is derived from its cause (a mail, a deadline), so
	// that the same cause acted on twice gives the same ID, and is stored once.
	ID string
	// At is when the commit was made, decided once by the writer. Nothing that
	// decides a game's course reads it.
	At time.Time
	// Actor is who did it: a seat, `umpire`, `clock`, `adjudicator`, `gate` (the mail gate).
	Actor string
	// Cause is the ID of the commit, or the hash of the mail, that it follows from; may be empty.
	Cause  string
	Events []Event

	// Prev, First, Head and Line are the log's: Append sets them, whatever they were.
	Prev  Hash   // hash of the line before it
	First uint64 // number of Events[0] in the game
	Head  Head   // where the game stands behind this commit
	line  string
}

// Line returns the stored bytes, without a line end, or "" for a commit that
// has not been stored. The hash of the chain is taken over exactly these.
func (c *Commit) Line() string { return c.line }

// Last returns the number of the commit's last event.
func (c *Commit) Last() uint64 { return c.First + uint64(len(c.Events)) - 1 }

// Follow returns the commit as it is stored behind the given head: Prev, First,
// Line and Head (without Seq, which only the log knows) are set.
// It refuses what could not be read again: no events, a bad game name, ID or data.
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

// Follows returns an error unless the stored commit stands right behind the head.
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
