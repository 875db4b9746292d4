package game

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/projections/campaign"
)

// Changes are the changes of a hypothetical turn. Nothing recorded is changed.
type Changes struct {
	Turn   int      // 0: the last that was adjudicated
	Amend  []string // `french.north 3: order`
	Reroll []string // names of dice
	Set    []string // `path=value` before the turn, or `t4.17:path=value` after an outcome
}

// Difference is the hypothetical turn, as a difference.
type Difference struct {
	Turn    int      `json:"turn"`
	Changed []string `json:"changed"` // `- …` before, `+ …` after
	Same    int      `json:"same_dice"`
	Dice    []string `json:"changed_dice"`
	Notes   []string `json:"notes,omitempty"`
	Result  string   `json:"result,omitempty"` // the end of the game in it

	// Outcomes holds the whole hypothetical turn.
	Outcomes []events.Outcome `json:"-"`

	words string // the difference for a person
}

// Text formats the difference for a person.
func (r *Difference) Text() string {
	p := &prose.Text{}
	p.Para("Turn %d as it would have been. Nothing is recorded.", r.Turn)
	p.Block(r.words)
	if r.Result != "" {
		p.Para("The game would have ended: %s", r.Result)
	}
	for _, n := range r.Notes {
		p.Item("-", "%s", n)
	}
	return p.String()
}

// WhatIf adjudicates an adjudicated turn again with changes.
func WhatIf(g *Game, w Changes) (*Difference, error) {
	t, err := lastAdjudicated(g, w.Turn)
	if err != nil {
		return nil, err
	}
	was, err := g.Campaign.Outcomes(t.Number)
	if err != nil {
		return nil, err
	}
	pos, err := positionBefore(g, t.Number)
	if err != nil {
		return nil, err
	}
	before := adjudicator.Replay(pos.State, was)
	in := t.Input()
	if err := applyChanges(g, w, t, &pos, &in); err != nil {
		return nil, err
	}
	res, notes, err := adjudicateByDefault(pos, in)
	if err != nil {
		return nil, err
	}
	d := compare(was, res.Outcomes, before, res.State)
	out := &Difference{Turn: t.Number, Changed: append([]string{}, d.lines...), Same: d.same,
		Dice: append([]string{}, d.altered...), Notes: notes, Outcomes: res.Outcomes,
		words: d.Text(NewNarrator(g, t.Number))}
	if over := res.State.Over(); over != t.Result.Over {
		out.Result = over
	}
	return out, nil
}

// lastAdjudicated returns the requested turn; 0 is the last with a result.
func lastAdjudicated(g *Game, turn int) (*campaign.Turn, error) {
	if turn == 0 {
		for turn = g.Campaign.Number(); turn > 1 && g.Campaign.Turn(turn).Result == nil; turn-- {
		}
	}
	t := g.Campaign.Turn(turn)
	if t == nil || t.Result == nil {
		return nil, Refuse("ask of a turn whose dice have fallen: galloper audit shows them",
			"turn %d is not adjudicated", turn)
	}
	return t, nil
}

// positionBefore replays the game up to the turn.
func positionBefore(g *Game, turn int) (adjudicator.Position, error) {
	state := g.Scenario.Start()
	for n := range turn {
		outcomes, err := g.Campaign.Outcomes(n)
		if err != nil {
			return adjudicator.Position{}, err
		}
		state = adjudicator.Replay(state, outcomes)
	}
	return adjudicator.Position{Game: g.Name(), Ruleset: g.Rules, Scenario: g.Scenario, Turn: turn - 1, State: state}, nil
}

func applyChanges(g *Game, w Changes, t *campaign.Turn, pos *adjudicator.Position, in *events.TurnInput) error {
	for _, text := range w.Amend {
		if err := amendInput(g, text, t, in); err != nil {
			return err
		}
	}
	was, err := g.Campaign.Outcomes(t.Number)
	if err != nil {
		return err
	}
	for _, die := range w.Reroll {
		if names := DiceOf(was); !slices.Contains(names, die) {
			return Refuse("write the die's name as galloper audit shows it", "no die %q was rolled in turn %d; %s", die,
				t.Number, nearest(names, die))
		}
		in.Rerolls = append(in.Rerolls, events.Reroll{Die: die, Salt: nextSalt(t, die)})
	}
	for _, text := range w.Set {
		if err := setInput(text, was, pos, in); err != nil {
			return err
		}
	}
	return nil
}

// amendInput parses and applies `seat 3: order`.
func amendInput(g *Game, text string, t *campaign.Turn, in *events.TurnInput) error {
	acts, faults := umpire.Read(
		strings.Replace("AMEND "+text, ":", fmt.Sprintf(" TURN %d BECAUSE of a question:", t.Number), 1))
	if len(faults) > 0 || len(acts) != 1 {
		return Refuse("write --amend 'french.north 3: TO champagne: HOLD', or NOTHING after the colon", "the amendment "+
			"%q is not understood", text)
	}
	now, refused := amended(g, t, acts[0])
	if refused != "" {
		return Refuse("galloper audit GAME --turn n shows the orders that were in force", "%s", refused)
	}
	lines, _ := orderLines(g, acts[0].Seat, now)
	*in = withOrders(*in, acts[0].Seat, lines)
	return nil
}

// setInput parses and applies `path=value` before the turn, or `t4.17:path=value`.
func setInput(text string, was []events.Outcome, pos *adjudicator.Position, in *events.TurnInput) error {
	ref, setting, behind := strings.Cut(text, ":")
	if !behind {
		ref, setting = "", text
	}
	path, value, ok := strings.Cut(setting, "=")
	path, value = strings.TrimSpace(path), strings.TrimSpace(value)
	if !ok {
		return Refuse("write --set unit.champagne.boxes=3", "%q sets nothing", text)
	}
	state, anchor := pos.State.Clone(), events.Anchor{}
	if behind {
		i := slices.IndexFunc(was, func(o events.Outcome) bool { return o.Ref == ref })
		if i < 0 {
			return Refuse("galloper audit shows the outcomes with their ids", "turn %d has no outcome %q", in.Turn, ref)
		}
		anchor = events.AnchorOf(was, i)
		state = adjudicator.Replay(state, was[:i+1])
	}
	if err := state.Set(path, value); err != nil {
		return Refuse("galloper audit shows what has changed in a game", "%s = %s: %v%s", path, value, err,
			allowed(state, path))
	}
	if behind {
		in.Rulings = append(
			in.Rulings,
			events.Ruling{Outcome: ref, Anchor: anchor, Text: "what if", Sets: []events.Setting{{Path: path, Value: value}}},
		)
	} else {
		pos.State = state
	}
	return nil
}

// adjudicateByDefault answers each new question by its default.
func adjudicateByDefault(pos adjudicator.Position,
	in events.TurnInput) (res adjudicator.Result, notes []string, err error) {
	for range MaxSteps {
		if res, err = Adjudicate(pos, in); err != nil || res.Question == nil {
			return res, notes, err
		}
		q := res.Question
		notes = append(notes,
			fmt.Sprintf("%s would have been asked: %s The default was taken: %s.", q.Seat, q.Text, q.Default))
		in.Answers = append(in.Answers, events.Answer{Seat: q.Seat, Option: q.Default, By: "default", Decision: q.Name})
	}
	return res, notes, fmt.Errorf("turn %d asks without end", in.Turn)
}
