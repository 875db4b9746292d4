package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// whatIfView compares a turn with the result of a what-if question. It is not recorded.
type whatIfView struct {
	place
	Is, Would *picture
	Text      string
	Refused   string // why the question is invalid
	Changes   Changes
	Asks      []deskForm
}

// PageTitle implements page.
func (v whatIfView) PageTitle() string { return "What if, " + v.Title }

// asks returns the forms for what-if questions, or nil before any turn is adjudicated.
func (v *visit) asks(t *campaign.Turn) []deskForm {
	if t.Result == nil && t.Number < 2 {
		return nil
	}
	return []deskForm{
		{ID: "amend", Label: "An order had been another", Fields: []formField{v.seatField("Seat"),
			{Name: "number", Label: "Number", Kind: "number"},
			{Name: "order", Label: "The order; NOTHING for none", Kind: "line"}}},
		{ID: "reroll", Label: "A die had fallen otherwise",
			Fields: []formField{{Name: "die", Label: "The die's name", Kind: "line", List: "dice"}}},
		{ID: "set", Label: "Something had been otherwise", Fields: []formField{
			{Name: "outcome", Label: "Behind the outcome; empty for the turn's beginning", Hint: "t4.17", Kind: "line",
				List: "outcomes", Optional: true},
			{Name: "path", Label: "What", Hint: "unit.champagne.boxes", Kind: "line"},
			{Name: "value", Label: "is", Kind: "line"}}},
	}
}

// changesIn parses the changes of a submitted form.
func changesIn(r *http.Request) (c Changes) {
	of := func(name string) string { return oneLine(r.FormValue(name)) }
	if order := of("order"); order != "" {
		c.Amend = of("whose") + " " + of("number") + ": " + order
	}
	c.Reroll = of("die")
	if path := of("path"); path != "" {
		c.Set = path + "=" + of("value")
		if ref := of("outcome"); ref != "" {
			c.Set = ref + ":" + c.Set
		}
	}
	return c
}

var mayNotAsk = refuse(http.StatusForbidden, "Only an umpire who sees everything can use this",
	"The result would reveal hidden facts: only an umpire who sees the whole turn may ask.")

// answerWhatIf answers the what-if question in the address.
func (s *Server) answerWhatIf(v *visit, r *http.Request) (WouldBe, error) {
	if !v.umpire {
		return WouldBe{}, notUmpire
	}
	if v.turn = v.lastTurn(); !v.seesTruth() || !v.truthOf(v.Campaign.Number()) {
		return WouldBe{}, mayNotAsk
	}
	if !s.checks.allow(v.address, s.now()) {
		return WouldBe{}, refuse(http.StatusTooManyRequests, "That is too often", "Wait a minute.")
	}
	return v.Table.WhatIf(changesIn(r))
}

func (s *Server) whatIf(w http.ResponseWriter, r *http.Request, v *visit) error {
	would, err := s.answerWhatIf(v, r)
	var no *NotSo
	status := http.StatusOK
	if errors.As(err, &no) {
		status = http.StatusUnprocessableEntity
	} else if err != nil {
		return err
	}
	v.seat = knowledge.Umpire
	if would.Turn > 0 {
		v.turn = would.Turn
	}
	view := whatIfView{place: v.place("whatif"), Text: would.Text, Changes: changesIn(r),
		Asks: v.asks(v.Campaign.Current())}
	if no != nil {
		view.Refused = no.What
		return s.show(w, status, view)
	}
	if view.Is, err = v.picture(knowledge.Umpire, ""); err != nil {
		return err
	}
	if would.Map != nil {
		wide, high := would.Map.Size()
		view.Would = &picture{Src: "/games/" + view.Game + "/whatif/map.svg?" + asked(r).Encode(), Alt: would.Map.Alt(),
			Width: wide, Height: high}
	}
	return s.show(w, status, view)
}

// asked returns the query parameters of the question alone.
func asked(r *http.Request) url.Values {
	q := url.Values{}
	for _, name := range []string{"whose", "number", "order", "die", "outcome", "path", "value"} {
		if text := oneLine(r.FormValue(name)); text != "" {
			q.Set(name, text)
		}
	}
	return q
}

func (s *Server) whatIfMap(w http.ResponseWriter, r *http.Request, v *visit) error {
	would, err := s.answerWhatIf(v, r)
	var no *NotSo
	switch {
	case errors.As(err, &no):
		return refuse(http.StatusUnprocessableEntity, "This cannot be asked", "%s", no.What)
	case err != nil:
		return err
	case would.Map == nil:
		return noMap
	}
	writeSVG(w, would.Map)
	return nil
}

func (v whatIfView) body() g.Node {
	said := strings.Join(strings.Fields(v.Changes.Amend+" "+v.Changes.Reroll+" "+v.Changes.Set), " ")
	ask := chapter("asking", "Ask once more", asking(v.Game, v.Asks))
	if v.Refused != "" {
		return g.Group{v.head(), html.H2(g.Text("What if: ")), html.P(code(said)),
			html.P(html.Class("answer bad"), html.Role("alert"), g.Text(v.Refused)), ask}
	}
	return g.Group{
		v.head(), html.H2(g.Text("What if: ")), html.P(code(said)),
		html.Div(html.Class("sides"), sideNode("is", "As it is", v.Is), sideNode("would", "As it would be", v.Would)),
		chapter3("otherwise", "What would be otherwise", html.Pre(html.Class("report"), g.Text(v.Text))),
		html.P(html.Class("dim"), g.Text("Nothing is recorded. To have it so, rule it on "),
			linked("the desk", "/games/"+v.Game+"/desk"), g.Text(".")), ask,
	}
}

// asking renders the forms for what-if questions.
func asking(game string, asks []deskForm) g.Node {
	return g.Map(asks, func(f deskForm) g.Node {
		return html.Details(html.Class("form"), html.Summary(g.Text(f.Label)),
			html.Form(html.Method("get"), html.Action("/games/"+game+"/whatif"), html.Class("stack"), html.ID("if-"+f.ID),
				g.Map(f.Fields, func(field formField) g.Node { return field.node("if-" + f.ID) }),
				html.Button(g.Text("What then?"))))
	})
}

// asking renders the what-if section of the desk.
func (v deskView) asking() g.Node {
	if len(v.Asks) == 0 {
		return nil
	}
	return chapter("whatif", "What if …",
		html.P(g.Text("The last turn whose dice have fallen, as it would have been. Nothing is recorded.")),
		asking(v.Game, v.Asks))
}
