package mapview

import (
	"slices"

	"galloper/events"
	"galloper/projections/knowledge"
)

// lossOf returns the fraction of a unit that is lost.
func lossOf(s *events.Symbol, f *knowledge.Fact) float64 {
	full := number(f.Get(s.Full))
	if s.Full == "" || full <= 0 {
		return 0
	}
	lost := full - number(f.Get(s.Strength))
	if s.Lost != "" {
		lost = number(f.Get(s.Lost))
	}
	return min(max(float64(lost)/float64(full), 0), 1)
}

func statesOf(s *events.Symbol, f *knowledge.Fact) []string {
	var states []string
	for _, m := range s.Marks {
		is := f.Get(m.Field)
		if m.Is == is && is != "" || m.Is == "" && is != "" && is != "no" && is != "-" {
			states = append(states, m.Shows)
		}
	}
	return states
}

func (m *symbol) is(state string) bool { return slices.Contains(m.states, state) }

// stateNames lists the states in the order of the legend.
var stateNames = []struct{ state, name string }{
	{"lost", "losses, from the left"}, {"shaken", "shaken"}, {"routed", "routed"}, {"engaged", "hand to hand"},
	{"halted", "halted"}, {"dry", "out of ammunition"},
}

// losses draws the lost part of a block pale, in tenths from the left.
func (d *drawing) losses(m *symbol, a army, h float64) {
	tenths := int(m.lost*10 + .5)
	if tenths == 0 {
		return
	}
	d.kinds.state("lost")
	w := m.front / 2
	to := -w + m.front*float64(tenths)/10
	d.Draw(path{}.Polygon(m.local(point{X: -w, Y: -h}, point{X: to, Y: -h}, point{X: to, Y: h}, point{X: -w, Y: h})...),
		ink{Fill: mix(a.pale, paper, .5)})
	d.Draw(path{}.Line(m.local(point{X: to, Y: -h}, point{X: to, Y: h})...), ink{Stroke: a.edge, Width: .5})
}

// states draws the marks of a unit's states, on and before its block.
func (d *drawing) states(m *symbol, k ink, h float64) {
	w := m.front / 2
	for _, s := range m.states {
		d.kinds.state(s)
	}
	if m.is("engaged") {
		x, far := min(w, 5), h+6.5
		d.Draw(path{}.Line(m.local(point{X: -x, Y: far - 3}, point{X: x, Y: far + 3})...).
			Line(m.local(point{X: x, Y: far - 3}, point{X: -x, Y: far + 3})...), ink{Stroke: k.Stroke, Width: 1.3})
	}
	if m.is("halted") {
		d.Draw(path{}.Line(m.local(point{X: -min(w, 6), Y: h + 5.5}, point{X: min(w, 6), Y: h + 5.5})...),
			ink{Stroke: k.Stroke, Width: 1.4})
	}
	if m.is("dry") {
		d.Draw(path{}.Circle(m.local(point{X: w - 3.2, Y: -h - 3.4})[0], 2.3), ink{Fill: paper, Stroke: k.Stroke, Width: 1})
	}
	if m.is("routed") {
		d.Draw(path{}.Line(m.local(point{Y: -h}, point{Y: -h - 8})...), ink{Stroke: k.Stroke, Width: 1.2})
		d.Draw(path{}.Polygon(m.local(point{X: -2.4, Y: -h - 7}, point{X: 2.4, Y: -h - 7}, point{Y: -h - 11.5})...),
			ink{Fill: k.Stroke})
	}
}
