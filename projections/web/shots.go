package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"galloper/events"
	"galloper/projections/mapview"
	"galloper/projections/story"
)

// shotView is a moment of a turn: the map at that moment, and the outcomes that led to it.
type shotView struct {
	storyView
	Shot, Of int // from 1
	Happened []told
}

// told is the sentence of an outcome, with the Ref that leads to its causes.
type told struct {
	Ref, Text string
	About     string // ids of its subjects on the map
}

// aboutOf returns the ids in an outcome's fields. The script uses them to find its subjects on the map.
func aboutOf(o *events.Outcome) string {
	var names []string
	for _, f := range o.Fields {
		for id := range strings.SplitSeq(f.Value, ",") {
			unit, _, _ := strings.Cut(id, ".") // the unit of a stand
			if id != "" && !strings.ContainsAny(id, " \"") && !slices.Contains(names, unit) {
				names = append(names, unit)
			}
		}
	}
	return strings.Join(names, " ")
}

// PageTitle implements page.
func (v shotView) PageTitle() string {
	return fmt.Sprintf("%s, moment %d of %d, %s", v.Named(v.Turn), v.Shot, v.Of, v.Title)
}

// shot returns the moments of the turn, and the number of the one in the address.
func (v *visit) shot(r *http.Request) (shots []mapview.Shot, n int, err error) {
	if shots, err = v.Table.Shots(v.seat, v.turn); err != nil {
		return nil, 0, err
	}
	n, err = strconv.Atoi(r.PathValue("shot"))
	if err != nil || n < 1 || n > len(shots) {
		return nil, 0, refuse(http.StatusNotFound, "There is no such moment", "The turn has moments 1 to %d.", len(shots))
	}
	return shots, n, nil
}

// shotPicture draws the map of a moment.
func (v *visit) shotPicture(r *http.Request) (*mapview.Picture, error) {
	shots, n, err := v.shot(r)
	if err != nil {
		return nil, err
	}
	pic := v.Table.Shot(&shots[n-1], n, len(shots))
	if pic == nil {
		return nil, noMap
	}
	return pic, nil
}

func (s *Server) shotSVG(w http.ResponseWriter, r *http.Request, v *visit) error {
	pic, err := v.shotPicture(r)
	if err == nil {
		writeSVG(w, pic)
	}
	return err
}

// shotJSON describes the clickable things on the map of a moment.
func (s *Server) shotJSON(w http.ResponseWriter, r *http.Request, v *visit) error {
	pic, err := v.shotPicture(r)
	if err != nil {
		return err
	}
	return writePoints(w, pic)
}

// shotPage shows a moment, the outcomes that led to it, and the scenes that end with it.
func (s *Server) shotPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	shots, n, err := v.shot(r)
	if err != nil {
		return err
	}
	view := shotView{storyView: storyView{place: v.place("shots")}, Shot: n, Of: len(shots)}
	if pic := v.Table.Shot(&shots[n-1], n, len(shots)); pic != nil {
		view.Map = pointedAt(pic, view.moment(n, "/map.svg"), view.moment(n, "/map.json"))
	}
	rep, err := v.Table.Report(v.seat, v.turn)
	if err != nil {
		return err
	}
	var refs []string
	for i := range shots[n-1].Outcomes {
		o := &shots[n-1].Outcomes[i]
		refs = append(refs, o.Ref)
		if text := v.Table.Sentence(o, v.turn); text != "" {
			view.Happened = append(view.Happened, told{o.Ref, text, aboutOf(o)})
		}
	}
	if rep.Story != nil && view.isStory() {
		view.Story = &story.Story{Lead: scenesOf(rep.Story, refs)}
	}
	return s.show(w, http.StatusOK, view)
}

// scenesOf returns the scenes that end with one of the outcomes.
func scenesOf(s *story.Story, refs []string) (list []story.Scene) {
	all := s.Lead
	for _, x := range s.Sectors {
		all = slices.Concat(all, x.Scenes)
	}
	for _, scene := range all {
		if len(scene.Refs) > 0 && slices.Contains(refs, scene.Refs[0]) {
			list = append(list, scene)
		}
	}
	return list
}

// moment returns the address of a moment of the turn.
func (p place) moment(n int, file string) string {
	return fmt.Sprintf("/games/%s/turns/%d/shots/%d%s?seat=%s", p.Game, p.Turn, n, file, url.QueryEscape(p.Seat))
}

func (v shotView) body() g.Node {
	var scenes g.Node
	if v.Story != nil {
		scenes = v.scenes(v.Story.Lead)
	}
	return g.Group{
		v.head(),
		html.Nav(html.Class("steps"), html.Aria("label", "The moments of the turn"),
			html.H2(html.ID("turn-title"), g.Textf("%s, moment %d of %d", v.Named(v.Turn), v.Shot, v.Of)),
			g.If(v.Shot > 1, linked("Before", v.moment(v.Shot-1, ""), html.Rel("prev"))), g.Text(" "),
			g.If(v.Shot < v.Of, linked("Next", v.moment(v.Shot+1, ""), html.Rel("next")))),
		html.Div(html.Class("beside told"), html.Div(v.Map.node()), html.Div(scenes, v.outcomesNode())),
	}
}

// outcomesNode renders the outcomes that led to the moment.
func (v shotView) outcomesNode() g.Node {
	switch {
	case len(v.Happened) > 0:
		return chapter3("happened", "What happened", html.Ul(g.Map(v.Happened, func(x told) g.Node {
			return html.Li(html.Class("scene"), g.If(x.About != "", html.Data("about", x.About)), g.Text(x.Text),
				v.why([]string{x.Ref}))
		})))
	case v.Shot == 1:
		return html.P(g.Text("So it stood when the turn began."))
	case v.Shot == v.Of:
		return html.P(g.Text("So it stood when the turn was over."))
	}
	return html.P(g.Text("Nothing else was told of it."))
}
