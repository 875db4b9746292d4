package web

import (
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"galloper/events"
	"galloper/projections/knowledge"
)

func (v turnView) body() g.Node {
	var chart g.Node = html.P(g.Text("These rules have no map."))
	if v.Map != nil {
		chart = v.Map.node()
	}
	return g.Group{
		v.head(), v.slider(),
		html.Div(html.Class("beside"), chart, html.Div(ordersNode(v.Orders), v.dice())),
		v.Diary.node(v.place),
	}
}

// head renders the top of each page of a game.
func (p place) head() g.Node {
	seat := "?seat=" + p.Seat
	at := p.URL(p.Turn)
	turn := "/games/" + p.Game + "/turns/" + strconv.Itoa(p.Turn)
	return g.Group{
		html.H1(g.Text(p.Title)),
		html.P(html.Class("stand"), g.Text(p.Stand),
			g.If(p.Due != "", g.Group{g.Text("; orders are due "), html.Time(g.Text(p.Due))}),
			whoseNode(p.Whose)),
		html.Nav(html.Class("tabs"), html.Aria("label", "Pages of this game"), html.Ul(
			g.If(p.isStory(), tab("The story", at, p.Page == "story")),
			tab(p.recordName(), p.recordAt(), p.Page == "turn"),
			g.If(p.Turn > 0, tab("Moment by moment", p.moment(1, ""), p.Page == "shots")),
			g.If(p.Truth, tab("Known and true", turn+"/both"+seat, p.Page == "both")),
			g.If(!p.Draft, tab("Report", turn+"/report"+seat, p.Page == "report")),
			g.If(p.Over, tab("Chronicle", "/games/"+p.Game+"/chronicle", false)),
			g.Map(p.Own, func(e eye) g.Node {
				if p.Over {
					return nil
				}
				return tab("Orders for "+e.Name, "/games/"+p.Game+"/orders?seat="+e.Seat, p.Page == "orders" && e.Shown)
			}),
			g.If(p.Umpire, tab("The desk", "/games/"+p.Game+"/desk", p.Page == "desk")),
		)),
	}
}

// whoseNode renders whose turn it is, after the state of the game.
func whoseNode(whose string) g.Node {
	return g.If(whose != "", g.Group{g.Text(". "), html.B(g.Text(whose))})
}

// isStory reports whether the turn is told as a story, unlike in the umpire's view.
func (p place) isStory() bool { return p.Seat != knowledge.Umpire }

func (p place) recordName() string {
	if p.isStory() {
		return "The record"
	}
	return "Map and diary"
}

func (p place) recordAt() string {
	if p.isStory() {
		return p.record()
	}
	return p.URL(p.Turn)
}

func tab(text, href string, current bool) g.Node {
	return html.Li(linked(text, href, g.If(current, html.Aria("current", "page"))))
}

// slider renders the choice of turn and view.
func (p place) slider() g.Node {
	return html.Section(html.Class("slider"), html.Aria("labelledby", "turn-title"),
		html.Div(html.Class("steps"),
			html.H2(html.ID("turn-title"), g.Text(p.Named(p.Turn)+" "), g.If(p.Draft, flag("not yet reported"))),
			g.If(p.Earlier() >= 0, linked("Earlier", p.URL(p.Earlier()), html.Rel("prev"))), g.Text(" "),
			g.If(p.Later() >= 0, linked("Later", p.URL(p.Later()), html.Rel("next"))),
		),
		html.Form(html.Method("get"), html.Action("/games/"+p.Game+"/turn"), html.ID("slider"),
			p.turns(), p.seats(), html.Button(g.Text("Show"))),
	)
}

func (p place) turns() g.Node {
	if p.Last == 0 {
		return hidden("turn", "0")
	}
	return g.Group{
		html.Label(html.For("turn"), g.Text("Turn")), g.Text(" "),
		html.Input(html.Type("range"), html.ID("turn"), html.Name("turn"), html.Min("0"), html.Max(strconv.Itoa(p.Last)),
			html.Step("1"), html.Value(strconv.Itoa(p.Turn)), html.List("turns"), html.Aria("describedby", "turn-now")),
		g.El("output", html.ID("turn-now"), html.For("turn"), g.Textf("%s of %d", p.Named(p.Turn), p.Last)),
		dataList("turns", p.Turns(), func(n int) g.Node { return html.Option(html.Value(strconv.Itoa(n))) }),
	}
}

