package cases

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
)

// Env is the environment of a case.
type Env struct {
	Rulesets []*adjudicator.Ruleset
	// Desks opens the desks of a new game's seats. It may be nil if no case has receipts, reports, or orders that
	// depend on the knowledge of a seat.
	Desks func(*adjudicator.Ruleset, adjudicator.Scenario) Desks
	// Umpire adds the acts of the umpire's mail to a turn's input. It may be nil if no case has umpire.orders.
	Umpire func(pos adjudicator.Position, mail string, in *events.TurnInput) error
}

// Desks holds the knowledge of the seats of one game, and writes their mails.
type Desks interface {
	// Tell adds the outcomes of a turn to the seats' knowledge. Turn 0 is the opening.
	Tell(turn int, outcomes []events.Outcome)
	// Known returns the knowledge of a seat, or nil for an unknown seat.
	Known(seat string) adjudicator.Knowledge
	// Receipt returns the answer to a seat's mail.
	Receipt(desk adjudicator.Desk, doc orders.Document, reading adjudicator.Reading) string
	// Report returns a seat's report after the turn.
	Report(seat string, turn int) string
}

// Result is the result of one case.
type Result struct {
	Name    string
	Comment string   // the case's description and clauses
	Failed  []string // failures, each of one or more lines; empty if it passed
}

// OK reports whether the case passed.
func (r Result) OK() bool { return len(r.Failed) == 0 }

// String returns `ok NAME`, or `FAIL NAME` followed by the failures.
func (r Result) String() string {
	if r.OK() {
		return "ok   " + r.Name
	}
	return "FAIL " + r.Name + "\n     " + strings.Join(r.Failed, "\n     ")
}

// Run runs one case. A panic in a ruleset fails the case without affecting others.
func Run(file []byte, name string, env Env) (res Result) {
	c, faults := read(file)
	res = Result{Name: name, Comment: c.comment, Failed: faults}
	if len(faults) > 0 {
		return res
	}
	defer func() {
		if p := recover(); p != nil {
			res.Failed = append(res.Failed, fmt.Sprintf("it broke (please report this with the case): %v", p))
		}
	}()
	rules, sc, refused := adjudicator.Load(env.Rulesets, "scenario.yaml", c.scenario)
	if c.refused != nil || len(refused) > 0 {
		res.Failed = judgeRefusal(c.refused, refused)
		return res
	}
	g := &game{env: env, rules: rules, failed: &res.Failed}
	g.play(c, sc)
	return res
}

// judgeRefusal compares the faults of a refused scenario with the expected messages.
func judgeRefusal(wanted []line, faults []scenario.Fault) []string {
	messages := make([]string, len(faults))
	for i, f := range faults {
		messages[i] = f.String()
	}
	text := strings.Join(messages, "\n")
	switch {
	case wanted == nil:
		return append([]string{"the scenario is refused:"}, messages...)
	case len(faults) == 0:
		return []string{"the scenario is not refused"}
	}
	return judgeText(wanted, text, "the refusal")
}

// game plays a case's turns.
type game struct {
	env   Env
	rules *adjudicator.Ruleset
	pos   adjudicator.Position
	desks Desks
	// resigned lists the seats whose player has resigned. Cases have no substitutes.
	resigned []string
	failed   *[]string
}

func (g *game) fail(turn int, format string, args ...any) {
	*g.failed = append(*g.failed, fmt.Sprintf("turn %d: ", turn)+fmt.Sprintf(format, args...))
}

// seed returns the seed of a case's turn, which is the same in every run. Dice without a script roll by it.
func seed(chain string, turn int) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "galloper case %s %d", chain, turn))
}

func (g *game) play(c *testCase, sc adjudicator.Scenario) {
	g.pos = adjudicator.Position{Game: "case", Ruleset: g.rules, Scenario: sc, State: sc.Start()}
	if g.env.Desks != nil {
		g.desks = g.env.Desks(g.rules, sc)
	}
	in := events.TurnInput{Turn: 1, Seed: seed("S", 1), Sealed: seed("P", 1)}
	opened := adjudicator.OpenScripted(g.pos, in, c.turns[0].dice.value)
	g.prove(0, opened)
	g.pos.State = opened.State
	g.tell(0, opened.Outcomes)
	for n := range c.turns {
		var before []events.Outcome
		if n == 0 {
			before = opened.Outcomes
		}
		g.playTurn(n+1, &c.turns[n], before)
	}
}

