package game

import (
	"fmt"
	"strconv"

	"galloper/events"
	"galloper/projections/phrase"
)

// mostNamed is how many outcomes of a kind are told in words; of more, their ids.
const mostNamed = 4

// Notable is a matter for the umpire, and the act that settles it, with `…` for what is left to say, and what may
// stand there.
type Notable struct{ Text, Act, Say string }

// closeCalls tell of the dice that were within one of falling otherwise, and on which something hung that a
// commander would be told of first. The die can be rolled again by its name.
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

// hungOn is the closest die in the chain of causes of an outcome that was within one of its mark.
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

// within reports whether one die of an outcome was within one of what it had to be, whichever way it fell.
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
