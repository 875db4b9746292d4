package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"galloper/projections/campaign"
	"galloper/projections/history"
	"galloper/projections/knowledge"
)

// The forms of the desk write acts exactly as an umpire would mail them, so that page and mail have the same powers.

// deskForm is a form for one act.
type deskForm struct {
	ID, Word, Label, Help string
	Group                 string
	Mark                  string // names the players who will read it
	Fields                []formField
	write                 func(act filled) string
}

// formField is a field of a deskForm.
type formField struct {
	Name, Label, Hint string
	Kind              string   // "line", "area", "number", "select"
	Options           []option // of a select
	List              string   // id of the list of suggested values
	Optional          bool
}

type option struct{ Value, Label string }

// filled is a submitted form.
type filled struct {
	*http.Request
	turn string
}

// of returns a field joined into one line, so that it cannot start another act.
func (f filled) of(name string) string { return oneLine(f.PostFormValue(name)) }

// word returns a field without blanks, for a name or a number.
func (f filled) word(name string) string { return strings.ReplaceAll(f.of(name), " ", "") }

// head returns a field without colons, for use before the colon of an act.
func (f filled) head(name string) string { return strings.ReplaceAll(f.of(name), ":", ",") }

// filledIn completes an act with the rest that the umpire typed. Text before a colon must not contain one.
func (f filled) filledIn(begin string) string {
	rest, end := f.of("rest"), f.of("end")
	if end != "" {
		rest = f.head("rest")
	}
	return strings.TrimSpace(begin + " " + rest + end)
}

// because returns the end of an act: its turn and its reason.
func (f filled) because() string { return " TURN " + f.turn + f.reason() }

func (f filled) reason() string {
	if why := f.head("because"); why != "" {
		return " BECAUSE " + why
	}
	return ""
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
			Fields: []formField{{Name: "to", Label: "Turn", Kind: "number"}, why},
			write:  func(f filled) string { return "REVERT TO TURN " + f.word("to") + f.reason() },
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
			write: writeRuling},
		{ID: "reroll", Word: "REROLL", Label: "Roll a die again",
			Fields: []formField{{Name: "die", Label: "The die's name", Kind: "line", List: "dice"}, why},
			write:  func(f filled) string { return "REROLL " + f.word("die") + f.because() }},
		{ID: "amend", Word: "AMEND", Label: "Put an order right",
			Help: "Give the order's number in the table of seats; NOTHING deletes it.",
			Fields: []formField{v.seatField("Seat"), {Name: "number", Label: "Number", Kind: "number"},
				{Name: "order", Label: "The order as it should be", Kind: "line"}, why},
			write: func(f filled) string {
				return "AMEND " + f.word("whose") + " " + f.word("number") + f.because() + ": " + f.of("order")
			}},
		{ID: "lost", Word: "COURIER", Label: "A courier is lost", Fields: []formField{dispatch, why},
			write: func(f filled) string { return "COURIER " + f.word("dispatch") + " LOST" + f.because() }},
		{ID: "captured", Word: "COURIER", Label: "A courier is captured", Fields: []formField{dispatch, v.seatField("By"),
			why},
			write: func(f filled) string {
				return "COURIER " + f.word("dispatch") + " CAPTURED BY " + f.word("whose") + f.because()
			}},
		{ID: "delayed", Word: "COURIER", Label: "A courier is delayed",
			Fields: []formField{dispatch, {Name: "turns", Label: "By how many turns", Kind: "number"}, why},
			write: func(f filled) string {
				return "COURIER " + f.word("dispatch") + " DELAYED " + f.word("turns") + f.because()
			}},
	}
}

func writeRuling(f filled) string {
	of := f.word("outcome")
	if of == "" {
		of = "TURN " + f.turn
	}
	text := "RULE " + of + ": " + f.of("text")
	if path := f.word("path"); path != "" {
		text += " SET " + path + " = " + f.of("value")
	}
	return text
}

// letters returns the forms for acts that inform players.
func (v *visit) letters() []deskForm {
	all := option{strings.Join(v.Campaign.Created().Seats, ", "), "every seat"}
	forms := []deskForm{
		{ID: "announce", Word: "ANNOUNCE", Label: "Announce to all", Fields: []formField{words},
			write: func(f filled) string { return "ANNOUNCE: " + f.of("text") }},
		{ID: "letter", Word: "LETTER", Label: "Write a letter in any person's name",
			Fields: []formField{v.seatField("To", all), {Name: "from", Label: "From; empty for the umpire", Kind: "line",
				Optional: true}, words},
			write: func(f filled) string {
				from := f.head("from")
				if from != "" {
					from = " FROM " + from
				}
				return "LETTER TO " + f.head("whose") + from + ": " + f.of("text")
			}},
		{ID: "reveal", Word: "REVEAL", Label: "Reveal something to a seat",
			Help: "A unit, a place or an outcome; the text, if any, is told instead.",
			Fields: []formField{{Name: "subject", Label: "What", Kind: "line", List: "outcomes"}, v.seatField("To", all), why,
				{Name: "text", Label: "Text", Kind: "area", Optional: true}},
			write: func(f filled) string {
				text := "REVEAL " + f.head("subject") + " TO " + f.head("whose") + f.because()
				if say := f.of("text"); say != "" {
					text += ": " + say
				}
				return text
			}},
	}
	if len(v.seats) > 0 && v.umpire {
		forms = append(forms, deskForm{ID: "reveal-all", Word: "REVEAL ALL", Label: "Look at the whole turn",
			Fields: []formField{why},
			Help:   "You play a seat, and the enemy is hidden from you. All are told that you looked.",
			write:  func(f filled) string { return "REVEAL ALL" + f.because() }})
	}
	return forms
}

