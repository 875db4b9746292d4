package report_test

import (
	"strings"
	"testing"

	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

const kempt = "british.kempt"

// written returns the report of a turn with these outcomes in the seat's diary.
func written(t *testing.T, w events.Words, outcomes ...events.Outcome) string {
	t.Helper()
	b, err := report.Compile(w)
	if err != nil {
		t.Fatal(err)
	}
	for i := range outcomes {
		outcomes[i].Views = []events.View{{Seats: []string{kempt}}}
	}
	k := knowledge.Open([]string{kempt}, w.Facts)
	k.Apply(1, outcomes)
	return b.Write(report.Cover{Game: "maida", Next: 2, Names: names}, k.Seat(kempt)).Text()
}

func happened(name string, kv ...any) events.Outcome {
	return events.Outcome{Name: name, Fields: events.Fields(kv...)}
}

func TestSameIsToldOfOthersByName(t *testing.T) {
	t.Parallel()
	w := events.Words{Diary: map[string]string{"unit.engaged": "{unit:name} is locked in the fight.",
		"unit.shot": "{unit:name} loses {n}."}}
	got := strings.Join(strings.Fields(written(t, w,
		happened("unit.engaged", "unit", "78foot", "with", "a"), happened("unit.engaged", "unit", "81foot", "with", "b"),
		happened("unit.engaged", "unit", "gren", "with", "c"),
		happened("unit.shot", "unit", "u08", "n", 1), happened("unit.shot", "unit", "gren", "n", 2),
		happened("unit.engaged", "unit", "27foot", "with", "d"))), " ")
	want := "78foot is locked in the fight. Likewise 81foot and gren. u08 loses 1. Gren loses 2. 27foot is locked in " +
		"the fight."
	if !strings.Contains(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
