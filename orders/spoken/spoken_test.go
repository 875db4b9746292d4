package spoken

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"galloper/orders"
)

// hold is a small ruleset in which troops hold, advance, charge and fire.
var hold = Speech{
	If: "IF {cond} THEN {order}", IfNot: "IF NOT {cond} THEN {order}", Else: "{order} ELSE {else}",
	To:       "TO {to}: {order}",
	Standing: "STANDING {order}", Known: "ENEMY WITHIN n",
	Frames: []Frame{
		{Verb: Hold, As: "HOLD {unit}"}, {Verb: Advance, As: "ADVANCE {unit}[ {number}][ TO {place}]"},
		{Verb: Move, As: "ADVANCE {unit} TO {place}[ VIA {place*@via}]"}, {Verb: Withdraw, As: "BACK {unit}[ {number}]"},
		{Verb: Charge, As: "CHARGE {unit}[ AT {enemy}][{-they}][ OR HOLD{-or-hold}]"},
		{Verb: Fire, As: "FIRE {unit} AT {enemy}"}, {Verb: Join, As: "JOIN {friend@/to/with}"},
	},
	Conditions: []Frame{{Say: []string{"WITHIN"}, As: "ENEMY WITHIN {number}[{-they}]"}},
}.Compile()

func words() *Vocabulary {
	names := func(list ...orders.Name) *orders.Names { return orders.NewNames(orders.NamesKind{}, list...) }
	return &Vocabulary{
		Kinds: []Kind{
			{Slot: "unit", Names: names(orders.Name{ID: "a", Name: "First legion"}, orders.Name{ID: "b",
				Name: "Second legion"},
				orders.Name{ID: "c", Name: "Roman horse"})},
			{Slot: "enemy", Names: names(orders.Name{ID: "x", Name: "Sacred guard"}, orders.Name{ID: "y",
				Name: "Gaulish horse"})},
			{Slot: "place", Names: names(orders.Name{ID: "mill", Name: "The Mill"}, orders.Name{ID: "ford",
				Name: "The Ford"})},
			{Slot: "to", Names: names(orders.Name{ID: "cato", Name: "Marcus Cato"})},
		},
		Mine:   []string{"a", "b", "c"},
		Groups: []Group{{Say: []string{"HORSE", "CAVALRY"}, IDs: []string{"c"}}},
		Self:   "me", Under: map[string][]string{"cato": {"c"}},
	}
}

func understood(t *testing.T, mail string) []Said {
	t.Helper()
	doc := orders.Read(mail, orders.Language{Meant: func([]orders.Word) bool { return true }})
	var said []Said
	for i := range doc.Items {
		said = append(said, hold.Understand(words(), &doc.Items[i])...)
	}
	return said
}

// TestUnderstand checks orders in a player's own words.
func TestUnderstand(t *testing.T) {
	for _, test := range []struct{ mail, want string }{
		{"First legion, hold your ground.", "HOLD a"},
		{"First legion holds", "HOLD a"},
		{"I want the First legion to hold, please", "HOLD a"},
		{"Kindly have First legion hold at once", "HOLD a"},
		{"stay put with the horse", "HOLD c"},
		{"everyone hold", "HOLD a, b, c"},
		{"hold all except the horse", "HOLD a, b"},
		{"legions advance", "ADVANCE a, b"},
		{"First legion, push on to the mill", "ADVANCE a TO mill"},
		{"Second legion to the ford", "ADVANCE b TO ford"},
		{"First legion go to the mill, then the ford", "ADVANCE a TO ford VIA mill"},
		{"pull the Second legion back two", "BACK b 2"},
		{"charge the Sacred guard with the First legion", "CHARGE a AT x"},
		{"Roman horse charge the Gaulish horse or hold if you cannot", "CHARGE c AT y OR HOLD"},
		{"If the enemy come within two, First legion charge, otherwise hold",
			"IF ENEMY WITHIN 2 THEN CHARGE a ELSE HOLD a"},
		{"First legion hold until they are within 2, then charge", "IF ENEMY WITHIN 2 THEN CHARGE a ELSE HOLD a"},
		{"First legion advance unless the enemy is within three", "IF NOT ENEMY WITHIN 3 THEN ADVANCE a"},
		{"Cato should hold", "TO cato: HOLD c"},
		{"To Cato: charge the Gaulish horse", "TO cato: CHARGE c AT y"},
		{"I ride with the First legion", ""},
		{"I join the First legion", "JOIN a"},
	} {
		said := understood(t, test.mail)
		if test.want == "" {
			continue
		}
		if len(said) != 1 || said[0].Line != test.want || said[0].Unread != "" {
			t.Errorf("%s: %+v, want %s", test.mail, said, test.want)
		}
	}
}

// TestAnyWords checks that random combinations of words never cause a panic, even if the seat has no units.
func TestAnyWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pool := []string{"all", "everyone", "both", "the", "First legion", "Second", "horse", "Sacred guard", "enemy", "they",
		"mill", "ford", "Cato", "I", "me", "two", "within 3", "not", ",", ":", ".", "and", "or", "to", "at", "with"}
	pool = slices.AppendSeq(pool, maps.Keys(marks))
	for _, phrases := range verbs {
		pool = append(pool, phrases...)
	}
	slices.Sort(pool)
	empty := words()
	empty.Mine, empty.Groups, empty.Under, empty.Self = nil, nil, nil, ""
	for range 5000 {
		var mail []string
		for range 1 + rng.IntN(9) {
			mail = append(mail, strings.ReplaceAll(pool[rng.IntN(len(pool))], "…", "horse"))
		}
		text := strings.Join(mail, " ")
		doc := orders.Read(text, orders.Language{Meant: func([]orders.Word) bool { return true }})
		for i := range doc.Items {
			for _, v := range []*Vocabulary{words(), empty} {
				func() {
					defer func() {
						if p := recover(); p != nil {
							t.Errorf("%q: %v", text, p)
						}
					}()
					hold.Meant(v, doc.Items[i].Words)
					hold.Understand(v, &doc.Items[i])
				}()
			}
		}
	}
}
