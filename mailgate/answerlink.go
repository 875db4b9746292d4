package mailgate

import (
	"net/url"
	"regexp"
	"strings"
)

// AnswerLink begins a link that opens an answer to the mail, with a text in it: `answer:` and the
// text, escaped ([AnswerWith]). Where the answer goes, and its subject, only the mail itself knows.
const AnswerLink = "answer:"

// percent escapes a text for a part of a link: a blank is no plus there.
func percent(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

var answerLink = regexp.MustCompile(`href="` + AnswerLink + `([^"]*)"`)

// answering makes links to the mail's own address of those that open an answer.
func (o Outgoing) answering(html string) string {
	to := o.ReplyTo
	if to == "" {
		to = o.From
	}
	local, domain, _ := strings.Cut(to, "@")
	head := `href="mailto:` + percent(local) + "@" + domain + "?subject=" + percent("Re: "+oneLine(o.Subject)) + "&amp;body="
	return answerLink.ReplaceAllStringFunc(html, func(link string) string {
		return head + answerLink.FindStringSubmatch(link)[1] + `"`
	})
}
