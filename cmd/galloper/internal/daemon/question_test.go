package daemon

import (
	"strings"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/projections/campaign"
)

// askingRules returns the rules, with an additional first step that asks Guiche twice.
func askingRules() []*adjudicator.Ruleset {
	all := plainRules()
	ask := func(t *adjudicator.Turn) {
		for _, name := range []string{"stand/champagne", "pursue/champagne"} {
			a := t.Ask(adjudicator.Decision{
				Name: name, Seat: "french.north", Text: "Shall Champagne " + name + "?", Options: []string{"hold", "flee"},
				Default: "hold",
			})
			t.Emit(
				events.Outcome{
					Name:   "question.settled",
					Fields: events.Fields("name", name, "option", a.Option, "by", a.By),
					Clause: "D7",
				},
			)
		}
	}
	battle := adjudicator.Find(all, "firediscipline")
	battle.Phases = append([]adjudicator.Phase{{Clause: "I.0", Title: "questions", Run: ask}}, battle.Phases...)
	return all
}

func newAskingWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.rules = askingRules()
	w.start()
	w.newGame(events.Settings{})
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	if p := w.game().Campaign.Phase(); p != campaign.Deciding {
		t.Fatalf("the game is %s, want deciding", p)
	}
	return w
}

// chosen returns the turn's outcomes about decisions.
func (w *world) chosen() (all []string) {
	w.t.Helper()
	outcomes, err := w.game().Campaign.Outcomes(1)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, o := range outcomes {
		if o.Name == "question.settled" {
			all = append(all, o.Get("option")+" by "+o.Get("by"))
		}
	}
	return all
}

func TestQuestionIsAskedAndAnsweredByMail(t *testing.T) {
	t.Parallel()
	w := newAskingWorld(t)
	mustSay(
		t,
		w.last(addressOf("french.north")).text,
		"Turn 1 waits for your decision",
		"* ANSWER 1: hold",
		"ANSWER 1: flee",
		"Without an answer by",
	)
	mustSay(t, w.writes("french.north", "ANSWER 1: dance"), "NOT ACCEPTED", "the answers are: hold; flee")
	mustSay(t, w.writes("dutch.south", "ANSWER 1: flee"), "TOO LATE")
	mustSay(t, w.writes("french.north", "ANSWER 1: flee"), "ACCEPTED. Question 1 of turn 1 is answered: flee")
	mustSay(t, w.last(addressOf("french.north")).text, "ANSWER 2: hold")
	mustSay(t, w.writes("french.north", "Hold\n\n-- \nGuiche"), "Question 2 of turn 1 is answered: hold")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("all is answered, but the turn is %d", n)
	}
	if got := strings.Join(w.chosen(), ", "); got != "flee by answer, hold by answer" {
		t.Errorf("the turn was adjudicated with: %s", got)
	}
	w.mustVerify()
}

func TestQuestionWithoutAnswerTakesItsDefault(t *testing.T) {
	t.Parallel()
	w := newAskingWorld(t)
	w.start() // a restart keeps all of it
	w.pass(13 * time.Hour)
	mustSay(t, w.last(addressOf("french.north")).text, "Turn 1 waits for your decision", "ANSWER 1: hold")
	if n := w.mailed(addressOf("french.north"), "Turn 1 waits for your decision"); n != 2 {
		t.Errorf("asked and reminded, the seat has %d mails of it", n)
	}
	w.pass(36 * time.Hour)
	if got := strings.Join(w.chosen(), ", "); got != "hold by default, hold by default" {
		t.Errorf("the turn was adjudicated with: %s", got)
	}
	w.mustVerify()
}

