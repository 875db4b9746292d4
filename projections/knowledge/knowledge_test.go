package knowledge_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/projections/knowledge"
)

// Known is the interface through which rulesets read orders.
var _ adjudicator.Knowledge = (*knowledge.Known)(nil)

const (
	north = "french.north"
	south = "dutch.south"
)

var lines = []events.FactLine{
	{Kind: "sight.own"},
	{Kind: "sight.gone", Ousts: []string{"sight.own", "sight.gone"}},
	{Kind: "sight.letter", Once: true},
}

func outcome(ref, name string, views []events.View, kv ...any) events.Outcome {
	return events.Outcome{Ref: ref, Name: name, Fields: events.Fields(kv...), Views: views}
}

func to(seats ...string) []events.View { return []events.View{{Seats: seats}} }

func open() *knowledge.Book { return knowledge.Open([]string{north, south}, lines) }

func facts(k *knowledge.Known, kind string) []string {
	var list []string
	k.Facts(kind, func(subject string, fields []events.Field, turn int) bool {
		list = append(list, fmt.Sprintf("%s %s turn %d", subject, fields[len(fields)-1].Value, turn))
		return true
	})
	return list
}

func TestLatestFactIsKeptWithItsTurn(t *testing.T) {
	b := open()
	b.Apply(0, []events.Outcome{
		outcome("t0.1", "sight.own", to(north), "unit", "a", "x", 1),
		outcome("t0.2", "sight.own", to(north), "unit", "b", "x", 2),
	})
	b.Apply(1, []events.Outcome{outcome("t1.1", "sight.own", to(north), "unit", "a", "x", 3)})
	k := b.Seat(north)
	if got, want := facts(k, "sight.own"), []string{"b 2 turn 0", "a 3 turn 1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q: in the order in which they were last told", got, want)
	}
	if _, turn, ok := k.Fact("sight.own", "a"); !ok || turn != 1 {
		t.Errorf("a: turn %d, %v", turn, ok)
	}
	if _, _, ok := b.Seat(south).Fact("sight.own", "a"); ok {
		t.Error("south knows what only north was told")
	}
}

func TestFactCarriesTheTurnAtWhichItWasTrue(t *testing.T) {
	b := open()
	b.Apply(4, []events.Outcome{outcome("t4.1", "sight.own", to(north), "unit", "a", "turn", 2)})
	for f := range b.Seat(north).Of("sight.own") {
		if f.Turn != 2 || f.Told != 4 {
			t.Errorf("true in turn %d, told in turn %d", f.Turn, f.Told)
		}
	}
}

func TestFactOustsAnother(t *testing.T) {
	b := open()
	b.Apply(0, []events.Outcome{outcome("t0.1", "sight.own", to(north, south), "unit", "a")})
	b.Apply(1, []events.Outcome{outcome("t1.1", "sight.gone", to(north), "unit", "a")})
	if got := facts(b.Seat(north), "sight.own"); len(got) != 0 {
		t.Errorf("gone, and still there: %q", got)
	}
	if got := facts(b.Seat(north), "sight.gone"); len(got) != 1 {
		t.Errorf("gone: %q", got)
	}
	if got := facts(b.Seat(south), "sight.own"); len(got) != 1 {
		t.Errorf("south was not told that it is gone, but lost it: %q", got)
	}
}

func TestLetterIsForgottenWhenTheNextTurnComes(t *testing.T) {
	b := open()
	b.Apply(1, []events.Outcome{outcome("t1.1", "sight.letter", to(north), "id", "x")})
	if got := facts(b.Seat(north), "sight.letter"); len(got) != 1 {
		t.Fatalf("letters: %q", got)
	}
	b.Apply(2, nil)
	if got := facts(b.Seat(north), "sight.letter"); len(got) != 0 {
		t.Errorf("letters of the turn before: %q", got)
	}
}

