package spoken

import (
	"slices"
	"strings"
	"testing"

	"galloper/orders"
)

// apart is a small ruleset without THEN and ELSE, in which troops at different places need separate orders.
var apart = Speech{
	If: "IF {cond} THEN {order}", IfNot: "IF NOT {cond} THEN {order}", Standing: "STANDING {order}",
	Several: true, Finally: Hold,
	Frames: []Frame{
		{Verb: Hold, As: "HOLD {unit}"}, {Verb: Hold, Stands: true, As: "HOLD[ WITH {unit}]"},
		{Verb: Hold, As: "LEAVE {unit} TO {place@to}{-last}{-+withdraw}"},
		{Verb: Move, As: "MARCH {unit} TO {place@/to/at}", Apart: true},
		{Verb: Attack, As: "ATTACK {place@/at} WITH {unit}", Apart: true},
		{Verb: Fire, As: "FIRE {unit}"},
	},
	Conditions: []Frame{{Say: []string{"EMPTY"}, As: "{place@/at} EMPTY"},
		{Say: []string{"IT SUCCEEDS"}, As: "ORDER {before} DONE"}},
}.Compile()

// TestOrdersThatAddToOthers checks texts that become several orders: because the language has no THEN, or because the
// troops are at different places.
func TestOrdersThatAddToOthers(t *testing.T) {
	v := words()
	there := map[string][]string{"mill": {"a", "c"}, "ford": {"b"}}
	v.At = func(place string) []string { return there[place] }
	v.Parties = func(units []string) (list [][]string) {
		for _, place := range []string{"mill", "ford"} {
			part := slices.DeleteFunc(slices.Clone(units), func(id string) bool { return !slices.Contains(there[place], id) })
			if len(part) > 0 {
				list = append(list, part)
			}
		}
		return list
	}
	v.Phrases = []*Phrasebook{NewPhrasebook(Phrase{Kind: "last", Say: []string{"AS LONG AS YOU CAN"}})}
	for _, test := range []struct{ mail, want string }{
		{"First legion fire, then Second legion attack the mill", "FIRE a | ATTACK mill WITH b"},
		{"First legion go to the ford and then attack the mill", "MARCH a TO ford | -"},
		{"First legion fire, and if it succeeds Second legion attack the mill",
			"FIRE a | IF ORDER 1 DONE THEN ATTACK mill WITH b"},
		{"If the mill is empty Second legion go there, otherwise attack it",
			"IF mill EMPTY THEN MARCH b TO mill | IF NOT mill EMPTY THEN ATTACK mill WITH b"},
		{"Everybody go to the ford", "MARCH a, c TO ford | MARCH b TO ford"},
		{"Everybody at the mill go to the ford", "MARCH a, c TO ford"},
		{"All but the First legion hold", "HOLD b, c"},
		{"First legion hold as long as you can, then retreat to the ford", "LEAVE a TO ford"},
		{"STANDING: hold", "STANDING HOLD"},
		{"Second legion and First legion go to the mill and the horse to the ford",
			"MARCH a TO mill | MARCH b TO mill | MARCH c TO ford"},
	} {
		doc := orders.Read(test.mail, orders.Language{Meant: func([]orders.Word) bool { return true }})
		var lines []string
		for i := range doc.Items {
			for _, s := range apart.Understand(v, &doc.Items[i]) {
				switch {
				case s.Line == "":
					lines = append(lines, "-")
				case s.Unread != "":
					lines = append(lines, "? "+s.Line)
				default:
					lines = append(lines, s.Line)
				}
			}
		}
		if got := strings.Join(lines, " | "); got != test.want {
			t.Errorf("%s: %s, want %s", test.mail, got, test.want)
		}
	}
}
