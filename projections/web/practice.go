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

// Practice makes games for one player against the staff.
type Practice interface {
	// Battles returns the available battles, the recommended first one first.
	Battles() []Battle
	// Tempers returns the names of the staff's tempers, the default first.
	Tempers() []string
	// Begin starts a game of a battle with the person in the seat, and returns the game's name.
	Begin(ctx context.Context, battle, seat, temper string) (game string, err error)
	// Opening draws a battle before its first turn, to the seat's knowledge; nil if there is no map.
	Opening(battle, seat string) *mapview.Picture
	// Played waits until the turn is reported, for a few seconds at most.
	Played(ctx context.Context, game string, turn int) bool
}

// Battle is a scenario that can be played alone.
type Battle struct {
	ID, Title, Rules, About string
	Play                    events.Play
	Seats                   []BattleSeat
}

// BattleSeat is a playable seat of a battle.
type BattleSeat struct {
	ID, Name, Side string
	Briefing       []string // briefing before the first turn, in paragraphs
}

// Link returns an address that signs the person in, repeatedly, for as long as a session lasts. It is printed for the
// person who started the program and never mailed. It leads to the page to, such as `/games/GAME/orders`, or to the
// home page if to is "".
func (s *Server) Link(ctx context.Context, address, to string) (string, error) {
	token, err := s.issue(ctx, linkKey, address, sessionLasts)
	link := s.URL + "/signin/" + token
	if to != "" {
		link += "?to=" + url.QueryEscape(to)
	}
	return link, err
}

// begin starts the chosen battle.
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

// opening draws a battle that has not started.
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

// choose renders a form for each battle.
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

// Needs returns the level and duration of the battle, or "" if the scenario does not give them.
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

// node renders the briefing of the seat.
func (s BattleSeat) node() g.Node {
	if len(s.Briefing) == 0 {
		return nil
	}
	return html.Details(html.Class("brief"), html.Summary(g.Text("Briefing of "+s.Name)),
		g.Map(s.Briefing, func(t string) g.Node { return html.P(g.Text(t)) }))
}

// picture renders the map from the first seat's view.
func (b Battle) picture(p Practice) g.Node {
	pic := p.Opening(b.ID, b.Seats[0].ID)
	if pic == nil {
		return nil
	}
	wide, high := pic.Size()
	return html.Figure(html.Class("map"), html.Img(html.Src("/practise/"+b.ID+"/map.svg?seat="+b.Seats[0].ID),
		html.Alt(pic.Alt()), html.Width(strconv.Itoa(wide)), html.Height(strconv.Itoa(high)), html.Loading("lazy")))
}