func TestViewHidesAndReplaces(t *testing.T) {
	o := outcome("t1.1", "volley.fired", []events.View{
		{Seats: []string{north}},
		{Seats: []string{south, north}, Hide: []string{"hits", "dice"}, As: []events.Field{{Key: "firer", Value: "?"}}},
	}, "firer", "a", "target", "b", "hits", 2)
	o.Dice = []events.Die{{Name: "volley/a", Die: "d10", Value: 3}}
	b := open()
	b.Apply(1, []events.Outcome{o})
	if got := b.Seat(north).Diary(1); len(got) != 1 || got[0].Get("hits") != "2" || len(got[0].Dice) != 1 {
		t.Errorf("the first view that names north shows all: %+v", got)
	}
	got := b.Seat(south).Diary(1)
	want := []events.Outcome{{Ref: "t1.1@dutch.south", Name: "volley.fired",
		Fields: events.Fields("firer", "?", "target", "b")}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if o.Get("firer") != "a" || len(o.Dice) != 1 {
		t.Error("the outcome itself was changed")
	}
}

func TestUmpireIsToldEverythingAsItIs(t *testing.T) {
	b := open()
	b.Apply(1, []events.Outcome{
		outcome("t1.1", "morale.failed", nil, "unit", "a", "roll", 3),
		outcome("t1.2", "sight.own", to(north), "unit", "a", "x", 1),
		outcome("t1.3", "sight.own", to(knowledge.Umpire), "unit", "a", "x", 2),
		outcome("t1.4", "unit.moved", []events.View{{Seats: []string{knowledge.Umpire}, Hide: []string{"unit"}}}, "unit",
			"a"),
	})
	u := b.Seat(knowledge.Umpire)
	got := u.Diary(1)
	if len(got) != 2 || got[0].Get("roll") != "3" || got[1].Get("unit") != "a" || got[1].Ref != "t1.4" {
		t.Errorf("diary: %+v", got)
	}
	if got := facts(u, "sight.own"); !slices.Equal(got, []string{"a 2 turn 1"}) {
		t.Errorf("facts: %q: only those addressed to the umpire", got)
	}
}

func TestNumbersAreTheSeatsOwn(t *testing.T) {
	chain := func(ref, cause string, seats ...string) events.Outcome {
		o := outcome(ref, "unit.moved", to(seats...), "unit", ref)
		o.Cause = cause
		return o
	}
	b := open()
	b.Apply(1, []events.Outcome{
		chain("t1.1", "order:french.north.1", north),
		chain("t1.2", "t1.1", south),
		chain("t1.3", "order:dutch.south.2", north),
		chain("t1.4", "t1.2", north),
		chain("t1.5", "t1.3", north),
	})
	b.Apply(2, []events.Outcome{chain("t2.1", "", south), chain("t2.2", "t1.5", north)})
	type entry struct{ Ref, Cause string }
	var got []entry
	for turn := 1; turn <= 2; turn++ {
		for _, o := range b.Seat(north).Diary(turn) {
			got = append(got, entry{o.Ref, o.Cause})
		}
	}
	want := []entry{{"t1.1@french.north", "order:french.north.1"}, {"t1.2@french.north", ""}, {"t1.3@french.north", ""},
		{"t1.4@french.north", "t1.2@french.north"}, {"t2.1@french.north", "t1.4@french.north"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestDispatchIsUnheardUntilWordOfItComes(t *testing.T) {
	b := open()
	b.Apply(1, []events.Outcome{
		outcome("t1.1", "dispatch.sent", to(north), "id", "french.north.t1.1", "to", "a"),
		outcome("t1.2", "dispatch.sent", to(north), "id", "french.north.t1.2", "to", "b"),
		outcome("t1.3", "dispatch.sent", to(north), "id", "french.east.t1.1", "to", "b"), // another's, seen leaving
	})
	draft := b.Clone()
	draft.Apply(2, []events.Outcome{outcome("t2.1", "dispatch.delivered", to(north), "id", "french.north.t1.1")})
	want := []knowledge.Dispatch{{ID: "french.north.t1.2", To: "b", Turn: 1}}
	if d := cmp.Diff(want, draft.Seat(north).Unheard()); d != "" {
		t.Error(d)
	}
	if got := b.Seat(north).Unheard(); len(got) != 2 {
		t.Errorf("the draft changed the book: %+v", got)
	}
}

func TestCloneGoesItsOwnWay(t *testing.T) {
	b := open()
	b.Apply(1, []events.Outcome{outcome("t1.1", "sight.own", to(north), "unit", "a", "x", 1)})
	c := b.Clone()
	c.Apply(2, []events.Outcome{outcome("t2.1", "sight.own", to(north), "unit", "a", "x", 2),
		outcome("t2.2", "unit.moved", to(north))})
	if got := facts(b.Seat(north), "sight.own"); !slices.Equal(got, []string{"a 1 turn 1"}) || b.Turn() != 1 ||
		b.Seat(north).Diary(2) != nil {
		t.Errorf("the draft changed the book: %q", got)
	}
	if got := facts(c.Seat(north), "sight.own"); !slices.Equal(got, []string{"a 2 turn 2"}) {
		t.Errorf("draft: %q", got)
	}
}

func TestTurnsComeInOrder(t *testing.T) {
	b := open()
	b.Apply(2, nil)
	defer func() {
		if recover() == nil {
			t.Error("turn 2 was applied twice")
		}
	}()
	b.Apply(2, nil)
}

// TestShelfIsAMap: after any sequence of facts and replacements, the shelf equals a plain map, with the least
// recently told fact first.
func TestShelfIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := open()
		var want []string
		for turn := range rapid.IntRange(1, 12).Draw(t, "turns") {
			var list []events.Outcome
			for range rapid.IntRange(0, 20).Draw(t, "told") {
				subject := strconv.Itoa(rapid.IntRange(0, 9).Draw(t, "subject"))
				kind := rapid.SampledFrom([]string{"sight.own", "sight.own", "sight.gone"}).Draw(t, "kind")
				list = append(list, outcome("", kind, to(north), "unit", subject))
				want = slices.DeleteFunc(want, func(s string) bool { return s == subject })
				if kind == "sight.own" {
					want = append(want, subject)
				}
			}
			b.Apply(turn, list)
		}
		var got []string
		b.Seat(north).Clone().Facts("sight.own", func(subject string, _ []events.Field, _ int) bool {
			got = append(got, subject)
			return true
		})
		if !slices.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// TestHiddenOutcomesLeaveNoTrace: outcomes for others and changes to hidden fields do not change the seat's
// knowledge.
func TestHiddenOutcomesLeaveNoTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seen := rapid.SliceOfN(rapid.IntRange(0, 99), 1, 20).Draw(t, "seen")
		noise := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 20).Draw(t, "noise")
		fold := func(noise []int) string {
			var list []events.Outcome
			add := func(o events.Outcome) {
				o.Ref = "t1." + strconv.Itoa(len(list)+1)
				if len(list) > 0 && len(noise) > 0 {
					o.Cause = list[0].Ref
				}
				list = append(list, o)
			}
			secret := 0
			for i, n := range seen {
				if i < len(noise) {
					secret = noise[i]
					for range noise[i] {
						add(outcome("", "unit.moved", to(south), "unit", n))
					}
				}
				hide := []events.View{{Seats: []string{north}, Hide: []string{"boxes", "dice"},
					As: []events.Field{{Key: "by", Value: "?"}}}}
				o := outcome("", "boxes.marked", hide, "unit", n, "boxes", secret, "by", strconv.Itoa(secret))
				o.Dice = []events.Die{{Name: "x", Die: "d10", Value: secret}}
				add(o)
			}
			b := open()
			b.Apply(1, list)
			var diary []events.Outcome
			for _, o := range b.Seat(north).Diary(1) {
				o.Cause = "" // compared in TestNumbersAreTheSeatsOwn
				diary = append(diary, o)
			}
			return fmt.Sprintf("%+v", diary)
		}
		if a, b := fold(nil), fold(noise); a != b {
			t.Fatalf("with hidden changes:\n%s\nwithout:\n%s", b, a)
		}
	})
}

