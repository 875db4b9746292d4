package say

import (
	"maps"
	"slices"
	"strings"
)

// commanded makes all units of the addressed commander the subject of a clause that names no units: "to Foy: advance".
func (r *reading) commanded(clause *Value) *Value {
	told := clause.Get("told")
	if told == nil || len(told.IDs) != 1 || r.v.Under[told.IDs[0]] == nil || clause.Get("who") != nil ||
		actsName(clause) {
		return clause
	}
	return clause.with("who", sealed(&Value{Kind: "unit", IDs: r.v.Under[told.IDs[0]], Group: true}))
}

// actsName reports whether an act of the clause has a subject of its own.
func actsName(clause *Value) bool {
	return slices.ContainsFunc(clause.List, func(act *Value) bool { return act.Get("who") != nil })
}

// byOwner splits units by the commander who gives them orders, if the ruleset has directives.
func (r *reading) byOwner(who *Value) (parties []*Value) {
	if who == nil || who.Kind != "unit" || who.Several || r.forms["to"] == "" {
		return nil
	}
	var owners []string
	for _, id := range who.IDs {
		of := r.owner(&Value{Kind: "unit", IDs: []string{id}})
		at := slices.Index(owners, of)
		if at < 0 {
			at, owners = len(owners), append(owners, of)
			parties = append(parties, &Value{Kind: "unit", Group: who.Group})
		}
		parties[at].IDs = append(parties[at].IDs, id)
	}
	for i := range parties {
		parties[i] = sealed(parties[i])
	}
	return parties
}

// owner returns the subordinate who commands all of the units, or "" if the writer commands one of them.
func (r *reading) owner(who *Value) string {
	if who == nil || who.Kind != "unit" || slices.ContainsFunc(who.IDs, func(id string) bool {
		return slices.Contains(r.v.Mine, id)
	}) {
		return ""
	}
	for _, to := range slices.Sorted(maps.Keys(r.v.Under)) {
		if !slices.ContainsFunc(who.IDs, func(id string) bool { return !slices.Contains(r.v.Under[to], id) }) {
			return to
		}
	}
	return ""
}

// direct appends a part to the open directive if the units are the same, and otherwise begins a new directive.
func (r *reading) direct(p part, who *Value, said Said) bool {
	if who == nil {
		return false
	}
	at := len(r.said) - 1
	again := at >= 0 && r.open != nil && slices.Equal(r.open.IDs, who.IDs) && !(len(r.acts) == 1 && r.fresh &&
		r.acts[0].line == p.line && p.behind == "")
	r.fresh = false
	if again && p.main() && p.behind != "" &&
		slices.ContainsFunc(r.acts, func(old part) bool { return old.line == p.line }) {
		p.line = "" // "hold. Hold until turn 3, then charge"
	}
	switch {
	case !again:
		to, ok := r.text(who, "", nil)
		if !ok {
			return false
		}
		r.open, r.acts = who, nil
		if r.head = strings.Replace(r.directed, "{who}", to, 1); p.to != "" {
			r.head = strings.NewReplacer("{to}", p.to, "{order}", r.head).Replace(r.forms["to"])
		}
		r.said = append(r.said, said)
		at++
	case r.rests(&p):
		if p.line == "" {
			r.said[at].Note = `as troops do anyway when that is done: "` + p.words + `"`
			r.said[at].Span[1] = said.Span[1]
			return true
		}
	case p.seq && !p.detail && slices.ContainsFunc(r.acts, func(p part) bool { return !p.detail }):
		return false
	case slices.ContainsFunc(r.acts, func(old part) bool { return old.line == p.line && old.behind == p.behind }):
		return true
	case p.main() && slices.ContainsFunc(r.acts, part.main),
		p.behind != "" && !p.detail && slices.ContainsFunc(r.acts, p.together):
		return false // a second directive would replace the first
	}
	r.acts = append(r.acts, p)
	var main, details, behind []string
	for i, p := range r.acts {
		switch {
		case p.line != "" && p.detail:
			details = append(details, p.line)
		case p.line != "":
			main = append(main, p.line)
		}
		if before := len(behind) - 1; p.behind != "" && p.detail && before >= 0 && r.acts[i-1].together(p) {
			behind[before] += " " + p.order
		} else if p.behind != "" {
			behind = append(behind, p.behind)
		}
	}
	r.said[at].Line = r.head + " " + strings.Join(slices.Concat(main, details, behind), " ")
	r.said[at].Span[1] = said.Span[1]
	return true
}

// rests reports whether a part only halts the units where the open directive takes them, as they do without orders:
// "take the mill and hold it". It leaves the part's details.
func (r *reading) rests(p *part) bool {
	i := slices.IndexFunc(r.acts, part.main)
	if i < 0 || p.behind != "" || p.detail || r.acts[i].behind != "" {
		return false
	}
	verb, goal, _ := strings.Cut(r.acts[i].bare, " ")
	_, at, _ := strings.Cut(p.bare, " ")
	if p.seq && goal == "" {
		return false // "advance, then hold" does not say how far
	}
	if !has(strings.Fields(r.forms["rests"]), verb) || p.bare != strings.TrimSpace(r.forms["halt"]+" "+at) ||
		at != "" && at != strings.TrimPrefix(goal, "TO ") {
		return false
	}
	p.line = strings.TrimSpace(strings.TrimPrefix(p.line, p.bare))
	p.order, p.detail = p.line, true
	return true
}

// whose returns the subject of a clause. An elided subject is the previous one; a pronoun can also refer to the
// friendly units in the clause's condition. The only unit of a seat without
// subordinates needs no name.
func (r *reading) whose(clause *Value) *Value {
	who := clause.Get("who")
	if who == nil && r.who == nil && len(r.v.Mine) == 1 && len(r.v.Under) == 0 && !r.hailed {
		return sealed(&Value{Kind: "unit", IDs: r.v.Mine})
	}
	if who == nil {
		return r.who
	}
	if who.Kind != "they" {
		return who
	}
	for _, role := range []string{"if", "unless", "until"} {
		tests := clause.Get(role)
		if tests == nil {
			continue
		}
		for _, test := range append(slices.Clip(tests.List), tests) {
			for _, of := range []string{"subj", "of"} {
				unit := test.Get(of)
				if unit == nil || unit.Kind != "unit" || unit.Several {
					continue
				}
				if r.who == nil || !r.among || within(unit, r.who) {
					return unit
				}
			}
		}
	}
	return r.who
}
