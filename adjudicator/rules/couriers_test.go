package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// mail is a game of couriers on a road whose places are numbers: red writes from 0, blue reads at 5.
type mail struct {
	Turn       int
	Dispatches []parcel `item:"dispatch"`
}

type parcel struct {
	Dispatch[int]
	Noted int
}

// road is a turn of that game; lines records its outcomes.
type road struct {
	s       *mail
	rulings []events.CourierRuling
	because string
	n       int
	lines   []string
	c       *roadCouriers
}

type roadCouriers = Couriers[mail, parcel, int, *road]

func (r *road) State() *mail                           { return r.s }
func (r *road) Now() int                               { return r.s.Turn }
func (r *road) HasSeat(id string) bool                 { return id == "red.a" || id == "blue.b" }
func (r *road) CourierRulings() []events.CourierRuling { return r.rulings }

func (r *road) Follow(ref string) (before string) {
	before, r.because = r.because, ref
	return before
}

func (r *road) EmitWith(dice []events.Die, clause, name string, fields ...any) string {
	r.n++
	o := events.Outcome{Ref: fmt.Sprintf("t1.%d", r.n), Name: name, Clause: clause, Dice: dice,
		Fields: events.Fields(fields...)}
	line := o.String()
	if r.because != "" {
		line += " by " + r.because
	}
	r.lines = append(r.lines, line)
	if strings.HasPrefix(name, "dispatch.") {
		r.c.Apply(r.s, &o)
	}
	return o.Ref
}

func (r *road) TellAs(v events.View, clause, name string, fields ...any) string {
	ref := r.EmitWith(nil, clause, name, fields...)
	r.lines[len(r.lines)-1] += " to " + strings.Join(v.Seats, "+")
	return ref
}

// onTheRoad returns couriers that ride one place a turn, with every hook that all games have.
func onTheRoad() *roadCouriers {
	return &roadCouriers{
		Rows: Outcomes[mail]{
			{Name: DispatchSent, Clause: "1", Fields: "id kind from to at text"},
			{Name: DispatchRiding, Clause: "2", Fields: "id at left"},
			{Name: DispatchFled, Clause: "3", Fields: "id at"},
			{Name: DispatchDelivered, Clause: "4", Fields: "id to at"},
			{Name: DispatchLost, Clause: "5", Fields: "id reason at"},
			{Name: DispatchCaptured, Clause: "6", Fields: "id at by"},
			{Name: DispatchDelayed, Clause: "7", Fields: "id until"},
			{Name: SightLetter, Clause: "8", Fields: "id how from sent text"},
			{Name: SightCourier, Clause: "9", Fields: "id at road side"},
		},
		List: func(s *mail) *[]parcel { return &s.Dispatches },
		Turn: func(s *mail) int { return s.Turn },
		Where: func(_ *mail, _ *parcel, o *events.Outcome) (int, bool) {
			return o.Int("at"), o.Get("at") != ""
		},
		Goal: func(*road, *parcel) (int, Errand) { return 5, Rides },
		Gone: "nobody",
		Pace: func(*road, *parcel) int { return 2 },
		Way: func(*road, *parcel, int) courier.Way[int] {
			return func(from int) (int, int, bool) { return from + 1, 1, true }
		},
		Readers: func(_ *road, d *parcel) []string { return []string{d.To} },
		Place:   func(_ *road, _ *parcel, at int) []any { return []any{"at", at} },
		Riding:  func(_ *road, _ *parcel, at, goal, _ int) []any { return []any{"left", goal - at} },
	}
}

// letter sends a letter in turn 1 and clears lines, so that they hold the later outcomes.
func letter(c *roadCouriers) *road {
	r := &road{s: &mail{Turn: 1}, c: c}
	c.Send(r, Dispatch[int]{ID: "red.a.t1.1", Kind: "letter", From: "red.a", To: "blue.b", Text: "Hold."})
	r.lines = nil
	return r
}

func (r *road) expect(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(r.lines, want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(r.lines, "\n"), strings.Join(want, "\n"))
	}
	r.lines = nil
}

func TestALetterByWordOfMouth(t *testing.T) {
	t.Parallel()
	c := onTheRoad()
	r := &road{s: &mail{Turn: 4}, c: c}
	c.Speak(r, "9", Dispatch[int]{ID: "red.a.t4.1", Kind: "letter", From: "red.a", To: "blue.b", Text: "Hold."})
	r.expect(t, "dispatch.delivered id=red.a.t4.1 to=blue.b at=0 clause=9",
		"sight.letter id=red.a.t4.1 how=letter from=red.a sent=4 text=Hold. clause=8 by t1.1 to blue.b")
	if len(r.s.Dispatches) > 0 {
		t.Errorf("it rides: %+v", r.s.Dispatches)
	}
}

