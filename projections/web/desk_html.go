package web

import (
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

func (v deskView) body() g.Node {
	return g.Group{
		v.head(), answered(v.Answer), v.exceptions(), v.proposals(), v.questions(), v.quick(), v.chart(), v.readings(),
		v.seats(), v.couriers(), v.asking(), v.allActs(), v.asMailed(),
	}
}

func (v deskView) exceptions() g.Node {
	var list g.Node = html.P(g.Text("Nothing. The game runs by itself."))
	if len(v.Exceptions) > 0 {
		list = html.Ul(html.Class("exceptions"), g.Map(numberedFrom(v.Exceptions), v.exception))
	}
	return chapter("exceptions-title", "What wants your judgement", list,
		g.If(v.Draft != "", html.P(linked("Look at the turn before it goes out", v.Draft))))
}

// numberedItem is an element of a list with its number, from 1.
type numberedItem[T any] struct {
	Number int
	Item   T
}

func numberedFrom[T any](list []T) []numberedItem[T] {
	all := make([]numberedItem[T], len(list))
	for i := range list {
		all[i] = numberedItem[T]{i + 1, list[i]}
	}
	return all
}

func (v deskView) exception(n numberedItem[exception]) g.Node {
	e := n.Item
	return html.Li(html.Class(e.Kind),
		g.If(e.Head != "", g.Group{html.B(linked(e.Head, e.Href)), html.Br()}), g.Text(e.Text),
		g.If(len(e.Quote) > 0, html.BlockQuote(g.Map(e.Quote, func(line string) g.Node {
			return g.Group{g.Text(line), html.Br()}
		}))),
		g.If(e.Act != "", v.settling("settle."+strconv.Itoa(n.Number), e.Act, e.Say)),
		g.If(strings.Contains(e.Act, "…"), textElement(html.P, "mark", e.Mark)))
}

// settling renders a form for an act that is complete except for the text at its `…`; say is the initial value of
// that text.
func (v deskView) settling(id, act, say string) g.Node {
	begin, end, open := strings.Cut(act, "…")
	said := code(strings.TrimSpace(begin))
	if open {
		said = html.Label(html.For("rest-"+id), said)
	}
	return v.form("settling", id, hidden("begin", begin), hidden("end", end), said,
		g.If(open, html.Input(html.ID("rest-"+id), html.Name("rest"), html.Required(), html.MaxLength("2000"),
			g.If(say != "", html.Value(say)), html.AutoComplete("off"))),
		g.If(end != "", code(end)), g.Text(" "), html.Button(g.Text("Do it"), html.Aria("label", "Do it: "+act)))
}

// chart renders the true map, or that of the draft.
func (v deskView) chart() g.Node {
	if v.Map == nil {
		return nil
	}
	return chapter("chart-title", "The field as it is", v.Map.node())
}

// readings renders the draft reports of the seats.
func (v deskView) readings() g.Node {
	if len(v.Readings) == 0 {
		return nil
	}
	return chapter("readings-title", "The draft, as it will be read", g.Map(v.Readings, func(r Reading) g.Node {
		return html.Details(html.Class("reading"), html.Summary(g.Text(strings.Join(r.Seats, ", "))),
			html.Pre(html.Class("report"), g.Text(r.Text)))
	}))
}

// couriers lists the dispatches under way, with the acts that decide their fate.
func (v deskView) couriers() g.Node {
	if len(v.Couriers) == 0 {
		return nil
	}
	return chapter("couriers-title", "Riders under way", g.Map(v.Couriers, func(r rider) g.Node {
		turn, id := " TURN "+strconv.Itoa(v.Current)+" BECAUSE …", r.ID
		return html.Details(html.Class("form"), html.Summary(g.Text(r.Text)),
			v.settling("lose."+id, "COURIER "+id+" LOST"+turn, ""),
			v.settling("delay."+id, "COURIER "+id+" DELAYED 1"+turn, ""))
	}))
}

// form renders a form of the desk that applies to the current turn.
func (v deskView) form(class, id string, nodes ...g.Node) g.Node {
	return html.Form(html.Method("post"), html.Action("/games/"+v.Game+"/desk"), html.Class(class), html.ID(id),
		hidden("form", v.Form), hidden("turn", strconv.Itoa(v.Current)), hidden("made", v.Made), g.Group(nodes))
}

func (v deskView) proposals() g.Node {
	if len(v.Proposals) == 0 {
		return nil
	}
	return chapter("proposals-title", "Waiting to be confirmed",
		html.P(g.Text("Acts that cannot be undone ask for confirmation. To drop one, do nothing: it lapses with the "+
			"turn.")),
		g.Map(v.Proposals, func(p proposal) g.Node {
			n := strconv.Itoa(p.Number)
			return v.form("act", "proposal."+n,
				hidden("word", "CONFIRM"), hidden("number", n), hidden("code", p.Code),
				html.P(code(p.Text)), html.Button(g.Text("Confirm act "+n+": it cannot be undone")))
		}))
}

func (v deskView) questions() g.Node {
	if len(v.Questions) == 0 {
		return nil
	}
	return chapter("questions-title", "Questions", g.Map(v.Questions, func(q question) g.Node {
		n := strconv.Itoa(q.Number)
		return v.form("act", "question."+n,
			hidden("word", "ANSWER"), hidden("number", n),
			html.FieldSet(html.Legend(g.Text("Question "+n+", to "+q.Who+": "+q.Text)), g.Map(q.Options, q.option)),
			g.If(q.Due != "", html.P(html.Class("dim"), g.Text("Until "+q.Due))),
			html.Button(g.Text("Answer question "+n)))
	}))
}

func (q question) option(o string) g.Node {
	byDefault := o == q.Default
	return html.Label(html.Class("choice"),
		html.Input(html.Type("radio"), html.Name("option"), html.Value(o), html.Required(),
			g.If(byDefault, html.Checked())),
		g.Text(" "+o), g.If(byDefault, g.Text(" (taken if nobody answers)")))
}

func (v deskView) quick() g.Node {
	if len(v.Quick) == 0 {
		return nil
	}
	return chapter("acts-title", "Act on turn "+strconv.Itoa(v.Current),
		html.Div(html.Class("acts"), g.Map(v.Quick, v.quickForm)))
}

func (v deskView) quickForm(a quickAct) g.Node {
	draft := ""
	if a.Word == "APPROVE" {
		draft = strconv.Itoa(v.DraftNo)
	}
	reason := "Reason"
	if !a.Must {
		reason += " (optional)"
	}
	button := a.Word + " TURN " + strconv.Itoa(v.Current)
	if draft != "" {
		button += " DRAFT " + draft
	}
	return v.form("act", "act-"+a.Word,
		hidden("word", a.Word), g.If(draft != "", hidden("draft", draft)),
		html.H3(g.Text(a.Label)),
		g.If(a.Span, g.Group{
			html.Label(html.For("span-"+a.Word), g.Text("By how much, as 48h or 3d")), g.Text(" "),
			html.Input(html.ID("span-"+a.Word), html.Name("span"), html.Required(), html.MaxLength("20"),
				g.Attr("size", "6"))}),
		g.If(a.Reason, g.Group{
			html.Label(html.For("because-"+a.Word), g.Text(reason)), g.Text(" "),
			html.Input(html.ID("because-"+a.Word), html.Name("because"), g.If(a.Must, html.Required()),
				html.MaxLength("300"))}),
		g.If(a.Reason, textElement(html.P, "mark", a.Mark)),
		html.Button(g.Text(button)))
}

func (v deskView) seats() g.Node {
	return chapter("seats-title", "The seats", html.Table(html.Class("facts"),
		html.THead(html.Tr(headCell("Seat"), headCell("Turn "+strconv.Itoa(v.Current)), headCell("Last heard"),
			headCell("Address"))),
		html.TBody(g.Map(v.Seats, func(s seatState) g.Node {
			return html.Tr(html.Th(html.Scope("row"), g.Text(s.Name)), html.Td(g.Text(s.State),
				g.If(len(s.Orders) > 0, html.Details(html.Summary(g.Text("The orders")), v.amendable(s)))),
				html.Td(g.Text(s.Heard)), html.Td(html.Class("address"), g.Text(s.Addresses)))
		}))))
}

// amendable lists the orders of a seat, each with the act that deletes it.
func (v deskView) amendable(s seatState) g.Node {
	return html.Ol(g.Map(s.Orders, func(o numberedOrder) g.Node {
		n := strconv.Itoa(o.Number)
		return html.Li(html.Value(n), code(o.Text), v.settling("strike."+s.Seat+"."+n,
			"AMEND "+s.Seat+" "+n+" TURN "+strconv.Itoa(v.Current)+" BECAUSE …: NOTHING", ""))
	}))
}

func headCell(text string) g.Node { return html.Th(html.Scope("col"), g.Text(text)) }

// allActs renders a form for each act that the phase allows.
func (v deskView) allActs() g.Node {
	suggest := func(o option) g.Node { return o.node() }
	group := ""
	return chapter("forms-title", "Every act",
		html.Div(html.ID("find"), g.Attr("hidden"), html.Label(html.For("find-act"), g.Text("Find an act")),
			html.Input(html.ID("find-act"), html.Type("search"), html.AutoComplete("off"))),
		g.Map(v.Forms, func(f deskForm) g.Node {
			begins := f.Group != group
			group = f.Group
			return g.Group{g.If(begins, html.H3(g.Text(group))),
				html.Details(html.Class("form"), html.Summary(g.Text(f.Label+" "), code(f.Word)),
					v.form("stack", "act-"+f.ID, hidden("act", f.ID), textElement(html.P, "dim", f.Help),
						textElement(html.P, "mark", f.Mark),
						g.Map(f.Fields, func(field formField) g.Node { return field.node(f.ID) }),
						html.Button(g.Text(f.Label))))}
		}),
		dataList("outcomes", v.Suggest.Outcomes, suggest), dataList("dice", v.Suggest.Dice, suggest),
		dataList("dispatches", v.Suggest.Dispatches, suggest))
}

func (o option) node() g.Node { return html.Option(html.Value(o.Value), g.Text(o.Label)) }

// node renders the field with its label, within the form of that id.
func (f formField) node(form string) g.Node {
	id, label := form+"-"+f.Name, f.Label
	if f.Optional {
		label += " (optional)"
	}
	named := g.Group{html.ID(id), html.Name(f.Name)}
	if !f.Optional && f.Kind != "select" {
		named = append(named, html.Required())
	}
	var field g.Node
	switch f.Kind {
	case "area":
		field = html.Textarea(named, html.Rows("3"), html.MaxLength("4000"))
	case "select":
		field = html.Select(named, g.Map(f.Options, option.node))
	case "number":
		field = html.Input(named, html.Type("number"), html.Min("1"), html.Max("9999"))
	default:
		field = html.Input(named, html.MaxLength("300"), g.If(f.Hint != "", html.Placeholder(f.Hint)),
			g.If(f.List != "", html.List(f.List)), html.AutoComplete("off"))
	}
	return g.Group{html.Label(html.For(id), g.Text(label)), field}
}

func (v deskView) asMailed() g.Node {
	return chapter("any", "As you would mail it",
		v.form("stack", "any-act",
			html.Label(html.For("text"), g.Text("Acts on lines of their own are done together or not at all")),
			html.Textarea(html.ID("text"), html.Name("text"), html.Rows("4"), html.Required(),
				g.Attr("spellcheck", "false"), g.Text(v.Text)),
			html.Button(g.Text("Do it")), g.Text(" "),
			html.Button(html.ID("act-CHECK"), html.Name("check"), html.Value("CHECK"), g.Text("Only show the result"))),
		html.H3(g.Text("What can be written")),
		html.Ul(html.Class("grammar"), g.Map(v.Acts, func(a act) g.Node {
			return html.Li(html.A(html.Href(a.Href), code(a.Grammar)))
		})))
}
