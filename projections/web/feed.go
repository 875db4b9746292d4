package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"galloper/projections/campaign"
)

// Players can follow a seat in a feed reader (Atom, RFC 4287) and a calendar (iCalendar, RFC 5545). Each address
// contains a secret token, of which only the hash is stored. Feeds contain headlines and deadlines, no more than the
// seat was mailed. They end when the player loses the seat, its secrets are renewed, or the player stops them.

// Deadline is a due date of orders, for a calendar.
type Deadline struct {
	ID, Title string
	At        time.Time
}

const (
	feedKey   = "page.feed."    // + hash of a token → follow
	feedOfKey = "page.feed.of." // + address, game and seat → hash of the current token
)

// mostEntries is the number of turns in a feed.
const mostEntries = 20

// follow identifies the subject of a feed and its owner.
type follow struct {
	Address string    `json:"address"` // id
	Game    string    `json:"game"`
	Seat    string    `json:"seat"`
	Since   time.Time `json:"since"`
}

func (f *follow) of() string { return feedOfKey + f.Address + "." + f.Game + "." + f.Seat }

// stopFollowing invalidates the existing feed addresses.
func (s *Server) stopFollowing(ctx context.Context, f *follow) error {
	hash, ok, err := s.Keeper.Get(ctx, f.of())
	if err == nil && ok {
		err = s.Keeper.Erase(ctx, feedKey+string(hash))
	}
	if err == nil && ok {
		err = s.Keeper.Erase(ctx, f.of())
	}
	return err
}

// startFollowing creates new feed addresses and invalidates the existing ones.
func (s *Server) startFollowing(ctx context.Context, f *follow) (token string, err error) {
	if err := s.stopFollowing(ctx, f); err != nil {
		return "", err
	}
	value, err := json.Marshal(f)
	if err != nil {
		return "", err
	}
	token = rand.Text()
	if err = s.Keeper.Put(ctx, feedKey+hashOf(token), value); err == nil {
		err = s.Keeper.Put(ctx, f.of(), []byte(hashOf(token)))
	}
	return token, err
}

// follow creates the addresses of a seat's feeds and shows them once, or stops the feeds.
func (s *Server) follow(w http.ResponseWriter, r *http.Request, v *visit) error {
	if !slices.Contains(v.seats, v.seat) {
		return notYourSeat
	}
	f := &follow{v.address, v.Campaign.Game(), v.seat, s.now().UTC()}
	if r.PostFormValue("stop") != "" {
		if err := s.stopFollowing(r.Context(), f); err != nil {
			return err
		}
		return s.show(w, http.StatusOK, message{Head: "Nobody follows " + v.seatName(v.seat) + " now",
			Text: "The addresses that were given out lead nowhere any more."})
	}
	token, err := s.startFollowing(r.Context(), f)
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, feedsMade{v.place("orders"), s.URL + "/feeds/" + token})
}

// feedsMade shows the new addresses, which are not stored.
type feedsMade struct {
	place
	base string
}

// PageTitle implements page.
func (f feedsMade) PageTitle() string { return "Follow " + f.SeatName }

func (f feedsMade) body() g.Node {
	address := func(id, label, of string) g.Node {
		return g.Group{html.Label(html.For(id), g.Text(label)),
			html.Input(html.ID(id), html.ReadOnly(), html.Value(f.base+of)), html.P(linked("Open it", f.base+of))}
	}
	return g.Group{
		html.H1(g.Text(f.PageTitle())),
		html.P(g.Text("Give these to your feed reader and your calendar now: they are not shown again. Keep them to " +
			"yourself, because they give access to your headlines and deadlines. New ones make these invalid.")),
		html.Div(html.Class("stack"), address("atom", "Each turn, for a feed reader", "/turns.atom"),
			address("ics", "Deadlines, for a calendar", "/deadlines.ics")),
		html.P(html.A(html.Href("/games/"+f.Game+"/orders?seat="+url.QueryEscape(f.Seat)), g.Text("Back to your orders"))),
	}
}

