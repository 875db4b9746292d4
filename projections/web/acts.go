package web

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galloper/projections/campaign"
	"galloper/projections/history"
	"galloper/projections/knowledge"
)

// The forms of the desk write acts exactly as an umpire would mail them, so that page and mail have the same powers.

type deskForm struct {
	ID, Word, Label, Help string
	Group                 string
	Mark                  string // names the players who will read it
	Fields                []formField
	act                   string // a template for filled.in
}

type formField struct {
	Name, Label, Hint string
	Kind              string   // "line", "area", "number", "select"
	Options           []option // of a select
	List              string   // id of the list of suggested values
	Optional          bool
}

type option struct{ Value, Label string }

// filled is a submitted form.
type filled struct{ *http.Request }

// line returns a field joined into one line, so that it cannot start another act.
func (f filled) line(name string) string { return oneLine(f.PostFormValue(name)) }

// head returns a field without colons, for use before the colon of an act.
func (f filled) head(name string) string { return strings.ReplaceAll(f.line(name), ":", ",") }

// filledIn completes an act with the rest that the umpire typed. Text before a colon must not contain one.
func (f filled) filledIn(begin string) string {
	rest, end := f.line("rest"), f.line("end")
	if end != "" {
		rest = f.head("rest")
	}
	return strings.TrimSpace(begin + " " + rest + end)
}

// inAct matches a field in the template of an act: {word} is a name or a number, and so without blanks; {words~} stands
// before the colon of an act, {text:} behind it. A part in brackets is left out if its first field is empty.
var inAct = regexp.MustCompile(`\[([^\]]*)\]|\{(\w+)([~:]?)\}`)

// because is the part of a template with the reason, and atTurn that with the turn and the reason.
const (
	because = "[ BECAUSE {because~}]"
	atTurn  = " TURN {turn}" + because
)

func (f filled) in(act string) string {
	return inAct.ReplaceAllStringFunc(act, func(part string) string {
		m := inAct.FindStringSubmatch(part)
		word := strings.ReplaceAll(f.line(m[2]), " ", "")
		switch {
		case m[1] != "" && f.line(inAct.FindStringSubmatch(m[1])[2]) == "":
			return ""
		case m[1] != "":
			return f.in(m[1])
		case m[3] == ":":
			return f.line(m[2])
		case m[3] == "~":
			return f.head(m[2])
		case m[2] == "outcome" && word == "":
			return f.in("TURN {turn}")
		}
		return word
	})
}

var (
	why     = formField{Name: "because", Label: "Reason", Kind: "line"}
	outcome = formField{Name: "outcome", Label: "Outcome; empty for the turn's end", Hint: "t4.17", Kind: "line",
		List: "outcomes", Optional: true}
	address  = formField{Name: "address", Label: "Mail address", Hint: "anna@example.org", Kind: "line"}
	dispatch = formField{Name: "dispatch", Label: "Dispatch", Hint: "french.north.t3.1", Kind: "line", List: "dispatches"}
	words    = formField{Name: "text", Label: "Text", Kind: "area"}
)

// seatField returns a field that chooses a seat of the game, or one of the additional options.
func (v *visit) seatField(label string, also ...option) formField {
	f := formField{Name: "whose", Label: label, Kind: "select"}
	for _, id := range v.Campaign.Created().Seats {
		f.Options = append(f.Options, option{id, v.name(id)})
	}
	f.Options = append(f.Options, also...)
	return f
}

// deskForms returns the forms for acts that are possible in every phase, in groups.
func (v *visit) deskForms() []deskForm {
	group := func(name string, forms ...deskForm) []deskForm {
		for i := range forms {
			forms[i].Group = name
		}
		return forms
	}
	return slices.Concat(group("Results", v.rulings()...), group("Letters", v.letters()...),
		group("Players", v.seatings()...), group("Spectators", v.opening()...), group("Turns", deskForm{
			ID: "revert", Word: "REVERT", Label: "Go back to an earlier turn",
			Help:   "The branch that is left stays in the record. It must be confirmed.",
			Fields: []formField{{Name: "to", Label: "Turn", Kind: "number"}, why}, act: "REVERT TO TURN {to}" + because,
		}))
}

