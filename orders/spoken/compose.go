package spoken

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// said assembles the order from its clauses.
func (o *spokenOrder) said() (Said, bool) {
	if o.waits != nil {
		o.drop(o.waits)
	}
	if !o.any {
		return Said{}, false
	}
	s := Said{unread: o.unread, Several: o.several, Lacks: o.lacks, Note: o.note,
		Where: o.where, Astray: o.astray}
	if o.main == "" || o.inverse && o.cond == "" {
		return s, true
	}
	if (o.until || o.not) && o.alt == "" && o.verb == o.r.Finally && o.cond != "" && o.r.Stay == "" {
		if o.cond = ""; o.until {
			s.Note = joinNotes(s.Note, o.held(o.untilTokens))
		} else { // no consequence given
			s.unread = append(slices.Clip(s.unread), o.untilTokens...)
		}
	}
	if o.r.Else == "" && o.alt != "" {
		o.part(&s)
		return s, true
	}
	o.compose(&s)
	return s, true
}

// held returns the note that these troops hold even after the event given with UNTIL.
func (o *spokenOrder) held(until []token) string {
	return "they hold until told otherwise, whatever comes first: " + o.r.span(until)
}

// part splits an order with an alternative into two orders. Default behaviour needs no condition.
func (o *spokenOrder) part(s *Said) {
	other := *o
	other.main, other.alt, other.not, o.alt = o.alt, "", !o.not, ""
	if o.altVerb == o.r.Finally && o.altVerb != "" {
		o.compose(s)
		s.Note = joinNotes(s.Note, `as troops without orders do otherwise: "`+o.altText+`"`)
		return
	}
	if o.verb == o.r.Finally {
		o.cond = ""
	}
	o.compose(s)
	var also Said
	other.compose(&also)
	o.more = append(o.more, also)
}

// compose writes the order's line.
func (o *spokenOrder) compose(s *Said) {
	s.of, s.Line = o, o.r.opens(o.line())
	if to := o.commander(); to != "" && !o.own {
		s.Line = o.r.directiveTo(to, s.Line)
	}
	if o.r.standing {
		s.Line = strings.Replace(o.r.Standing, "{order}", s.Line, 1)
	}
}

// opens turns a condition of distance on firing into the distance at which to open fire. Without it, troops fire at
// will whether or not the condition holds.
func (s *Speech) opens(line string) string {
	m := firesWithin.FindStringSubmatch(line)
	if s.Opens == "" || m == nil || strings.Contains(m[1], "IF ") || m[4] != "" && s.Also != "" {
		return line
	}
	opens := strings.ReplaceAll(s.Opens, "{n}", m[2])
	if m[4] != "" { // an additional action
		return m[1] + m[4] + " " + opens
	}
	return m[1] + m[3] + opens
}

var firesWithin = regexp.MustCompile(`^(.*)IF ENEMY WITHIN (\d+)(?: YDS)? THEN (|.*: )FIRE AT WILL(?: ELSE (.*))?$`)

func (s *Speech) directiveTo(whom, order string) string {
	return strings.NewReplacer("{to}", whom, "{order}", order).Replace(s.To)
}

// commander returns the recipient of the order as a directive: the addressee, or else the commander of the units.
func (o *spokenOrder) commander() string {
	if o.r.to != "" || o.r.To == "" || len(o.who) == 0 {
		return o.r.to
	}
	for _, id := range slices.Sorted(maps.Keys(o.r.vocabulary.Under)) {
		under := o.r.vocabulary.Under[id]
		if !slices.ContainsFunc(o.who, func(u string) bool { return !slices.Contains(under, u) }) &&
			!slices.Contains(o.r.vocabulary.Mine, o.who[0]) {
			return id
		}
	}
	return ""
}

// goesOn reports whether next continues this order for the same units: `Lee's, hold. Fire at thirty yards.`
func (o *spokenOrder) goesOn(next *spokenOrder) bool {
	if o.r.More && o.cond != "" && o.tail == "" && next.cond != "" && next.alt == "" && !next.not &&
		(!o.not || o.alt != "") && slices.Equal(o.who, next.who) {
		o.tail = next.then()
		return true
	}
	if !slices.Equal(o.who, next.who) || o.cond != "" || o.alt != "" || o.also != next.also {
		return false
	}
	switch {
	case next.until && next.main == o.main:
		o.alt, o.cond, o.not, o.until = next.alt, next.cond, next.not, true
	case next.alt != "" || next.not:
		return false
	case next.cond != "":
		o.alt, o.main, o.cond, o.adds = o.main, next.main, next.cond, false
	case next.adds:
		o.main = added(o.main, next.main)
	case o.adds:
		o.main, o.adds = added(next.main, o.main), false
	default:
		return false
	}
	return true
}

// stay returns the ruleset's order to stay, for these units.
func (o *spokenOrder) stay() string {
	return strings.ReplaceAll(o.r.Stay, "{unit}", strings.Join(o.who, ", "))
}

// then returns the condition and its consequence, to be appended to an order for the same units.
func (o *spokenOrder) then() string {
	_, what, _ := strings.Cut(o.main, ": ")
	return " IF " + o.cond + " THEN " + what
}

// line returns the order with its condition and alternative. In `hold until … then charge`, the second action follows
// the condition and the first precedes it.
func (o *spokenOrder) line() string {
	main, alt, not := o.main, o.alt, o.not
	if not && o.until && alt == "" && o.verb != o.r.Finally && !o.also && len(o.who) > 0 {
		alt = o.stay()
	}
	if not && alt == "" && o.r.Halt != "" && (o.verb == Advance || o.verb == Move) {
		alt = strings.ReplaceAll(o.r.Halt, "{unit}", strings.Join(o.who, ", "))
	}
	if strings.ReplaceAll(alt, ":", "") == strings.ReplaceAll(main, ":", "") { // `wait until they are near`
		return main
	}
	if o.cond != "" && not && alt != "" {
		main, alt, not = alt, main, false
	}
	if o.tail != "" {
		head, _, _ := strings.Cut(main, ": ")
		if alt != "" {
			head = alt
		} else {
			head += ":"
		}
		one := spokenOrder{r: o.r, main: main, cond: o.cond}
		return head + one.then() + o.tail
	}
	line := main
	if o.cond != "" {
		line = o.r.If
		if not {
			line = o.r.IfNot
		} else if o.r.IfNoTroops != "" && o.frame != nil && !o.frame.troop {
			line = o.r.IfNoTroops
		}
		line = strings.NewReplacer("{cond}", o.cond, "{order}", main).Replace(line)
	}
	if alt != "" {
		alt = o.r.elsewise(alt)
		line = strings.NewReplacer("{order}", line, "{else}", alt).Replace(o.r.Else)
	}
	return line
}
