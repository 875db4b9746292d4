package web

import (
	"errors"
	"net/http"
	"slices"
)

// signIn is the page that asks for a mail address.
type signIn struct {
	Why    string
	Open   []OpenGame
	Public map[string]string
	Kept   string // text that was written but not sent
	Alone  bool   // practice without mail
}

// PageTitle implements page.
func (signIn) PageTitle() string { return "Sign in" }

func (s *Server) signInPage(w http.ResponseWriter, r *http.Request, status int, why string) error {
	return s.show(w, status, signIn{why, s.openGames(r), s.House.Opened(), written(r), s.Practice != nil})
}

// openGames returns the games that everyone may join.
func (s *Server) openGames(r *http.Request) []OpenGame {
	if s.Open == nil {
		return nil
	}
	return s.Open(r.Context())
}

type card struct {
	Game, Title, Stand, Due string
	Whose                   string
	Turn                    int
	As                      string // the viewer's roles
	Umpire                  bool
	Seats                   []eye
}

type homeView struct {
	Games    []card
	Practice Practice
	Open     []OpenGame
	Public   map[string]string
	Form     string // the session's form token
}

// PageTitle implements page.
func (homeView) PageTitle() string { return "Your games" }

// home lists the games of the signed-in person.
func (s *Server) home(w http.ResponseWriter, r *http.Request) error {
	signed, err := s.session(r)
	if err != nil {
		return err
	}
	if signed.address == "" {
		return s.signInPage(w, r, http.StatusOK, "")
	}
	names, err := s.House.Games(r.Context(), signed.address)
	if err != nil {
		return err
	}
	list := homeView{Practice: s.Practice, Open: s.openGames(r), Public: s.House.Opened(), Form: signed.formToken()}
	for _, name := range names {
		err := s.House.View(r.Context(), name, func(g *Game) error {
			switch v := g.viewer(signed.address); {
			case !v.any():
			case v.outdated(g.Campaign, signed.since):
				list.Games = append(list.Games, card{Game: g.Campaign.Game(), Title: g.title(),
					Stand: "sign in again: the secrets of your seat were made new"})
			default:
				list.Games = append(list.Games, g.card(v))
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrNoGame) {
			s.Logger.Error("a game cannot be shown", "game", name, "error", err)
			list.Games = append(list.Games,
				card{Game: name, Title: name, Stand: "cannot be read; it is held, and the operator's log says why"})
		}
	}
	distinguishTitles(list.Games)
	return s.show(w, http.StatusOK, list)
}

// distinguishTitles adds the game's name to titles that occur more than once.
func distinguishTitles(games []card) {
	times := map[string]int{}
	for _, c := range games {
		times[c.Title]++
	}
	for i, c := range games {
		if times[c.Title] > 1 {
			games[i].Title += " (" + c.Game + ")"
		}
	}
}

func (g *Game) card(v viewer) card {
	asked := func(seat string) bool { return v.truthOf(g.Campaign.Number()) || slices.Contains(v.seats, seat) }
	c := card{Game: g.Campaign.Game(), Title: g.title(), Stand: g.stand(asked), Turn: g.Campaign.Number(),
		Whose: g.turnStatus(v.seats), Umpire: v.umpire}
	if t := g.Campaign.Current(); t != nil {
		c.Due = g.moment(t.Deadline)
	}
	if v.umpire {
		c.As = "umpire"
	}
	for _, s := range v.seats {
		if c.As != "" {
			c.As += ", "
		}
		c.As += g.name(s)
		c.Seats = append(c.Seats, eye{Seat: s, Name: g.name(s)})
	}
	return c
}
