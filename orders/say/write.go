package say

import (
	"cmp"
	"slices"
	"strings"
)

// suits returns said if the slot accepts it, or could once pronouns are resolved; otherwise nil.
func (r *reading) suits(said *Value, s *slot) *Value {
	switch {
	case s.takes(said.Kind), s.takes("cond") && conditional(said), said.Kind == "there" && s.takes("place"),
		said.Kind == "they" && (s.takes("unit") || s.takes("enemy") || s.takes("place")):
		return said
	}
	return nil
}

// unclear reports whether an act has an ambiguous reference, the same reference twice, or its subject as an object.
func (r *reading) unclear(act, who *Value) bool {
	for i, role := range act.Roles {
		v := role.Value
		if role.Name == "who" || v.Kind == "" || v.Kind == "atom" || v.Kind == "they" || v.Kind == "number" {
			continue
		}
		itself := who != nil && v.Kind == "unit" && within(v, who)
		twice := slices.ContainsFunc(act.Roles[i+1:], func(other Role) bool {
			return other.Name != "who" && other.Value.hash == v.hash
		})
		if v.Several || v.Group && len(v.IDs) > 1 || itself || twice {
			return true
		}
	}
	return false
}

// line writes an act with its conditions.
func (r *reading) line(act, who *Value) (p part, ok bool) {
	if r.unclear(act, who) {
		return p, false
	}
	if said := act.Get("who"); who != nil && (said == nil || said.Kind == "they") {
		act = act.put("who", who)
	}
	r.enemy = nil
	for _, role := range act.Roles {
		if role.Value.Kind == "enemy" {
			r.enemy = role.Value
		}
	}
	for _, role := range []string{"if", "unless", "until"} {
		if tests := act.Get(role); tests != nil {
			r.mentioned(tests)
		}
	}
	f := r.fit(act, r.meant)
	if len(f.matches) == 0 || len(f.left) > 0 || f.matches[0].row.near || f.matches[0].row.note != "" {
		return p, false
	}
	for _, m := range f.matches {
		text, ok := r.write(m.row.line, &m, who)
		if !ok {
			return p, false
		}
		p.line += " " + text
	}
	row := f.matches[0].row
	p.act, p.errand, p.detail = act, row.errand, len(row.line) == 0
	if p.line = strings.TrimSpace(p.line); p.line == "" {
		return p, false
	}
	if p.seq = act.Get("seq") != nil; p.seq && r.directed == "" {
		return p, false
	}
	return r.conditions(p, act, who, f.matches[0].took)
}

// conditions wraps an order in the forms of its conditions. In a directive, conditions follow all acts.
func (r *reading) conditions(p part, act, who *Value, took []string) (part, bool) {
	on, cond := "", ""
	for _, role := range []string{"if", "unless", "until"} {
		tests := act.Get(role)
		if tests == nil || has(took, role) {
			continue
		}
		text, ok := r.cond(tests, who)
		if !ok || on != "" {
			return p, false
		}
		on, cond = role, text
	}
	p.order, p.cond, p.on = p.line, cond, on
	other, second := act.Get("else"), part{}
	if other != nil && !has(took, "else") {
		ok := false
		if second, ok = r.line(other, who); !ok || on == "" {
			return p, false
		}
	}
	if on != "" && strings.Contains(p.line, " IF ") {
		return p, false
	}
	if on != "" {
		names := []string{on + " " + act.Is("do"), on}
		if other != nil {
			names = []string{on + " else"}
		}
		form := ""
		for _, name := range names {
			form = cmp.Or(form, r.forms[name])
		}
		if form == "" {
			return p, false
		}
		whom, _ := "", false
		if who != nil {
			whom, _ = r.text(who, "", nil)
		}
		put := strings.NewReplacer("{cond}", cond, "{order}", p.line, "{else}", second.line, "{who}", whom)
		behind, after := strings.CutPrefix(form, "{order} ")
		switch {
		case r.directed != "" && after:
			p.behind = put.Replace(behind)
		case r.directed != "" && !strings.HasPrefix(form, "{else} "):
			p.line, p.behind = "", put.Replace(form)
		default:
			p.line = put.Replace(form)
		}
	}
	if act.Get("standing") != nil && !has(took, "standing") {
		p.line = "STANDING " + p.line
	}
	return p, true
}

