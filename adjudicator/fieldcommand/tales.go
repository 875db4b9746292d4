package fieldcommand

import (
	"slices"
	"strings"

	"galloper/events"
)

// Under fog: sight, a report tells the state of a locale and also what happened there: the outcomes its senders saw in
// the turn ride with it, and are told on arrival.

// tale is an outcome of this turn.
type tale struct {
	outcome events.Outcome
	side    int        // its owner, or -1
	shown   [2]content // by the side of the reader
}

// content is an outcome as a side sees it, with its locales.
type content struct {
	fields []events.Field
	places []int // locales
}

// carried is a tale that travels with a report, in the wording for its reader.
type carried struct {
	Of   string // ref of the outcome
	Text string // canonical
}

// chronicled keeps an outcome that the seats that saw it may report (§H10.4).
func (w *watch) chronicled(i int, row *row) {
	o := &w.outcomes[i]
	if w.p.b.Options.Fog != fogSight || !w.p.b.Options.Couriers || w.everywhere(o, row) {
		return
	}
	t := tale{outcome: *o, side: w.owner(o)}
	for side := range t.shown {
		k := w.stands[side][i]
		t.shown[side] = content{w.outcomes[k].Fields, w.went[k]}
	}
	w.p.tales = append(w.p.tales, t)
}

// noteTales adds to a report the outcomes of the turn that its senders saw and its reader did not (§H10.4).
func (p *play) noteTales(seat, locale int, id string) {
	w := &watch{p: p}
	near := p.b.withNeighbours([]int{locale})
	for _, x := range p.tales {
		seen := slices.ContainsFunc(x.shown[p.b.Commands[seat].Side].places, func(l int) bool {
			return slices.Contains(near,
				l)
		})
		row := p.Row(x.outcome.Name)
		if !seen || toldTo(&x.outcome, p.seatID(seat)) || !w.concerns(&x.outcome, row, seat, x.side) {
			continue
		}
		as := events.Outcome{Name: x.outcome.Name, Fields: w.heard(&x, row, seat)}
		p.Emit("report.noted", "id", id, "of", x.outcome.Ref, "tale", as.String())
	}
}

func toldTo(o *events.Outcome, seat string) bool {
	return slices.ContainsFunc(o.Views, func(v events.View) bool { return slices.Contains(v.Seats, seat) })
}

// heard returns the fields of a tale that its reader may know (§H10.1).
func (w *watch) heard(x *tale, row *row, seat int) []events.Field {
	side := w.p.b.Commands[seat].Side
	var hide []string
	switch {
	case x.side >= 0 && x.side != side:
		hide = strings.Fields(row.Veil)
	case x.outcome.Get("seat") != w.p.seatID(seat):
		hide = forTheSeat(&x.outcome)
	}
	shown := events.Outcome{Name: x.outcome.Name, Fields: x.shown[side].fields}
	fields := slices.DeleteFunc(slices.Clone(shown.Fields), func(f events.Field) bool {
		return slices.Contains(hide,
			f.Key)
	})
	for _, m := range w.masks(&shown, side) {
		for i := range fields {
			if fields[i].Key == m.Key {
				fields[i].Value = m.Value
			}
		}
	}
	return fields
}

// tellTales tells the reader of a report the outcomes it carried that are new to them (§H10.4).
func (p *play) tellTales(seat, turn int, tales []carried) {
	for _, x := range tales {
		if slices.Contains(p.s.Pictures[seat].Heard, x.Of) {
			continue
		}
		o, err := events.ParseText(x.Text)
		if err != nil {
			panic(err) // unreachable: noteTales wrote it
		}
		fields := []any{"reader", p.seatID(seat), "of", x.Of, "turn", turn}
		for _, f := range o.Fields {
			fields = append(fields, f.Key, f.Value)
		}
		p.TellAs(events.View{Seats: []string{p.seatID(seat)}, Hide: []string{"reader", "of"}}, "", toldPrefix+o.Name,
			fields...)
	}
}

func (s *State) reportNoted(o *events.Outcome) {
	d := couriers.Find(s, o.Get("id"))
	d.Tales = append(slices.Clone(d.Tales), carried{o.Get("of"), o.Get("tale")})
}

func (s *State) taleTold(o *events.Outcome) {
	p := &s.Pictures[s.b.Seat(o.Get("reader")).Or(-1)]
	p.Heard = append(p.Heard, o.Get("of"))
}