func TestDispatchesStandInTheirOrderWithWhatTheGameNotes(t *testing.T) {
	t.Parallel()
	c := onTheRoad()
	c.Compare = func(_ *mail, a, b *parcel) int { return strings.Compare(a.ID, b.ID) }
	c.New = func(_ *mail, d *parcel, _ *events.Outcome) { d.Noted++ }
	c.Also = func(_ *mail, d *parcel, _ *events.Outcome, _ int) { d.Noted += 10 }
	r := &road{s: &mail{Turn: 1}, c: c}
	for _, id := range []string{"b", "c", "a"} {
		c.Send(r, Dispatch[int]{ID: id})
	}
	rows := c.Outcomes()
	rows[6].Apply(r.s, &events.Outcome{Name: DispatchDelayed, Fields: events.Fields("id", "c", "until", 4)})
	got := ""
	for _, d := range r.s.Dispatches {
		got += fmt.Sprint(d.ID, d.Noted, d.Until, " ")
	}
	if got != "a1 0 b1 0 c11 4 " {
		t.Errorf("dispatches %q", got)
	}
	if at := rows[7]; at.Name != SightLetter || at.Apply != nil {
		t.Errorf("a letter read changes something: %+v", at)
	}
}

func TestDirectivesAreDueInTheTurnBehindTheirDelivery(t *testing.T) {
	t.Parallel()
	c := onTheRoad()
	c.Also = func(_ *mail, d *parcel, _ *events.Outcome, _ int) {
		if d.ID == "late" {
			d.Due = 9
		}
	}
	r := &road{s: &mail{Turn: 1}, c: c}
	kinds := map[string]courier.Kind{"soon": courier.Directive, "late": courier.Directive, "letter": courier.Letter}
	for id, kind := range kinds {
		c.HandOver(r, c.Send(r, Dispatch[int]{ID: id, Kind: string(kind), To: "blue.b"}), 5, nil)
	}
	c.Send(r, Dispatch[int]{ID: "rides", Kind: string(courier.Directive)})
	for turn, want := range map[int]string{1: "", 2: "soon", 9: "late"} {
		got := ""
		for d := range c.Directives(r.s, turn) {
			got += d.ID
		}
		if got != want {
			t.Errorf("due in turn %d: %q, want %q", turn, got, want)
		}
	}
}

func TestCouriersAreShownOnTheirWay(t *testing.T) {
	t.Parallel()
	c := onTheRoad()
	r := letter(c)
	c.Send(r, Dispatch[int]{ID: "unit.t1.1", Kind: "report", From: "unit", To: "blue.b", At: 3})
	c.Lose(r, c.Send(r, Dispatch[int]{ID: "red.a.t1.3", From: "red.a", To: "blue.b"}), "mud")
	r.lines = nil
	c.Show(r, "umpire", nil)
	c.Road = func(_ *road, d *parcel) string { return "east" }
	c.Show(r, "red.a", func(d *parcel) bool { return d.From == "red.a" })
	r.expect(t, "sight.courier"+id+" at=0 road=blue.b side=red to umpire",
		"sight.courier id=unit.t1.1 at=3 road=blue.b side=blue to umpire",
		"sight.courier"+id+" at=0 road=east side=red to red.a")
}

// The umpire may set the status of a dispatch, unless the game has a row of its own for it.
func TestItemsOfDispatches(t *testing.T) {
	t.Parallel()
	c := onTheRoad()
	r := letter(c)
	status := adjudicator.DispatchStatus("red.a.t1.1")
	for _, game := range []struct {
		items Items[mail]
		fault string
	}{
		{Items[mail]{c.Items()}, ""},
		{Items[mail]{c.Items(Derived("status", func(_ *mail, d *parcel) string { return d.Status }))}, "cannot be set"},
	} {
		err := game.items.Set(r.s, status, adjudicator.Lost)
		if (err == nil) != (game.fault == "") || err != nil && !strings.Contains(err.Error(), game.fault) {
			t.Errorf("set: %v, want %q", err, game.fault)
		}
		var got []string
		game.items.Paths(r.s, func(path, value string) bool { got = append(got, path+" "+value); return true })
		if game.fault == "" && !slices.Equal(got, []string{status + " lost"}) || len(got) != 1 {
			t.Errorf("items %q", got)
		}
		r.s.Dispatches[0].Status = adjudicator.Riding
	}
}

const id = " id=red.a.t1.1"

