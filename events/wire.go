package events

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// lineVersion is the field `v` of an archive line.
const lineVersion = 1

// MaxGame is the maximum length of a game's name, in bytes.
const MaxGame = 64

// CheckGame returns an error unless the name is a slug: lower-case letters, digits and `-`, at most MaxGame bytes,
// not beginning with `-`.
func CheckGame(name string) error {
	ok := name != "" && len(name) <= MaxGame && name[0] != '-'
	for i := 0; i < len(name); i++ {
		c := name[i]
		ok = ok && ('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-')
	}
	if !ok {
		return fmt.Errorf("%q cannot name a game: expected lower-case letters, digits and `-`, at most %d, beginning "+
			"with a letter or digit", name, MaxGame)
	}
	return nil
}

func (c *Commit) check() error {
	if err := CheckGame(c.Game); err != nil {
		return err
	}
	switch {
	case c.ID == "" || !utf8.ValidString(c.ID) || len(c.ID) > 256:
		return fmt.Errorf("game %s: a commit has the id %q: expected 1 to 256 bytes of text", c.Game, c.ID)
	case c.Actor == "" || !utf8.ValidString(c.Actor) || !utf8.ValidString(c.Cause):
		return fmt.Errorf("game %s, commit %s: expected an actor, and printable text in it and in the "+
			"cause", c.Game, c.ID)
	case len(c.Events) == 0:
		return fmt.Errorf("game %s, commit %s has no events", c.Game, c.ID)
	case c.At.Year() < 0 || c.At.Year() > 9999:
		return fmt.Errorf("game %s, commit %s: the year %d is out of range", c.Game, c.ID, c.At.Year())
	}
	for i := range c.Events {
		if err := c.Events[i].check(); err != nil {
			return fmt.Errorf("game %s, commit %s, event %d: %w", c.Game, c.ID, i+1, err)
		}
	}
	return nil
}

func (e *Event) check() error {
	if !word(e.Type) || e.Schema < 1 {
		return fmt.Errorf("type %q, schema %d: expected a dotted name and a number from 1", e.Type, e.Schema)
	}
	p := scanner{s: string(e.Data)}
	if err := p.skipObject(); err != nil || p.i != len(p.s) || !json.Valid(e.Data) {
		return fmt.Errorf("%s: its data is not a JSON object on one line", e.Type)
	}
	return nil
}

// size returns an estimate of the line's length, enough for most lines.
func (c *Commit) size() int {
	n := 256 + len(c.Game) + len(c.ID) + len(c.Cause)
	for i := range c.Events {
		n += 48 + len(c.Events[i].Type) + len(c.Events[i].Data)
	}
	return n
}

// appendLine appends the archive line: exactly these members in this order, without blanks.
func (c *Commit) appendLine(b []byte) []byte {
	b = append(b, `{"prev":"`...)
	b = appendHex(b, c.Prev)
	b = append(b, `","v":`...)
	b = strconv.AppendInt(b, lineVersion, 10)
	b = append(b, `,"game":`...)
	b = appendJSONString(b, c.Game)
	b = append(b, `,"id":`...)
	b = appendJSONString(b, c.ID)
	b = append(b, `,"first":`...)
	b = strconv.AppendUint(b, c.First, 10)
	b = append(b, `,"at":"`...)
	b = c.At.AppendFormat(b, time.RFC3339Nano)
	b = append(b, `","actor":`...)
	b = appendJSONString(b, c.Actor)
	b = appendText(b, `,"cause":`, c.Cause)
	b = append(b, `,"events":[`...)
	for i := range c.Events {
		b = comma(b, i)
		b = c.Events[i].append(b)
	}
	return append(b, `]}`...)
}

func appendHex(b []byte, h Hash) []byte {
	for _, c := range h {
		b = append(b, hexDigits[c>>4], hexDigits[c&15])
	}
	return b
}

