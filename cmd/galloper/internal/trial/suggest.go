package trial

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
)

// allTempers is the number of battles with every pairing of tempers once.
const allTempers = 9

// lopsided reports whether the first of two sides wins less than 40 % or more than 60 %.
func (s *Summary) lopsided(sides []string) bool {
	rate := s.rate(sides[0])
	return rate < 40 || rate > 60
}

// rate returns the percentage of battles that a side won, counting a draw as half.
func (s *Summary) rate(side string) int {
	return (100*s.Wins[side] + 50*s.Wins[adjudicator.Draw] + s.Games/2) / s.Games
}

// If the battle is lopsided, Suggest tries changes of single numbers and of a side's starting position. It
// plays about as many battles as games says: a third for all changes, then a third each for the five and the
// three nearest to 50 %.
func (s *Summary) Suggest(m *Match, rulesets []*adjudicator.Ruleset, text []byte, sides []string, games, workers int) {
	if len(sides) != 2 || min(games, 3*s.Games) < 3*allTempers || !s.lopsided(sides) {
		return
	}
	favoured := sides[0]
	if s.rate(sides[0]) < 50 {
		favoured = sides[1]
	}
	var tried []Suggestion
	for _, c := range changes(m, text, favoured) {
		out, err := scenario.Rewrite(text, c.Edits...)
		if err != nil || len(tried) == games/3/allTempers {
			continue
		}
		rules, sc, faults := adjudicator.Load(rulesets, "", out)
		if len(faults) == 0 {
			c.match = &Match{Rules: rules, Scenario: sc, Seed: m.Seed, Limit: m.Limit}
			tried = append(tried, c)
		}
	}
	off := func(rate int) int { return max(rate-50, 50-rate) }
	for _, keep := range []int{len(tried), 5, 3} {
		tried = tried[:min(keep, len(tried))]
		for i := range tried {
			tried[i].play(games/3/len(tried), workers, sides[0])
		}
		slices.SortStableFunc(tried, func(a, b Suggestion) int { return cmp.Compare(off(a.Rate), off(b.Rate)) })
	}
	s.First, s.Tried = sides[0], true
	for _, c := range tried {
		if off(c.Rate) < off(s.rate(sides[0])) {
			s.Suggestions = append(s.Suggestions, c)
		}
	}
}

// play plays about this many more battles of the changed scenario, rounded so that each temper meets each
// equally often.
func (c *Suggestion) play(games, workers int, side string) {
	games = max(games/allTempers, 1) * allTempers
	m := *c.match
	m.First = c.Games
	for _, b := range m.Run(games, workers, func(int) {}) {
		switch b.Winner {
		case side:
			c.score += 2
		case adjudicator.Draw:
			c.score++
		}
	}
	c.Games += games
	c.Rate = (50*c.score + c.Games/2) / c.Games
}

// changes lists candidate changes: of the numbers that decide the battle, of a side's starting position, of all
// troops of a side, and of single units. They weaken troops of the favoured side and strengthen those of the
// other.
func changes(m *Match, text []byte, favoured string) []Suggestion {
	paper := scenario.Parse("", text)
	sides := adjudicator.StageOf(m.Scenario).Sides
	var ends, all, single []Suggestion
	for _, n := range paper.Numbers(m.Rules.Keys) {
		top, rest, _ := strings.Cut(n.Path(), ".")
		id, key, _ := strings.Cut(rest, ".")
		v := n.AsInt(0)
		switch {
		case top == "victory" || strings.HasSuffix(rest, ".points"):
			for _, by := range []int{(v + 2) / 4, (v + 1) / 2} {
				ends = append(ends, change(n, v+max(by, 1)), change(n, v-max(by, 1)))
			}
		case top != "units" || sides[id] == "" || n.Most > 99: // a larger number is an angle, not a strength
		case sides[id] == favoured:
			single = append(single, change(n, v-1))
			all = groupEdits(all, fmt.Sprintf("units of %s, %s: 1 less each", favoured, key), change(n, v-1).Edits)
		default:
			single = append(single, change(n, v+1))
			all = groupEdits(all, fmt.Sprintf("units of %s, %s: 1 more each", sides[id], key), change(n, v+1).Edits)
		}
	}
	var mixed []Suggestion // some of each kind, in case not all can be tried
	places := shifts(m, paper, favoured)
	for i := range len(ends) + len(all) + len(single) + 4 {
		for _, list := range [][]Suggestion{ends, all, places, single} {
			if i < len(list) && len(list[i].Edits) > 0 {
				mixed = append(mixed, list[i])
			}
		}
	}
	return mixed
}

