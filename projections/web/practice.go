package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"galloper/events"
	"galloper/projections/mapview"
)

// Practice makes battles that one person plays alone, against the staff.
type Practice interface {
	// Battles are those that can be begun, first the one to begin with.
	Battles() []Battle
	// Tempers are the names of the staff's tempers, the usual one first.
	Tempers() []string
	// Begin makes a game of a battle, in which the person plays the seat, and returns its name.
	Begin(ctx context.Context, battle, seat, temper string) (game string, err error)
	// Opening draws a battle before its first turn as the seat knows it; nil for no map.
	Opening(battle, seat string) *mapview.Picture
	// Played waits until the turn of the game is reported, for some seconds at most.
	Played(ctx context.Context, game string, turn int) bool
}

// Battle is a scenario that can be begun.
type Battle struct {
	ID, Title, Rules, About string
	Play                    events.Play
	Seats                   []BattleSeat
}

// BattleSeat is a seat that can be played in it.
type BattleSeat struct {
	ID, Name, Side string
	Briefing       []string // paragraphs that it is told before the first turn
}

// Link returns the address of a page that signs the person with the address in, as often as they open it while
// the session would last: it is shown to whoever started the program, and goes through no mail. It leads to a page
// of the service, as `/games/GAME/orders`; "" to the first.
func (s *Server) Link(ctx context.Context, address, to string) (string, error) {
	token, err := s.issue(ctx, linkKey, address, sessionLasts)
	link := s.URL + "/signin/" + token
	if to != "" {
		link += "?to=" + url.QueryEscape(to)
	}
	return link, err
}

// begin makes the battle that was chosen.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) error {
	signed, err := s.session(r)
	if err != nil {
		return err
	}
	if s.Practice == nil || signed.address == "" {
		return notFound
	}
	if err := r.ParseForm(); err != nil {
		return formFault(err)
	}
	if !signed.owns(r) {
		return staleForm
	}
	game, err := s.Practice.Begin(r.Context(), r.PostFormValue("battle"), r.PostFormValue("seat"),
		r.PostFormValue("staff"))
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "The battle cannot be begun", "%v", err)
	}
	http.Redirect(w, r, "/games/"+game+"/orders", http.StatusSeeOther)
	return nil
}

// opening draws a battle that was not begun.
func (s *Server) opening(w http.ResponseWriter, r *http.Request) error {
	if s.Practice == nil {
		return notFound
	}
	pic := s.Practice.Opening(r.PathValue("battle"), r.FormValue("seat"))
	if pic == nil {
		return notFound
	}
	writeSVG(w, pic)
	return nil
}

// choose is a form for each battle.
func choose(p Practice, form string) g.Node {
	return chapter("battles", "A battle alone, against the staff", html.Ul(html.Class("cards"),
		g.Group(battleNodes(p, form))))
}

func battleNodes(p Practice, form string) (nodes []g.Node) {
	for i, b := range p.Battles() {
		nodes = append(nodes, b.node(p, form, i == 0))
	}
	return nodes
}

// Needs says how hard and how long the battle is; "" if its scenario does not.
func (b *Battle) Needs() string {
	if b.Play.Level == "" {
		return ""
	}
	return fmt.Sprintf("%s, some %d minutes", b.Play.Level, b.Play.Minutes)
}

func (b Battle) node(p Practice, form string, first bool) g.Node {
	field := func(name string) string { return name + "-" + b.ID }
	return html.Li(
		html.H3(g.Text(b.Title)),
		html.P(html.Class("dim"), g.Text(b.Rules+" "), g.If(b.Needs() != "", flag(b.Needs())), g.Text(" "),
			g.If(first, flag("begin with this one"))),
		html.P(g.Text(b.About)),
		b.picture(p),
		html.Form(html.Method("post"), html.Action("/practise"), html.Class("filter"),
			hidden("form", form), hidden("battle", b.ID),
			html.Span(html.Label(html.For(field("seat")), g.Text("You are")), g.Text(" "),
				html.Select(html.ID(field("seat")), html.Name("seat"), g.Map(b.Seats, func(s BattleSeat) g.Node {
					return html.Option(html.Value(s.ID), g.Text(s.Name+" ("+s.Side+")"))
				}))),
			html.Span(html.Label(html.For(field("staff")), g.Text("The staff is")), g.Text(" "),
				html.Select(html.ID(field("staff")), html.Name("staff"), g.Map(p.Tempers(), func(t string) g.Node {
					return html.Option(html.Value(t), g.Text(t))
				}))),
			html.Button(html.Class("main"), g.Text("Begin"))),
		g.Map(b.Seats, BattleSeat.node))
}

// node is what whoever plays the seat is told.
func (s BattleSeat) node() g.Node {
	if len(s.Briefing) == 0 {
		return nil
	}
	return html.Details(html.Class("brief"), html.Summary(g.Text("Briefing of "+s.Name)),
		g.Map(s.Briefing, func(t string) g.Node { return html.P(g.Text(t)) }))
}

// picture is the field as the first seat sees it.
func (b Battle) picture(p Practice) g.Node {
	pic := p.Opening(b.ID, b.Seats[0].ID)
	if pic == nil {
		return nil
	}
	wide, high := pic.Size()
	return html.Figure(html.Class("map"), html.Img(html.Src("/practise/"+b.ID+"/map.svg?seat="+b.Seats[0].ID),
		html.Alt(pic.Alt()), html.Width(strconv.Itoa(wide)), html.Height(strconv.Itoa(high)), html.Loading("lazy")))
}
