package rules

import (
	"maps"
	"slices"
	"strings"

	"galloper/events"
)

// Causes says, by the names of outcomes, what they follow from where no order is in scope ([Play.Because]).
type Causes struct {
	// After names the outcomes that one follows from, with blanks between: `fire.volley:target` is any whose target
	// is the first field of the one, `charge.tested:unit=to` any whose unit is its field to, `turn.begun` any. The
	// latest of them in the turn is the cause, before the one in scope.
	After map[string]string
	// None names, by the reason, outcomes that may have no cause.
	None map[string]string
}

// source is an outcome from which another follows if key of the former and own of the latter name the same.
type source struct{ name, key, own string }

// follow adds to the rows what they follow from. Facts need no cause: they are what a seat knows when the turn ends.
// It panics if the causes name an outcome or a field that no row has.
func (x *outcomeIndex[S]) follow(ruleset string, c Causes) {
	for i := range x.rows {
		if name := x.rows[i].Name; strings.HasPrefix(name, "sight.") {
			x.uncaused[name] = "a fact"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.After)) {
		i, there := x.byName[name]
		for text := range strings.FieldsSeq(c.After[name]) {
			var s source
			s.name, s.key, _ = strings.Cut(text, ":")
			at, known := x.byName[s.name]
			if known = known && there; known && s.key != "" {
				s.own = x.shapes[i].fields[0].key
				if key, own, both := strings.Cut(s.key, "="); both {
					s.key, s.own = key, own
				}
				known = x.has(at, s.key) && x.has(i, s.own)
			}
			if !known {
				panic("rules: " + ruleset + ": " + name + " follows from " + text)
			}
			x.shapes[i].after = append(x.shapes[i].after, s)
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(c.None)) {
		for name := range strings.FieldsSeq(c.None[reason]) {
			if _, there := x.byName[name]; !there {
				panic("rules: " + ruleset + ": " + name + " has no cause: " + reason)
			}
			x.uncaused[name] = reason
		}
	}
}

// cause returns the Ref of the latest outcome before o that its row follows from, "" if there is none.
func (x *outcomeIndex[S]) cause(o *events.Outcome, before []events.Outcome) string {
	after := x.shapes[x.byName[o.Name]].after
	if len(after) == 0 {
		return ""
	}
	for i := len(before) - 1; i >= 0; i-- {
		if slices.ContainsFunc(after, func(s source) bool { return s.matches(&before[i], o) }) {
			return before[i].Ref
		}
	}
	return ""
}

func (s *source) matches(before, o *events.Outcome) bool {
	return before.Name == s.name && (s.key == "" || share(before.Get(s.key), o.Get(s.own)))
}

// share reports whether two lists have a member in common.
func share(a, b string) bool {
	list := strings.Split(b, ",")
	for member := range strings.SplitSeq(a, ",") {
		if slices.Contains(list, member) {
			return true
		}
	}
	return false
}

// Latest returns the Ref of the turn's latest outcome of one of the names whose field key names one of the ids, or
// "" if there is none.
func (p *Play[B, S]) Latest(names []string, key string, ids ...string) string {
	for _, o := range slices.Backward(p.Since(0)) {
		if slices.Contains(names, o.Name) && share(o.Get(key), strings.Join(ids, ",")) {
			return o.Ref
		}
	}
	return ""
}