func TestADispatchIsSentRidesAndIsDelivered(t *testing.T) {
	t.Parallel()
	c := onTheRoad()
	r := &road{s: &mail{Turn: 1}, c: c, because: "order:red.a.1"}
	d := c.Send(r, Dispatch[int]{ID: "red.a.t1.1", Kind: "letter", From: "red.a", To: "blue.b", Text: "Hold."})
	if d.Sent != 1 || !d.Rides() || d.Latest != "t1.1" {
		t.Errorf("sent as %+v", d)
	}
	r.expect(t, `dispatch.sent id=red.a.t1.1 kind=letter from=red.a to=blue.b at=0 text=Hold. clause=1 by order:red.a.1`)
	r.because = ""
	c.RideAll(r, nil)
	r.expect(t, "dispatch.riding"+id+" at=2 left=3 clause=2 by t1.1")
	c.RideAll(r, func(*parcel) bool { return false })
	r.expect(t)
	r.s.Turn = 3
	c.RideAll(r, nil)
	c.RideAll(r, nil)
	r.expect(t, "dispatch.riding"+id+" at=4 left=1 clause=2 by t1.2",
		"dispatch.delivered"+id+" to=blue.b at=5 clause=4 by t1.3",
		"sight.letter"+id+` how=letter from=red.a sent=1 text=Hold. clause=8 by t1.4 to blue.b`)
	if d.Status != adjudicator.Delivered || d.Arrived != 3 || d.At != 5 {
		t.Errorf("delivered as %+v", d)
	}
	c.RideAll(r, nil)
	r.expect(t)
}