func TestUmpireAnswersForASeat(t *testing.T) {
	t.Parallel()
	w := newAskingWorld(t)
	mustSay(t, w.writesFrom(umpireAddress, "ANSWER 1 TURN 1: dance"), "the answers are: hold; flee")
	mustSay(t, w.writesFrom(umpireAddress, "ANSWER 1 TURN 1: flee"), "ANSWER: done")
	w.pass(25 * time.Hour)
	if got := strings.Join(w.chosen(), ", "); got != "flee by umpire, hold by default" {
		t.Errorf("the turn was adjudicated with: %s", got)
	}
}

// The umpire is asked as a seat is, and answers by an act with the turn's number.
func TestUmpireIsAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules = plainRules()
	ask := func(t *adjudicator.Turn) {
		a := t.Ask(
			adjudicator.Decision{
				Name:    "ford",
				Seat:    game.Umpire,
				Text:    "Can the ford be crossed?",
				Options: []string{"yes", "no"},
				Default: "no",
			},
		)
		t.Emit(
			events.Outcome{
				Name:   "question.settled",
				Fields: events.Fields("name", "ford", "option", a.Option, "by", a.By),
				Clause: "D7",
			},
		)
	}
	for _, rs := range w.rules {
		if rs.Name == "firediscipline" {
			rs.Phases = append([]adjudicator.Phase{{Clause: "I.0", Title: "questions", Run: ask}}, rs.Phases...)
		}
	}
	w.start()
	w.newGame(events.Settings{})
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	if w.mailed(umpireAddress, "ANSWER 1 TURN 1: yes") == 0 {
		t.Fatal("the umpire was not asked")
	}
	mustSay(t, w.writesFrom(umpireAddress, "ANSWER 1 TURN 1: yes"), "ANSWER: done")
	if got := strings.Join(w.chosen(), ", "); got != "yes by umpire" {
		t.Errorf("the turn was adjudicated with: %s", got)
	}
	w.mustVerify()
}

// An umpire who plays doesn't see the questions to umpires or the enemy.
func TestQuestionIsHiddenFromAnUmpireWhoPlays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules = plainRules()
	ask := func(t *adjudicator.Turn) {
		for _, seat := range []string{game.Umpire, "french.north"} {
			a := t.Ask(
				adjudicator.Decision{
					Name:    "ford",
					Seat:    seat,
					Text:    "Can Champagne cross?",
					Options: []string{"yes", "no"},
					Default: "no",
				},
			)
			t.Emit(
				events.Outcome{
					Name:   "question.settled",
					Fields: events.Fields("name", "ford", "option", a.Option, "by", a.By),
					Clause: "D7",
				},
			)
		}
	}
	battle := adjudicator.Find(w.rules, "firediscipline")
	battle.Phases = append([]adjudicator.Phase{{Clause: "I.0", Title: "questions", Run: ask}}, battle.Phases...)
	w.start()
	w.newGame(events.Settings{})
	mustSay(
		t,
		w.writesFrom(umpireAddress, "ADDRESS dutch.east +"+umpireAddress+" BECAUSE a player is missing"),
		"ADDRESS: done",
	)
	rule := func(text string) string {
		t.Helper()
		res, err := w.d.Rule(w.ctx, RuleRequest{Game: "mill", Text: text, By: w.game().Umpires[0]})
		if err != nil {
			t.Fatal(err)
		}
		w.settle()
		return res.Text
	}
	rule("CLOSE TURN 1")
	if w.mailed(umpireAddress, "question 1. Its subject is hidden from you because you play a seat yourself") != 1 ||
		w.mailed(umpireAddress, "Champagne cross") != 0 {
		t.Errorf("he was asked:\n%s", w.last(umpireAddress).text)
	}
	mustSay(t, rule("ANSWER 1 TURN 1: no"), "ANSWER: done") // blind, but the default is in the rules
	mustSay(t, rule("ANSWER 2 TURN 1: no"), "you play a seat yourself")
	mustSay(t, rule("REVEAL ALL TURN 1 BECAUSE somebody must decide"), "REVEAL: done")
	if w.mailed(umpireAddress, "Can Champagne cross? ANSWER 2 TURN 1: yes ANSWER 2 TURN 1: no") != 1 {
		t.Errorf("revealed, he was not shown the question:\n%s", w.last(umpireAddress).text)
	}
	mustSay(t, rule("ANSWER 2 TURN 1: yes"), "ANSWER: done")
	if got := strings.Join(w.chosen(), ", "); got != "no by umpire, yes by umpire" {
		t.Errorf("the turn was adjudicated with: %s", got)
	}
	w.mustVerify()
}

