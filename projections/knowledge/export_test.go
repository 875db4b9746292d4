package knowledge_test

import (
	"encoding/json"
	"testing"

	"galloper/events"
)

// The export uses the seat's own numbers, masks in place of hidden values, and the turns of older facts.
func TestExportedIsWhatWasTold(t *testing.T) {
	b := open()
	b.Apply(0, []events.Outcome{outcome("t0.1", "sight.own", to(north), "unit", "a", "x", 1)})
	b.Apply(1, []events.Outcome{
		outcome("t1.1", "unit.moved", to(south), "unit", "secret"),
		outcome("t1.2", "unit.seen",
			[]events.View{{Seats: []string{north}, Hide: []string{"strength"}, As: events.Fields("unit", "c07")}}, "unit",
			"secret", "strength", 3),
		outcome("t1.3", "sight.own", to(north), "unit", "b", "x", 2),
	})
	const want = `"told":[{"event":"unit.seen","unit":"c07","ref":"t1.1@french.north"}],` +
		`"facts":[{"event":"sight.own","unit":"a","x":"1","as_of":"0"},` +
		`{"event":"sight.own","unit":"b","x":"2","as_of":"1"}]`
	got := string(b.Seat(north).AppendJSON(nil))
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if !json.Valid([]byte("{" + got + "}")) {
		t.Error("these are no members of an object")
	}
	const theirs = `"told":[{"event":"unit.moved","unit":"secret","ref":"t1.1@dutch.south"}],"facts":[]`
	if got := string(b.Seat(south).AppendJSON(nil)); got != theirs {
		t.Error(got)
	}
}
