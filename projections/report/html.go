package report

import (
	"html"
	"strings"
)

// Image is the map inside a report's HTML.
type Image struct {
	CID string // Content-ID of the MIME part with the image; "" if there is no map
	Alt string // description of the image
}

// The styles are inline because mail clients drop style sheets. They set no text or background colour, so that a
// client's dark mode can choose both; the lines are of a grey that is visible in either mode.
const (
	styleBody  = `margin:0;padding:0;font-family:Georgia,'Times New Roman',serif;font-size:16px;line-height:1.45`
	styleCell  = `padding:12px;text-align:left;vertical-align:top`
	styleH1    = `margin:0 0 4px 0;font-size:22px;line-height:1.2`
	styleH2    = `margin:24px 0 6px 0;padding:0 0 2px 0;font-size:17px;border-bottom:1px solid #888888`
	stylePara  = `margin:0 0 10px 0`
	styleQuote = `margin:0 0 10px 0;padding:0 0 0 12px;border-left:3px solid #888888`
	stylePre   = `margin:0 0 10px 0;font-family:Consolas,Menlo,monospace;font-size:13px;line-height:1.4;white-space:pre-wrap;word-break:break-word`
	styleImage = `display:block;width:100%;max-width:600px;height:auto;border:0`
)

// HTML returns the report as an HTML document for a mail, with tables and inline styles only: no scripts and no
// external resources. Its content is that of Text.
func (r *Report) HTML(img Image) string {
	h := htmlWriter{}
	h.open(r.Headline)
	h.paragraphs(r.Before)
	h.top(r)
	h.image(img)
	if r.Story != nil {
		h.story(r)
	}
	for i := 0; r.Story == nil && i < len(r.Chapters); i++ {
		h.chapter(&r.Chapters[i])
	}
	h.bottom(r)
	h.paragraphs(r.After)
	h.close()
	return h.b.String()
}

type htmlWriter struct{ b strings.Builder }

// open starts a document and the column that holds its text.
func (h *htmlWriter) open(title string) {
	h.raw(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
		`<meta name="supported-color-schemes" content="light dark"><title>`)
	h.text(title)
	h.raw(`</title></head><body style="` + styleBody + `">` +
		`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">` +
		`<table role="presentation" width="640" cellpadding="0" cellspacing="0" border="0" ` +
		`style="width:100%;max-width:640px"><tr><td style="` + styleCell + `">` + "\n")
}

func (h *htmlWriter) close() { h.raw("</td></tr></table></td></tr></table></body></html>\n") }

// image writes the map, if there is one.
func (h *htmlWriter) image(img Image) {
	if img.CID != "" {
		h.raw(`<img src="cid:` + html.EscapeString(img.CID) + `" alt="` + html.EscapeString(img.Alt) +
			`" width="600" style="` + styleImage + `">` + "\n")
	}
}

func (h *htmlWriter) raw(s string) { h.b.WriteString(s) }

func (h *htmlWriter) text(s string) { h.b.WriteString(html.EscapeString(s)) }

func (h *htmlWriter) element(name, style, text string) {
	h.raw("<" + name + ` style="` + style + `">`)
	h.text(text)
	h.raw("</" + name + ">\n")
}

// paragraphs writes texts and keeps their line breaks.
func (h *htmlWriter) paragraphs(list []string) {
	for _, p := range list {
		h.raw(`<p style="` + stylePara + `">`)
		for i, l := range strings.Split(p, "\n") {
			if i > 0 {
				h.raw("<br>\n")
			}
			h.text(l)
		}
		h.raw("</p>\n")
	}
}

func (h *htmlWriter) top(r *Report) {
	h.element("h1", styleH1, r.Headline)
	h.element("p", stylePara, "To "+r.To())
	if r.Due != "" {
		h.element("p", stylePara, r.Due)
	}
	if r.Contact != "" {
		h.element("p", stylePara, r.Contact)
	}
	if r.Story == nil {
		h.raw(`<p style="` + stylePara + `"><strong>`)
		h.text(r.Summary)
		h.raw("</strong></p>\n")
	}
}

func (h *htmlWriter) chapter(c *Chapter) {
	h.element("h2", styleH2, c.Title)
	listed := false
	for _, p := range c.Paragraphs {
		if (p.Item != "") != listed {
			listed = !listed
			h.list(listed)
		}
		switch {
		case listed:
			h.raw(`<tr valign="top"><td>`)
			h.text(p.Item)
			h.raw("</td><td>")
			h.text(p.Text)
			h.raw("</td></tr>\n")
		case p.Quote:
			h.element("blockquote", styleQuote, p.Text)
		default:
			h.element("p", stylePara, p.Text)
		}
	}
	if listed {
		h.list(false)
	}
}

// list opens or closes a table of items. Its cells have no inline styles, which for a hundred items would add as many
// bytes to the mail as a larger map.
func (h *htmlWriter) list(open bool) {
	if open {
		h.raw(`<table role="presentation" cellpadding="4" cellspacing="0" border="0">` + "\n")
	} else {
		h.raw("</table>\n")
	}
}

// bottom writes the exact parts: facts, record, proof, template.
func (h *htmlWriter) bottom(r *Report) {
	facts := r.Facts
	if r.Story != nil {
		facts = nil
	}
	if len(facts) > 0 {
		h.element("h2", styleH2, "The facts")
	}
	for _, group := range facts {
		h.element("pre", stylePre, strings.Join(group, "\n"))
	}
	if r.Story == nil && len(r.Record) > 0 {
		h.element("h2", styleH2, "The record")
		h.element("pre", stylePre, strings.Join(r.Record, "\n"))
	}
	if len(r.Proof) > 0 {
		h.element("h2", styleH2, "The proof")
		for _, p := range r.Proof {
			h.element("p", stylePara, p.What+":")
			h.element("pre", stylePre, p.Hex)
		}
	}
	if r.Template != "" {
		h.element("h2", styleH2, "Your orders")
		h.element("pre", stylePre, r.Template)
		h.answers([]Answer{{"Write your orders", r.Template}, {"Nothing to order: READY", "READY\n"},
			{"The card of the rules", "HELP\n"}})
	}
}
