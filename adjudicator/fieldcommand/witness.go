package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

type row = rules.Outcome[State]

func namesUnits(o *events.Outcome, key string) bool {
	switch key {
	case "unit", "units", "leads", "support", "defense_leads", "defense_support":
		return true
	case "from": // the unit that was merged
		return o.Name == "units.rallied" || o.Name == "units.merged"
	}
	return false
}

func namesPlace(o *events.Outcome, key string) bool {
	switch key {
	case "at", "from", "to", "locale":
		return !namesUnits(o, key)
	}
	return false
}

// witnessStep sets the recipients of outcomes at the end of each step. The enemy's version has tokens for blocks
// (§H10.1, §H10.3, §H10.4).
func (p *play) witnessStep(outcomes []events.Outcome) {
	w := &watch{p: p, outcomes: outcomes}
	if w.p.b.Options.Fog == fogSight {
		w.locate(outcomes)
	}
	w.lineUp()
	for i := range outcomes {
		if o := &outcomes[i]; len(o.Views) == 0 && !strings.HasPrefix(o.Name, "sight.") {
			if row := w.p.Row(o.Name); row != nil && row.To != rules.ToNone && !ownReport(o) {
				w.giveViews(i, row)
				w.keepTale(i, row)
			}
		}
	}
}

// ownReport reports whether an outcome sends a report of §H10.4. Its reader must not learn of it before it arrives.
func ownReport(o *events.Outcome) bool {
	return o.Name == "dispatch.sent" && o.Get("post") != "-"
}

// watch computes which seats see which outcomes of one step.
type watch struct {
	p        *play
	outcomes []events.Outcome
	stands   [2][]int // by side and outcome: the index of the outcome that the side sees in its place

	seen [][]bool    // by seat and locale; fog: sight
	went [][]int     // by outcome: the locales involved; fog: sight
	was  map[int]int // earlier locales of moved units, while going back through the step
	ids  map[string]int
}

// block returns the index of a unit by its id, or -1.
func (w *watch) block(id string) int {
	if w.ids == nil {
		w.ids = make(map[string]int, len(w.p.s.Units))
		for i := range w.p.s.Units {
			w.ids[w.p.s.Units[i].ID] = i
		}
	}
	if i, ok := w.ids[id]; ok {
		return i
	}
	return -1
}

// locate finds the locales of each outcome in the step. It goes backwards, so that a unit is placed where it stood
// before later moves (§H10.4).
func (w *watch) locate(outcomes []events.Outcome) {
	w.went, w.was = make([][]int, len(outcomes)), map[int]int{}
	for i := len(outcomes) - 1; i >= 0; i-- {
		o := &outcomes[i]
		w.went[i] = w.localesOf(o)
		if o.Name == "unit.moved" || o.Name == "unit.stooddown" {
			from, _, _ := strings.Cut(o.Get("from"), "/")
			w.was[w.block(o.Get("unit"))] = w.p.b.locale(from)
		}
	}
}

// stood returns the locale where a unit stood at an outcome, or None.
func (w *watch) stood(u int) adjudicator.Index {
	if l, moved := w.was[u]; moved {
		return adjudicator.At(l)
	}
	if x := &w.p.s.Units[u]; !x.onMap() {
		return x.Last
	}
	return adjudicator.At(w.p.s.Units[u].At.Locale)
}

// lineUp shows the enemy a run of similar moves in token order. The order of departure (§12) or of the roster would
// identify the blocks (§H10.1).
func (w *watch) lineUp() {
	for side := range w.stands {
		w.stands[side] = make([]int, len(w.outcomes))
		for i := range w.outcomes {
			w.stands[side][i] = i
		}
		if w.p.b.Options.Fog == fogOpen {
			continue
		}
		var run []int
		for i := range w.outcomes {
			o := &w.outcomes[i]
			switch {
			case !w.isEnemyMove(o, side):
				if row := w.p.Row(o.Name); len(o.Views) > 0 || row != nil && (row.To == "" || row.To == rules.ToAll) {
					w.byToken(side, run)
					run = nil
				}
				continue
			case len(run) > 0 && !isSameMove(&w.outcomes[run[0]], o):
				w.byToken(side, run)
				run = nil
			}
			run = append(run, i)
		}
		w.byToken(side, run)
	}
}

// isEnemyMove reports whether the outcome is a move of an enemy block.
func (w *watch) isEnemyMove(o *events.Outcome, side int) bool {
	if o.Name != "unit.moved" && o.Name != "unit.stooddown" || len(o.Views) > 0 {
		return false
	}
	return w.p.s.Units[w.block(o.Get("unit"))].Side != side
}

