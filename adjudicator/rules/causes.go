package rules

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// Causes declares the causes of outcomes, other than the cause in scope ([Play.Because]). Keys are outcome names,
// separated by blanks. Values are lists of sources:
//
//	fire.volley:target      an outcome of this turn whose target is the first field of the caused outcome
//	charge.tested:unit=to   one whose unit is the caused outcome's field to
//	turn.begun              any such outcome of this turn
//
// `@` in place of `:` allows outcomes of any turn. The latest matching outcome is the cause. Sources after `|` count
// only if no cause is in scope. The text after `;` is the reason why there may be no cause.
type Causes map[string]string

// source describes outcomes that cause another if their field key and its field own have the same value.
type source struct {
	name, key, own string
	ever           bool
}

// follow adds the causes to the rows. It panics if the causes name an outcome or a field that no row has.
func (x *outcomeIndex[S]) follow(ruleset string, c Causes) {
	for _, names := range slices.Sorted(maps.Keys(c)) {
		sources, reason, _ := strings.Cut(c[names], ";")
		first, last, _ := strings.Cut(sources, "|")
		for name := range strings.FieldsSeq(names) {
			row, ok := x.byName[name]
			if !ok {
				panic("rules: " + ruleset + ": no row is called " + name + ", which has causes")
			}
			shape := &x.shapes[row]
			shape.uncaused = strings.TrimSpace(reason)
			for i, list := range [...]string{first, last} {
				for text := range strings.FieldsSeq(list) {
					s, ok := x.source(row, text)
					if !ok {
						panic("rules: " + ruleset + ": " + name + " follows from " + text)
					}
					shape.after[i] = append(shape.after[i], s)
					if !slices.Contains(x.traced[s.name], s.key) {
						x.traced[s.name] = append(x.traced[s.name], s.key)
					}
				}
			}
		}
	}
}

var sourceForm = regexp.MustCompile(`^([^:@=]+)(?:([:@])([^:@=]+)(?:=([^:@=]+))?)?$`)

// source parses a source of the row. ok is false if there is no such outcome or field.
func (x *outcomeIndex[S]) source(row int, text string) (s source, ok bool) {
	if m := sourceForm.FindStringSubmatch(text); m != nil {
		s = source{name: m[1], ever: m[2] == "@", key: m[3], own: m[4]}
	}
	if s.own == "" && s.key != "" {
		s.own = x.shapes[row].fields[0].key
	}
	of, ok := x.byName[s.name]
	return s, ok && (s.key == "" || x.rowHas(of, s.key) && x.rowHas(row, s.own))
}

// trail holds the latest possible causes by name, field and value.
type trail map[source]trace

// trace is the Ref of an outcome and its sequence number.
type trace struct {
	ref string
	n   int
}

// note adds an outcome to the trail, under each field that other outcomes refer to.
func (s *state[S]) note(o *events.Outcome) {
	for _, key := range s.of.outcomes.traced[o.Name] {
		for id := range strings.SplitSeq(o.Get(key), ",") {
			if id != "" || key == "" {
				s.noted++
				s.trail[source{name: o.Name, key: key, own: id}] = trace{o.Ref, s.noted}
			}
		}
	}
}

// latestCause returns the Ref of the latest outcome that matches a source, or "".
func (s *state[S]) latestCause(sources []source, o *events.Outcome, turn int) string {
	var best trace
	now := "t" + strconv.Itoa(turn) + "."
	for _, from := range sources {
		for id := range strings.SplitSeq(o.Get(from.own), ",") {
			for _, of := range [...]string{id, id[:max(0, strings.LastIndexByte(id, '.'))]} { // section, or its unit
				found := s.trail[source{name: from.name, key: from.key, own: of}]
				if found.n > best.n && (from.ever || strings.HasPrefix(found.ref, now)) {
					best = found
				}
			}
		}
	}
	return best.ref
}

// cause returns the Ref of the cause of an outcome of the turn, or "".
func (s *state[S]) cause(o *events.Outcome, turn int, scope string) string {
	after := &s.of.outcomes.shapes[s.of.outcomes.byName[o.Name]].after
	return cmp.Or(s.latestCause(after[0], o, turn), scope, s.latestCause(after[1], o, turn))
}

// Latest returns the Ref of the turn's latest outcome that has one of the names (separated by blanks) and whose field
// key is id, or "".
func (p *Play[B, S]) Latest(names, key, id string) string {
	return p.LatestOf(names, key, func(named string) bool { return named == id })
}

// LatestOf is Latest for all ids that the function accepts.
func (p *Play[B, S]) LatestOf(names, key string, ids func(id string) bool) string {
	for _, o := range slices.Backward(p.Since(0)) {
		if slices.Contains(strings.Fields(names), o.Name) && ids(o.Get(key)) {
			return o.Ref
		}
	}
	return ""
}
