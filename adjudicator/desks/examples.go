package desks

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/orders"
)

// most limits the example orders of a mail.
const most = 3

// Examples returns orders that would do now, one of each sort first. A steady staff officer with the seat's knowledge
// would give them; they are in the words of a person, and each is accepted as written. If there are no such orders, it
// returns a letter to a colleague. It returns nil if the ruleset has no staff or the seat has no knowledge.
func Examples(rules *adjudicator.Ruleset, desk adjudicator.Desk) (said []string) {
	if rules.Staff == nil || desk.Known == nil {
		return nil
	}
	s := speaker{rules: rules, desk: rules.Rereading(desk), name: adjudicator.Names(desk.Scenario)}
	if rules.Ground != nil {
		s.ground = rules.Ground(desk.Scenario)
	}
	said = s.examples(rules.Staff(desk, adjudicator.Officer{Temper: adjudicator.Steady, Game: "opening"}))
	if said == nil {
		return s.letter()
	}
	return said
}

// examples puts the first orders of a list into a person's words, one of each sort first.
func (s *speaker) examples(list []string) (said []string) {
	var sorts, rest []string
	seen := map[string]bool{}
	for _, line := range list {
		sort := strings.Join(strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsUpper(r) }), " ")
		if seen[sort] {
			rest = append(rest, line)
		} else {
			sorts, seen[sort] = append(sorts, line), true
		}
	}
	for _, line := range append(sorts, rest...) {
		if len(said) < most && s.isAccepted(line) {
			said = append(said, s.humanize(line))
		}
	}
	return said
}

// capitals are the characters of the language's keywords.
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-"

// speaker puts orders in the words of a person.
type speaker struct {
	rules  *adjudicator.Ruleset
	desk   adjudicator.Desk
	name   func(id string) string
	ground board.Ground
}

// isAccepted reports whether all of a line is accepted, as one order.
func (s *speaker) isAccepted(line string) bool {
	_, r := s.rules.ReadMail(s.desk, line)
	return len(r.Accepted()) == 1 && len(r.Entries) == 1
}

// humanize replaces ids and points with names, and puts keywords into lower case, as long as the line is still
// accepted.
func (s *speaker) humanize(line string) string {
	try := func(other string) {
		if other != line && s.isAccepted(other) {
			line = other
		}
	}
	words := strings.Fields(line)
	for i, word := range words {
		if letters := strings.TrimRight(word, ":,"); len(letters) > 1 && strings.Trim(letters, capitals) == "" {
			words[i] = strings.ToLower(word)
		}
	}
	try(strings.Join(words, " "))
	for _, me := range []string{"self ", "me: "} {
		if rest, own := strings.CutPrefix(line, me); own {
			try("I " + rest)
		}
	}
	before := ""
	for _, word := range strings.Fields(line) {
		bare := strings.TrimRight(word, ":,")
		if degrees, err := strconv.Atoi(bare); err == nil && before == "facing" {
			faced := "facing " + bare
			try(strings.Replace(line, faced, "facing "+orders.Towards(degrees), 1))
			try(strings.Replace(line, faced, "facing "+orders.Towards((degrees+22)/45*45), 1))
		} else if name := cmp.Or(s.place(bare), s.name(bare)); name != "" {
			try(strings.Replace(line, bare, strings.Replace(name, "The ", "the ", 1), 1))
		}
		before = word
	}
	first, size := utf8.DecodeRuneInString(line)
	try(string(unicode.ToUpper(first)) + line[size:])
	return line
}

// letter returns a letter to the first colleague who can be written to, or nil.
func (s *speaker) letter() []string {
	seats := s.desk.Scenario.Seats()
	me := slices.IndexFunc(seats, func(seat adjudicator.Seat) bool { return seat.ID == s.desk.Seat })
	for i, to := range seats {
		letter := "LETTER TO " + to.ID + ": what do you see, and what will you do?"
		if i != me && me >= 0 && to.Side == seats[me].Side && s.isAccepted(letter) {
			return []string{s.humanize(letter)}
		}
	}
	return nil
}

// place returns the name of the landmark at or near a point, given as `34.00,22.00`, or "".
func (s *speaker) place(point string) (name string) {
	x, y, ok := orders.ScanWords([]orders.Word{{Text: point, Fold: point}}).Point(2)
	if !ok {
		return ""
	}
	at := board.Point{X: int(x), Y: int(y)}
	nearest := (s.ground.East - s.ground.West) / close
	for i := range s.ground.Marks {
		if m := &s.ground.Marks[i]; m.Name != "" && m.At.Distance(at) < nearest {
			name, nearest = m.Name, m.At.Distance(at)
		}
	}
	return name
}

// close limits the distance from a point to the landmark that names it to one part in so many of the board's width.
const close = 6