// cond writes one condition, or several joined by AND.
func (r *reading) cond(tests, who *Value) (text string, ok bool) {
	list := tests.List
	if list == nil {
		list = []*Value{tests}
	}
	var all []string
	for _, test := range list {
		one, ok := r.test(test, who)
		if !ok {
			return "", false
		}
		all = append(all, one)
	}
	return strings.Join(all, " AND "), true
}

func (r *reading) test(test, who *Value) (string, bool) {
	subj := test.Get("subj")
	// A pronoun after an act on an enemy refers to that enemy.
	pronoun, near := subj != nil && subj.Kind == "they", test.Is("test") == "near"
	switch {
	case r.enemy != nil && (pronoun || subj == nil && near && test.Get("foe") == nil):
		test, subj = test.put("subj", r.enemy), r.enemy
	case pronoun && near:
		test, subj = test.drop("subj"), nil
	}
	if subj != nil && subj.Kind == "they" && r.foes {
		return "", false // the pronoun may refer to the enemy
	}
	if subj != nil && subj.Kind == "they" { // only rows with a self slot can be about the units that act
		test, subj = test.drop("subj"), nil
	}
	if who != nil && subj == nil {
		test = test.put("self", who)
	}
	for _, row := range r.tests {
		m, ok := row.matched(test.with("do", test.Get("test")), r.meant)
		if !ok || row.near {
			continue
		}
		left := slices.ContainsFunc(test.Roles, func(role Role) bool {
			return !has(m.took, role.Name) && !has([]string{"do", "test", "not", "self"}, role.Name) &&
				!(role.Name == "subj" && has(m.took, "self"))
		})
		if left {
			continue
		}
		text, ok := r.write(row.line, &m, who)
		if !ok {
			continue
		}
		if test.Get("not") != nil {
			text = "NOT " + text
		}
		return text, true
	}
	return "", false
}

// meant resolves pronouns and returns the value if the slot accepts it; otherwise nil.
func (r *reading) meant(said *Value, s *slot) *Value {
	switch {
	case s.takes(said.Kind), s.takes("cond") && conditional(said):
		return said
	case said.Kind == "they" && s.takes("unit") && s.roles[0] != "who":
		return r.friend
	case (said.Kind == "there" || said.Kind == "they") && s.takes("place"):
		return r.place
	}
	return nil
}

// conditional reports whether v is a condition or a list of conditions.
func conditional(v *Value) bool {
	return v.Get("test") != nil || len(v.List) > 0 && v.List[0].Get("test") != nil
}

// write fills a template. It returns ok false if a required slot is empty.
func (r *reading) write(line []piece, m *match, who *Value) (text string, ok bool) {
	var b strings.Builder
	for _, p := range line {
		switch {
		case p.maybe != nil:
			if inner, ok := r.write(p.maybe, m, who); ok {
				b.WriteString(inner)
			}
		case p.role != "":
			said := m.by[p.role]
			if said == nil {
				return "", false
			}
			text, ok := r.text(said, p.how, who)
			if !ok {
				return "", false
			}
			b.WriteString(text)
		default:
			b.WriteString(p.words)
		}
	}
	return b.String(), true
}

// text returns the canonical text of a value.
func (r *reading) text(said *Value, how string, who *Value) (string, bool) {
	if how != "" {
		var ids []string
		if who != nil {
			ids = who.IDs
		}
		of := said.IDs
		if of == nil {
			of = []string{said.Text}
		}
		if r.v.Relate == nil {
			return "", false
		}
		text := r.v.Relate(how, ids, of)
		return text, text != ""
	}
	if conditional(said) {
		return r.cond(said, who)
	}
	if said.Kind == "self" && said.IDs == nil {
		return r.v.Self, r.v.Self != ""
	}
	if said.IDs != nil {
		return strings.Join(r.v.Written(said.Kind, said.IDs), ", "), true
	}
	return said.Text, said.Text != ""
}
