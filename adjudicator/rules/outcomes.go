package rules

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// Outcomes are all outcomes of a ruleset over the state S, in the order of the digest's table.
type Outcomes[S any] []Outcome[S]

// Outcome is the declaration of one outcome.
type Outcome[S any] struct {
	Name string // `unit.struck`
	// Clause lists the possible clauses, separated by blanks: `§2`. The first applies unless EmitBy names another.
	Clause string
	// Fields are its keys in order, separated by blanks; `?` marks an optional one.
	Fields string
	// To says which seats are told: "" those that see it (Sight.Witness), `own` those of its side that see it, `all`,
	// `none` (only the umpire), or fields in braces that name a seat or a side: `{from}`.
	To string
	// Hide are fields that no seat is told, and `dice`. Veil are those that its enemy is not told.
	Hide, Veil string
	// Says is its sentence in reports, a template of events.Words, or "".
	Says string
	// Apply changes the state. nil: the outcome changes nothing.
	Apply func(*S, *events.Outcome)
}

type outcomeIndex[S any] struct {
	rows   Outcomes[S]
	byName map[string]int
	shapes []shape
	traced map[string][]string // fields that causes refer to, by outcome name
}

// shape is the parsed form of a row, for checking outcomes.
type shape struct {
	clauses []string
	fields  []fieldRule

	after    [2][]source // possible causes: those that precede the cause in scope, and those that follow it
	uncaused string      // reason why it may have no cause
}

type fieldRule struct {
	key      string
	optional bool
}

// index builds the index. It panics if the table has a fault, so that it is found at program start.
func (rows Outcomes[S]) index(ruleset string) outcomeIndex[S] {
	x := outcomeIndex[S]{rows: rows, byName: make(map[string]int, len(rows)), shapes: make([]shape, len(rows)),
		traced: map[string][]string{}}
	for i := range rows {
		name := rows[i].Name
		if _, twice := x.byName[name]; twice {
			panic("rules: " + ruleset + ": two rows are called " + name)
		}
		x.byName[name] = i
		x.shapes[i].clauses = strings.Fields(rows[i].Clause)
		for _, f := range strings.Fields(rows[i].Fields) {
			key, optional := strings.CutSuffix(f, "?")
			if x.rowHas(i, key) {
				panic("rules: " + ruleset + ": " + name + " has the field " + key + " twice")
			}
			x.shapes[i].fields = append(x.shapes[i].fields, fieldRule{key, optional})
		}
		for key := range strings.FieldsSeq(rows[i].To) {
			if key, braces := strings.CutPrefix(key, "{"); braces && !x.rowHas(i, strings.TrimSuffix(key, "}")) ||
				!braces && key != ToAll && key != ToNone && key != ToOwn {
				panic("rules: " + ruleset + ": " + name + " is told to " + rows[i].To)
			}
		}
	}
	return x
}

// rowHas reports whether the i-th row has the field.
func (x *outcomeIndex[S]) rowHas(i int, key string) bool {
	return slices.ContainsFunc(x.shapes[i].fields, func(r fieldRule) bool { return r.key == key })
}

func (x *outcomeIndex[S]) row(name string) *Outcome[S] {
	if i, ok := x.byName[name]; ok {
		return &x.rows[i]
	}
	return nil
}

// check returns the clause of an outcome, or an error if it does not match its row.
func (x *outcomeIndex[S]) check(o *events.Outcome) (clause string, err error) {
	i, ok := x.byName[o.Name]
	if !ok {
		return "", fmt.Errorf("rules: no row is called %s", o.Name)
	}
	row := &x.shapes[i]
	switch {
	case o.Clause != "":
		clause = o.Clause
	case len(row.clauses) > 0:
		clause = row.clauses[0]
	default:
		return "", fmt.Errorf("rules: %s: neither its row nor who emits it says by which clause", o.Name)
	}
	if fault := row.misfit(o.Fields); fault != "" {
		return "", fmt.Errorf("rules: %s: its row has the fields %q, %s", o.Name, x.rows[i].Fields, fault)
	}
	return clause, nil
}

// misfit describes the first field that is missing or misplaced, or returns "".
func (s *shape) misfit(fields []events.Field) string {
	at := 0
	for _, f := range fields {
		for at < len(s.fields) && s.fields[at].key != f.Key && s.fields[at].optional {
			at++
		}
		if at == len(s.fields) || s.fields[at].key != f.Key {
			return "found " + f.Key + " there"
		}
		at++
	}
	for ; at < len(s.fields); at++ {
		if !s.fields[at].optional {
			return s.fields[at].key + " is missing"
		}
	}
	return ""
}

// addSentences adds the rows' sentences to a ruleset's words.
func (rows Outcomes[S]) addSentences(w events.Words) events.Words {
	diary := make(map[string]string, len(rows))
	for i := range rows {
		if rows[i].Says != "" {
			diary[rows[i].Name] = rows[i].Says
		}
	}
	w.Diary = diary
	return w
}

func (x *outcomeIndex[S]) declared() []adjudicator.OutcomeRow {
	var list []adjudicator.OutcomeRow
	for i, row := range x.rows {
		r := adjudicator.OutcomeRow{Name: row.Name, Clauses: x.shapes[i].clauses, Told: row.To, Folds: row.Apply != nil,
			Hidden: strings.Fields(row.Hide), Veiled: strings.Fields(row.Veil), Uncaused: x.shapes[i].uncaused}
		for _, f := range x.shapes[i].fields {
			r.Fields = append(r.Fields, adjudicator.OutcomeField{Key: f.key, Optional: f.optional})
		}
		list = append(list, r)
	}
	return list
}
