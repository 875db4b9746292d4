package say

import (
	"cmp"
	"slices"
	"strings"
)

// suits returns said if the slot accepts it, or could once pronouns are resolved; otherwise nil.
func (r *reading) suits(said *Value, s *slot) *Value {
	switch {
	case s.takes(said.Kind), conditional(said) && (s.takes("cond") || has(s.kinds, said.Is("test"))),
		said.Kind == "there" && (s.takes("place") || s.takes("hex")),
		said.Kind == "they" && (s.takes("unit") || s.takes("enemy") || s.takes("place") || s.takes("hex")):
		return said
	}
	return nil
}

// unclear reports whether an act has an ambiguous reference, the same reference twice, or its own subject as an object.
func (r *reading) unclear(act, who *Value) bool {
	for i, role := range act.Roles {
		v := role.Value
		if role.Name == "who" || v.Kind == "" || v.Kind == "atom" || v.Kind == "they" || v.Kind == "number" {
			continue
		}
		among := has(strings.Fields(r.forms["among"]), role.Name)
		itself := !among && who != nil && v.Kind == "unit" && within(v, who)
		twice := slices.ContainsFunc(act.Roles[i+1:], func(other Role) bool {
			return other.Name != "who" && (other.Value.hash == v.hash || ground(v.Kind) && r.same(v, other.Value))
		})
		group := v.Group && len(v.IDs) > 1 && v.Get("which") == nil &&
			!has(strings.Fields(r.forms["groups"]), role.Name)
		if v.Several && !ground(v.Kind) || group || itself || twice {
			return true
		}
	}
	return false
}

// same reports whether two values have the same canonical text, such as a hex by number and by name.
func (r *reading) same(v, other *Value) bool {
	one, _ := r.text(v, "", nil)
	again, _ := r.text(other, "", nil)
	return strings.EqualFold(one, again)
}

// line writes an act with its conditions.
func (r *reading) line(act, who *Value) (p part, ok bool) {
	if r.unclear(act, who) {
		return p, false
	}
	if said := act.Get("who"); who != nil && (said == nil || said.Kind == "they") {
		act = act.put("who", who)
	}
	r.enemy, r.goal, r.foeish = nil, r.place, false
	for _, role := range act.Roles {
		if role.Value.Kind == "enemy" {
			r.enemy = role.Value
		}
	}
	if who == nil || r.who == nil || !slices.Equal(who.IDs, r.who.IDs) {
		r.dest = nil
	}
	for _, role := range []string{"at", "obj", "to"} {
		if said := act.Get(role); said != nil && ground(said.Kind) {
			r.goal, r.dest, r.place = said, said, said
		}
	}
	for _, role := range []string{"if", "unless", "until"} {
		if tests := act.Get(role); tests != nil {
			r.mentioned(tests)
		}
	}
	act = r.implied(act)
	if obj := act.Get("obj"); obj != nil && obj.Kind == "they" && r.arm != nil && act.Get("arm") == nil {
		act = act.with("arm", r.arm)
	}
	f := r.fit(act, r.known(who))
	if len(f.matches) == 0 || len(f.left) > 0 || f.matches[0].row.note != "" && !f.matches[0].row.near {
		return p, false
	}
	if near := f.matches[0].row; near.near {
		r.near = append(r.near, near.note)
	}
	for _, m := range f.matches {
		if who == nil && m.row.subject() {
			return p, false
		}
		text, ok := r.write(m.row.line, &m, who)
		if !ok {
			return p, false
		}
		if p.line += " " + text; p.bare == "" {
			p.bare = text
		}
	}
	row := f.matches[0].row
	p.act, p.errand, p.each, p.beside, p.detail = act, row.errand, row.each, row.beside, row.adds || len(row.line) == 0
	if p.line = strings.TrimSpace(p.line); p.line == "" {
		return p, false
	}
	if p.seq = act.Get("seq") != nil; p.seq && r.directed == "" && r.forms["then"] == "" {
		return p, false
	}
	return r.conditions(p, act, who, f.matches[0].took)
}

// implied adds the object that a verb of the form `implied` takes from the sentence's condition: "wait until the 95th
// is shaken, then charge".
func (r *reading) implied(act *Value) *Value {
	if !has(strings.Fields(r.forms["implied"]), act.Is("do")) || r.foe == nil || r.enemy != nil {
		return act
	}
	for _, role := range act.Roles {
		if !has([]string{"do", "who", "if", "unless", "until", "seq"}, role.Name) {
			return act
		}
	}
	return act.with("obj", r.foe)
}

