package spoken

import (
	"slices"
	"strings"
)

// template is a frame as read.
type template struct {
	Frame
	parts []part
	troop bool // it has a slot for the units that shall do it
}

// part is a text, a slot, or what may be left out.
type part struct {
	text  string
	slot  string
	preps []string // behind which alone the slot is filled
	mute  bool
	every bool // all of the kind: `{zone*}`
	again bool // what stood in the slot before: `{=zone}`
	maybe []part
}

func compile(f Frame) *template {
	t := &template{Frame: f}
	rest := f.As
	t.parts = parts(&rest, f.As)
	t.troop = strings.Contains(f.As, "{unit}")
	return t
}

// parts reads a frame up to its end, or to what closes a bracket.
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
	slot, preps, limited := strings.Cut(inner, "@")
	p.slot, p.every = strings.CutSuffix(slot, "*")
	if limited {
		p.preps = strings.Split(preps, "/")
	}
	return p
}

// kinds are those of its slots.
func (t *template) kinds() (kinds []string) {
	for _, p := range t.parts {
		if p.slot != "" {
			kinds = append(kinds, p.slot)
		}
	}
	return kinds
}

// loose are the prepositions behind which a slot that names none is filled.
var loose = []string{"", "to", "at", "of"}

// filling is one way to fill a frame.
type filling struct {
	args   []token // what was said, without the verb and who shall do it
	used   []bool
	held   map[string]string // what stands in the slots
	who    []string          // the units that shall do it
	owner  string            // the person who shall, where it is one
	out    strings.Builder
	vague  *sense                   // what fits several
	lacks  string                   // the kind that is missing
	given  func(slot string) string // for an example: what stands where nothing was said; else nil
	from   *template
	trying bool // what may be left out is looked at
}

// fill fills a template from what was said. A missing slot is told by lacks.
func (t *template) fill(args []token, who []string, owner string) *filling {
	f := &filling{args: args, used: make([]bool, len(args)), who: who, owner: owner, from: t}
	f.write(t.parts)
	return f
}

// write writes the parts, and reports whether all slots were filled.
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
			f.out.WriteString(p.text)
		}
	}
	return true
}

// try writes what may be left out, or nothing of it.
func (f *filling) try(list []part) {
	text, used, lacks := f.out.String(), slices.Clone(f.used), f.lacks
	slots := slices.ContainsFunc(list, func(p part) bool { return p.slot != "" || p.maybe != nil })
	trying := f.trying
	f.trying = true
	filled := slots && f.write(list)
	f.trying = trying
	if filled {
		return
	}
	f.out.Reset()
	f.out.WriteString(text)
	f.used, f.lacks = used, lacks
}

// slot fills one slot, and reports whether there was something for it.
func (f *filling) slot(p *part) bool {
	switch {
	case p.slot == unit && len(p.preps) == 0 && len(f.who) == 0 && f.given != nil:
		f.out.WriteString(f.given(unit))
		return f.given(unit) != ""
	case p.slot == unit && len(p.preps) == 0:
		f.out.WriteString(strings.Join(f.who, ", "))
		return len(f.who) > 0
	case p.slot == self:
		f.out.WriteString(f.owner)
		return f.owner != ""
	}
	if p.again {
		f.out.WriteString(f.held[p.slot])
		return f.held[p.slot] != ""
	}
	var list []string
	for i := range f.args {
		if s := f.takes(p, i); s != nil && (p.every || list == nil) {
			f.used[i] = true
			if s.several && f.vague == nil {
				f.vague = s
			}
			list = append(list, s.ids...)
		}
	}
	if f.held == nil {
		f.held = map[string]string{}
	}
	if f.held[p.slot] = strings.Join(list, ", "); !p.mute {
		f.out.WriteString(f.held[p.slot])
	}
	if list == nil && f.given != nil && !p.mute && !f.trying {
		f.out.WriteString(f.given(p.slot))
		return f.given(p.slot) != ""
	}
	return list != nil
}

// example is the frame with something where nothing was said; "" where there is nothing to put there.
func (f *filling) example(given func(slot string) string) string {
	e := &filling{args: f.args, used: make([]bool, len(f.args)), who: f.who, owner: f.owner, given: given}
	if !e.write(f.from.parts) {
		return ""
	}
	return e.out.String()
}

// friend is the slot of a unit that something is done for, not by.
const friend = "friend"

// takes is what the slot takes of an argument; nil: nothing.
func (f *filling) takes(p *part, i int) *sense {
	kinds := strings.Split(p.slot, "|")
	if p.slot == friend {
		kinds = []string{unit}
	}
	allowed := p.preps
	if allowed == nil {
		allowed = loose
	}
	if f.used[i] || !slices.Contains(allowed, f.args[i].prep) {
		return nil
	}
	return f.args[i].sense(kinds...)
}

// unused counts what the frame could not take.
func (f *filling) unused() int { return len(f.left()) }

// left is what was said and no slot took.
func (f *filling) left() (list []token) {
	for i := range f.used {
		if k := &f.args[i]; !f.used[i] && k.kind != joint && !(k.kind == mark && k.mark == ":") {
			list = append(list, *k)
		}
	}
	return list
}

// touched reports whether a slot took something.
func (f *filling) touched() bool { return slices.Contains(f.used, true) }

// heard is what was said, with the units behind the verb taken for those that shall do it, or not.
type heard struct {
	who   []string
	owner string
	args  []token
	vague *sense // units before the verb, of which one is meant
}

// best fills each of the templates and returns the filling that leaves least unread; nil if none can be
// filled, then short is the one that misses least.
func best(list []*template, troops, others heard) (found, short *filling) {
	for _, t := range list {
		h := others
		if t.troop {
			h = troops
		}
		who := h.who
		if t.troop && h.vague != nil {
			who = h.vague.ids
		}
		f := t.fill(h.args, who, h.owner)
		if t.troop && f.vague == nil {
			f.vague = h.vague
		}
		switch {
		case f.lacks != "":
			if short == nil {
				short = f
			}
		case found == nil || f.unused() < found.unused():
			found = f
		}
	}
	return found, short
}