func (g *game) tell(turn int, outcomes []events.Outcome) {
	if g.desks != nil {
		g.desks.Tell(turn, outcomes)
	}
}

func (g *game) playTurn(n int, t *turn, before []events.Outcome) {
	in := events.TurnInput{Turn: n, Seed: seed("S", n), Sealed: seed("P", n)}
	in.Orders = g.readOrders(n, t)
	in.Resigned = slices.Clone(g.resigned)
	g.readUmpire(n, t, &in)
	res, asked, ok := g.adjudicate(n, t, in)
	if !ok {
		return
	}
	g.prove(n, res)
	g.tell(n, res.Outcomes)
	g.pos.State, g.pos.Turn = res.State, n
	for _, f := range judge(t.want, slices.Concat(before, res.Outcomes), res.State) {
		g.fail(n, "%s", f)
	}
	g.judgeAsked(n, t, asked)
	g.judgeReports(n, t)
	if t.dice != nil {
		for _, f := range t.dice.faults {
			g.fail(n, "%s", f)
		}
	}
}

// adjudicate runs the turn and answers its questions with the next answer of the case if that is for the asked seat, or
// else with the default.
func (g *game) adjudicate(n int, t *turn, in events.TurnInput) (adjudicator.Result, []adjudicator.Decision, bool) {
	var asked []adjudicator.Decision
	answers, mark := t.answers, t.dice.mark()
	for {
		res := adjudicator.AdjudicateScripted(g.pos, in, t.dice.value)
		if res.Question == nil {
			for _, a := range answers {
				g.fail(n, "%s: that seat was not asked", a.line)
			}
			return res, asked, true
		}
		d := *res.Question
		asked = append(asked, d)
		answer := events.Answer{Seat: d.Seat, Option: d.Default, By: "default", Decision: d.Name}
		if len(answers) > 0 && answers[0].seat == d.Seat {
			answer.Option, answer.By = answers[0].text, "answer"
			answers = answers[1:]
		}
		if _, ok := d.Accept(answer.Option); !ok || len(asked) > maxQuestions {
			g.fail(n, "%s is asked %s: `%s` is not one of: "+
				"%s", d.Seat, d.Name, answer.Option, strings.Join(d.Options, ", "))
			return res, asked, false
		}
		in.Answers = append(in.Answers, answer)
		t.dice.rewind(mark)
	}
}

// maxQuestions limits the questions of a turn, in case it never stops asking.
const maxQuestions = 1000

func (g *game) judgeAsked(n int, t *turn, asked []adjudicator.Decision) {
	if !t.hasAsked {
		return
	}
	var got, wanted []string
	for _, d := range asked {
		got = append(got, d.Seat+": "+d.Name)
	}
	for _, p := range t.asked {
		wanted = append(wanted, p.seat+": "+p.text)
	}
	if !slices.Equal(got, wanted) {
		g.fail(n, "asked was `%s`, wanted is `%s`", strings.Join(got, "`, `"), strings.Join(wanted, "`, `"))
	}
}

// prove checks that the stored outcomes lead to the state, and that the position is unchanged.
func (g *game) prove(turn int, res adjudicator.Result) {
	stored, err := json.Marshal(res.Outcomes)
	if err != nil {
		g.fail(turn, "the outcomes cannot be stored: %v", err)
		return
	}
	var read []events.Outcome
	if err := json.Unmarshal(stored, &read); err != nil {
		g.fail(turn, "the stored outcomes cannot be read: %v", err)
		return
	}
	folded := adjudicator.Canonical(adjudicator.Replay(g.pos.State, read))
	if got := adjudicator.Canonical(res.State); got != folded {
		g.fail(turn, "the outcomes alone do not lead to the state: %s", firstDifference(got, folded))
	}
}

// firstDifference describes the first line in which two canonical states differ.
func firstDifference(state, folded string) string {
	a, b := strings.Split(state, "\n"), strings.Split(folded, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("it has `%s`, they give `%s`", a[i], b[i])
		}
	}
	return "one has more items than the other"
}
