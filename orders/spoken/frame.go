package spoken

import (
	"cmp"
	"slices"
	"strings"
)

// template is a parsed frame.
type template struct {
	Frame
	parts []part
	troop bool // it has a slot for the acting units
}

// part is literal text, a slot, or an optional part.
type part struct {
	text  string
	slot  string
	kinds []string // accepted kinds: the slot's own, and for a friend after its preposition also a unit
	preps []string // prepositions that the argument must follow
	mute  bool
	how   string // the argument of Relate: `{friend~left}`
	every bool   // takes every argument of the kind: `{zone*}`
	again bool   // repeats the slot's earlier value: `{=zone}`
	maybe []part
}

func compile(f Frame) *template {
	t := &template{Frame: f}
	rest := f.As
	t.parts = parts(&rest, f.As)
	for _, say := range []string{"{unit}", "{-unit}", "{unit~", "{-unit~"} {
		t.troop = t.troop || strings.Contains(f.As, say)
	}
	return t
}

// parts parses a frame up to its end or a closing bracket.
func parts(rest *string, whole string) (list []part) {
	for *rest != "" {
		switch (*rest)[0] {
		case ']':
			return list
		case '[':
			*rest = (*rest)[1:]
			p := part{maybe: parts(rest, whole)}
			after, ok := strings.CutPrefix(*rest, "]")
			if !ok {
				panic("spoken: nothing closes a bracket in " + whole)
			}
			*rest, list = after, append(list, p)
		case '{':
			inner, after, ok := strings.Cut((*rest)[1:], "}")
			if !ok {
				panic("spoken: nothing closes a brace in " + whole)
			}
			*rest, list = after, append(list, slotPart(inner))
		default:
			end := strings.IndexAny(*rest, "[]{")
			if end < 0 {
				end = len(*rest)
			}
			list, *rest = append(list, part{text: (*rest)[:end]}), (*rest)[end:]
		}
	}
	return list
}

func slotPart(inner string) part {
	var p part
	inner, p.mute = strings.CutPrefix(inner, "-")
	inner, p.again = strings.CutPrefix(inner, "=")
	inner, p.how, _ = strings.Cut(inner, "~")
	slot, preps, limited := strings.Cut(inner, "@")
	p.slot, p.every = strings.CutSuffix(slot, "*")
	p.kinds = strings.Split(p.slot, "|")
	if slices.Contains(p.kinds, friend) {
		p.kinds = append(p.kinds, unit)
	}
	if limited {
		p.preps = strings.Split(preps, "/")
	}
	return p
}

// kinds returns the kinds of its slots.
func (t *template) kinds() (kinds []string) {
	for _, p := range t.parts {
		if p.slot != "" {
			kinds = append(kinds, p.slot)
		}
	}
	return kinds
}

// loose lists the prepositions that may precede the argument of a slot without any of its own.
var loose = []string{"", "to", "at", "of"}

// filling is one attempt to fill a frame.
type filling struct {
	args   []token // the tokens without the verb and the acting units
	used   []bool
	held   map[string]string // the values of the slots
	who    []string          // the acting units
	owner  string            // the acting person, if it is one
	out    []byte
	vague  *sense // the ambiguous sense
	lacks  string // the missing kind
	words  *Vocabulary
	goal   string                   // the target or destination
	second int                      // names that more likely mean something else
	given  func(slot string) string // for an example: returns a value for an empty slot; else nil
	from   *template
	trying bool   // an optional part is being tried
	acted  bool   // the acting units have been written
	before string // the number of the previous order
	went   map[string]string
}

// fill fills a template from the parsed clause. lacks names a missing slot.
func (t *template) fill(v *Vocabulary, h *heard) *filling {
	f := &filling{args: h.args, used: make([]bool, len(h.args)), who: h.who, owner: h.owner, from: t, words: v,
		goal: h.goal, before: h.before, went: h.went}
	f.write(t.parts)
	return f
}

// write writes the parts and reports whether all slots were filled.
func (f *filling) write(list []part) bool {
	for i := range list {
		p := &list[i]
		switch {
		case p.maybe != nil:
			f.try(p.maybe)
		case p.slot != "":
			if !f.slot(p) {
				if f.lacks == "" {
					f.lacks = p.slot
				}
				return false
			}
		default:
			f.out = append(f.out, p.text...)
		}
	}
	return true
}

