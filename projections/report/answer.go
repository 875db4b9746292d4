package report

import (
	"html"
	"net/url"
	"regexp"
	"strings"
)

// Answer is a reply that the reader can open, ready to send, by following a link in a mail.
type Answer struct {
	Label string // `Say READY`
	Text  string // of the answer
}

// answerScheme marks a link that opens an answer. Package mailgate replaces it with the address for answers.
const answerScheme = "answer:"

// longestLink is the longest link, in bytes, that every mail program accepts.
const longestLink = 1800

// link returns the target of the link. It leaves out comments, then suggestions, if the text is too long.
func (a Answer) link() string {
	text := a.Text
	for _, part := range []*regexp.Regexp{comments, suggestions} {
		if len(percent(text)) > longestLink {
			text = part.ReplaceAllString(text, "")
		}
	}
	return answerScheme + percent(text)
}

// A template that is too long for a link loses its comments first, then its suggestions.
var (
	comments    = regexp.MustCompile(`(?m)^#.*\n`)
	suggestions = regexp.MustCompile(`(?m)^\?.*\n(  .*\n)*`)
)

// percent escapes a text for a mailto link: lines end in CRLF, and a blank is %20, because mail programs do not
// decode `+`.
func percent(text string) string {
	return strings.ReplaceAll(url.QueryEscape(strings.ReplaceAll(text, "\n", "\r\n")), "+", "%20")
}

// answers writes the links that open an answer.
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
