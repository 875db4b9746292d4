package web

import (
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

// send renders the buttons that send the text.
func (v ordersView) send(check g.Node) g.Node {
	if !v.Signed {
		return html.P(html.Class("buttons"), check, html.Button(g.Text("Send")),
			html.Button(html.Class("main"), html.Name("ready"), html.Value("yes"),
				g.Text("Send them: I am READY")))
	}
	return g.Group{
		html.P(check, g.Text(" "), html.A(html.Class("button"), html.ID("mailto"), html.Data("head", v.Head),
			html.Href(v.Mailto()), g.Text("Open it in your mail program"))),
		html.P(g.Text("This game takes orders only in mails that your own mail server has signed, so the page cannot "+
			"send them. The link opens a mail with this text to "), code(v.To),
			g.Text("; send it from the address that plays the seat. Press Check after a change where the page runs "+
				"without script.")),
	}
}

func (v bothView) body() g.Node {
	both := func(turn int) string {
		return "/games/" + v.Game + "/turns/" + strconv.Itoa(turn) + "/both?seat=" + v.Seat
	}
	return g.Group{
		v.head(),
		html.H2(g.Text(v.Named(v.Turn) + ": what " + v.SeatName + " knew, and what was true")),
		html.Form(html.Method("get"), html.Class("filter"), html.Aria("label", "Choose the seat"),
			v.chooseSeat("Seat"), html.Button(g.Text("Show")),
			html.Span(g.If(v.Earlier() >= 0, linked("Earlier turn", both(v.Earlier()))), g.Text(" "),
				g.If(v.Later() >= 0, linked("Later turn", both(v.Later()))))),
		html.Div(html.Class("sides"), sideNode("knew", "Known to "+v.SeatName, v.Knew),
			sideNode("true", "As it was", v.True)),
		html.H3(g.Textf("Fact by fact: %d of %d differ", v.Wrong, len(v.Rows))),
		html.Div(html.Class("scroll"), html.Role("region"), html.Aria("label", "Facts known and true"),
			html.TabIndex("0"), html.Table(html.Class("facts"),
				html.THead(html.Tr(headCell("What"), headCell("Known to "+v.SeatName), headCell("As it was"),
					headCell("Differs in"))),
				html.TBody(g.Map(v.Rows, func(r bothRow) g.Node { return r.node(v.Turn) })))),
	}
}

func sideNode(id, heading string, p *picture) g.Node {
	return html.Section(html.Aria("labelledby", id), html.H3(html.ID(id), g.Text(heading)), p.node())
}

// node renders the row on the page of the given turn.
func (r bothRow) node(turn int) g.Node {
	differs := r.Differs != ""
	return html.Tr(g.If(differs, html.Class("differs")), html.Th(html.Scope("row"), g.Text(r.Name)),
		html.Td(html.Data("label", "Known"), codeOr(r.Knew, "nothing"),
			g.If(r.Knew != "" && r.Turn != turn, g.Group{g.Text(" "), flag("of turn " + strconv.Itoa(r.Turn))})),
		html.Td(html.Data("label", "As it was"), codeOr(r.True, "nothing of that name")),
		html.Td(g.If(differs, html.Data("label", "Differs in")), g.Text(r.Differs)))
}

func codeOr(text, other string) g.Node {
	if text == "" {
		return g.Text(other)
	}
	return code(text)
}

func (v whyView) body() g.Node {
	return g.Group{
		v.head(), html.H2(g.Text("Why " + v.Ref)),
		html.Ol(html.Class("chain"), g.Group(v.steps())),
	}
}

func (v whyView) steps() (list []g.Node) {
	for i, s := range v.Steps {
		at := s.At
		if at != "" {
			at = ", " + at
		}
		list = append(list, html.Li(
			html.P(html.Class("meta"), g.If(i > 0, g.Text("because of ")), linked(s.What, s.Href), g.Text(at)),
			textElement(html.P, "say", s.Sentence), codeLine(s.Text)))
	}
	return list
}

func (v homeView) body() g.Node {
	return g.Group{
		html.H1(g.Text("Your games")),
		g.If(len(v.Games) == 0 && v.Practice == nil, html.P(g.Text("No game knows your address any more."))),
		html.Ul(html.Class("cards"), g.Map(v.Games, card.node)),
		g.Iff(v.Practice != nil, func() g.Node { return choose(v.Practice, v.Form) }),
		openGames(v.Open), publicGames(v.Public),
	}
}

func (c card) node() g.Node {
	at := "/games/" + c.Game
	due := ""
	if c.Due != "" {
		due = "; orders are due " + c.Due
	}
	return html.Li(
		html.H2(linked(c.Title, at)), html.P(html.Class("stand"), g.Text(c.Stand+due), whoseNode(c.Whose)),
		g.If(c.As != "", html.P(html.Class("dim"), g.Text("You are "+c.As+"."))),
		html.P(html.Class("links"),
			g.Map(c.Seats, func(e eye) g.Node {
				return g.Group{linked("Write orders for "+e.Name, at+"/orders?seat="+e.Seat), g.Text(" ")}
			}),
			g.If(c.Umpire, linked("To the desk", at+"/desk"))))
}

func (v signIn) body() g.Node {
	head := g.Group{
		html.H1(g.Text("Sign in")),
		g.If(v.Why != "", html.P(html.Class("answer bad"), html.Role("alert"), g.Text(v.Why))),
		keptText(v.Kept),
	}
	if v.Alone {
		return g.Group{head, html.P(g.Text("Open the address that "), html.Code(g.Text("galloper practise")),
			g.Text(" printed when it was started. Each start prints a new one; the battles are kept."))}
	}
	return g.Group{
		head,
		html.P(g.Text("Give the mail address with which you play or umpire. A link comes to it that signs you in.")),
		html.Form(html.Method("post"), html.Action("/signin"), html.Class("stack"),
			html.Label(html.For("address"), g.Text("Mail address")),
			html.Input(html.Type("email"), html.ID("address"), html.Name("address"), html.AutoComplete("email"),
				html.Required()),
			html.Button(g.Text("Send me a link"))),
		openGames(v.Open), publicGames(v.Public),
	}
}

// linkFollowed is the target of a mailed link. It signs in when the button is pressed, so that link scanners do not
// use the link up.
type linkFollowed struct{ token string }

// PageTitle implements page.
func (linkFollowed) PageTitle() string { return "Sign in" }

func (v linkFollowed) body() g.Node {
	return g.Group{
		html.H1(g.Text("Sign in")),
		html.P(g.Text("The link is good. It can be used once.")),
		html.Form(html.Method("post"), html.Action("/signin/"+v.token),
			html.Button(g.Text("Sign in on this device"))),
	}
}
