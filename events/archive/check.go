package archive

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"time"

	"galloper/events"
)

// Check defines the checks of an archive in addition to the chain, the numbering and the seeds, which are always
// checked.
type Check struct {
	// Die reports whether the die of that game and turn has the value given by its seed. If it is nil, dice are
	// counted but not checked.
	Die func(seed [32]byte, game string, turn int, d events.Die) bool
	// Each is called for every commit, in order, with its decoded events, after all other checks of the commit have
	// passed. An error is reported for that line. The caller replays the turns here. It may be nil.
	Each func(c *events.Commit, data []events.Data) error
	// Extra is called for each extra, once a commit is known to name it. It may be nil.
	Extra func(x *Extra) error
}

// Summary is the result of a check. If a line failed, it covers the lines before it.
type Summary struct {
	Game    string
	Head    events.Head
	Commits int
	Events  int
	Turns   int // adjudicated, including reverted ones
	Dice    int // checked
	ByHand  int // dice with a value set by a person
	Pending int // dice of the opening, whose seed is revealed after turn 1
	Mails   int // in extras
	// Missing are the mails that commits name and the archive lacks, if it has any extras: they were erased or left
	// out.
	Missing []string
	Over    string
	// Doubts are oddities that prove nothing, because clocks can be wrong.
	Doubts []string
}

// Run checks the lines up to the first failure, which it returns as a *LineError.
func (k Check) Run(lines iter.Seq2[Line, error]) (Summary, error) {
	s := state{check: k, ids: map[string]int{}, names: map[string]bool{}, closed: map[string]bool{},
		did: map[string]bool{}}
	for line, err := range lines {
		if err == nil {
			err = s.line(line)
			err = at(line.Number, err)
		}
		if err != nil {
			return s.sum, err
		}
	}
	if s.sum.Commits == 0 {
		return s.sum, errors.New("the archive is empty")
	}
	for _, m := range s.mails {
		if s.sum.Mails > 0 && s.names[m.sha] {
			s.sum.Missing = append(s.sum.Missing, fmt.Sprintf("line %d, %s: %s", m.line, m.event, m.sha))
		}
	}
	return s.sum, nil
}

// at adds the line number to an error that has none.
func at(number int, err error) error {
	var named *LineError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &named):
		return named
	}
	return &LineError{number, err}
}

// state is the state of a running check.
type state struct {
	check   Check
	sum     Summary
	seeds   []seeds // by turn; index 0 holds the commitments
	opening opening
	ids     map[string]int  // line of each commit
	names   map[string]bool // mails and addresses named by commits; false once their extra was seen
	mails   []mention       // each of those mails once
	extras  bool            // the first extra was seen
	closed  map[string]bool // turns
	did     map[string]bool // events that may happen only once, in words
	latest  time.Time
}

type seeds struct{ s, p events.Hash }

// mention is the first event that names a mail.
type mention struct {
	line       int
	event, sha string
}

// opening holds the dice drawn before turn 1, until their seed is revealed.
type opening struct {
	line     int
	outcomes []events.Outcome
}

func (s *state) line(l Line) error {
	if l.Commit == nil {
		return s.checkExtra(l.Extra)
	}
	c := l.Commit
	if err := s.chain(c); err != nil {
		return err
	}
	if err := s.origin(l.Number, c); err != nil {
		return err
	}
	data := make([]events.Data, 0, len(c.Events))
	for i := range c.Events {
		d, err := events.Decode(c.Events[i])
		if err == nil {
			err = events.Exact(c.Events[i], d)
		}
		if err == nil {
			err = s.name(l.Number, c.Events[i])
		}
		if err == nil {
			err = s.event(l.Number, d)
		}
		same := func(e events.Event) bool { return e.Type == c.Events[i].Type && bytes.Equal(e.Data, c.Events[i].Data) }
		if err == nil && changes.MatchString(c.Events[i].Type) && slices.ContainsFunc(c.Events[:i], same) {
			err = errors.New("it is in its commit twice")
		}
		if err != nil {
			return fmt.Errorf("event %d, %s: %w", c.First+uint64(i), c.Events[i].Type, err)
		}
		data = append(data, d)
	}
	if s.check.Each != nil {
		return s.check.Each(c, data)
	}
	return nil
}