// conditions writes an order with its conditions. In a directive, conditions follow all acts.
func (r *reading) conditions(p part, act, who *Value, took []string) (part, bool) {
	on, cond, several := "", "", false
	for _, role := range []string{"if", "unless", "until"} {
		tests := act.Get(role)
		if tests == nil || has(took, role) {
			continue
		}
		text, ok := r.cond(tests, who)
		if ok && on == "if" && role == "unless" && len(tests.List) <= 1 && !strings.HasPrefix(text, "NOT ") &&
			strings.Contains(r.forms["unless"], "NOT {cond}") { // "charge if A, unless B"
			cond, several = cond+" AND NOT "+text, true
			continue
		}
		if !ok || on != "" {
			return p, false
		}
		on, cond, several = role, text, len(tests.List) > 1
	}
	p.order, p.cond, p.on = p.line, cond, on
	other, second := act.Get("else"), part{}
	if other != nil && !has(took, "else") && anothers(other, who) {
		return p, false
	}
	if other != nil && other.Get("do") == nil { // "fire at X, else at Y"
		other = other.with("do", act.Get("do"))
	}
	if other != nil && !has(took, "else") {
		ok := false
		if second, ok = r.line(other, who); !ok || on == "" && (r.forms["else"] == "" || p.errand) ||
			second.errand && !p.errand {
			return p, false
		}
		if r.forms["plain"] != "" {
			if second.line = second.order; second.cond != "" {
				return p, false
			}
		}
	}
	p.single = other != nil || on == "" && act.Get("standing") != nil
	if on != "" && (strings.Contains(p.line, " IF ") || strings.Contains(p.line, " | ")) {
		return p, false
	}
	if on != "" {
		form := cmp.Or(r.forms[on+" "+act.Is("do")], r.forms[on])
		if other != nil {
			form = r.either(on, p.order, cmp.Or(second.order, second.line))
		}
		if form == "" || strings.Contains(form, "NOT {cond}") && (several || strings.HasPrefix(cond, "NOT ")) {
			return p, false
		}
		p.idle = other != nil && !strings.Contains(form, "{else}")
		p = r.formed(p, form, second.line, who)
	}
	if on == "" && !p.errand {
		p.line = r.plain(p.line, second.line, who)
	}
	if act.Get("standing") != nil && !has(took, "standing") {
		p.line = "STANDING " + p.line
	}
	return p, true
}

// formed writes an order with its condition and its ELSE branch in the given form.
func (r *reading) formed(p part, form, other string, who *Value) part {
	whom := ""
	if who != nil {
		whom, _ = r.text(who, "", nil)
	}
	put := strings.NewReplacer("{cond}", p.cond, "{order}", p.line, "{else}", other, "{who}", whom)
	behind, after := strings.CutPrefix(form, "{order} ")
	switch {
	case r.directed != "" && after:
		p.behind = put.Replace(behind)
	case r.directed != "" && !strings.HasPrefix(form, "{else} "):
		p.line, p.behind = "", put.Replace(form)
	default:
		p.line = put.Replace(form)
	}
	return p
}

// either returns the form of an order with an ELSE branch. If one branch only halts, a shorter form may apply.
func (r *reading) either(on, order, other string) string {
	name, halt := "", r.forms["halt"]
	switch {
	case halt == "":
	case strings.HasPrefix(order, halt):
		name = on + " halt else"
	case strings.HasPrefix(other, halt):
		name = on + " else halt"
	}
	return cmp.Or(r.forms[name], r.forms[on+" else"])
}

// anothers reports whether an act has a subject other than who.
func anothers(act, who *Value) bool {
	said := act.Get("who")
	return said != nil && said.Kind != "they" && (who == nil || !slices.Equal(said.IDs, who.IDs))
}

// plain writes an order without a condition, with its ELSE branch, in the ruleset's form.
func (r *reading) plain(order, other string, who *Value) string {
	form := r.forms["plain"]
	if other != "" {
		form = r.forms["else"]
	}
	if form == "" {
		return order
	}
	whom := ""
	if who != nil {
		whom, _ = r.text(who, "", nil)
	}
	return strings.NewReplacer("{order}", order, "{who}", whom, "{else}", other).Replace(form)
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
	if r.goal != nil && (subj == nil || subj.Kind == "they" || subj.Kind == "there") {
		if text, ok := r.tested(test.put("subj", r.goal), who); ok {
			return text, true
		}
	}
	if r.enemy != nil && subj == nil {
		if _, either := r.tested(test.put("subj", r.enemy), who); either {
			return "", false // "charge them if shaken": the enemy or the unit?
		}
	}
	if subj != nil && subj.Kind == "they" && r.foes {
		return "", false // the pronoun may refer to the enemy
	}
	if subj != nil && subj.Kind == "they" { // only rows with a self slot are about the acting units
		test, subj = test.drop("subj"), nil
	}
	if who != nil && subj == nil {
		test = test.put("self", who)
	}
	return r.tested(test, who)
}