// The page names the umpire who rules: a former umpire cannot.
func TestRuleFromAnAddressThatIsNoUmpires(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	if _, err := w.d.Rule(w.ctx, RuleRequest{Game: "mill", Text: "CLOSE TURN 1",
		By: w.game().Addresses("french.north")[0]}); err == nil {
		t.Error("a player ruled")
	}
}

// All questions of a turn share one time limit: a seat that lets one lapse does not delay the turn a second time.
func TestQuestionsOfATurnShareTheirTime(t *testing.T) {
	t.Parallel()
	w := newAskingWorld(t)
	asked := w.now
	w.pass(25 * time.Hour)
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("a day behind its first question the game is still in turn %d", n)
	}
	if got := strings.Join(w.chosen(), ", "); got != "hold by default, hold by default" {
		t.Errorf("the turn was adjudicated with: %s", got)
	}
	w = newAskingWorld(t)
	w.pass(23 * time.Hour)
	w.writes("french.north", "ANSWER 1: flee")
	q := w.game().Campaign.Current().OpenQuestions()[0]
	if want := asked.Add(26 * time.Hour); !q.Deadline.Equal(want) {
		t.Errorf("asked an hour before the end, question 2 is due %s, want %s", q.Deadline, want)
	}
}

func TestQuestionIsToldToThoseAloneWhomItConcerns(t *testing.T) {
	t.Parallel()
	w := newAskingWorld(t)
	mustSay(t, w.writes("french.north", "STATUS"), "waits for an answer")
	for _, seat := range []string{"french.west", "dutch.south"} {
		if got := w.writes(seat, "STATUS"); strings.Contains(got, "waits for an answer") ||
			strings.Contains(got, "question 1") {
			t.Errorf("%s learns that somebody is asked: %s", seat, got)
		}
	}
	mustSay(t, w.writesFrom(umpireAddress, "STATUS"), "waits for an answer")
}

func TestQuestionNamesUnitsAsPeopleDo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGameOf(
		strings.Replace(skirmish, "champagne: {", "champagne: {name: Régiment de Champagne, ", 1),
		events.Settings{},
	)
	if got, want := game.InNames(w.game(), "Cavalry that starts 1 hexes away charges champagne: 11 hexes, champagne?"),
		"Cavalry that starts 1 hex away charges Régiment de Champagne: 11 hexes, Régiment de Champagne?"; got != want {
		t.Errorf("it is put as %q, want %q", got, want)
	}
}

func TestQuestionBringsTheMap(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules = rulesets.All()
	battle := *adjudicator.Find(w.rules, "firediscipline")
	ask := func(t *adjudicator.Turn) {
		t.Ask(
			adjudicator.Decision{
				Name:    "ford",
				Seat:    "french.north",
				Text:    "Shall it be?",
				Options: []string{"yes", "no"},
				Default: "no",
			},
		)
	}
	battle.Phases = append([]adjudicator.Phase{{Clause: "I.0", Title: "questions", Run: ask}}, battle.Phases...)
	w.rules = []*adjudicator.Ruleset{&battle}
	w.start()
	w.newGame(events.Settings{})
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	raw := string(w.last(addressOf("french.north")).raw)
	mustSay(t, w.last(addressOf("french.north")).text, "Turn 1 waits for your decision")
	if !strings.Contains(raw, "image/png") {
		t.Error("the question has no map")
	}
}
