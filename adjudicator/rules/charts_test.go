package rules_test

import (
	"slices"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

type figures struct {
	Radius int
	Pace   [2]int
	Range  [2][3]int
	Ground [2][2]int
}

var charts = rules.Charts[figures]{
	{Name: "radius", Figure: rules.Whole(1, 9), Of: func(t *figures) any { return &t.Radius }},
	{Name: "pace", Rows: []string{"foot", "horse"}, Figure: rules.Whole(0, 9),
		Of: func(t *figures) any { return &t.Pace }},
	{Name: "range", Rows: []string{"light", "heavy"}, Figure: rules.Whole(0, 9),
		Of: func(t *figures) any { return &t.Range }},
	{Name: "ground", Rows: []string{"wood", "marsh"}, Columns: []string{"foot", "horse"}, Figure: rules.Whole(0, 9),
		Of: func(t *figures) any { return &t.Ground }},
}

func readCharts(t *testing.T, tables string) (figures, []scenario.Fault) {
	t.Helper()
	keys := scenario.Root("skirmish", scenario.Opt("tables", scenario.Keys(charts.Keys()...), "figures"))
	doc, faults := scenario.Read("x.yaml", []byte("ruleset: skirmish\ntitle: X\ntables: "+tables+"\n"), keys)
	printed := figures{4, [2]int{1, 2}, [2][3]int{{1, 2, 3}, {4, 5, 6}}, [2][2]int{{1, 2}, {3, 4}}}
	if len(faults) > 0 {
		return printed, faults
	}
	return charts.Read(doc.At("tables"), printed), nil
}

func TestFiguresOfChartsAreReplaced(t *testing.T) {
	t.Parallel()
	got, faults := readCharts(t, "{radius: 5, pace: {horse: 3}, range: {heavy: [7, 8, 9]}, ground: {marsh.foot: 0}}")
	want := figures{5, [2]int{1, 3}, [2][3]int{{1, 2, 3}, {7, 8, 9}}, [2][2]int{{1, 2}, {0, 4}}}
	if got != want || len(faults) > 0 {
		t.Errorf("read %v, want %v; faults %v", got, want, faults)
	}
}

func TestFiguresOfChartsHaveBounds(t *testing.T) {
	t.Parallel()
	for _, tables := range []string{
		"{radius: 0}", "{radius: {foot: 1}}", "{pace: {foot: 10}}", "{pace: {cart: 1}}",
		"{range: {light: [1, 2]}}", "{ground: {wood: [1, 2]}}",
	} {
		if _, faults := readCharts(t, tables); len(faults) != 1 {
			t.Errorf("tables: %s: %d faults, want 1: %v", tables, len(faults), faults)
		}
	}
}

func TestIDsByPlaceAndBack(t *testing.T) {
	t.Parallel()
	var units rules.IDs
	for _, id := range []string{"guard", "line", "horse"} {
		units.Add(id)
	}
	if units.Must("line") != 1 || !units.Find("horse").Is(2) || units.Find("foot").Some() {
		t.Error("ids are not found by their places")
	}
	if units.Of(adjudicator.At(2)) != "horse" || units.Of(adjudicator.None) != "-" ||
		units.List([]int{2, 0}) != "horse,guard" || units.List(nil) != "-" {
		t.Error("places do not read as ids")
	}
	if list, err := units.ReadList("guard,horse", "units"); err != nil || !slices.Equal(list, []int{0, 2}) {
		t.Errorf("read %v, %v", list, err)
	}
	for _, value := range []string{"foot", "guard,-", ""} {
		if _, err := units.ReadList(value, "units"); err == nil {
			t.Errorf("%q was read as a list", value)
		}
	}
	if none, err := units.Read("-", "a unit"); err != nil || none.Some() {
		t.Errorf("- is read as %v, %v", none, err)
	}
}

func TestReservedAreTheSingleWords(t *testing.T) {
	t.Parallel()
	got := rules.Reserve([]string{"turn"}, []string{"FALL BACK", "HOLD"})
	if !slices.Equal(got, rules.Reserved{"turn", "hold"}) {
		t.Errorf("reserved %v", got)
	}
}
