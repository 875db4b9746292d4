package game

import (
	"fmt"
	"strconv"

	"galloper/events"
	"galloper/projections/phrase"
)

// mostNamed is the number of outcomes of a kind that are told in words; further ones are listed by id.
const mostNamed = 4

// Notable is a matter for the umpire, with the act that settles it. `…` in Act stands for the text to be filled in; Say
// is a suggestion for that.
type Notable struct{ Text, Act, Say string }

// closeCalls describes the dice that were within one of another result and led to an outcome of at least weight dear. A
// die can be rolled again by its name.
func (s *Narrator) closeCalls(outcomes []events.Outcome) (out []Notable) {
	at := map[string]int{}
	for i := range outcomes {
		at[outcomes[i].Ref] = i
	}
	told := map[int]bool{}
	for i := range outcomes {
		tale, ok := s.game.Rules.Words.Tales[outcomes[i].Name]
		if !ok || tale.WeightOf(&outcomes[i]) < dear {
			continue
		}
		roll, ok := hungOn(outcomes, at, i)
		if !ok || told[roll] || len(out) == mostNamed {
			continue
		}
		told[roll] = true
		die := outcomes[roll].Dice[0]
		out = append(out, Notable{Text: fmt.Sprintf("Close call: %s (%s; %s shows %d, and one more or less was enough.) It led to "+
			"this: %s (%s)", phrase.Impersonal(s.words(&outcomes[roll])), outcomes[roll].Ref, die.Name, die.Value,
			phrase.Impersonal(s.words(&outcomes[i])), outcomes[i].Ref),
			Act: fmt.Sprintf("REROLL %s TURN %d BECAUSE …", die.Name, s.game.Campaign.Number())})
	}
	return out
}

// hungOn returns the nearest outcome in the chain of causes with a die within one of its target.
func hungOn(outcomes []events.Outcome, at map[string]int, i int) (roll int, ok bool) {
	for range outcomes {
		if within(&outcomes[i]) {
			return i, true
		}
		if i, ok = at[outcomes[i].Cause]; !ok {
			return 0, false
		}
	}
	return 0, false
}

// within reports whether the outcome's roll was within one of its target, either way.
func within(o *events.Outcome) bool {
	if len(o.Dice) == 0 {
		return false
	}
	number := func(field string) (int, bool) {
		n, err := strconv.Atoi(o.Get(field))
		return n, err == nil
	}
	for _, pair := range [][2]string{{"score", "need"}, {"roll", "need"}, {"roll", "target"}, {"roll", "total"}} {
		got, rolled := number(pair[0])
		mark, set := number(pair[1])
		if !rolled || !set {
			continue
		}
		if drm, there := number("drm"); there {
			got += drm
		}
		return max(got-mark, mark-got) <= 1
	}
	return false
}
