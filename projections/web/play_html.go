package web

import (
	"slices"
	"strconv"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"galloper/projections/story"
)

func (v ordersView) body() g.Node {
	return g.Group{
		v.head(),
		html.H2(g.Textf("Orders of %s for turn %d", v.SeatName, v.Current), g.Text(" "), v.countdown()),
		answered(v.Answer),
		g.If(!v.Open, html.P(html.Class("answer bad"), g.Text("No orders are taken now."))),
		html.P(html.ID("moved"), html.Class("answer wait"), html.Role("status"), html.Hidden("")),
		html.Div(html.Class("play"),
			html.Div(html.Class("chart"), html.ID("map"), v.Map.node()),
			v.form(),
			html.Div(html.Class("sheets"), v.sheets())),
		v.thumb(),
	}
}

// countdown renders the time until the deadline, which a script updates.
func (v ordersView) countdown() g.Node {
	if v.Deadline.IsZero() || !v.Open {
		return nil
	}
	return g.El("time", html.Class("flag"), html.ID("countdown"),
		html.DateTime(v.Deadline.UTC().Format(time.RFC3339)), g.Text("due "+v.Due))
}

// thumb renders links to the parts of the page, within reach of the thumb on a phone.
func (v ordersView) thumb() g.Node {
	return html.Nav(html.Class("thumb"), html.Aria("label", "Parts of this page"), html.Ul(
		html.Li(linked("Map", "#map")), html.Li(linked("Orders", "#write")), html.Li(linked("Troops", "#troops")),
		html.Li(linked("Letters", "#letters")), html.Li(linked("Card", "#card"))))
}

func (v ordersView) form() g.Node {
	check := v.check()
	return html.Form(html.Method("post"), html.Action("/games/"+v.Game+"/orders"), html.ID("write"),
		html.Data("check", check), html.Data("pulse", "/games/"+v.Game+"/pulse"), html.Data("seat", v.Seat),
		html.Data("turn", strconv.Itoa(v.Current)), html.Data("game", v.Game),
		g.If(v.March != "", html.Data("march", v.March)), html.Class("writing stack"),
		hidden("form", v.Form), hidden("turn", strconv.Itoa(v.Current)), hidden("seat", v.Seat), hidden("held", v.Held),
		html.Label(html.For("text"), g.Text("Your orders, one per line; they replace the ones that you sent before")),
		html.P(html.ID("hint"), html.Class("dim scripted"), html.Hidden(""),
			g.Text("Tap a unit, an enemy or a place on the map to write its name; draw from a unit to its destination. "+
				"On a touch screen two fingers move the map.")),
		html.Textarea(html.ID("text"), html.Name("text"), html.Rows("7"), g.Attr("spellcheck", "false"),
			html.Required(), g.Text(v.Text)),
		v.suggestions(),
		v.send(html.Button(html.FormAction(check), g.Text("Check"))),
		html.Section(html.Aria("labelledby", "receipt-title"), html.Class("receipt"),
			html.H3(html.ID("receipt-title"), g.Text("How it is read")),
			html.Div(html.ID("receipt"), html.Role("status"), html.Aria("live", "polite"), v.receipt())),
		v.ordersInForce())
}

// ordersInForce renders the orders in force.
func (v ordersView) ordersInForce() g.Node {
	if len(v.InForce) == 0 {
		return html.P(html.Class("dim"), g.Text("Nothing has come from you for this turn."))
	}
	state := "In force"
	if v.Ready {
		state = "In force, and you have said READY"
	}
	return html.Section(html.Aria("labelledby", "inforce-title"),
		html.H3(html.ID("inforce-title"), g.Text(state)), numbered(v.InForce, plain))
}

func (v ordersView) receipt() g.Node {
	if v.Receipt == nil {
		return html.P(html.Class("dim"), g.Text("Nothing is written yet."))
	}
	return v.Receipt.node(v.check())
}

// suggestions renders orders that a tap inserts into the box.
func (v ordersView) suggestions() g.Node {
	if len(v.Suggests) == 0 || !v.Open {
		return nil
	}
	return html.Div(html.Role("group"), html.Aria("labelledby", "suggests"),
		html.P(html.ID("suggests"), g.Text("These would do now; a tap writes one into the box:")),
		html.Ul(html.Class("taps"), g.Map(v.Suggests, func(m Mend) g.Node { return m.tap(v.check()) })))
}

// node renders the receipt. A tap applies a proposal.
func (r Receipt) node(check string) g.Node {
	tap := func(m Mend) g.Node { return m.tap(check) }
	return g.Group{
		html.P(html.Class("verdict"), g.Text(r.Verdict)),
		g.If(len(r.Orders) > 0, html.Ul(html.Class("read"), g.Map(r.Orders, func(a Answered) g.Node { return a.node(tap) }))),
		g.Map(r.Rest, func(block []string) g.Node {
			return html.P(html.Class("dim lines"), g.Text(strings.Join(block, "\n")))
		}),
	}
}

func (a Answered) node(tap func(Mend) g.Node) g.Node {
	class := "good"
	if a.Canonical == "" {
		class = "bad"
	}
	return html.Li(html.Class(class), g.If(a.Canonical != "", html.Data("order", a.Canonical)), code(a.Text),
		g.Map(a.Below, func(line string) g.Node { return html.P(html.Class("note"), g.Text(line)) }),
		g.If(len(a.Mends) > 0, html.Ul(html.Class("taps"), g.Map(a.Mends, tap))))
}

