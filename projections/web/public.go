package web

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"galloper/projections/story"
)

// Spectators do not sign in. Their pages depend only on the turns that are visible to them: not on the person, and
// not on the game's progress since then.

// publicView is a public turn of a game.
type publicView struct {
	Game, Title, Stand string
	Whose              string // whose turn it is, as of the visible turn
	Turn, Last         int    // -1 if no turn is visible yet
	Over               bool
	Map                *picture
	Story              *story.Story
}

// PageTitle implements page.
func (v publicView) PageTitle() string {
	if v.Turn < 0 {
		return v.Title
	}
	return place{}.Named(v.Turn) + ", " + v.Title
}

// mostLooks limits the pages per minute that are rendered for spectators, to bound the load that strangers can cause.
// Players and cached pages do not count.
const mostLooks = 300

// look is a request for a public page. Pages are cached until further turns become visible.
type look struct {
	*Game
	last, turn int
	key        string // changes with the content
}

// closed is the answer for games that are not open or do not exist.
var closed = refuse(http.StatusNotFound, "There is nothing to look at here",
	"No game of this name is open to spectators. Its umpire can open it, and close it again.")

// looking wraps a handler for public pages with lookup, cache and limit. write renders the page.
func (s *Server) looking(what, kind string, write func(*look, *http.Request, *bytes.Buffer) error) http.HandlerFunc {
	return s.handle(func(w http.ResponseWriter, r *http.Request) error {
		name := r.PathValue("game")
		if _, open := s.House.Opened()[name]; !open {
			return closed
		}
		err := s.House.View(r.Context(), name, func(game *Game) error {
			v, err := game.look(r)
			if err != nil {
				return err
			}
			v.key += what
			page, ok := s.looked.get(v.key)
			if !ok {
				if !s.looks.allow("", s.now()) {
					w.Header().Set("Retry-After", strconv.Itoa(int(time.Minute/time.Second)))
					return refuse(http.StatusTooManyRequests, "Too many people are looking on just now", "Try again in a minute.")
				}
				var b bytes.Buffer
				if err := write(v, r, &b); err != nil {
					return err
				}
				page = s.looked.put(v.key, b.Bytes())
			}
			return page.answer(w, r, kind)
		})
		if errors.Is(err, ErrNoGame) {
			return closed
		}
		return err
	})
}

// look returns the turn in the address, or the last visible turn.
func (game *Game) look(r *http.Request) (*look, error) {
	last, open := game.Campaign.Public(game.Reported, game.over())
	if !open {
		return nil, closed
	}
	v := &look{Game: game, last: last, turn: last}
	if text := r.PathValue("turn"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > last {
			return nil, refuse(http.StatusNotFound, "This turn cannot be looked at", "%s.", v.stand())
		}
		v.turn = n
	}
	v.key = fmt.Sprintln(game.Campaign.Game(), v.turn, r.FormValue("narrow") != "", last, game.over(),
		game.Campaign.Opened().Delay, len(game.Campaign.Reverts()))
	return v, nil
}

// stand describes the visible part of the game, and reveals nothing about its progress beyond that.
func (v *look) stand() string {
	behind := counted(v.Campaign.Opened().Delay, "turn")
	switch {
	case v.over():
		return "over: " + v.Campaign.Result()
	case v.last < 0:
		return "Spectators see this game " + behind + " behind. Nothing of it can be seen yet"
	}
	return fmt.Sprintf("Spectators see this game %s behind, as far as both sides saw it: the opening and %s", behind,
		counted(v.last, "turn"))
}