// try writes an optional part in full, or not at all.
func (f *filling) try(list []part) {
	written, used, lacks := len(f.out), slices.Clone(f.used), f.lacks
	vague, second, goal := f.vague, f.second, f.goal
	slots := slices.ContainsFunc(list, func(p part) bool { return p.slot != "" || p.maybe != nil })
	trying := f.trying
	f.trying = true
	filled := slots && f.write(list)
	f.trying = trying
	if filled {
		return
	}
	f.out = f.out[:written]
	f.used, f.lacks, f.vague, f.second, f.goal = used, lacks, vague, second, goal
}

// slot fills one slot and reports whether an argument fits it.
func (f *filling) slot(p *part) bool {
	switch {
	case p.slot == unit && len(p.preps) == 0 && len(f.who) == 0 && f.given != nil:
		given := f.given(unit)
		f.out = append(f.out, given...)
		return given != ""
	case p.slot == unit && len(p.preps) == 0:
		return f.doers(p)
	case p.slot == before:
		f.out = append(f.out, f.before...)
		return f.before != ""
	case p.slot == self:
		if !p.mute {
			f.out = append(f.out, f.owner...)
		}
		return f.owner != ""
	}
	if p.again {
		f.out = append(f.out, f.held[p.slot]...)
		return f.held[p.slot] != ""
	}
	var list []string
	for i := range f.args {
		s := f.takes(p, i)
		if s != nil && s.ids[0] != "" && slices.Contains(list, s.ids[0]) && i > 0 && f.args[i-1].kind != joint {
			continue // `left, right left` is ambiguous
		}
		if s != nil && (p.every || list == nil) {
			list = append(list, f.meant(p, i, s)...)
		}
	}
	text := strings.Join(list, ", ")
	f.hold(p.slot, text)
	if !p.mute {
		f.out = append(f.out, text...)
	}
	if list == nil && f.given != nil && !p.mute && !f.trying {
		given := f.given(p.slot)
		f.out = append(f.out, given...)
		return given != ""
	}
	return list != nil
}

// hold records a slot's value.
func (f *filling) hold(slot, text string) {
	if f.held == nil {
		if text == "" {
			return
		}
		f.held = map[string]string{}
	}
	f.held[slot] = text
}

// doers writes the acting units, or the text that Relate makes of them.
func (f *filling) doers(p *part) bool {
	text := strings.Join(f.who, ", ")
	if p.how != "" && text != "" {
		text = f.words.relate(p.how, f.who, nil)
	}
	if !p.mute {
		f.out = append(f.out, text...)
	}
	f.acted = f.acted || text != ""
	return text != ""
}

// before is the slot for the previous order's number in the mail.
const before = "before"

// meant returns the names that an argument stands for in a slot, or nil if they make no sense for the acting units.
func (f *filling) meant(p *part, i int, s *sense) []string {
	ids, aimed := s.ids, -1
	whole := s.kind == enemy && len(ids) > 1 && p.how == "" && !p.every // a kind of troops for a slot of one unit
	if (s.several || whole) && !p.mute {
		aimed = slices.IndexFunc(f.args, func(k token) bool { return k.sense(aim) != nil })
		how := ""
		if aimed >= 0 {
			how = f.args[aimed].sense(aim).ids[0]
		}
		if one := f.words.relate(how, f.who, ids); one != "" {
			ids = []string{one}
		} else if f.vague == nil {
			f.vague = s
		}
	}
	how := p.how
	if s.relative {
		how, ids = ids[0], nil
	}
	away := how == where || how == elsewhere && f.words.relate(how, f.who, ids) != ""
	if goal := f.went[s.ids[0]]; away && goal != "" && (s.kind == friend || s.kind == unit) {
		ids = []string{goal}
	} else if goal != "" && strings.Contains(how, "#") {
		return nil // relative to a place that they will have left
	} else if how != "" {
		how = strings.ReplaceAll(how, "#", cmp.Or(f.held["yards"], f.held[number]))
		text := f.words.relate(how, f.who, append(slices.Clip(ids), f.goal))
		if text == "" {
			return nil
		}
		ids = []string{text}
	} else {
		ids = f.words.written(s.kind, ids)
	}
	f.used[i] = true
	if aimed >= 0 {
		f.used[aimed] = true
	}
	if s != &f.args[i].senses[0] || p.mute && (s.kind == enemy || s.kind == foe) {
		f.second++
	}
	if !p.mute && f.goal == "" && (p.how == "" || p.how == elsewhere || slices.Equal(ids, s.ids)) {
		f.goal = s.ids[0]
	}
	return ids
}