// isSameMove reports whether two moves have the same name, reason and cause.
func isSameMove(a, b *events.Outcome) bool {
	return a.Name == b.Name && a.Get("why") == b.Get("why") && a.Cause == b.Cause
}

func (w *watch) byToken(side int, run []int) {
	sorted := slices.Clone(run)
	token := func(i int) string { return w.p.s.token(w.block(w.outcomes[i].Get("unit"))) }
	slices.SortStableFunc(sorted, func(a, b int) int { return strings.Compare(token(a), token(b)) })
	for n, i := range run {
		w.stands[side][i] = sorted[n]
	}
}

func (w *watch) giveViews(i int, row *row) {
	o := &w.outcomes[i]
	side, seat := w.owner(o), w.p.b.Seat(o.Get("seat")).Or(-1)
	for other := range w.p.b.Sides {
		shown := w.stands[other][i]
		v := events.View{}
		v.Hide = strings.Fields(row.Hide)
		if w.p.b.Options.Fog != fogOpen {
			v.As = w.sideFields(i, shown, other)
		}
		full, rest := v, v
		rest.Hide = append(slices.Clone(v.Hide), seatFields(o)...)
		if side >= 0 && other != side {
			full.Hide = append(slices.Clone(v.Hide), strings.Fields(row.Veil)...)
			rest = full
		}
		for _, s := range w.p.b.SeatsOf(other) {
			switch {
			case !w.circle(shown, row, s, side):
			case s == seat:
				full.Seats = append(full.Seats, w.p.seatID(s))
			default:
				rest.Seats = append(rest.Seats, w.p.seatID(s))
			}
		}
		for _, v := range []events.View{full, rest} {
			if len(v.Seats) > 0 {
				o.Views = append(o.Views, v)
			}
		}
	}
}

// seatFields returns the fields that only the seat of the outcome may see: the number of its order.
func seatFields(o *events.Outcome) []string {
	if o.Get("n") == "" {
		return nil
	}
	return []string{"n"}
}

// sideFields returns the fields that differ for a side: masked, or taken from the outcome that it sees in its place.
func (w *watch) sideFields(i, shown, side int) []events.Field {
	as := w.masks(&w.outcomes[shown], side)
	if shown == i {
		return as
	}
	for _, f := range w.outcomes[shown].Fields {
		masked := slices.ContainsFunc(as, func(m events.Field) bool { return m.Key == f.Key })
		if !masked && w.outcomes[i].Get(f.Key) != f.Value {
			as = append(as, f)
		}
	}
	return as
}

// circle reports whether a seat is a recipient of the outcome.
func (w *watch) circle(i int, row *row, seat, side int) bool {
	o := &w.outcomes[i]
	if in := w.concerns(o, row, seat, side); !in || w.p.b.Options.Fog != fogSight {
		return in
	}
	if o.Name == "morale.changed" || o.Name == "army.demoralized" {
		return w.p.b.Commands[seat].Side == side
	}
	return w.isToldEverywhere(o, row) || w.watches(i, seat)
}

// isToldEverywhere reports whether the outcome is told at any distance. If its order rode, only the locale that carried
// it out learns of the outcome (§H6.5, §H10.4).
func (w *watch) isToldEverywhere(o *events.Outcome, row *row) bool {
	return row.To != "" && row.To != rules.ToOwn && (o.Get("n") == "" || w.orderLocale(o).None())
}

// orderLocale returns the locale that the outcome's order was carried to, or None if it did not ride.
func (w *watch) orderLocale(o *events.Outcome) adjudicator.Index {
	if d := couriers.Find(w.p.s, o.Get("n")); d != nil {
		return d.At
	}
	return adjudicator.None
}

// concerns reports whether a seat that sees the outcome is a recipient.
func (w *watch) concerns(o *events.Outcome, row *row, seat, side int) bool {
	id, mine := w.p.seatID(seat), w.p.b.Commands[seat].Side
	switch row.To {
	case "", rules.ToAll:
		return true
	case rules.ToOwn:
		return mine == side
	case "{side}":
		return mine == side && w.p.b.Sides[mine].Army == seat
	}
	return o.Get(strings.Trim(row.To, "{}")) == id
}