// chain checks that the commit follows its predecessor.
func (s *state) chain(c *events.Commit) error {
	if s.sum.Commits == 0 {
		s.sum.Game = c.Game
	}
	if c.Game != s.sum.Game {
		return fmt.Errorf("it belongs to game %s, but the lines before it to %s: an archive contains one "+
			"game", c.Game, s.sum.Game)
	}
	if s.extras {
		return errors.New("a commit follows the mails: commits must come first")
	}
	if c.Prev != s.sum.Head.Hash {
		return fmt.Errorf("its prev is %s, but the line before it has the hash %s: a line was changed, dropped or "+
			"inserted",
			c.Prev, s.sum.Head.Hash)
	}
	if c.First != s.sum.Head.Version+1 {
		return fmt.Errorf("its first event is number %d, but %d is next", c.First, s.sum.Head.Version+1)
	}
	s.sum.Head = c.Head
	s.sum.Commits++
	s.sum.Events += len(c.Events)
	return nil
}

// backInTime is the time by which a commit may be older than its predecessor before a doubt is reported.
const backInTime = time.Hour

// closing matches the Cause of an adjudication: the closing of the turn, in whatever commit.
var closing = regexp.MustCompile(`^t(\d+)(?:r\d+)?\.close$`)

// origin checks the commit's ID and Cause.
func (s *state) origin(line int, c *events.Commit) error {
	if before, twice := s.ids[c.ID]; twice {
		return fmt.Errorf("it has the id %s, as does the commit in line %d: one cause may act only once", c.ID, before)
	}
	s.ids[c.ID] = line
	if c.At.Before(s.latest.Add(-backInTime)) {
		s.sum.Doubts = append(s.sum.Doubts, fmt.Sprintf("line %d was recorded on %s according to its time, but an "+
			"earlier line on %s",
			line, c.At.Format(time.RFC3339), s.latest.Format(time.RFC3339)))
	}
	if c.At.After(s.latest) {
		s.latest = c.At
	}
	if _, there := s.ids[c.Cause]; c.Cause == "" || there {
		return nil
	}
	if m := closing.FindStringSubmatch(c.Cause); m != nil && s.closed[m[1]] {
		return nil
	}
	if sha, err := events.ParseHash(c.Cause); err == nil {
		for _, e := range c.Events {
			if mail, _, err := Named(e); err != nil || mail == sha {
				return err
			}
		}
		if _, there := s.names[c.Cause]; there {
			return nil
		}
	}
	return fmt.Errorf("its cause %s is neither an earlier commit nor a recorded mail", c.Cause)
}

// changes matches events that may not occur twice in a commit, unlike letters, rulings and orders.
var changes = regexp.MustCompile(`^(army|mail|turn|decision|standin|game)\.|^seat\.assigned$`)

// name records the mail and address that the event names, to check the extras.
func (s *state) name(line int, e events.Event) error {
	mail, address, err := Named(e)
	if sha := mail.String(); !mail.IsZero() && !s.names[sha] {
		s.names[sha] = true
		s.mails = append(s.mails, mention{line, e.Type, sha})
	}
	if address != "" {
		s.names["address "+address] = true
	}
	return err
}

// checkExtra checks that a commit names the extra, and that it occurs only once.
func (s *state) checkExtra(x *Extra) error {
	s.extras = true
	if x.Secret == "" {
		name, what := "address "+x.Address, "address "+x.Address
		if !x.Mail.IsZero() {
			s.sum.Mails++
			name, what = x.Mail.String(), "mail "+x.Mail.String()
		}
		if first, named := s.names[name]; !named || !first {
			return fmt.Errorf("no commit refers to the %s, or it is repeated", what)
		}
		s.names[name] = false
	}
	if s.check.Extra != nil {
		return s.check.Extra(x)
	}
	return nil
}