// where makes Relate name a friend by its position, as it will be after the previous orders.
const where = "where"

// elsewhere is like where, but only for positions other than the writer's own.
const elsewhere = "elsewhere"

// aim is the kind of words that select one of several: `in front of you`, `nearest`.
const aim = "aim"

// example returns the frame with given values in its empty slots, or "" if one has no value.
func (f *filling) example(given func(slot string) string) string {
	e := &filling{args: f.args, used: make([]bool, len(f.args)), who: f.who, owner: f.owner, words: f.words,
		given: given}
	if !e.write(f.from.parts) {
		return ""
	}
	return string(e.out)
}

// friend is the slot of a unit that an action benefits, as opposed to the acting unit.
const friend = "friend"

// takes returns the sense of argument i that fits the slot, or nil.
func (f *filling) takes(p *part, i int) *sense {
	allowed := p.preps
	if allowed == nil {
		allowed = loose
	}
	if f.used[i] || !slices.Contains(allowed, f.args[i].prep) {
		return nil
	}
	return f.args[i].sense(p.kinds...)
}

// unused counts the tokens that no slot took.
func (f *filling) unused() int { return len(f.left()) }

// left returns the tokens that no slot took.
func (f *filling) left() (list []token) {
	for i := range f.used {
		if k := &f.args[i]; !f.used[i] && k.kind != joint && !(k.kind == mark && k.mark == ":") {
			list = append(list, *k)
		}
	}
	return list
}

// guesses returns the approximate matches among the tokens that a slot took.
func (f *filling) guesses() (list []token) {
	for i := range f.used {
		if f.used[i] && f.args[i].near {
			list = append(list, f.args[i])
		}
	}
	return list
}

// touched reports whether any slot took a token.
func (f *filling) touched() bool { return slices.Contains(f.used, true) }

// better reports whether the filling leaves fewer tokens unused, or as many with fewer doubts.
func (f *filling) better(than *filling) bool {
	return cmp.Or(cmp.Compare(f.unused(), than.unused()), cmp.Compare(f.doubts(), than.doubts())) < 0
}

// doubts counts ambiguous names and those that more likely mean something else.
func (f *filling) doubts() int {
	if f.vague != nil {
		return f.second + 100
	}
	return f.second
}

// heard is a parsed clause, under one reading of the units after the verb: as acting units or as objects.
type heard struct {
	who   []string
	named bool // the units were named with this verb
	we    bool // the units are WE, which may mean only the writer
	owner string
	args  []token
	vague *sense // units before the verb, one of which is meant
	goal  string // from the clause before
	not   bool   // the verb is negated

	went     map[string]string // the units' destinations from earlier orders
	standing bool              // the order began with STANDING
	before   string            // the number of the previous order
}

// best fills each of the templates and returns the filling with the fewest unused tokens. If no template can be filled,
// found is nil and short is the first attempt.
func best(v *Vocabulary, list []*template, troops, others heard) (found, short *filling) {
	for _, t := range list {
		h := others
		if t.troop {
			h = troops
		}
		if t.troop && h.vague != nil {
			h.who = h.vague.ids
		}
		elsewhere := !t.troop && (h.named && !h.we || troops.vague != nil)
		if t.Named && !h.named || elsewhere || t.Stands != h.standing || t.Goes && h.not {
			continue
		}
		f := t.fill(v, &h)
		if t.troop && f.vague == nil {
			f.vague = h.vague
		}
		if t.troop && h.named && !h.we && len(h.who) > 0 && f.lacks == "" && !f.acted {
			continue // named troops that no slot took
		}
		switch {
		case f.lacks != "":
			if short == nil {
				short = f
			}
		case found == nil || f.better(found):
			found = f
		}
	}
	return found, short
}

// count returns how many of the arguments may be of the kind.
func (f *filling) count(kind string) (n int) {
	for i := range f.args {
		if f.args[i].sense(kind) != nil {
			n++
		}
	}
	return n
}