// tested writes a condition after pronoun resolution, by the first row that covers it.
func (r *reading) tested(test, who *Value) (string, bool) {
	if n := r.it.Number - 1 + min(len(r.said), 1); n > 0 {
		test = test.put("before", number(n))
	}
	for _, row := range r.tests {
		m, ok := row.matched(test.with("do", test.Get("test")), r.known(who))
		if !ok {
			continue
		}
		left := slices.ContainsFunc(test.Roles, func(role Role) bool {
			return !has(m.took, role.Name) && !has([]string{"do", "test", "not", "self", "before"}, role.Name) &&
				!(role.Name == "subj" && has(m.took, "self"))
		})
		if left {
			continue
		}
		text, ok := r.write(row.line, &m, who)
		if !ok {
			continue
		}
		r.alone = r.alone || has(m.took, "self")
		if test.Get("not") != nil {
			text = "NOT " + text
		}
		if row.near {
			r.near = append(r.near, row.note)
		}
		return text, true
	}
	return "", false
}

// meant resolves pronouns and returns the value if the slot accepts it; otherwise nil.
func (r *reading) meant(said *Value, s *slot) *Value {
	switch {
	case s.takes(said.Kind), conditional(said) && (s.takes("cond") || has(s.kinds, said.Is("test"))):
		return said
	case said.Kind == "they" && s.takes("enemy") && r.foe != nil:
		return r.foe
	case said.Kind == "they" && s.takes("unit") && s.roles[0] != "who":
		return r.friend
	case (said.Kind == "there" || said.Kind == "they" && !r.foeish) && r.place != nil && s.takes(r.place.Kind):
		return r.place
	}
	return nil
}

// known returns a function that resolves pronouns and applies the slot's check to the value, for the acting units.
func (r *reading) known(who *Value) func(*Value, *slot) *Value {
	return func(said *Value, s *slot) *Value {
		pronoun := said.Kind == "they"
		if said = r.meant(said, s); said == nil || pronoun && who != nil && said.Kind == "unit" && within(said, who) {
			return nil
		}
		switch {
		case said.Several:
			return r.only(said, s, who)
		case s.how == "":
			return said
		}
		if _, ok := r.text(said, s.how, who); !ok {
			return nil
		}
		return said
	}
}

// only returns the only one of several candidates that passes the slot's check, or nil.
func (r *reading) only(said *Value, s *slot, who *Value) (one *Value) {
	for _, id := range said.IDs {
		v := sealed(&Value{Kind: said.Kind, IDs: []string{id}})
		if s.how == "" || !has(strings.Fields(r.forms["singles"]), s.how) {
			return nil
		}
		if _, ok := r.text(v, s.how, who); ok && one != nil {
			return nil
		} else if ok {
			one = v
		}
	}
	return one
}

// ground reports whether values of a kind are places.
func ground(kind string) bool { return kind == "place" || kind == "point" || kind == "hex" }

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
			said := (&Value{Roles: m.by}).Get(p.role)
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
	if how == "self" {
		return "", who != nil && within(said, who)
	}
	if which := said.Is("which"); which != "" { // "the nearest horse"
		one := *said
		if one.IDs, one.Roles = r.which(which, said, who), nil; len(one.IDs) != 1 {
			return "", false
		}
		said = &one
	}
	if how != "" {
		var ids []string
		if who != nil {
			ids = who.IDs
		}
		of := said.IDs
		if of == nil {
			of = []string{said.Text}
		}
		if dest := r.dest; how == "bearing" && dest != nil { // as seen from where the units go
			of = append(slices.Clip(of), cmp.Or(strings.Join(dest.IDs, ""), dest.Text))
		}
		if near, ok := strings.CutSuffix(how, "@"); ok && r.goal != nil { // at the goal of the act
			goal, _ := r.text(r.goal, "", who)
			how, of = near, append(slices.Clip(of), goal)
		}
		if near, ok := strings.CutSuffix(how, ">"); ok { // and where it marches
			if to := r.bound[of[0]]; to != nil {
				return r.text(to, "", nil)
			}
			how = near
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

// which returns the enemies among the named ones, or among all if none is named, that "nearest" or "in front" means.
func (r *reading) which(how string, said, who *Value) []string {
	if r.v.Relate == nil || who == nil {
		return nil
	}
	if id := r.v.Relate("which "+how, who.IDs, said.IDs); id != "" {
		return []string{id}
	}
	return nil
}