func (p place) seats() g.Node {
	if len(p.Eyes) < 2 {
		return hidden("seat", p.Seat)
	}
	return p.chooseSeat("Seen by")
}

func (p place) chooseSeat(label string) g.Node {
	return g.Group{html.Label(html.For("seat"), g.Text(label)), g.Text(" "),
		html.Select(html.ID("seat"), html.Name("seat"), g.Map(p.Eyes, func(e eye) g.Node {
			return html.Option(html.Value(e.Seat), g.If(e.Shown, html.Selected()), g.Text(e.Name))
		}))}
}

func flag(text string) g.Node { return html.Span(html.Class("flag"), g.Text(text)) }

func (p *picture) node() g.Node {
	if p == nil {
		return nil
	}
	img := html.Img(html.Src(p.Src), html.Alt(p.Alt), html.Width(strconv.Itoa(p.Width)),
		html.Height(strconv.Itoa(p.Height)))
	const telephone = "(max-width: 43.74rem)"
	switch {
	case p.Narrow != "":
		img = html.Picture(html.Source(html.SrcSet(p.Narrow), g.Attr("media", telephone)), img)
	case p.Fold > 0:
		img = html.Picture(html.Source(html.SrcSet(p.Src), g.Attr("media", telephone+" and (scripting: enabled)"),
			html.Width(strconv.Itoa(p.Width)), html.Height(strconv.Itoa(p.Fold))), img)
	}
	return html.Figure(html.Class("map"), g.If(p.Spots != "", html.Data("spots", p.Spots)), html.A(html.Href(p.Src), img))
}

func ordersNode(list []seatOrders) g.Node {
	if len(list) == 0 {
		return nil
	}
	return html.Section(html.Aria("labelledby", "orders-title"), html.Class("inforce"),
		html.H2(html.ID("orders-title"), g.Text("Orders in force")),
		g.Map(list, func(o seatOrders) g.Node {
			return html.Details(g.If(len(list) == 1, g.Attr("open")), html.Summary(g.Text(o.Name)),
				numbered(o.Lines, func(n numberedOrder) g.Node {
					return html.ID("order." + o.Seat + "." + strconv.Itoa(n.Ref))
				}))
		}))
}

// dice renders the values that prove the turn's dice, or when they will be revealed.
func (v turnView) dice() g.Node {
	p := v.Proof
	if p == nil {
		return g.If(v.Turn > 0, html.P(html.Class("dim"),
			g.Text("The seed of this turn is shown when the game is over: every die can be rolled again then.")))
	}
	sealed := p.Sealed != ""
	return html.Section(html.Class("proof"), html.ID("proof"), html.Aria("labelledby", "proof-title"),
		html.Data("game", p.Game), html.Data("turn", strconv.Itoa(p.Turn)), html.Data("seed", p.Seed),
		html.Data("before", p.Before), g.If(sealed, html.Data("sealed", p.Sealed)),
		g.If(p.SealedBefore != "", html.Data("sealed-before", p.SealedBefore)),
		g.If(p.Mails != "", html.Data("mails", p.Mails)),
		html.H2(html.ID("proof-title"), g.Text("The dice")),
		html.P(html.ID("proof-result"), html.Role("status"),
			g.Textf("The seed of turn %d is revealed: every die of this turn can be rolled again from it.", p.Turn)),
		html.Details(html.Summary(g.Text("The seeds")), html.Dl(
			term("Seed of turn "+strconv.Itoa(p.Turn), p.Seed),
			term("The one before: SHA-256 of it", p.Before),
			g.If(sealed, term("Sealed seed", p.Sealed)),
			g.If(p.Mails != "", term("Mails that have part in the dice", p.Mails)))),
	)
}

func term(name, value string) g.Node {
	return g.Group{html.Dt(g.Text(name)), html.Dd(code(value))}
}

func (d diary) node(p place) g.Node {
	count := "Nothing"
	if d.Of > 0 {
		count = strconv.Itoa(d.From) + " to " + strconv.Itoa(d.To) + " of " + strconv.Itoa(d.Of)
	}
	if d.FilterInUse {
		count += ", of " + strconv.Itoa(d.All) + " in all"
	}
	return html.Section(html.ID("diary"), html.Aria("labelledby", "diary-title"),
		html.H2(html.ID("diary-title"), g.Text("The diary")),
		d.filter(p), html.P(html.Class("dim"), g.Text(count)), d.pager(),
		html.Ol(html.Class("diary"), g.Map(d.Rows, row.node)), d.pager(),
	)
}

