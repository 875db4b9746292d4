package report

import (
	"html"
	"net/url"
	"strings"
)

// Answer is an answer that a link in a mail opens, ready to be sent.
type Answer struct {
	Label string // `Say READY`
	Text  string // of the answer
}

// answerScheme begins a link that opens an answer: who writes the mail knows where answers go.
const answerScheme = "answer:"

// longestLink is what all mail programs take of a link, in bytes.
const longestLink = 1800

// link is the target of the link.
func (a Answer) link() string {
	text := percent(a.Text)
	if len(text) > longestLink {
		text = percent(withoutComments(a.Text))
	}
	return answerScheme + text
}

// withoutComments leaves the hints of a template out.
func withoutComments(text string) string {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "#") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// percent escapes a text for a link, its lines ended as in mails: a blank is no plus there.
func percent(text string) string {
	return strings.ReplaceAll(url.QueryEscape(strings.ReplaceAll(text, "\n", "\r\n")), "+", "%20")
}

// answers are links that open an answer.
func (h *htmlWriter) answers(list []Answer) {
	if len(list) == 0 {
		return
	}
	h.raw(`<p style="` + stylePara + `">`)
	for _, a := range list {
		h.raw(`<a style="` + styleLink + `" href="` + html.EscapeString(a.link()) + `">`)
		h.text(a.Label)
		h.raw("</a>\n")
	}
	h.raw("</p>\n")
}
