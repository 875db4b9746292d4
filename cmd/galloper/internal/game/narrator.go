package game

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/phrase"
)

// Narrator tells a turn's outcomes in the ruleset's words.
type Narrator struct {
	game *Game
	turn int
}

// NewNarrator returns a narrator of the turn.
func NewNarrator(g *Game, turn int) *Narrator { return &Narrator{g, turn} }

func rulingText(text string) string {
	return "The umpire ruled: " + strings.TrimSuffix(text, ".") + "."
}

// sentence tells an outcome as a report does, or returns "" if the ruleset has no words for it.
func (s *Narrator) sentence(o *events.Outcome) string {
	switch o.Name {
	case adjudicator.RulingApplied:
		return rulingText(o.Get("text"))
	case adjudicator.RulingLapsed:
		return fmt.Sprintf("The umpire's ruling on %s, %q, is not applied: its outcome no longer exists.",
			o.Get("outcome"), o.Get("text"))
	case adjudicator.RulingRefused:
		return o.Get("path") + " is not set to " + o.Get("value") + ", because " + o.Get("reason") + "."
	case adjudicator.RulingSet:
		return o.Get("path") + " is set to " + o.Get("value") + "."
	}
	return desks.Reports(s.game.Rules).Sentence(o, s.turn, s.game.NameOf)
}

// describe tells an outcome to an umpire: as a report does, or else by its name and fields.
func (s *Narrator) describe(o *events.Outcome) string {
	if text := s.sentence(o); text != "" {
		return text
	}
	courier := "The courier with " + o.Get("id")
	switch o.Name {
	case "dispatch.riding":
		return courier + " rides on."
	case "dispatch.fled":
		return courier + " has fled from the enemy."
	case "dispatch.lost":
		return courier + " is lost."
	case "dispatch.captured":
		return courier + " was taken by the enemy."
	case "dispatch.delayed":
		return courier + " is held up until the end of turn " + o.Get("until") + "."
	}
	var parts []string
	for _, f := range o.Fields {
		values := strings.Split(f.Value, ",")
		for i, v := range values {
			if name := s.game.NameOf(v); name != "" {
				values[i] = name
			}
		}
		parts = append(parts, f.Key+" "+strings.Join(values, ", "))
	}
	what := strings.ReplaceAll(o.Name, ".", " ")
	return strings.ToUpper(what[:1]) + what[1:] + ": " + cmp.Or(strings.Join(parts, "; "), "nothing more") + "."
}

// TheTurn tells the turn, one line for each outcome with its readers.
func TheTurn(g *Game, p *prose.Text, turn int, outcomes []events.Outcome) {
	s := NewNarrator(g, turn)
	p.Para("A line is told to all seats in these words unless it says otherwise.")
	for i := range outcomes {
		o := &outcomes[i]
		if strings.HasPrefix(o.Name, knowledge.Prefix) {
			continue
		}
		told := s.readers(o)
		if text := s.sentence(o); text != "" {
			p.Item(fmt.Sprintf("%-6s", o.Ref), "%s", strings.TrimSpace(phrase.Impersonal(text)+" "+told))
		}
	}
	p.Gap()
}

// readers names the readers of an outcome, or returns "" if all seats read the same words.
func (s *Narrator) readers(o *events.Outcome) string {
	type version struct {
		text  string
		seats []string
	}
	players := s.game.Players()
	var versions []version
	for _, seat := range players {
		seen, ok := knowledge.Seen(o, seat)
		if !ok {
			continue
		}
		text := s.describe(seen)
		i := slices.IndexFunc(versions, func(v version) bool { return v.text == text })
		if i < 0 {
			i, versions = len(versions), append(versions, version{text: text})
		}
		versions[i].seats = append(versions[i].seats, seat)
	}
	if len(versions) == 0 {
		return "[Told: nobody.]"
	}
	whole := s.describe(o)
	var parts []string
	for _, v := range versions {
		switch {
		case v.text != whole:
			parts = append(parts, "to "+s.bySide(v.seats)+": "+strings.TrimSuffix(v.text, "."))
		case len(v.seats) == len(players):
			return ""
		default:
			parts = append([]string{"told: " + s.bySide(v.seats)}, parts...)
		}
	}
	return "[" + strings.ToUpper(parts[0][:1]) + strings.Join(parts, "; ")[1:] + ".]"
}

// bySide lists the ids of seats, with the side's id for all seats of a side.
func (s *Narrator) bySide(seats []string) string {
	var names []string
	for _, seat := range s.game.Scenario.Seats() {
		if !slices.Contains(seats, seat.ID) {
			continue
		}
		whole := true
		for _, other := range s.game.Scenario.Seats() {
			played := slices.Contains(s.game.Players(), other.ID)
			whole = whole && (other.Side != seat.Side || !played || slices.Contains(seats, other.ID))
		}
		switch {
		case !whole:
			names = append(names, seat.ID)
		case !slices.Contains(names, seat.Side):
			names = append(names, seat.Side)
		}
	}
	return strings.Join(names, ", ")
}

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
		roll, ok := closestDie(outcomes, at, i)
		if !ok || told[roll] || len(out) == mostNamed {
			continue
		}
		told[roll] = true
		die := outcomes[roll].Dice[0]
		out = append(out, Notable{Text: fmt.Sprintf("Close call: %s (%s; %s shows %d, and one more or less was enough.) It led to "+
			"this: %s (%s)", phrase.Impersonal(s.describe(&outcomes[roll])), outcomes[roll].Ref, die.Name, die.Value,
			phrase.Impersonal(s.describe(&outcomes[i])), outcomes[i].Ref),
			Act: fmt.Sprintf("REROLL %s TURN %d BECAUSE …", die.Name, s.game.Campaign.Number())})
	}
	return out
}

// closestDie returns the nearest outcome in the chain of causes with a die within one of its target.
func closestDie(outcomes []events.Outcome, at map[string]int, i int) (roll int, ok bool) {
	for range outcomes {
		if isClose(&outcomes[i]) {
			return i, true
		}
		if i, ok = at[outcomes[i].Cause]; !ok {
			return 0, false
		}
	}
	return 0, false
}

// isClose reports whether the outcome's roll was within one of its target, either way.
func isClose(o *events.Outcome) bool {
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
