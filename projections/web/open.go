package web

import (
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

// OpenGame is the public description of a game that gathers players.
type OpenGame struct {
	Game, Title, Ruleset string
	Free, Seats          int
	Address              string // mail address for JOIN
}

// openGames lists the games that everyone may join.
func openGames(list []OpenGame) g.Node {
	if len(list) == 0 {
		return nil
	}
	var items []g.Node
	for _, o := range list {
		mailto := "mailto:" + o.Address + "?subject=" + url.PathEscape("join "+o.Game) + "&body=" +
			url.PathEscape("JOIN "+o.Game+"\n")
		items = append(items, html.Li(html.Strong(g.Text(o.Title)), g.Text(", "+o.Ruleset+": "+strconv.Itoa(o.Free)+" of "+
			strconv.Itoa(o.Seats)+" seats are free. "), linked("Join by mail", mailto)))
	}
	return html.Section(html.Aria("labelledby", "open-title"),
		html.H2(html.ID("open-title"), g.Text("Games that gather players")),
		html.P(g.Text("To join one, mail the line JOIN and its name. You are asked once whether the mail was yours.")),
		html.Ul(g.Group(items)))
}
