package knowledge_test

import (
	"strings"
	"testing"

	"galloper/events"
	"galloper/projections/knowledge"
)

// TestOrderOfWhatIsToldNamesNobody: the order of unidentified units does not depend on their identities, and the
// entries of one unit stay together.
func TestOrderOfWhatIsToldNamesNobody(t *testing.T) {
	t.Parallel()
	told := func(name, unit string, y int, veiled bool) events.Outcome {
		o := events.Outcome{Name: name, Clause: map[bool]string{true: "6.4", false: "5.7"}[name == "fire.volley"],
			Fields: events.Fields("unit", unit, "y", y)}
		v := events.View{Seats: []string{"french.ney"}}
		if veiled {
			v.As = []events.Field{{Key: "unit", Value: "enemy infantry"}}
		}
		o.Views = []events.View{v}
		return o
	}
	page := func(outcomes ...events.Outcome) string {
		book := knowledge.Open([]string{"french.ney"}, nil)
		for i := range outcomes {
			outcomes[i].Ref = "t1." + string(rune('1'+i))
		}
		book.Apply(1, outcomes)
		var lines []string
		for _, o := range book.Seat("french.ney").Diary(1) {
			lines = append(lines, o.Ref+" "+o.String())
		}
		return strings.Join(lines, "\n")
	}
	fired, formed, moved := "fire.volley", "unit.formed", "unit.moved"
	first := page(told(fired, "42foot", 30, true), told(fired, "45e", 10, false), told(fired, "44foot", 20, true),
		told(formed, "42foot", 30, true), told(moved, "42foot", 25, true), told(moved, "44foot", 22, true))
	second := page(told(fired, "42foot", 20, true), told(fired, "45e", 10, false), told(fired, "44foot", 30, true),
		told(moved, "42foot", 22, true), told(formed, "44foot", 30, true), told(moved, "44foot", 25, true))
	if first != second {
		t.Errorf("who is who shows:\n%s\n\n%s", first, second)
	}
	const together = "unit.formed unit=\"enemy infantry\" y=30 clause=5.7\n" +
		"t1.5@french.ney unit.moved unit=\"enemy infantry\" y=25"
	if !strings.Contains(first, together) || !strings.HasPrefix(first, "t1.1@french.ney fire.volley unit=45e") {
		t.Errorf("the order is\n%s", first)
	}
}