func (s *state) event(line int, d events.Data) error {
	switch d := d.(type) {
	case events.GameCreated:
		if len(s.seeds) > 0 {
			return errors.New("the game was created before")
		}
		s.seeds = []seeds{{d.SeedCommit, d.SealedCommit}}
	case events.GameOpened:
		s.opening = opening{line, d.Outcomes}
		for i := range d.Outcomes {
			s.sum.Pending += len(d.Outcomes[i].Dice)
		}
	case events.TurnClosed:
		s.closed[strconv.Itoa(d.Turn)] = true
	case events.MailReceived:
		return s.checkOnce("received the mail " + d.SHA256.String())
	case events.MailQueued:
		return s.checkOnce("queued the mail " + d.Mail)
	case events.MailSent:
		if !s.did["queued the mail "+d.Mail] {
			return fmt.Errorf("the mail %s was sent, but never queued", d.Mail)
		}
		return s.checkOnce("sent the mail " + d.Mail)
	case events.TurnAdjudicated:
		return s.turn(&d)
	}
	return nil
}

func (s *state) checkOnce(act string) error {
	if s.did[act] {
		return fmt.Errorf("the game %s before", act)
	}
	s.did[act] = true
	return nil
}

// turn checks the seeds and dice of the turn.
func (s *state) turn(t *events.TurnAdjudicated) error {
	if t.Turn < 1 || t.Turn > len(s.seeds) {
		return fmt.Errorf("turn %d is adjudicated, but turn %d is next", t.Turn, max(len(s.seeds), 1))
	}
	before := s.seeds[t.Turn-1]
	if err := follows("seed", t.Seed, before.s, "S", t.Turn); err != nil {
		return err
	}
	if err := follows("sealed_seed", t.SealedSeed, before.p, "P", t.Turn); err != nil {
		return err
	}
	if t.Turn == len(s.seeds) { // otherwise the turn was reverted and keeps its seeds
		s.seeds = append(s.seeds, seeds{t.Seed, t.SealedSeed})
	}
	s.sum.Turns++
	s.sum.Over = t.Over
	if t.Turn == 1 && s.sum.Pending > 0 {
		s.sum.Pending = 0
		if err := s.dice(1, nil, s.opening.outcomes); err != nil {
			return &LineError{s.opening.line, err}
		}
	}
	return s.dice(t.Turn, t.Shared, t.Outcomes)
}

func follows(name string, seed, before events.Hash, chain string, turn int) error {
	if got := events.Sum(seed[:]); got != before {
		return fmt.Errorf("%s does not match turn %d: its hash is %s, but %s[%d] is %s", name, turn, got, chain, turn-1,
			before)
	}
	return nil
}

// dice checks the dice of a turn to which mails contributed.
func (s *state) dice(turn int, mails []events.Hash, outcomes []events.Outcome) error {
	for i := range outcomes {
		o := &outcomes[i]
		for _, d := range o.Dice {
			if d.Set != "" {
				s.sum.ByHand++
				continue
			}
			s.sum.Dice++
			seed := s.seeds[turn].s
			if d.Sealed {
				seed = s.seeds[turn].p
			}
			if s.check.Die != nil && !s.check.Die(events.SharedKey(seed, mails), s.sum.Game, turn, d) {
				return fmt.Errorf("outcome %s (%s): die %s (%s) shows %d, which does not follow from the seed of "+
					"turn %d", o.Ref, o.Name,
					d.Name, d.Die, d.Value, turn)
			}
		}
	}
	return nil
}

// Compare returns an error that names the first difference between the recorded turn and the replayed one.
func Compare(recorded, again *events.TurnAdjudicated) error {
	for i := range max(len(recorded.Outcomes), len(again.Outcomes)) {
		was, is := outcome(recorded.Outcomes, i), outcome(again.Outcomes, i)
		if was != is {
			return fmt.Errorf("turn %d, outcome %d: recorded as %s, but adjudicated again as "+
				"%s", recorded.Turn, i+1, was, is)
		}
	}
	switch {
	case recorded.State != again.State:
		return fmt.Errorf("turn %d: the state was recorded as %s, but adjudicated again it is %s", recorded.Turn,
			recorded.State, again.State)
	case recorded.Over != again.Over:
		return fmt.Errorf("turn %d: the result was recorded as %q, but adjudicated again it is %q", recorded.Turn,
			recorded.Over, again.Over)
	}
	return nil
}

// outcome returns the JSON of the outcome, because the text leaves out the views.
func outcome(list []events.Outcome, i int) string {
	if i >= len(list) {
		return "nothing"
	}
	return string(list[i].AppendJSON(nil))
}