// feeds renders the form that creates or stops the feeds.
func (v ordersView) feeds() g.Node {
	return html.Form(html.Method("post"), html.Action("/games/"+v.Game+"/feeds?seat="+url.QueryEscape(v.Seat)),
		html.Class("stack"), hidden("form", v.Form),
		html.P(g.Text("Headlines in a feed reader and deadlines in your calendar, by addresses that only you know. "+
			"To make new ones stops those that you had.")),
		html.P(html.Button(g.Text("Make addresses")), g.Text(" "),
			html.Button(html.Class("plain"), html.Name("stop"), html.Value("yes"), g.Text("Stop them"))))
}

// withFollowed calls use with the game that a token gives access to, or returns notFound.
func (s *Server) withFollowed(r *http.Request, use func(*visit) error) error {
	token := r.PathValue("token")
	if len(token) > 100 {
		return notFound
	}
	value, ok, err := s.Keeper.Get(r.Context(), feedKey+hashOf(token))
	if err != nil {
		return err
	}
	var f follow
	if !ok || json.Unmarshal(value, &f) != nil {
		return notFound
	}
	return s.asSeat(r.Context(), &f, use)
}

// asSeat calls use with the seat's view of the game if the follower still has access, or returns notFound.
func (s *Server) asSeat(ctx context.Context, f *follow, use func(*visit) error) error {
	return s.House.View(ctx, f.Game, func(game *Game) error {
		v := &visit{Game: game, viewer: game.viewer(f.Address), seat: f.Seat}
		v.umpire, v.ended, v.lifted = false, false, nil // the feed shows only the seat's knowledge, even after the game
		if !slices.Contains(v.seats, f.Seat) || v.outdated(game.Campaign, f.Since) {
			return notFound
		}
		v.seats, v.turn = []string{f.Seat}, game.Reported
		return use(v)
	})
}

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Author  string      `xml:"author>name"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// atom writes the turns that were reported to the seat, the latest first.
func (s *Server) atom(w http.ResponseWriter, r *http.Request) error {
	return s.withFollowed(r, func(v *visit) error {
		home := s.URL + "/games/" + v.Campaign.Game()
		feed := atomFeed{ID: home + "#" + v.seat, Title: v.title() + ", " + v.name(v.seat), Author: v.title(),
			Links: []atomLink{{"self", s.URL + r.URL.Path}, {"alternate", home}}}
		for n := v.Reported; n >= max(0, v.Reported-mostEntries+1); n-- {
			rep, err := v.Table.Report(v.seat, n)
			if err != nil {
				return err
			}
			id := home + "/turns/" + strconv.Itoa(n)
			entry := atomEntry{ID: id + "#" + v.seat, Title: rep.Headline, Updated: v.closed(n).UTC().Format(time.RFC3339),
				Link: atomLink{"alternate", id + "?seat=" + url.QueryEscape(v.seat)}, Summary: rep.Summary}
			feed.Entries = append(feed.Entries, entry)
		}
		feed.Updated = feed.Entries[0].Updated
		text, err := xml.MarshalIndent(feed, "", " ")
		if err != nil {
			return fmt.Errorf("web: the feed of %s: %w", v.seat, err)
		}
		w.Header().Set("Content-Type", "application/atom+xml; charset=utf-8")
		_, _ = w.Write([]byte(xml.Header + string(text) + "\n")) // the reader may be gone
		return nil
	})
}

// closed returns when a turn ended. For the opening that is when turn 1 was opened.
func (v *visit) closed(n int) time.Time {
	if n == 0 {
		return v.Campaign.Turn(1).Opened
	}
	return v.Campaign.Turn(n).ClosedAt
}

// deadlines writes the due date of the open turn.
func (s *Server) deadlines(w http.ResponseWriter, r *http.Request) error {
	return s.withFollowed(r, func(v *visit) error {
		var due []Deadline
		if t := v.Campaign.Current(); t != nil && t.Closed == "" && !t.Deadline.IsZero() && !v.over() {
			due = append(due, v.due(t))
		}
		w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
		_, _ = w.Write([]byte(s.Calendar(due, s.now())))
		return nil
	})
}

func (v *visit) due(t *campaign.Turn) Deadline {
	title := fmt.Sprintf("Orders for turn %d of %s are due", t.Number, v.title())
	if t.IsReady(v.seat) {
		title += " (you said READY)"
	}
	return Deadline{fmt.Sprintf("%s.turn%d.%s", v.Campaign.Game(), t.Number, v.seat), title, t.Deadline}
}