func BenchmarkEightSeatsOfThousands(b *testing.B) {
	var seats []string
	for i := range 8 {
		seats = append(seats, "side.seat"+strconv.Itoa(i))
	}
	var list []events.Outcome
	for i := range 4000 {
		name := "unit.moved"
		if i%10 == 0 {
			name = "sight.own"
		}
		views := []events.View{{Seats: seats[:4]}, {Seats: seats[4:], Hide: []string{"hits"}}}
		list = append(list, outcome("t1."+strconv.Itoa(i+1), name, views, "unit", "u"+strconv.Itoa(i%400), "x", i, "y", i,
			"hits", 1))
	}
	b.ReportAllocs()
	for b.Loop() {
		k := knowledge.Open(seats, lines)
		k.Apply(1, list)
	}
	b.ReportMetric(float64(len(list)*len(seats))*float64(b.N)/b.Elapsed().Seconds(), "tellings/s")
}

// In a run of outcomes with one name, the masked ones come last, sorted by their text. The order of ids, in which
// they happened, would reveal which of the seat's own units they lie between.
func TestDisguisedStandByTheirWords(t *testing.T) {
	as := func(name string) []events.View {
		return []events.View{{Seats: []string{north}, As: []events.Field{{Key: "unit", Value: name}}}}
	}
	b := open()
	b.Apply(1, []events.Outcome{
		outcome("t1.1", "unit.moved", as("enemy foot"), "unit", "a", "x", 2),
		outcome("t1.2", "unit.moved", to(north), "unit", "b"),
		outcome("t1.3", "unit.moved", as("enemy foot"), "unit", "c", "x", 1),
		outcome("t1.4", "unit.fled", as("enemy horse"), "unit", "d"),
		outcome("t1.5", "unit.moved", as("enemy guns"), "unit", "e"),
		outcome("t1.6", "unit.moved", to(north), "unit", "f"),
	})
	var told []string
	for _, o := range b.Seat(north).Diary(1) {
		told = append(told, o.Ref+" "+o.String())
	}
	want := []string{"t1.1@french.north unit.moved unit=b", `t1.2@french.north unit.fled unit="enemy horse"`,
		`t1.3@french.north unit.moved unit="enemy foot" x=1`,
		`t1.4@french.north unit.moved unit="enemy foot" x=2`, "t1.5@french.north unit.moved unit=f",
		`t1.6@french.north unit.moved unit="enemy guns"`}
	if !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
}