// owner returns the side that an outcome belongs to, or -1.
func (w *watch) owner(o *events.Outcome) int {
	if side := w.p.b.Side(o.Get("side")).Or(-1); side >= 0 {
		return side
	}
	if seat := w.p.b.Seat(o.Get("seat")).Or(-1); seat >= 0 {
		return w.p.b.Commands[seat].Side
	}
	for _, f := range o.Fields {
		if !namesUnits(o, f.Key) {
			continue
		}
		for _, u := range rules.Listed(f.Value, w.block) {
			return w.p.s.Units[u].Side
		}
	}
	if at := w.p.b.locale(o.Get("at")); at >= 0 {
		return w.p.s.holder[at]
	}
	return -1
}

// masks returns the fields that replace enemy units with their tokens. Tokens are in ascending order, because roster
// order or strength would identify the blocks (§H10.1).
func (w *watch) masks(o *events.Outcome, side int) []events.Field {
	var as []events.Field
	for _, f := range o.Fields {
		if !namesUnits(o, f.Key) {
			continue
		}
		ids := strings.Split(f.Value, ",")
		changed := false
		for i, id := range ids {
			if u := w.block(id); u >= 0 && w.p.s.Units[u].Side != side {
				ids[i], changed = w.p.s.token(u), true
			}
		}
		if changed {
			slices.Sort(ids)
			as = append(as, events.Field{Key: f.Key, Value: strings.Join(ids, ",")})
		}
	}
	return as
}

// watches reports whether a seat sees one of the outcome's locales, either at the end of the step or at the start of
// the turn (§H10.4).
func (w *watch) watches(i, seat int) bool {
	if w.seen == nil {
		w.seen = make([][]bool, len(w.p.b.Commands))
	}
	if w.seen[seat] == nil {
		w.seen[seat] = make([]bool, len(w.p.b.Locales))
		for _, l := range w.p.s.inSight(seat) {
			w.seen[seat][l] = true
		}
		for _, l := range w.p.s.Pictures[seat].Watched {
			w.seen[seat][l] = true
		}
	}
	return slices.ContainsFunc(w.went[i], func(l int) bool { return w.seen[seat][l] })
}

func (w *watch) localesOf(o *events.Outcome) []int {
	var list []int
	if l, ok := w.orderLocale(o).Get(); ok {
		list = append(list, l)
	}
	for _, f := range o.Fields {
		if namesPlace(o, f.Key) {
			at, _, _ := strings.Cut(f.Value, "/")
			if l := w.p.b.locale(at); l >= 0 {
				list = append(list, l)
			}
		}
		if namesUnits(o, f.Key) {
			for _, u := range rules.Listed(f.Value, w.block) {
				if l, ok := w.stood(u).Get(); ok {
					list = append(list, l)
				}
			}
		}
	}
	return list
}

// Under fog: sight, a report tells the state of a locale and also what happened there: the outcomes its senders saw in
// the turn ride with it, and are told on arrival.

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

// keepTale keeps an outcome that the seats that saw it may report (§H10.4).
func (w *watch) keepTale(i int, row *row) {
	o := &w.outcomes[i]
	if w.p.b.Options.Fog != fogSight || !w.p.b.Options.Couriers || w.isToldEverywhere(o, row) {
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
			return slices.Contains(near, l)
		})
		row := p.Row(x.outcome.Name)
		if !seen || isToldTo(&x.outcome, p.seatID(seat)) || !w.concerns(&x.outcome, row, seat, x.side) {
			continue
		}
		as := events.Outcome{Name: x.outcome.Name, Fields: w.tellableFields(&x, row, seat)}
		p.Emit("report.noted", "id", id, "of", x.outcome.Ref, "tale", as.String())
	}
}

func isToldTo(o *events.Outcome, seat string) bool {
	return slices.ContainsFunc(o.Views, func(v events.View) bool { return slices.Contains(v.Seats, seat) })
}

// tellableFields returns the fields of a tale that its reader may know (§H10.1).
func (w *watch) tellableFields(x *tale, row *row, seat int) []events.Field {
	side := w.p.b.Commands[seat].Side
	var hide []string
	switch {
	case x.side >= 0 && x.side != side:
		hide = strings.Fields(row.Veil)
	case x.outcome.Get("seat") != w.p.seatID(seat):
		hide = seatFields(&x.outcome)
	}
	shown := events.Outcome{Name: x.outcome.Name, Fields: x.shown[side].fields}
	fields := slices.DeleteFunc(slices.Clone(shown.Fields), func(f events.Field) bool {
		return slices.Contains(hide, f.Key)
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
