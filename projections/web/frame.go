package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

type page interface {
	PageTitle() string
	body() g.Node // its main content
}

// show writes the page, with a sign-out button if it requires signing in.
func (s *Server) show(w http.ResponseWriter, status int, p page) error {
	signed := true
	switch p.(type) {
	case signIn, linkFollowed, message:
		signed = false
	}
	var b bytes.Buffer
	if err := frame(p, signed).Render(&b); err != nil {
		return fmt.Errorf("web: the page %q: %w", p.PageTitle(), err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the reader may be gone
	return nil
}

// partType is the Accept header of a script that requests part of a page.
const partType = "text/html;part=receipt"

func writePart(w http.ResponseWriter, part g.Node) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return part.Render(w)
}

// frame renders the parts that all pages share.
func frame(p page, signed bool) g.Node {
	return html.Doctype(html.HTML(html.Lang("en-GB"),
		html.Head(
			html.Meta(html.Charset("utf-8")),
			html.Meta(html.Name("viewport"), html.Content("width=device-width, initial-scale=1")),
			html.Meta(html.Name("color-scheme"), html.Content("light dark")),
			html.TitleEl(g.Text(p.PageTitle()+" · Galloper")),
			html.Link(html.Rel("stylesheet"), html.Href("/static/page.css")),
			html.Link(html.Rel("icon"), html.Href("/static/icon.svg"), html.Type("image/svg+xml")),
			html.Link(html.Rel("apple-touch-icon"), html.Href("/static/icon-192.png")),
			html.Link(html.Rel("manifest"), html.Href("/manifest.webmanifest")),
			html.Meta(html.Name("theme-color"), html.Content(brandColour)),
			html.Script(html.Src("/static/play.js"), html.Defer()),
			html.Script(html.Src("/static/page.js"), html.Defer()),
		),
		html.Body(
			html.A(html.Class("skip"), html.Href("#main"), g.Text("To the content")),
			html.Header(html.Class("top"),
				html.A(html.Class("brand"), html.Href("/"), g.Text("Galloper")),
				g.If(signed, html.Form(html.Method("post"), html.Action("/signout"),
					html.Button(html.Class("plain"), g.Text("Sign out")))),
			),
			html.Main(html.ID("main"), html.TabIndex("-1"), p.body()),
			html.Footer(g.Text("Everything here is in the record: "), code("galloper export"),
				g.Text(" writes it, "), code("galloper verify"), g.Text(" checks it.")),
		)))
}

// message is a page with a heading and a sentence. Kept is text that the user wrote and that was not accepted.
type message struct{ Head, Text, Kept string }

// PageTitle implements page.
func (m message) PageTitle() string { return m.Head }

func (m message) body() g.Node {
	return g.Group{
		html.H1(g.Text(m.Head)),
		html.P(g.Text(m.Text)),
		keptText(m.Kept),
		html.P(html.A(html.Href("/"), g.Text("To your games"))),
	}
}

// keptText renders a text that was sent but not accepted, so that the user can copy it.
func keptText(text string) g.Node {
	if text == "" {
		return nil
	}
	return g.Group{
		html.P(html.Label(html.For("kept"), g.Text("Nothing was sent. Your text:"))),
		html.Textarea(html.ID("kept"), html.ReadOnly(), html.Rows("8"), g.Text(text)),
	}
}

// Building blocks of pages.

func code(text string) g.Node { return html.Code(g.Text(text)) }

// textElement renders a text in an element, or nothing if it is empty.
func textElement(el func(...g.Node) g.Node, class, text string) g.Node {
	if text == "" {
		return nil
	}
	return el(html.Class(class), g.Text(text))
}

// linked renders a link, or plain text if href is empty.
func linked(text, href string, more ...g.Node) g.Node {
	if href == "" {
		return g.Text(text)
	}
	return html.A(html.Href(href), g.Group(more), g.Text(text))
}

func hidden(name, value string) g.Node {
	return html.Input(html.Type("hidden"), html.Name(name), html.Value(value))
}

// chapter renders a section that is labelled by its heading.
func chapter(id, heading string, nodes ...g.Node) g.Node {
	return html.Section(html.Aria("labelledby", id), html.H2(html.ID(id), g.Text(heading)), g.Group(nodes))
}

// dataList renders suggested values for fields.
func dataList[T any](id string, values []T, option func(T) g.Node) g.Node {
	return html.DataList(html.ID(id), g.Map(values, option))
}

// answered says that an act was done, that it waits for confirmation, or why it was not done.
func answered(a *Answer) g.Node {
	if a == nil {
		return nil
	}
	class, role := "answer bad", "alert"
	switch {
	case a.Done:
		class, role = "answer good", "status"
	case a.Waiting:
		class, role = "answer wait", "status"
	}
	return html.Section(html.Class(class), html.Role(role), html.Aria("label", "The answer"), html.Pre(g.Text(a.Text)))
}

func numbered(list []numberedOrder, more func(numberedOrder) g.Node) g.Node {
	return html.Ol(g.Map(list, func(o numberedOrder) g.Node {
		return html.Li(html.Value(strconv.Itoa(o.Number)), more(o), code(o.Text))
	}))
}

func plain(numberedOrder) g.Node { return nil }