// rulings returns the forms for acts that change the result of a turn.
func (v *visit) rulings() []deskForm {
	return []deskForm{
		{ID: "rule", Word: "RULE", Label: "Rule, and change the state",
			Help: "The turn is adjudicated again from there; unrelated dice stand.",
			Fields: []formField{outcome, {Name: "text", Label: "Ruling", Kind: "area"},
				{Name: "path", Label: "Set", Hint: "unit.champagne.boxes", Kind: "line", Optional: true},
				{Name: "value", Label: "to", Kind: "line", Optional: true}},
			act: "RULE {outcome}: {text:}[ SET {path} = {value:}]"},
		{ID: "reroll", Word: "REROLL", Label: "Roll a die again",
			Fields: []formField{{Name: "die", Label: "The die's name", Kind: "line", List: "dice"}, why},
			act:    "REROLL {die}" + atTurn},
		{ID: "amend", Word: "AMEND", Label: "Put an order right",
			Help: "Give the order's number in the table of seats; NOTHING deletes it.",
			Fields: []formField{v.seatField("Seat"), {Name: "number", Label: "Number", Kind: "number"},
				{Name: "order", Label: "The order as it should be", Kind: "line"}, why},
			act: "AMEND {whose} {number}" + atTurn + ": {order:}"},
		{ID: "lost", Word: "COURIER", Label: "A courier is lost", Fields: []formField{dispatch, why},
			act: "COURIER {dispatch} LOST" + atTurn},
		{ID: "captured", Word: "COURIER", Label: "A courier is captured", Fields: []formField{dispatch, v.seatField("By"),
			why}, act: "COURIER {dispatch} CAPTURED BY {whose}" + atTurn},
		{ID: "delayed", Word: "COURIER", Label: "A courier is delayed",
			Fields: []formField{dispatch, {Name: "turns", Label: "By how many turns", Kind: "number"}, why},
			act:    "COURIER {dispatch} DELAYED {turns}" + atTurn},
	}
}

// letters returns the forms for acts that inform players.
func (v *visit) letters() []deskForm {
	all := option{strings.Join(v.Campaign.Created().Seats, ", "), "every seat"}
	forms := []deskForm{
		{ID: "announce", Word: "ANNOUNCE", Label: "Announce to all", Fields: []formField{words}, act: "ANNOUNCE: {text:}"},
		{ID: "letter", Word: "LETTER", Label: "Write a letter in any person's name",
			Fields: []formField{v.seatField("To", all), {Name: "from", Label: "From; empty for the umpire", Kind: "line",
				Optional: true}, words},
			act: "LETTER TO {whose~}[ FROM {from~}]: {text:}"},
		{ID: "reveal", Word: "REVEAL", Label: "Reveal something to a seat",
			Help: "A unit, a place or an outcome; the text, if any, is told instead.",
			Fields: []formField{{Name: "subject", Label: "What", Kind: "line", List: "outcomes"}, v.seatField("To", all), why,
				{Name: "text", Label: "Text", Kind: "area", Optional: true}},
			act: "REVEAL {subject~} TO {whose~}" + atTurn + "[: {text:}]"},
	}
	if len(v.seats) > 0 && v.umpire {
		forms = append(forms, deskForm{ID: "reveal-all", Word: "REVEAL ALL", Label: "Look at the whole turn",
			Fields: []formField{why},
			Help:   "You play a seat, and the enemy is hidden from you. All are told that you looked.", act: "REVEAL ALL" + atTurn})
	}
	return forms
}

// seatings returns the forms for acts that assign seats.
func (v *visit) seatings() []deskForm {
	seat, anybody := v.seatField("Seat"), v.seatField("Seat", option{knowledge.Umpire, "the umpire"})
	return []deskForm{
		{ID: "address-more", Word: "ADDRESS +", Label: "Add an address to a seat", Fields: []formField{anybody, address, why},
			act: "ADDRESS {whose} +{address}" + because},
		{ID: "address-less", Word: "ADDRESS -", Label: "Take an address from a seat", Fields: []formField{anybody, address,
			why}, act: "ADDRESS {whose} -{address}" + because},
		{ID: "renew", Word: "RENEW", Label: "Give a seat new secrets", Fields: []formField{seat, why},
			Help: "Use this if a report was passed on to others: old tokens and codes become invalid.",
			act:  "RENEW {whose}" + because},
		{ID: "substitute", Word: "SUBSTITUTE", Label: "Give a seat to another player", Fields: []formField{seat, address,
			why}, Help: "The old addresses are told and have the seat no more. It must be confirmed.",
			act: "SUBSTITUTE {whose} BY {address}" + because},
	}
}