// The umpire's rulings on a courier, and the game's reactions to them.
func TestTheUmpireRulesOnACourier(t *testing.T) {
	t.Parallel()
	captured := "dispatch.captured" + id + " at=0 by=blue.b clause=6 by t1.1"
	read := "sight.letter" + id + ` how=captured from=red.a sent=1 text=Hold. clause=8`
	riding := "dispatch.riding" + id + " at=2 left=3 clause=2 by t1.1"
	for what, c := range map[string]struct {
		ruling events.CourierRuling
		with   func(*roadCouriers)
		want   []string
		status string
	}{
		"lost": {events.CourierRuling{Fate: courier.RuledLost}, nil,
			[]string{"dispatch.lost" + id + " reason=umpire at=0 clause=5 by t1.1"}, adjudicator.Lost},
		"captured": {events.CourierRuling{Fate: courier.RuledCaptured, By: "blue.b"}, nil,
			[]string{captured, read + " by t1.2 to blue.b"}, adjudicator.Captured},
		"captured by no seat": {events.CourierRuling{Fate: courier.RuledCaptured, By: "peasants"}, nil,
			[]string{"dispatch.captured" + id + " at=0 by=peasants clause=6 by t1.1"}, adjudicator.Captured},
		"captured for a side": {events.CourierRuling{Fate: courier.RuledCaptured, By: "blue.b"},
			func(c *roadCouriers) {
				c.Captors = func(*road, *parcel, string) (string, []string) { return "blue", []string{"blue.b", "blue.c"} }
			}, []string{"dispatch.captured" + id + " at=0 by=blue clause=6 by t1.1",
				read + " by t1.2 to blue.b", read + " by t1.2 to blue.c"},
			adjudicator.Captured},
		"captured by nobody": {events.CourierRuling{Fate: courier.RuledCaptured, By: "peasants"},
			func(c *roadCouriers) { c.Captors = func(*road, *parcel, string) (string, []string) { return "", nil } },
			[]string{"dispatch.lost" + id + " reason=\"\" at=0 clause=5 by t1.1"}, adjudicator.Lost},
		"captured, the umpire told too": {events.CourierRuling{Fate: courier.RuledCaptured, By: "blue.b"},
			func(c *roadCouriers) { c.UmpireToo = true },
			[]string{captured, read + " by t1.2 to blue.b+umpire"}, adjudicator.Captured},
		"delayed": {events.CourierRuling{Fate: courier.RuledDelayed, Turns: 2}, nil,
			[]string{"dispatch.delayed" + id + " until=2 clause=7 by t1.1"}, adjudicator.Riding},
		"of another": {events.CourierRuling{Dispatch: "red.a.t1.2", Fate: courier.RuledLost}, nil,
			[]string{riding}, adjudicator.Riding},
	} {
		couriers := onTheRoad()
		if c.with != nil {
			c.with(couriers)
		}
		r := letter(couriers)
		c.ruling.Dispatch = cmp.Or(c.ruling.Dispatch, "red.a.t1.1")
		r.rulings = []events.CourierRuling{c.ruling}
		couriers.RideAll(r, nil)
		if !slices.Equal(r.lines, c.want) || r.s.Dispatches[0].Status != c.status {
			t.Errorf("%s: %s, told\n%s\nwant\n%s",
				what, r.s.Dispatches[0].Status, strings.Join(r.lines, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestADelayedCourierRidesWhenTheTimeIsOver(t *testing.T) {
	t.Parallel()
	c := onTheRoad()
	r := letter(c)
	r.rulings = []events.CourierRuling{{Dispatch: "red.a.t1.1", Fate: courier.RuledDelayed, Turns: 2}}
	for r.s.Turn = 1; r.s.Turn <= 3; r.s.Turn++ {
		c.RideAll(r, nil)
		r.rulings = nil
	}
	r.expect(t, "dispatch.delayed"+id+" until=2 clause=7 by t1.1", "dispatch.riding"+id+" at=2 left=3 clause=2 by t1.2")
}

// The hooks of a ride, one at a time.
func TestHooksOfARide(t *testing.T) {
	t.Parallel()
	die := func(n int) []events.Die { return []events.Die{{Name: fmt.Sprint("d", n), Value: n}} }
	risk := func(at int, peril Peril) func(*roadCouriers) {
		return func(c *roadCouriers) {
			c.Pace = func(*road, *parcel) int { return 5 }
			c.Risk = func(_ *road, _ *parcel, _, to int, passed []events.Die) Peril {
				if to == at {
					return peril
				}
				return Peril{Dice: die(to)[:min(1, 2-len(passed))]}
			}
		}
	}
	told := "dispatch."
	for what, c := range map[string]struct {
		with func(*roadCouriers)
		want []string
	}{
		"nobody is left": {func(c *roadCouriers) { c.Goal = func(*road, *parcel) (int, Errand) { return 0, Nobody } },
			[]string{told + "lost" + id + " reason=nobody at=0 clause=5 by t1.1"}},
		"it needs no ride": {func(c *roadCouriers) {
			c.Goal, c.Readers = func(*road, *parcel) (int, Errand) { return 3, AtHand }, nil
		},
			[]string{told + "delivered" + id + " to=blue.b at=3 clause=4 by t1.1"}},
		"the rider flees": {func(c *roadCouriers) { c.Flee = func(*road, *parcel) (int, bool) { return -1, true } },
			[]string{told + "fled" + id + " at=-1 clause=3 by t1.1"}},
		"no way on": {func(c *roadCouriers) {
			c.Way = func(*road, *parcel, int) courier.Way[int] { return func(int) (int, int, bool) { return 0, 0, false } }
		}, []string{told + "riding" + id + " at=0 left=5 clause=2 by t1.1"}},
		"nobody takes it": {func(c *roadCouriers) {
			c.Pace = func(*road, *parcel) int { return 9 }
			c.Takes, c.Untaken = func(_ *road, _ *parcel, at int) (int, bool) { return at - 1, false }, "9"
		}, []string{told + "lost" + id + " reason=nobody at=4 clause=9 by t1.1"}},
		"lost on the way": {risk(3, Peril{Fate: DispatchLost, Dice: die(3)}),
			[]string{told + "lost" + id + " reason=\"\" at=3 clause=5 dice=d1:1,d2:2,d3:3 by t1.1"}},
		"flees on the way": {risk(3, Peril{Fate: DispatchFled}),
			[]string{told + "fled" + id + " at=2 clause=3 dice=d1:1,d2:2 by t1.1"}},
		"captured on the way": {risk(3, Peril{Fate: DispatchCaptured, By: "blue", Readers: []string{"blue.b"}}),
			[]string{told + "captured" + id + " at=3 by=blue clause=6 dice=d1:1,d2:2 by t1.1",
				"sight.letter" + id + ` how=captured from=red.a sent=1 text=Hold. clause=8 by t1.2 to blue.b`}},
		"what was come through is told first": {func(c *roadCouriers) {
			risk(3, Peril{Fate: DispatchFled, Dice: die(3)})(c)
			c.RisksFirst = true
		}, []string{told + "riding" + id + " at=2 left=3 clause=2 dice=d1:1,d2:2 by t1.1",
			told + "fled" + id + " at=2 clause=3 dice=d3:3 by t1.2"}},
	} {
		couriers := onTheRoad()
		c.with(couriers)
		r := letter(couriers)
		couriers.RideAll(r, nil)
		if !slices.Equal(r.lines, c.want) {
			t.Errorf("%s: told\n%s\nwant\n%s", what, strings.Join(r.lines, "\n"), strings.Join(c.want, "\n"))
		}
	}
}