// seatings returns the forms for acts that assign seats.
func (v *visit) seatings() []deskForm {
	seat, anybody := v.seatField("Seat"), v.seatField("Seat", option{knowledge.Umpire, "the umpire"})
	return []deskForm{
		{ID: "address-more", Word: "ADDRESS +", Label: "Add an address to a seat", Fields: []formField{anybody, address, why},
			write: func(f filled) string { return "ADDRESS " + f.word("whose") + " +" + f.word("address") + f.reason() }},
		{ID: "address-less", Word: "ADDRESS -", Label: "Take an address from a seat", Fields: []formField{anybody, address,
			why},
			write: func(f filled) string { return "ADDRESS " + f.word("whose") + " -" + f.word("address") + f.reason() }},
		{ID: "renew", Word: "RENEW", Label: "Give a seat new secrets", Fields: []formField{seat, why},
			Help:  "Use this if a report was passed on to others: old tokens and codes become invalid.",
			write: func(f filled) string { return "RENEW " + f.word("whose") + f.reason() }},
		{ID: "substitute", Word: "SUBSTITUTE", Label: "Give a seat to another player", Fields: []formField{seat, address,
			why},
			Help: "The old addresses are told and have the seat no more. It must be confirmed.",
			write: func(f filled) string {
				return "SUBSTITUTE " + f.word("whose") + " BY " + f.word("address") + f.reason()
			}},
	}
}

// opening returns the form that opens the game to spectators or closes it again.
func (v *visit) opening() []deskForm {
	open := deskForm{ID: "spectators", Word: "SPECTATORS", Label: "Open the game to spectators",
		Help: "Anyone may look at /public/" + v.Campaign.Game() + " then, with nothing that is hidden from either " +
			"side. All players are told.",
		Fields: []formField{{Name: "delay", Label: "How many turns behind", Kind: "number"},
			{Name: "because", Label: "Reason", Kind: "line", Optional: true}},
		write: func(f filled) string { return "SPECTATORS DELAY " + f.word("delay") + f.reason() }}
	if v.over() {
		open.Help = "Anyone may look at /public/" + v.Campaign.Game() + " then: the whole battle, and its chronicle."
		open.Fields = open.Fields[1:]
		open.write = func(f filled) string { return "SPECTATORS ALL" + f.reason() }
	}
	if v.Campaign.Opened() == nil {
		return []deskForm{open}
	}
	open.Label = "Open the game to spectators otherwise"
	return []deskForm{open, {ID: "no-spectators", Word: "SPECTATORS", Label: "Close the game to spectators",
		Fields: []formField{{Name: "because", Label: "Reason", Kind: "line", Optional: true}},
		write:  func(f filled) string { return "SPECTATORS NONE" + f.reason() }}}
}

// actText returns the act of a submitted form as an umpire would mail it, or "" for an unknown form.
func (v *visit) actText(r *http.Request) string {
	f := filled{r, oneLine(r.PostFormValue("turn"))}
	if id := r.PostFormValue("act"); id != "" {
		for _, form := range v.deskForms() {
			if form.ID == id {
				return form.write(f)
			}
		}
		return "(there is no such form)"
	}
	switch word := f.of("word"); word {
	case "":
		if begin := f.of("begin"); begin != "" {
			return f.filledIn(begin)
		}
		return orElse(strings.TrimSpace(r.PostFormValue("check")+"\n\n"+r.PostFormValue("text")), "(nothing was written)")
	case "ANSWER":
		return "ANSWER " + f.word("number") + " TURN " + f.turn + ": " + f.of("option")
	case "CONFIRM":
		return "CONFIRM " + f.word("number") + " " + f.word("code")
	case "APPROVE":
		return "APPROVE TURN " + f.turn + " DRAFT " + f.word("draft")
	default:
		return strings.Join(strings.Fields(word+" "+f.word("span")+f.because()), " ")
	}
}

// suggestions are the values that the forms suggest. An umpire who also plays gets none, since a name could reveal
// hidden information.
type suggestions struct{ Outcomes, Dice, Dispatches []option }

// maxSuggestions bounds each list.
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
