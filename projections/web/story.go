package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"galloper/projections/report"
	"galloper/projections/story"
)

// storyView is a seat's story of a turn, beside the map.
type storyView struct {
	place
	Map    *picture
	Story  *story.Story
	Umpire []report.Paragraph // the umpire's messages
	News   []report.Paragraph // letters
	Next   int                // the turn whose orders are due, or 0
}

// PageTitle implements page.
func (v storyView) PageTitle() string { return v.Named(v.Turn) + ", " + v.Title }

// recordKeys lists the query parameters of the record of a turn.
var recordKeys = []string{"who", "unit", "kind", "page", "at"}

// turnPage shows the story of a turn, or its record if the query asks for the record or there is no story.
func (s *Server) turnPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	if slices.ContainsFunc(recordKeys, r.URL.Query().Has) {
		return s.recordPage(w, r, v)
	}
	rep, err := v.Table.Report(v.seat, v.turn)
	if err != nil {
		return err
	}
	if rep.Story == nil {
		return s.recordPage(w, r, v)
	}
	view := storyView{place: v.place("story"), Story: rep.Story, Umpire: rep.Umpire, News: rep.News}
	if t := v.Campaign.Current(); t != nil && !v.over() && v.turn == v.Reported && slices.Contains(v.seats, v.seat) {
		view.Next = t.Number
	}
	if view.Map, err = v.picture(v.seat, ""); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, view)
}

func (v storyView) body() g.Node {
	s := v.Story
	head := s.Headline
	if s.Hour != "" {
		head = upperFirst(s.Hour) + ": " + head
	}
	return g.Group{
		v.head(), v.slider(),
		html.Div(html.Class("beside told"),
			html.Div(v.Map.node()),
			html.Div(html.H3(html.Class("headline"), g.Text(head)), v.scenes(s.Lead), v.standing(),
				g.If(len(s.Decide) > 0, chapter3("decide", "To decide", items(s.Decide))),
				g.Map(s.Sectors, func(x story.Sector) g.Node {
					return html.Section(html.Aria("label", x.Name), html.H3(g.Text(x.Name)), v.scenes(x.Scenes))
				}),
				g.If(len(s.Riders) > 0, html.Section(html.Aria("label", "The couriers' work"), html.H3(g.Text("Riders")),
					paragraphs(s.Riders))),
				v.umpire(),
				v.letters(),
				g.If(v.Over, html.P(linked("The whole battle, as both sides knew it", "/games/"+v.Game+"/chronicle",
					html.Class("button")))),
				g.If(v.Next > 0, html.P(linked("Orders for turn "+strconv.Itoa(v.Next), "/games/"+v.Game+"/orders?seat="+v.Seat,
					html.Class("button")))))),
		html.Div(html.Class("tables"), g.Map(s.Tables, tableNode)),
		html.P(html.Class("dim"), g.Text("This is told of what you were told. "),
			linked("The record, and the dice", v.record()), g.Text(", line by line.")),
	}
}

// record returns the address of the turn's record.
func (p place) record() string {
	return "/games/" + p.Game + "/turns/" + strconv.Itoa(p.Turn) + "/record?seat=" + url.QueryEscape(p.Seat)
}

// scenes renders scenes, each with a link to its causes. The script shows their subjects on the map.
func (v storyView) scenes(list []story.Scene) g.Node {
	return g.Map(list, func(s story.Scene) g.Node {
		about := strings.Join(s.About, " ")
		return html.P(html.Class("scene"), g.If(about != "", html.Data("about", about)), g.Text(s.Text), v.why(s.Refs))
	})
}

func (v storyView) why(refs []string) g.Node {
	if len(refs) == 0 || refs[0] == "" {
		return nil
	}
	return g.Group{g.Text(" "), linked("why", "/games/"+v.Game+"/why/"+refs[0]+"?seat="+url.QueryEscape(v.Seat),
		html.Class("why"), html.Aria("label", "Why it came so"))}
}

// standing renders the score and the losses.
func (v storyView) standing() g.Node {
	if o := v.Story.Opening; o != nil {
		return paragraphs(slices.Concat(o.Task, o.Roster))
	}
	return paragraphs(v.Story.Stands())
}

func (v storyView) letters() g.Node {
	var all []g.Node
	for _, l := range v.Story.Letters {
		all = append(all, html.P(html.B(g.Text(l.Head+": ")), g.Text(l.Text)))
	}
	all = append(all, wrote(v.News)...)
	if len(all) == 0 {
		return nil
	}
	return chapter3("came", "Letters and reports", all...)
}

// umpire renders the umpire's messages.
func (v storyView) umpire() g.Node {
	if len(v.Umpire) == 0 {
		return nil
	}
	return chapter3("says", "From the umpire", wrote(v.Umpire)...)
}

func wrote(list []report.Paragraph) (all []g.Node) {
	for _, p := range list {
		if p.Quote {
			all = append(all, html.BlockQuote(g.Text(p.Text)))
			continue
		}
		all = append(all, html.P(g.Text(p.Text)))
	}
	return all
}

// chapter3 renders a section within a chapter.
func chapter3(id, heading string, nodes ...g.Node) g.Node {
	return html.Section(html.Aria("labelledby", id), html.H3(html.ID(id), g.Text(heading)), g.Group(nodes))
}

func paragraphs(list []string) g.Node {
	return g.Map(list, func(t string) g.Node { return html.P(g.Text(upperFirst(t))) })
}

func items(list []string) g.Node {
	return html.Ul(g.Map(list, func(t string) g.Node { return html.Li(g.Text(t)) }))
}