// tap renders a button that applies the proposal. It sends nothing; the text is only checked again.
func (m Mend) tap(check string) g.Node {
	return html.Li(html.Button(html.Class("tap"), html.Name("mend"), html.Value(m.String()), g.Attr("formnovalidate"),
		html.FormAction(check), html.Data("line", strconv.Itoa(m.Line)), html.Data("col", strconv.Itoa(m.Col)),
		html.Data("word", m.Word), html.Data("with", m.With), g.Text(m.With)))
}

// decisionsNode renders the decisions and the score.
func (v ordersView) decisionsNode() g.Node {
	s := v.Story
	if s == nil {
		return nil
	}
	return g.Group{
		v.task(),
		g.If(s.Opening == nil, html.P(g.Text("Last turn: "), linked(s.Headline, v.URL(v.Turn)), g.Text("."))),
		g.If(len(s.Decide) > 0, chapter("decide", "To decide",
			items(s.Decide))),
		html.Div(html.Class("score"), paragraphs(s.Stands())),
	}
}

// sheets renders the reference material for writing orders.
func (v ordersView) sheets() g.Node {
	return g.Group{
		v.decisionsNode(), html.Div(html.ID("troops"), v.tables()),
		sheet("letters", "Letters", len(v.Threads) > 0, v.letters()),
		sheet("roster", "Who plays", false, v.players()),
		g.If(v.Follows, sheet("feeds", "Follow this seat", false, v.pushes(), v.feeds())),
		sheet("card", "The card: how orders are written", false, html.Pre(html.Class("card"), g.Text(v.Card))),
	}
}

func sheet(id, title string, open bool, nodes ...g.Node) g.Node {
	return html.Details(html.Class("sheet"), html.ID(id), g.If(open, g.Attr("open")),
		html.Summary(html.H3(g.Text(title))), g.Group(nodes))
}

// tables renders the report's tables. A script turns names into buttons.
func (v ordersView) tables() g.Node {
	if v.Story == nil {
		return nil
	}
	return g.Map(v.Story.Tables, tableNode)
}

func tableNode(t story.Table) g.Node {
	return html.Section(html.Aria("label", t.Title), html.H3(g.Text(t.Title)),
		html.Table(html.Class("facts"),
			html.THead(html.Tr(g.Map(t.Columns, headCell))),
			html.TBody(g.Group(rowNodes(t)))),
		g.If(t.Note != "", html.P(g.Text(t.Note))))
}

func rowNodes(t story.Table) (rows []g.Node) {
	for i, row := range t.Rows {
		cells := make([]g.Node, len(row))
		for c, text := range row {
			if c == 0 {
				cells[c] = html.Th(html.Scope("row"), nameNode(t.IDs[i], text))
				continue
			}
			cells[c] = html.Td(g.If(text != "", html.Data("label", t.Columns[c])), g.Text(text))
		}
		rows = append(rows, html.Tr(cells...))
	}
	return rows
}

// nameNode renders a name with the id that orders use.
func nameNode(id, name string) g.Node {
	if id == "" || id == "?" {
		return g.Text(name)
	}
	return html.Span(html.Data("name", id), g.Text(name))
}

func (v ordersView) letters() g.Node {
	if len(v.Threads) == 0 {
		return html.P(html.Class("dim"), g.Text("None yet. LETTER TO a seat, a colon and the text, among your orders."))
	}
	return g.Map(v.Threads, func(t thread) g.Node {
		return html.Section(html.Aria("label", "Letters: "+t.With), html.H4(g.Text(t.With)),
			html.Ol(html.Class("thread"), g.Map(t.Letters, letter.node)))
	})
}

func (l letter) node() g.Node {
	class, who := "theirs", "came"
	if l.Mine {
		class, who = "mine", "you wrote"
	}
	head := who + ", turn " + strconv.Itoa(l.Turn)
	if l.Fate != "" {
		head += ": " + l.Fate
	}
	return html.Li(html.Class(class), html.P(html.Class("meta"), g.Text(head)), html.P(g.Text(l.Text)))
}

func (v ordersView) players() g.Node {
	return g.Group{
		html.Table(html.Class("facts"), html.THead(html.Tr(headCell("Seat"), headCell("Side"), headCell("This turn"))),
			html.TBody(g.Map(v.Roster, func(p player) g.Node {
				name := p.Name
				if p.You {
					name += " (you)"
				}
				return html.Tr(html.Th(html.Scope("row"), g.Text(name)), html.Td(html.Data("label", "Side"), g.Text(p.Side)),
					html.Td(g.If(p.Word != "", html.Data("label", "This turn")), g.Text(p.Word)))
			}))),
		g.If(!v.Tells, html.P(html.Class("dim"), g.Text("This game does not reveal which other seats have written."))),
	}
}

// task renders the briefing before the first turn.
func (v ordersView) task() g.Node {
	if v.Story == nil || v.Story.Opening == nil {
		return nil
	}
	var all []string
	for i := range v.Story.Lead {
		all = append(all, v.Story.Lead[i].Text)
	}
	o := v.Story.Opening
	return chapter("task", "Your task",
		g.Map(slices.Concat(all, o.Task, o.Roster), func(t string) g.Node { return html.P(g.Text(t)) }))
}