// change sets a number. The result has no edits if the number stays the same.
func change(n scenario.Number, v int) Suggestion {
	if v = min(max(v, n.Least), n.Most); v == n.AsInt(0) {
		return Suggestion{}
	}
	e := scenario.Edit{Path: n.Path(), From: n.String(), To: strconv.Itoa(v)}
	return Suggestion{Change: e.Path + ": " + e.From + " -> " + e.To, Edits: []scenario.Edit{e}}
}

// groupEdits adds edits to the change with this name, or adds the change.
func groupEdits(list []Suggestion, name string, edits []scenario.Edit) []Suggestion {
	for i := range list {
		if list[i].Change == name {
			list[i].Edits = append(list[i].Edits, edits...)
			return list
		}
	}
	return append(list, Suggestion{Change: name, Edits: edits})
}

// shifts lists moves of a whole side towards and away from the other, by a tenth of the distance between them.
func shifts(m *Match, paper *scenario.Paper, favoured string) (list []Suggestion) {
	sides := adjudicator.StageOf(m.Scenario).Sides
	points, sum, count := map[bool][]scenario.Node{}, map[bool][2]int{}, map[bool]int{}
	for _, n := range paper.Points(m.Rules.Keys) {
		top, rest, _ := strings.Cut(strings.TrimSuffix(n.Path(), ".at"), ".")
		if side := sides[rest]; top == "units" && side != "" {
			x, y, _ := n.AsPoint()
			mine := side == favoured
			points[mine], count[mine] = append(points[mine], n), count[mine]+1
			sum[mine] = [2]int{sum[mine][0] + x, sum[mine][1] + y}
		}
	}
	if count[true] == 0 || count[false] == 0 {
		return nil
	}
	for _, mine := range []bool{true, false} {
		side := sides[strings.TrimPrefix(strings.TrimSuffix(points[mine][0].Path(), ".at"), "units.")]
		for _, way := range []struct {
			word string
			by   int
		}{{"nearer to", 1}, {"farther from", -1}} {
			step := func(i int) int {
				return way.by * (sum[!mine][i]/count[!mine] - sum[mine][i]/count[mine]) / 1000 * 100
			}
			c := Suggestion{Change: fmt.Sprintf("units of %s by [%s, %s], %s the enemy", side, scenario.DecimalText(step(0)),
				scenario.DecimalText(step(1)), way.word)}
			for _, n := range points[mine] {
				x, y, _ := n.AsPoint()
				for i, v := range []int{x + step(0), y + step(1)} {
					c.Edits = append(c.Edits, scenario.Edit{Path: n.Items()[i].Path(), From: n.Items()[i].String(),
						To: scenario.DecimalText(v)})
				}
			}
			if step(0) != 0 || step(1) != 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

// advice names the changes that bring the battle nearest to 50 %.
func (s *Summary) advice() string {
	if !s.Tried {
		return ""
	}
	if len(s.Suggestions) == 0 {
		return "no single number that was tried brings it nearer to 50 %: move an objective, or add troops\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "tried, to bring it nearer to 50 %% (a draw is half a win; now %s has %d %%):\n", s.First, s.rate(s.First))
	for _, c := range s.Suggestions {
		fmt.Fprintf(&b, "  %s: %s has %d %% of %d battles\n", c.Change, s.First, c.Rate, c.Games)
	}
	return b.String()
}