// TestOneIDForAllReaders: an id in a seat's diary means the same outcome to every reader, and reveals nothing about
// hidden outcomes.
func TestOneIDForAllReaders(t *testing.T) {
	told := func(hidden int) *knowledge.Book {
		b := open()
		var outcomes []events.Outcome
		for i := range hidden {
			outcomes = append(outcomes, outcome(fmt.Sprint("t1.", i+1), "unit.moved", to(south), "unit", "secret"))
		}
		b.Apply(1, append(outcomes, outcome(fmt.Sprint("t1.", hidden+1), "unit.fled", to(north, south), "unit", "a")))
		return b
	}
	for hidden := range 3 {
		b := told(hidden)
		known := func(seat string, _ int) (*knowledge.Known, error) { return b.Seat(seat), nil }
		ref := b.Seat(north).Diary(1)[0].Ref
		if ref != "t1.1@french.north" {
			t.Errorf("behind %d hidden outcomes it is %s", hidden, ref)
		}
		want := fmt.Sprint("t1.", hidden+1)
		for _, ref := range []string{ref, b.Seat(south).Diary(1)[hidden].Ref, want} {
			if got := knowledge.Recorded(ref, known); got != want {
				t.Errorf("%s is %s, want %s", ref, got, want)
			}
		}
		for _, ref := range []string{"t1.2@french.north", "t9.1@french.north", "t1.1@nobody", "x@french.north", "@"} {
			if got := knowledge.Recorded(ref, known); got != ref {
				t.Errorf("%s is %s", ref, got)
			}
		}
	}
}
