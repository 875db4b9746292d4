package chronicle

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

//go:embed chronicle.css
var style string

// HTML renders the file.
func (c *Chronicle) HTML() ([]byte, error) {
	maps := press(c.Plates)
	plates := g.Map(c.Plates, maps.plate)
	parts := []part{
		{"points", "Turning points", "The turning points", g.Map(c.Moments, moment)},
		{"plates", "The battle", fmt.Sprintf("The battle in %d pictures", len(c.Plates)), plates},
		{"late", "Late orders and their cost", "Orders that came late, and what it cost", g.Map(c.Late, late)},
		{"losses", "Losses", "The losses", losses(c.Losses)},
		{"letters", "Letters", "What the commanders wrote", g.Map(c.Letters, letter)},
		{"proofs", "Proofs", "The proofs", proofs(c.Proofs)},
	}
	page := html.Doctype(html.HTML(html.Lang("en"),
		html.Head(html.Meta(html.Charset("utf-8")),
			html.Meta(html.Name("viewport"), html.Content("width=device-width, initial-scale=1")),
			html.TitleEl(g.Text(c.Title+": the chronicle")), html.StyleEl(g.Raw(style))),
		html.Body(maps.common(), html.Main(html.H1(g.Text(c.Title)), html.P(html.Strong(g.Text(c.Result))),
			g.Map(c.Sides, func(s Side) g.Node { return html.P(g.Text(s.Name + ": " + s.Commanders + ".")) }),
			html.Nav(g.Map(parts, part.link)), g.Map(parts, part.body)))))
	var b bytes.Buffer
	err := page.Render(&b)
	return b.Bytes(), err
}

// Within renders the file in at most the given number of bytes, with as many pictures as fit. It returns nil if even
// the text is too long.
func (c *Chronicle) Within(most int) ([]byte, error) {
	for less := *c; ; {
		page, err := less.HTML()
		if err != nil || len(page) <= most {
			return page, err
		}
		if len(less.Plates) == 0 {
			return nil, nil
		}
		lightest := slices.MinFunc(less.Plates, func(a, b Plate) int { return cmp.Compare(a.Weight, b.Weight) })
		less.Plates = slices.DeleteFunc(slices.Clone(less.Plates), func(p Plate) bool { return p.Turn == lightest.Turn })
	}
}

// part is a section of the file. Empty parts are left out.
type part struct {
	id, short, title string
	nodes            g.Group
}

func (p part) link() g.Node {
	return g.If(len(p.nodes) > 0, html.A(html.Href("#"+p.id), g.Text(p.short)))
}

func (p part) body() g.Node {
	return g.If(len(p.nodes) > 0, g.Group{html.H2(html.ID(p.id), g.Text(p.title)), p.nodes})
}

// heading renders a headline followed by small text.
func heading(text, small string) g.Node { return html.H3(g.Text(text+" "), html.Small(g.Text(small))) }

func inTurn(turn int) string { return fmt.Sprintf("turn %d", turn) }

func moment(m Moment) g.Node {
	when := inTurn(m.Turn)
	if m.Hour != "" {
		when += ", " + m.Hour
	}
	if m.Decided {
		when += ": it decided the battle"
	}
	return g.Group{heading(m.Headline, when), html.P(g.Text(m.Text))}
}

func (maps *prints) plate(p Plate) g.Node {
	return html.Section(heading(p.Headline, p.Hour),
		g.If(p.Text != "", html.P(g.Text(p.Text))),
		html.Div(html.Class("views"), g.Map(p.Views, func(v View) g.Node {
			return html.Figure(maps.view(v), html.FigCaption(g.Text(v.Caption)))
		})))
}

func late(l Late) g.Node {
	text := "The order " + l.Fate + "."
	for _, cost := range l.Cost {
		text += " " + cost + "."
	}
	return g.Group{heading(l.From+" to "+l.To, inTurn(l.Turn)), html.BlockQuote(g.Text(l.Text)), html.P(g.Text(text))}
}

func losses(list []Loss) g.Group {
	if len(list) == 0 {
		return nil
	}
	rows, side := g.Group{row(html.Th, "unit", "commander", "at the outset", "at the end")}, ""
	for _, l := range list {
		if l.Side != side {
			side = l.Side
			rows = append(rows, html.Tr(html.Th(html.ColSpan("4"), g.Text(side))))
		}
		rows = append(rows, row(html.Td, l.Unit, l.Commander, l.Began, l.Ended))
	}
	return g.Group{html.Div(html.Class("wide"), html.Table(rows))}
}

func row(cell func(...g.Node) g.Node, texts ...string) g.Node {
	return html.Tr(g.Map(texts, func(text string) g.Node { return cell(g.Text(text)) }))
}

func letter(l Letter) g.Node {
	return g.Group{heading(l.From+" to "+l.To, inTurn(l.Turn)), html.BlockQuote(g.Text(l.Text))}
}

func proofs(list []Proof) g.Group {
	if len(list) == 0 {
		return nil
	}
	nodes := g.Group{html.P(g.Text("Each seed's SHA-256 is the seed before it, back to the commitment that the opening "+
		"mail showed. With the seeds and the exported game, "), html.Q(g.Text("galloper verify")),
		g.Text(" rolls every die again."))}
	for _, p := range list {
		nodes = append(nodes, html.H3(g.Text(p.What)), html.Code(g.Text(p.Hex)))
	}
	return nodes
}