func (s *Server) publicPage(v *look, _ *http.Request, b *bytes.Buffer) error {
	view := publicView{Game: v.Campaign.Game(), Title: v.title(), Stand: v.stand(), Turn: v.turn, Last: v.last,
		Over: v.over()}
	if !view.Over {
		view.Whose = v.Table.PublicMoves(v.last)
	}
	if v.turn >= 0 {
		pic, err := v.Table.PublicMap(v.turn, false)
		if err != nil {
			return err
		}
		if view.Story, err = v.Table.PublicStory(v.turn); err != nil {
			return err
		}
		if pic != nil {
			w, h := pic.Size()
			src := view.url(v.turn) + "/map.svg"
			view.Map = &picture{Src: src, Narrow: src + "?narrow=1", Alt: pic.Alt(), Width: w, Height: h}
		}
	}
	return frame(view, false).Render(b)
}

func (s *Server) publicMap(v *look, r *http.Request, b *bytes.Buffer) error {
	pic, err := v.Table.PublicMap(v.turn, r.FormValue("narrow") != "")
	if err != nil {
		return err
	}
	if pic == nil {
		return noMap
	}
	b.Write(pic.SVG())
	return nil
}

func (s *Server) publicChronicle(v *look, _ *http.Request, b *bytes.Buffer) error {
	page, err := v.Table.Chronicle()
	if err != nil {
		return err
	}
	if page == nil || !v.over() {
		return noChronicle
	}
	b.Write(page)
	return nil
}

func (v publicView) url(turn int) string { return "/public/" + v.Game + "/turns/" + strconv.Itoa(turn) }

func (v publicView) body() g.Node {
	if v.Turn < 0 {
		return g.Group{html.H1(g.Text(v.Title)), html.P(html.Class("stand"), g.Text(v.Stand), whoseNode(v.Whose))}
	}
	return g.Group{
		html.H1(g.Text(v.Title)), html.P(html.Class("stand"), g.Text(v.Stand), whoseNode(v.Whose)),
		g.If(v.Over, html.P(linked("The chronicle", "/public/"+v.Game+"/chronicle", html.Class("button")),
			g.Text(" tells the whole battle on one page."))),
		html.Nav(html.Class("steps"), html.Aria("label", "Turns"),
			html.H2(g.Text(place{}.Named(v.Turn)+" ")),
			g.If(v.Turn > 0, linked("Earlier", v.url(v.Turn-1), html.Rel("prev"))), g.Text(" "),
			g.If(v.Turn < v.Last, linked("Later", v.url(v.Turn+1), html.Rel("next")))),
		html.Div(html.Class("beside told"), html.Div(v.Map.node()), html.Div(v.storyNode())),
	}
}

// storyNode renders the story without the parts for players: decisions, riders, letters, tables.
func (v publicView) storyNode() g.Node {
	s := v.Story
	if s == nil {
		return html.P(g.Text("These rules are not told as a story."))
	}
	head := s.Headline
	if s.Hour != "" {
		head = upperFirst(s.Hour) + ": " + head
	}
	return g.Group{
		html.H3(html.Class("headline"), g.Text(head)), publicScenes(s.Lead),
		g.If(s.Quiet && len(s.Lead) == 0, html.P(g.Text("Nothing that both sides saw."))),
		paragraphs(s.Stands()),
		g.Map(s.Sectors, func(x story.Sector) g.Node {
			return html.Section(html.Aria("label", x.Name), html.H3(g.Text(x.Name)), publicScenes(x.Scenes))
		}),
	}
}

func publicScenes(list []story.Scene) g.Node {
	return g.Map(list, func(s story.Scene) g.Node { return html.P(html.Class("scene"), g.Text(s.Text)) })
}

func publicGames(open map[string]string) g.Node {
	if len(open) == 0 {
		return nil
	}
	names := slices.SortedFunc(maps.Keys(open), func(a, b string) int {
		return strings.Compare(open[a]+"\x00"+a, open[b]+"\x00"+b)
	})
	return html.Section(html.Aria("labelledby", "public-title"),
		html.H2(html.ID("public-title"), g.Text("Battles to look at")),
		html.P(g.Text("Their umpires have opened them to spectators.")),
		html.Ul(g.Map(names, func(name string) g.Node { return html.Li(linked(open[name], "/public/"+name)) })))
}