// opening returns the forms that open the game to spectators or close it again. While a campaign goes on, its finished
// battles can only be disclosed.
func (v *visit) opening() []deskForm {
	open := deskForm{ID: "spectators", Word: "SPECTATORS", Label: "Open the game to spectators",
		Help: "Anyone may look at /public/" + v.Campaign.Game() + " then, with nothing that is hidden from either " +
			"side. All players are told.",
		Fields: []formField{{Name: "delay", Label: "How many turns behind", Kind: "number"},
			{Name: "because", Label: "Reason", Kind: "line", Optional: true}},
		act: "SPECTATORS DELAY {delay}" + because}
	if v.over() {
		open.Help = "Anyone may look at /public/" + v.Campaign.Game() + " then: the whole battle, and its chronicle."
		open.Fields = open.Fields[1:]
		open.act = "SPECTATORS ALL" + because
	}
	if v.Campaign.Result() != "" && v.Campaign.Secret() {
		return []deskForm{{ID: "disclose", Word: "DISCLOSE", Label: "Open the secrets of this battle of a campaign",
			Help: "When the campaign is over: all players are sent the seeds and the chronicle.", Fields: []formField{why},
			act: "DISCLOSE" + because}}
	}
	if v.Campaign.Opened() == nil {
		return []deskForm{open}
	}
	open.Label = "Open the game to spectators otherwise"
	return []deskForm{open, {ID: "no-spectators", Word: "SPECTATORS", Label: "Close the game to spectators",
		Fields: []formField{{Name: "because", Label: "Reason", Kind: "line", Optional: true}},
		act:    "SPECTATORS NONE" + because}}
}

// actText returns the act of a submitted form as an umpire would mail it, or "" for an unknown form.
func (v *visit) actText(r *http.Request) string {
	f := filled{r}
	if id := r.PostFormValue("act"); id != "" {
		for _, form := range v.deskForms() {
			if form.ID == id {
				return f.in(form.act)
			}
		}
		return "(there is no such form)"
	}
	switch word := f.line("word"); word {
	case "":
		if begin := f.line("begin"); begin != "" {
			return f.filledIn(begin)
		}
		return cmp.Or(strings.TrimSpace(r.PostFormValue("check")+"\n\n"+r.PostFormValue("text")), "(nothing was written)")
	case "ANSWER":
		return f.in("ANSWER {number} TURN {turn}: {option:}")
	case "CONFIRM":
		return f.in("CONFIRM {number} {code}")
	case "APPROVE":
		return f.in("APPROVE TURN {turn} DRAFT {draft}")
	}
	return f.in("{word:}[ {span}]" + atTurn)
}

// suggestions are the values that the forms suggest. An umpire who also plays gets none, since a name could reveal
// hidden information.
type suggestions struct{ Outcomes, Dice, Dispatches []option }

const maxSuggestions = 150

func (v *visit) suggestions(t *campaign.Turn) (s suggestions) {
	if !v.truthOf(t.Number) {
		return s
	}
	for e := range v.History.Select(history.Filter{Turn: t.Number, Current: true}) {
		if o := e.Outcome; o != nil && !strings.HasPrefix(o.Name, knowledge.Prefix) {
			s.Outcomes = append(s.Outcomes, option{o.Ref, o.Name})
			for i := range o.Dice {
				s.Dice = append(s.Dice, option{o.Dice[i].Name, strconv.Itoa(o.Dice[i].Value)})
			}
		}
	}
	for e := range v.History.Select(history.Filter{Type: "dispatch.sent", Current: true}) {
		if e.Turn+unheardTurns >= t.Number {
			s.Dispatches = append(s.Dispatches, option{e.Outcome.Get("id"), v.name(e.Outcome.Get("to"))})
		}
	}
	s.Outcomes, s.Dice = s.Outcomes[:min(len(s.Outcomes), maxSuggestions)], s.Dice[:min(len(s.Dice), maxSuggestions)]
	return s
}

// unheardTurns limits how long, in turns, a dispatch may still be under way.
const unheardTurns = 4

// proposal is an act that waits for confirmation.
type proposal struct {
	Number     int
	Text, Code string
}

// proposals returns the acts of the current turn that wait for confirmation.
func (v *visit) proposals() (list []proposal) {
	for _, p := range v.Campaign.Proposals() {
		if !p.Done && p.Turn == v.Campaign.Number() {
			list = append(list, proposal{p.Number, p.Text, p.Code})
		}
	}
	return list
}