func (e *Event) append(b []byte) []byte {
	b = append(b, `{"type":`...)
	b = appendJSONString(b, e.Type)
	b = append(b, `,"schema":`...)
	b = strconv.AppendInt(b, int64(e.Schema), 10)
	b = append(b, `,"data":`...)
	b = append(b, e.Data...)
	return append(b, '}')
}

// ParseCommit reads one archive line, without its line end. It accepts only the exact form, so that the commit would
// be written again as the same bytes. It does not decode the events' data (Registry.Decode does). Head is complete
// except for Seq. The commit keeps line, which must not change afterwards.
func ParseCommit(line []byte) (Commit, error) {
	p := scanner{s: string(line), strict: true}
	c, err := p.commit(line)
	if err != nil {
		return Commit{}, err
	}
	c.line = p.s
	c.Head = Head{Version: c.Last(), Hash: Sum(line)}
	return c, nil
}

func (p *scanner) commit(line []byte) (c Commit, err error) {
	if c.Prev, err = p.hash(`{"prev":`); err != nil {
		return c, err
	}
	if err = p.must(`,"v":` + strconv.Itoa(lineVersion)); err != nil {
		return c, err
	}
	if c.Game, err = p.member(`,"game":`); err != nil {
		return c, err
	}
	if err = CheckGame(c.Game); err != nil {
		return c, err
	}
	if c.ID, err = p.member(`,"id":`); err != nil {
		return c, err
	}
	if c.First, err = p.count(`,"first":`); err != nil {
		return c, err
	}
	if c.At, err = p.time(`,"at":`); err != nil {
		return c, err
	}
	if c.Actor, err = p.member(`,"actor":`); err != nil {
		return c, err
	}
	if strings.HasPrefix(p.s[p.i:], `,"cause":`) {
		if c.Cause, err = p.member(`,"cause":`); err != nil {
			return c, err
		}
	}
	if c.Events, err = p.events(line); err != nil {
		return c, err
	}
	return c, p.end()
}

// member reads the literal and a non-empty string.
func (p *scanner) member(lit string) (string, error) {
	if err := p.must(lit); err != nil {
		return "", err
	}
	from := p.i
	s, err := p.str()
	if err == nil && s == "" {
		p.i = from
		return "", p.fail("a non-empty text")
	}
	return s, err
}

func (p *scanner) hash(lit string) (Hash, error) {
	s, err := p.member(lit)
	if err != nil {
		return Hash{}, err
	}
	return ParseHash(s)
}

func (p *scanner) count(lit string) (uint64, error) {
	if err := p.must(lit); err != nil {
		return 0, err
	}
	from := p.i
	n, err := p.number()
	if err == nil && n < 1 {
		p.i = from
		err = p.fail("a number from 1")
	}
	return uint64(n), err
}

func (p *scanner) time(lit string) (time.Time, error) {
	s, err := p.member(lit)
	if err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil || t.Location() != time.UTC || t.Format(time.RFC3339Nano) != s {
		return t, fmt.Errorf("%q is not a time: expected RFC 3339 in UTC, such as 2027-01-31T09:00:00Z", s)
	}
	return t, nil
}

func (p *scanner) events(line []byte) ([]Event, error) {
	if err := p.must(`,"events":`); err != nil {
		return nil, err
	}
	list := make([]Event, 0, 2)
	err := p.list(func() error {
		e, err := p.event(line)
		list = append(list, e)
		return err
	})
	if err == nil && len(list) == 0 {
		err = p.fail("at least one event")
	}
	if err == nil {
		err = p.must("}")
	}
	return list, err
}

func (p *scanner) event(line []byte) (e Event, err error) {
	if e.Type, err = p.member(`{"type":`); err != nil {
		return e, err
	}
	if !word(e.Type) {
		return e, fmt.Errorf("%q is not an event type", e.Type)
	}
	n, err := p.count(`,"schema":`)
	if err != nil {
		return e, err
	}
	e.Schema = int(n)
	if err = p.must(`,"data":`); err != nil {
		return e, err
	}
	from := p.i
	if err := p.skipObject(); err != nil {
		return e, err
	}
	e.Data = line[from:p.i:p.i]
	return e, p.must("}")
}
