package say

import (
	"fmt"
	"slices"
	"strings"
)

// explain traces a sentence: the categories of each token, the parse tree, its meaning and the canonical lines.
func (r *reading) explain(l *lattice, c *chart, e *edge, said []Said) {
	if r.v.Trace == nil {
		return
	}
	var b strings.Builder
	for i, t := range l.tokens {
		var kinds []string
		for _, list := range l.ending {
			for _, e := range list {
				if kind := l.data.names[e.symbol]; e.from == i && kind[0] != '"' && !slices.Contains(kinds, kind) {
					kinds = append(kinds, kind)
				}
			}
		}
		fmt.Fprintf(&b, "%s[%s] ", strings.ToLower(t.fold), strings.Join(kinds, " "))
	}
	fmt.Fprintf(&b, "\n%d constituents\n", c.count)
	if e == nil {
		b.WriteString("no reading of all words\n")
	} else {
		l.tree(&b, e, 1)
		fmt.Fprintf(&b, "meaning: %s\n", e.value)
	}
	for _, s := range said {
		fmt.Fprintf(&b, "line: %s\n", s.Line)
	}
	if e != nil && said == nil {
		b.WriteString("no line that the rules read\n")
	}
	r.v.Trace(b.String())
}

func (l *lattice) tree(b *strings.Builder, e *edge, depth int) {
	if e.rule == nil {
		return
	}
	var words []string
	for _, t := range l.tokens[e.from:e.to] {
		words = append(words, strings.ToLower(t.fold))
	}
	fmt.Fprintf(b, "%s%s %d: %s\n", strings.Repeat("  ", depth), l.data.names[e.symbol], e.cost,
		strings.Join(words, " "))
	for _, k := range e.kids {
		l.tree(b, k, depth+1)
	}
}

// String formats a value for explain.
func (v *Value) String() string {
	var parts []string
	if v.Kind != "" {
		parts = append(parts, strings.TrimSpace(v.Kind+" "+v.Text+" "+strings.Join(v.IDs, ", ")))
	}
	for _, r := range v.Roles {
		parts = append(parts, r.Name+"="+r.Value.String())
	}
	for _, l := range v.List {
		parts = append(parts, l.String())
	}
	return "(" + strings.Join(parts, "; ") + ")"
}
