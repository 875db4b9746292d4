package adjudicator

import "strings"

// OutcomeRow is what a ruleset declares of one of its outcomes.
type OutcomeRow struct {
	Name    string // `unit.struck`
	Clauses []string
	Fields  []OutcomeField // in their order
	Told    string         // to whom: `all`, `none`, `own`, `{from}`; "" whoever sees it
	Hidden  []string       // fields, and `dice`, that no seat is told
	Veiled  []string       // those that the enemy is not told
	Folds   bool           // it changes the state
	// Uncaused is the reason why it may have no cause; "": it always has one.
	Uncaused string
}

// OutcomeField is a field of an outcome.
type OutcomeField struct {
	Key      string
	Optional bool
}

// OutcomeTable is the table of outcomes as a digest has it. The remarks beside each are the digest's own.
func OutcomeTable(rows []OutcomeRow, remarks map[string]string) string {
	var b strings.Builder
	b.WriteString("| outcome | fields | clause | told to | remarks |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range rows {
		cells := []string{"`" + r.Name + "`", r.fields(), strings.Join(r.Clauses, " "), r.told(), remarks[r.Name]}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	return b.String()
}

// fields are the fields' keys; one that may be absent stands in brackets.
func (r *OutcomeRow) fields() string {
	var keys []string
	for _, f := range r.Fields {
		if f.Optional {
			f.Key = "[" + f.Key + "]"
		}
		keys = append(keys, f.Key)
	}
	return strings.Join(keys, ", ")
}

func (r *OutcomeRow) told() string {
	who, plain := map[string]string{"": "who sees it", "all": "all", "none": "nobody", "own": "its side"}[r.Told]
	switch {
	case r.Told == "" && strings.HasPrefix(r.Name, "sight."):
		who = "each its own"
	case !plain:
		who = strings.NewReplacer("{", "", "}", "", " ", ", ").Replace(r.Told)
	}
	if len(r.Hidden) > 0 {
		who += ", without " + strings.Join(r.Hidden, ", ")
	}
	if len(r.Veiled) > 0 {
		who += "; the enemy without " + strings.Join(r.Veiled, ", ")
	}
	return who
}
