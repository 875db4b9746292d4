package rulesets_test

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/adjudicator/umpire"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
)

// The five texts of a recorder, in the order of its writers.
const (
	textOutcomes = iota // outcomes with their causes, and the state after each turn
	textFacts           // outcomes as told to each seat
	textLines           // canonical lines, and refusals without their wording
	textReceipts
	textReports
	texts
)

var textNames = [texts]string{"outcomes", "facts", "lines", "receipts", "reports"}

// transcript collects the texts of golden games, and the kinds of things that occurred in them.
type transcript struct {
	texts [texts]io.Writer
	game  string          // current game
	met   map[string]bool // `outcome volley.fired`, `verb HOLD`, `act REROLL`, `option fog: yes`
}

// recorder implements the desks of one game, and adds all its texts to a transcript.
type recorder struct {
	*desks.Desks
	*transcript
	state adjudicator.State // folded from the outcomes
}

func (tr *transcript) open(rules *adjudicator.Ruleset, sc adjudicator.Scenario) *recorder {
	return &recorder{Desks: desks.Open(rules, sc), transcript: tr, state: sc.Start()}
}

// Tell records a turn: its outcomes, the state, and the facts and the report of each seat.
func (r *recorder) Tell(turn int, outcomes []events.Outcome) {
	for _, w := range r.texts {
		fmt.Fprintf(w, "== %s turn %d\n", r.transcript.game, turn)
	}
	for i := range outcomes {
		o := &outcomes[i]
		adjudicator.Fold(r.state, o)
		r.met[outcomeKind(o.Name)] = true
		fmt.Fprintf(r.texts[textOutcomes], "%s < %s: %s\n", o.Ref, o.Cause, o)
	}
	io.WriteString(r.texts[textOutcomes], adjudicator.Canonical(r.state))
	r.Desks.Tell(turn, outcomes)
	r.Over = r.state.Over() != ""
	for _, s := range r.Scenario.Seats() {
		r.tellSeat(s.ID, outcomes)
	}
}

func (r *recorder) tellSeat(seat string, outcomes []events.Outcome) {
	for i := range outcomes {
		if seen, ok := knowledge.Seen(&outcomes[i], seat); ok {
			fmt.Fprintf(r.texts[textFacts], "%s %s %s\n", seat, outcomes[i].Ref, seen)
		}
	}
	told := r.Told(seat)
	fmt.Fprintf(r.texts[textReports], "-- %s\n%s", seat, told.Text())
	if told.Story != nil {
		fmt.Fprintf(r.texts[textReports], "THE FACTS\n%sTHE RECORD\n%s", told.Lines(), told.Log())
	}
}

// Receipt records the reading of a mail.
func (r *recorder) Receipt(desk adjudicator.Desk, doc orders.Document, reading adjudicator.Reading) string {
	for _, e := range reading.Entries {
		line := e.Canonical
		if i := slices.IndexFunc(doc.Items, func(it orders.Item) bool { return it.Number == e.Item }); e.Refusal == nil {
			r.meetVerbs(line)
			r.meetVerbs(strings.ToUpper(doc.Items[i].Text)) // the canonical line may not have the verb
		} else {
			line = fmt.Sprintf("! %s %d:%d %q ? %s", e.Refusal.Reason, e.Refusal.Line, e.Refusal.Col, e.Refusal.Word,
				strings.Join(e.Asked, " / "))
		}
		fmt.Fprintf(r.texts[textLines], "%s turn %d, %d: %s\n", desk.Seat, desk.Turn, e.Number, line)
	}
	text := r.Desks.Receipt(desk, doc, reading)
	fmt.Fprintf(r.texts[textReceipts], "-- %s turn %d\n%s\n", desk.Seat, desk.Turn, text)
	return text
}

// meetVerbs records the verbs of an accepted order and its branches, at each word the longest that matches.
func (r *recorder) meetVerbs(line string) {
	line, _, _ = strings.Cut(line, "\n")
	if head, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(line, "LETTER TO") {
		line = head
	}
	words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" :,", c) })
	for i := range words {
		longest := 0
		name := ""
		for _, v := range r.Rules.Language.Verbs {
			for _, phrase := range v.Words {
				p := strings.Fields(phrase)
				if len(p) > longest && len(p) <= len(words)-i && slices.Equal(p, words[i:i+len(p)]) {
					longest, name = len(p), v.Words[0]
				}
			}
		}
		if name != "" {
			r.met["verb "+name] = true
		}
	}
}

// meetInput records the umpire's acts among the inputs of a turn.
func (tr *transcript) meetInput(in *events.TurnInput) {
	meet := func(act string, met bool) { tr.met["act "+act] = tr.met["act "+act] || met }
	meet("REROLL", len(in.Rerolls) > 0)
	meet("ANSWER", len(in.Answers) > 0)
	for _, r := range in.Rulings {
		meet("RULE", r.Outcome != "")
		meet("RULE TURN", r.Outcome == "")
		meet("RULE SET", len(r.Sets) > 0)
	}
	for _, c := range in.Couriers {
		meet("COURIER", true)
		meet("COURIER "+strings.ToUpper(c.Fate), true)
	}
}

// goldenKinds lists everything that must occur in the golden games of a ruleset. Rows that retell others count as one
// kind.
func goldenKinds(rules *adjudicator.Ruleset, options []choice) (list []string) {
	list = []string{"outcome " + adjudicator.RulingApplied, "outcome " + adjudicator.RulingSet,
		"outcome " + adjudicator.RulingRefused, "outcome " + adjudicator.RulingLapsed, "act RULE SET", "act RULE TURN",
		"act COURIER LOST", "act COURIER CAPTURED", "act COURIER DELAYED"}
	for _, f := range umpire.Forms() {
		list = append(list, "act "+f.Word)
	}
	for _, row := range rules.Outcomes {
		list = append(list, outcomeKind(row.Name))
	}
	for _, v := range rules.Language.Verbs {
		list = append(list, "verb "+v.Words[0])
	}
	for _, o := range options {
		for _, value := range o.Values[1:] {
			list = append(list, "option "+o.Key+": "+value)
		}
	}
	return list
}

func outcomeKind(name string) string {
	if strings.HasPrefix(name, retold) {
		name = retold
	}
	return "outcome " + name
}
