package rules

import (
	"reflect"

	"galloper/adjudicator/scenario"
)

// Charts are the tables of a ruleset as printed in its rulebook, gathered in a struct T. A scenario may replace their
// figures under its key `tables`.
type Charts[T any] []Chart[T]

// Chart is one table, or a single figure.
type Chart[T any] struct {
	Name string // `move`
	// Rows are the names of the table's rows. A row of several figures is written as a list, or by column if Columns
	// names the columns: `wood.cavalry: 3`. Without rows it is a single figure.
	Rows, Columns []string
	Figure        Figure
	// Of returns a pointer to the figures: an *int, a *[n]int or a *[n][m]int.
	Of func(*T) any
}

// Figure describes how a figure is written and read.
type Figure struct {
	Spec scenario.Spec
	Read func(written scenario.Node, printed int) int
}

// Whole is the format of a whole number from least to most.
func Whole(least, most int) Figure { return Figure{scenario.Int(least, most), scenario.Node.AsInt} }

// Keys returns the scenario keys of the charts.
func (c Charts[T]) Keys() []scenario.Key {
	var keys []scenario.Key
	for i := range c {
		chart, spec := &c[i], c[i].Figure.Spec
		if chart.Rows != nil {
			var rows []scenario.Key
			for _, r := range chart.rows(new(T)) {
				rows = append(rows, scenario.Opt(r.key, chart.spec(r), "a row of "+chart.Name))
			}
			spec = scenario.Keys(rows...)
		}
		keys = append(keys, scenario.Opt(chart.Name, spec, "see the digest, section c"))
	}
	return keys
}

// Read returns the printed tables with the figures replaced that the scenario gives.
func (c Charts[T]) Read(n scenario.Node, printed T) T {
	for i := range c {
		for _, r := range c[i].rows(&printed) {
			written := n.At(c[i].Name)
			if r.key != "" {
				written = written.At(r.key)
			}
			if !r.list {
				*r.figures[0] = c[i].Figure.Read(written, *r.figures[0])
				continue
			}
			for j, w := range written.Items() {
				if j < len(r.figures) { // surplus figures are reported as a fault of the keys
					*r.figures[j] = c[i].Figure.Read(w, *r.figures[j])
				}
			}
		}
	}
	return printed
}

type chartRow struct {
	key     string
	figures []*int
	list    bool
}

func (c *Chart[T]) rows(t *T) []chartRow {
	table := reflect.ValueOf(c.Of(t)).Elem()
	figure := func(v reflect.Value) *int { return v.Addr().Interface().(*int) }
	if table.Kind() == reflect.Int {
		return []chartRow{{figures: []*int{figure(table)}}}
	}
	if table.Len() != len(c.Rows) {
		panic("rules: the chart " + c.Name + " names more rows or fewer than it has")
	}
	var rows []chartRow
	for i, name := range c.Rows {
		row := table.Index(i)
		switch {
		case row.Kind() == reflect.Int:
			rows = append(rows, chartRow{key: name, figures: []*int{figure(row)}})
		case c.Columns != nil:
			for j, column := range c.Columns {
				rows = append(rows, chartRow{key: name + "." + column, figures: []*int{figure(row.Index(j))}})
			}
		default:
			r := chartRow{key: name, list: true}
			for j := range row.Len() {
				r.figures = append(r.figures, figure(row.Index(j)))
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func (c *Chart[T]) spec(r chartRow) scenario.Spec {
	if r.list {
		return scenario.List(c.Figure.Spec, len(r.figures), len(r.figures))
	}
	return c.Figure.Spec
}
