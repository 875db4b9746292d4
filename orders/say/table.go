package say

import (
	"fmt"
	"slices"
	"strings"
)

// row maps one kind of act, detail or condition to its canonical form.
type row struct {
	does   []string // lemmas; nil for details
	slots  []slot
	line   []piece
	detail bool
	errand bool // a complete order, not part of a directive
	near   bool // an approximation, which must be confirmed
	note   string
	adds   bool // a detail beside the other orders of a directive
	each   bool // units that stand apart get an order each
	beside bool // may stand beside a main order, not in a sequence
}

// slot names the roles that can fill a place of the canonical form.
type slot struct {
	roles    []string // in order of preference
	kinds    []string // nil: any
	how      string   // relation that Vocabulary.Relate must confirm; "" if no check is needed
	optional bool
}

// piece is a part of a template: literal words, a slot, or an optional group.
type piece struct {
	words string
	role  string
	how   string // passed to Vocabulary.Relate with the slot's value
	maybe []piece
}

// row parses a row: `row do roles => text // note`, `each …`, `beside …`, `adds …`, `detail - roles => text`, `errand
// …` or `if test roles => text`.
func (d *data) row(keyword, text string) error {
	wants, line, ok := strings.Cut(text, "=>")
	if !ok {
		return fmt.Errorf("what is written stands behind =>")
	}
	r := &row{detail: keyword == "detail", errand: keyword == "errand", each: keyword == "each",
		beside: keyword == "beside", adds: keyword == "adds"}
	line, r.note, _ = strings.Cut(line, "//")
	r.note = strings.TrimSpace(r.note)
	fields := strings.Fields(wants)
	if fields[0], r.near = strings.CutPrefix(fields[0], "~"); fields[0] != "-" {
		r.does = strings.Split(fields[0], "|")
	}
	for _, f := range fields[1:] {
		var s slot
		f, s.optional = strings.CutSuffix(f, "?")
		f, s.how, _ = strings.Cut(f, "~")
		roles, kinds, ok := strings.Cut(f, ":")
		s.roles = strings.Split(roles, "|")
		if ok {
			s.kinds = strings.Split(kinds, ",")
		} else if roles == "who" {
			s.kinds = []string{"unit"}
		}
		for _, other := range r.slots {
			for _, role := range s.roles {
				if has(other.roles, role) {
					return fmt.Errorf("two slots take %s", role)
				}
			}
		}
		r.slots = append(r.slots, s)
	}
	var rest string
	r.line, rest = pieces(strings.TrimSpace(line))
	if rest != "" {
		return fmt.Errorf("]: nothing is open")
	}
	if name := r.unknown(r.line); name != "" {
		return fmt.Errorf("{%s}: no slot has that name", name)
	}
	if keyword == "if" {
		d.tests = append(d.tests, r)
	} else {
		d.rows = append(d.rows, r)
	}
	return nil
}

// unknown returns a name in the template that is not a slot of the row, or "".
func (r *row) unknown(line []piece) string {
	for _, p := range line {
		known := p.role == ""
		for _, s := range r.slots {
			known = known || s.roles[0] == p.role
		}
		if !known {
			return p.role
		}
		if name := r.unknown(p.maybe); name != "" {
			return name
		}
	}
	return ""
}

func pieces(text string) (list []piece, rest string) {
	for text != "" {
		at := strings.IndexAny(text, "[]{")
		if at < 0 {
			return append(list, piece{words: text}), ""
		}
		if at > 0 {
			list = append(list, piece{words: text[:at]})
		}
		mark := text[at]
		text = text[at+1:]
		switch mark {
		case ']':
			return list, "]" + text
		case '[':
			var inner []piece
			inner, text = pieces(text)
			list, text = append(list, piece{maybe: inner}), strings.TrimPrefix(text, "]")
		case '{':
			var name string
			name, text, _ = strings.Cut(text, "}")
			p := piece{}
			p.role, p.how, _ = strings.Cut(name, "~")
			list = append(list, p)
		}
	}
	return list, ""
}

// apart lists roles that connect orders; rows need not cover them.
var apart = []string{"do", "who", "if", "unless", "until", "else", "seq", "standing", "courtesy"}

// match is a row filled with the roles of an act.
type match struct {
	row  *row
	by   []Role // by the first role of the slot
	took []string
}

// matched fills the row from an act. It returns ok false if a required role other than the subject is missing.
func (r *row) matched(act *Value, meant func(*Value, *slot) *Value) (m match, ok bool) {
	if r.does != nil && !has(r.does, act.Is("do")) {
		return m, false
	}
	m.row = r
	for i := range r.slots {
		s := &r.slots[i]
		found, said := false, false
		for _, role := range s.roles {
			of := act.Get(role)
			if of == nil {
				continue
			}
			said = true
			if of = meant(of, s); of != nil {
				m.by, m.took, found = append(m.by, Role{s.roles[0], of}), append(m.took, role), true
				break
			}
		}
		if who := s.roles[0] == "who"; !found && (who && said || !who && !s.optional) {
			return m, false
		}
	}
	return m, true
}

func (r *row) subject() bool {
	return slices.ContainsFunc(r.slots, func(s slot) bool { return s.roles[0] == "who" && !s.optional })
}

// takes reports whether the slot accepts values of a kind.
func (s *slot) takes(kind string) bool { return s.kinds == nil || has(s.kinds, kind) }

// fit is the best cover of an act: a main row and detail rows.
type fit struct {
	matches []match  // the main row first
	left    []string // roles that no row covers
}

// fit returns the rows that leave the fewest roles uncovered. Of equal rows, one that lacks no subject wins, and then
// the earlier one.
func (d *data) fit(act *Value, meant func(*Value, *slot) *Value) (best fit) {
	subjectless := false
	for _, r := range d.rows {
		if r.detail {
			continue
		}
		m, ok := r.matched(act, meant)
		if !ok {
			continue
		}
		f := fit{matches: []match{m}}
		d.rest(&f, act, meant)
		lacks := act.Get("who") == nil && r.subject()
		if len(best.matches) == 0 || len(f.left) < len(best.left) ||
			len(f.left) == len(best.left) && subjectless && !lacks {
			best, subjectless = f, lacks
		}
	}
	return best
}

// takes reports whether a row for the verb has a slot for the object, or there is no object.
func (r *reading) takes(do string, obj *Value) bool {
	return obj == nil || slices.ContainsFunc(r.rows, func(w *row) bool {
		return (w.does == nil || has(w.does, do)) && slices.ContainsFunc(w.slots, func(s slot) bool {
			return has(s.roles, "obj") && r.suits(obj, &s) != nil
		})
	})
}

// rest covers the remaining roles with detail rows.
func (d *data) rest(f *fit, act *Value, meant func(*Value, *slot) *Value) {
	took := append([]string{"do", "who"}, f.matches[0].took...)
	for _, r := range d.rows {
		if !r.detail {
			continue
		}
		m, ok := r.matched(act, meant)
		twice := func() bool {
			for _, role := range m.took {
				if has(took, role) && role != "who" {
					return true
				}
			}
			return false
		}
		if ok && len(m.took) > 0 && !twice() {
			f.matches, took = append(f.matches, m), append(took, m.took...)
		}
	}
	for _, r := range act.Roles {
		if !has(took, r.Name) && !has(apart, r.Name) {
			f.left = append(f.left, r.Name)
		}
	}
}
