package adjudicator

import "strings"

// OutcomeRow is a ruleset's declaration of one of its outcomes.
type OutcomeRow struct {
	Name    string // `unit.struck`
	Clauses []string
	Fields  []OutcomeField // in order
	Told    string         // recipients: `all`, `none`, `own`, `{from}`; "" means every seat that sees it
	Hidden  []string       // fields that no seat is told; `dice` hides the dice
	Veiled  []string       // fields that the enemy is not told
	Folds   bool           // changes the state
	// Uncaused says why the outcome may have no cause; "" if it always has one.
	Uncaused string
}

// OutcomeField is a field of an outcome.
type OutcomeField struct {
	Key      string
	Optional bool
}

// OutcomeTable returns the outcomes as the Markdown table of a digest. The remarks, by outcome name, come from the
// digest.
func OutcomeTable(rows []OutcomeRow, remarks map[string]string) string {
	var b strings.Builder
	b.WriteString("| outcome | fields | clause | told to | remarks |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range rows {
		cells := []string{"`" + r.Name + "`", r.fields(), strings.Join(r.Clauses, " "), r.readersText(), remarks[r.Name]}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	return b.String()
}

// fields returns the keys of the fields, with optional ones in brackets.
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

func (r *OutcomeRow) readersText() string {
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
