package report

import (
	"html"
	"net/url"
	"regexp"
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
	text := a.Text
	for _, part := range []*regexp.Regexp{comments, suggestions} {
		if len(percent(text)) > longestLink {
			text = part.ReplaceAllString(text, "")
		}
	}
	return answerScheme + percent(text)
}

// Parts that a long template leaves out, comments before suggestions.
var (
	comments    = regexp.MustCompile(`(?m)^#.*\n`)
	suggestions = regexp.MustCompile(`(?m)^\?.*\n(  .*\n)*`)
)

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
