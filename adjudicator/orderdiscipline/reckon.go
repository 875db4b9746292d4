package orderdiscipline

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// fate is what a seat knows of the losses of a unit.
type fate struct {
	gone, routing, fresh bool
	lost                 int // stands
}

// reckon says how the battle would be decided now, as far as a seat knows. How many of the enemy's commands are broken
// no seat knows.
//
// §8.4, §8.6, §8.7
func reckon(d rules.Desk[*Battle], told []events.Outcome) events.Reckoning {
	b := d.Battle
	r := events.Reckoning{What: "points", Places: true, Outweighs: 10, Lead: 30}
	units, fallen, broken := make([]fate, len(b.Units)), [2]int{}, [2]int{}
	for i := range told {
		o := &told[i]
		if g, ok := b.seatIDs.Find(o.Get("general")).Get(); ok {
			side := b.Generals[g].Side
			fallen[side] += bit(o.Name == "general.risked" && o.Get("result") == "fell")
			broken[side] += bit(o.Name == "command.broke")
		}
		if u, ok := b.unitIDs.Find(o.Get("unit")).Get(); ok {
			units[u].gone = units[u].gone || o.Name == "unit.gone"
			units[u].lost += bit(o.Name == "unit.lost-stand")
		}
	}
	for _, kind := range []string{"sight.own", "sight.friend", "sight.gone", "sight.enemy"} {
		d.Known.Facts(kind, func(_ string, fields []events.Field, turn int) bool {
			o := events.Outcome{Fields: fields}
			if u, ok := b.unitIDs.Find(o.Get("unit")).Get(); ok {
				f := &units[u]
				f.gone = f.gone || kind == "sight.gone"
				f.routing = o.Get("state") == Routing.String() || o.Get("routing") == "yes"
				f.lost = max(f.lost, o.Int("start")-o.Int("stands"))
				f.fresh = turn == d.Turn
			}
			return true
		})
	}
	for side := range b.Sides {
		g, known := b.seatIDs.Find(d.Seat).Get()
		limit, of, points := events.Limit{Part: "company", Least: !known || b.Generals[g].Side != side}, 0, 0
		for u := range units {
			n, f := &b.Units[u], &units[u]
			if n.Side != side {
				continue
			}
			of += n.Start
			limit.Least = limit.Least || !f.fresh && !f.gone
			switch {
			case f.gone:
				limit.Gone, points = limit.Gone+n.Start, points+2
			case f.routing:
				limit.Gone, points = limit.Gone+n.Start, points+1
			default:
				limit.Gone += min(f.lost, n.Start)
			}
		}
		r.Armies[1-side].Points = []events.Points{
			{For: "broken units", N: points}, {For: "generals", N: 2 * fallen[side]}}
		a := &r.Armies[side]
		a.Side = b.Sides[side].ID
		if limit.At = b.Breaks.Least(side, of); limit.At > 0 {
			a.Limits = append(a.Limits, limit)
		}
		if broken[side] > 0 {
			a.Limits = append(a.Limits, events.Limit{Gone: broken[side], At: b.commandsToBreak(side), Part: "brigade"})
		}
	}
	return r
}

// commandsToBreak returns how many broken commands break a side's army.
//
// §8.4
func (b *Battle) commandsToBreak(side int) int {
	commands := 0
	for g := range b.Generals {
		commands += bit(b.Generals[g].Side == side && len(b.Generals[g].Units) > 0)
	}
	return (commands + 1) / 2
}
