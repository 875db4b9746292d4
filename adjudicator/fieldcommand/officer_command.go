package fieldcommand

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

// mobilize calls the next group as soon as it may come, if it is wanted: it costs morale.
func (k *officer) mobilize(p *staff.Picture, plan staff.Plan) []string {
	own, foes := 0, 0
	for i := range p.Own {
		own += p.Own[i].Weight
	}
	for i := range p.Foes {
		foes += p.Foes[i].Weight
	}
	if plan != staff.Attack && own > foes*3/2 {
		return nil
	}
	groups := k.b.Sides[k.side].Groups
	if i := slices.IndexFunc(groups, func(g Group) bool { return k.waiting[g.Number] > 0 }); i >= 0 {
		if at := k.coming(&groups[i], 0); at >= 0 {
			return []string{fmt.Sprintf("MOBILIZE GROUP %d AT %s", groups[i].Number, k.b.Locales[at].ID)}
		}
	}
	return nil
}

// coming is where a group comes in, if it can so many rounds from now, and there is room for it: where it is nearest to
// its commander. -1: nowhere.
func (k *officer) coming(g *Group, rounds int) int {
	round := k.desk.Turn
	if !k.b.Options.Simultaneous {
		round = (k.desk.Turn + 1) / 2
	}
	best, size := -1, k.waiting[g.Number]
	if size == 0 || g.From > round+rounds {
		return best
	}
	commander := k.person(k.leads[g.Number])
	for _, l := range k.b.entries(g, k.side) {
		if k.held(l) || k.full[l]+size > k.b.Locales[l].Capacity {
			continue
		}
		if best < 0 || commander >= 0 && k.far[commander][l] < k.far[commander][best] {
			best = l
		}
	}
	return best
}

// person is where a commander of the side is; -1: he is not on the map.
func (k *officer) person(seat string) int {
	o, _, _ := k.desk.Fact("sight.person", seat)
	return k.b.locale(o.Get("at"))
}

// stayNear keeps the commander within voice of his units, above all those that face the enemy, and of those that come
// next.
func (k *officer) stayNear() []string {
	at := k.person(k.desk.Seat)
	if at < 0 || k.rides() {
		return nil
	}
	posts := map[int]int{}
	for _, o := range k.mine {
		if p, ok := k.b.position(o.Get("at")); ok && p.Locale >= 0 {
			posts[p.Locale]++
			if k.close(p.Locale) {
				posts[p.Locale] += 2
			}
		}
	}
	for i := range k.b.Sides[k.side].Groups {
		g := &k.b.Sides[k.side].Groups[i]
		if k.leads[g.Number] != k.desk.Seat {
			continue
		}
		if l := k.coming(g, 2); l >= 0 {
			posts[l] += k.waiting[g.Number]
			break
		}
	}
	unheard := func(from int) (sum int) {
		for l := range k.b.Locales {
			sum += posts[l] * max(0, k.far[from][l]-1)
		}
		return sum
	}
	best, least := at, unheard(at)
	for l := range k.b.Locales {
		if sum := unheard(l); posts[l] > 0 && !k.held(l) && sum < least && sum+1 < unheard(at) {
			best, least = l, sum
		}
	}
	if best == at {
		return nil
	}
	return []string{"RIDE TO " + k.b.Locales[best].ID}
}

// unlimber has guns that are sent to an approach find the range there in the same turn.
func (k *officer) unlimber(e *errand) {
	if e.verb != "SECURE" || k.fields > k.b.Commands[k.seat].Commands {
		return
	}
	for _, id := range e.units {
		if Kind(k.units[id].Get("kind")) == Artillery && k.hears(e.at.Locale) {
			k.guns = append(k.guns, "RANGE "+id)
		}
	}
}

// hears reports whether who is in a locale hears the commander himself.
func (k *officer) hears(l int) bool {
	from := k.person(k.desk.Seat)
	return from < 0 || !k.b.Options.Couriers || k.far[from][l] <= 1
}

// underWay reports whether a rider brings a unit in a locale these orders already, or has just brought them, as far as
// its commander can reckon: by the turn in which they were given.
func (k *officer) underWay(line string, l int) bool {
	if k.hears(l) {
		return false
	}
	words, rides := wordsOf(line), k.phases(k.person(k.desk.Seat), l)
	return slices.ContainsFunc(k.written, func(g staffLine) bool {
		return g.turn+rides >= k.desk.Turn &&
			!slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(g.words, w) })
	})
}

// wordsOf are the words of a line.
func wordsOf(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' })
}

// phases is in how many turns a rider comes from a locale to another, if nobody bars his way, and is heeded.
func (k *officer) phases(from, to int) int {
	points := 0
	way := k.b.Graph.Way(from, to, func(at int, over board.Border) (int, bool) {
		return k.b.rideCost(at, over.To), k.b.passable(at, over.To) && !k.held(over.To)
	})
	for _, l := range way {
		points += k.b.rideCost(from, l)
		from = l
	}
	return (points + k.b.Tables.Courier[ridePoints] - 1) / k.b.Tables.Courier[ridePoints]
}