func (d diary) filter(p place) g.Node {
	f := d.Filter
	return html.Form(html.Method("get"), html.Action("/games/"+p.Game+"/turns/"+strconv.Itoa(p.Turn)+"/record#diary"),
		html.Class("filter"), html.Role("search"), html.Aria("label", "Filter the diary"),
		hidden("seat", p.Seat),
		html.Span(html.Label(html.For("unit"), g.Text("Unit")), g.Text(" "),
			html.Input(html.ID("unit"), html.Name("unit"), html.Value(f.Unit), html.List("units"), html.MaxLength("100"),
				html.AutoComplete("off"))),
		dataList("units", d.Units, func(u string) g.Node { return html.Option(html.Value(u)) }),
		choice("who", "Seat", d.Seats, f.Seat), choice("kind", "Kind", d.Kinds, f.Type),
		html.Button(g.Text("Filter")),
		g.If(d.FilterInUse, g.Group{g.Text(" "), linked("Show all", d.Reset+"#diary")}),
	)
}

// choice renders a selection of one value or all.
func choice(name, label string, values []string, chosen string) g.Node {
	return html.Span(html.Label(html.For(name), g.Text(label)), g.Text(" "),
		html.Select(html.ID(name), html.Name(name), html.Option(html.Value(""), g.Text("all")),
			g.Map(values, func(v string) g.Node {
				return html.Option(g.If(v == chosen, html.Selected()), g.Text(v))
			})))
}

func (d diary) pager() g.Node {
	if d.Prev == "" && d.Next == "" {
		return nil
	}
	return html.P(html.Class("pager"), g.If(d.Prev != "", linked("Earlier rows", d.Prev, html.Rel("prev"))), g.Text(" "),
		g.If(d.Next != "", linked("Later rows", d.Next, html.Rel("next"))))
}

func (r row) node() g.Node {
	return html.Li(g.If(r.ID != "", html.ID(r.ID)), g.If(r.Gone != "", html.Class("gone")),
		r.meta(), textElement(html.P, "say", r.Sentence),
		g.Map(r.Lines, codeLine), g.If(r.Text != "", codeLine(r.Text)),
		g.If(len(r.Dice) > 0, html.Ul(html.Class("dice"), html.Aria("label", "Dice"), g.Map(r.Dice, dieNode))),
		g.If(r.Gone != "", html.P(html.Class("dim"), g.Text("No longer counts: "+r.Gone))),
	)
}

func (r row) meta() g.Node {
	more := ""
	for _, part := range []string{r.Who, r.At} {
		if part != "" {
			more += " " + part
		}
	}
	if r.Clause != "" {
		more += " §" + r.Clause
	}
	if r.Cause.Text != "" {
		more += " because of "
	}
	return html.P(html.Class("meta"), html.Span(html.Class("ref"), g.Text(r.Ref)), g.Text(" "),
		html.Span(html.Class("kind"), g.Text(r.Kind)), g.Text(more), linked(r.Cause.Text, r.Cause.Href),
		g.If(r.Why != "", g.Group{g.Text(" "), linked("why", r.Why)}))
}

func codeLine(text string) g.Node { return html.P(html.Class("line"), code(text)) }

// dieNode renders a die with the data that the script needs to roll it again.
func dieNode(d events.Die) g.Node {
	value, more := strconv.Itoa(d.Value), d.Die+" "+d.Name
	if d.Salt != "" {
		more += ", salt " + d.Salt
	}
	if d.Sealed {
		more += ", sealed"
	}
	if d.Set != "" {
		more += ", set by the " + d.Set
	}
	return html.Li(html.Class("die"), html.Data("name", d.Name), html.Data("die", d.Die), html.Data("value", value),
		html.Data("salt", d.Salt), g.If(d.Sealed, html.Data("sealed", "yes")), g.If(d.Set != "", html.Data("set", d.Set)),
		html.B(g.Text(value)), g.Text(" "), html.Span(html.Class("dn"), g.Text(more)))
}

func (v reportView) body() g.Node {
	return g.Group{v.head(), v.slider(), html.H2(g.Text("The report, as it was mailed")),
		html.Pre(html.Class("report"), g.Text(v.Text))}
}
