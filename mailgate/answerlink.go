package mailgate

import (
	"net/url"
	"regexp"
	"strings"
)

// AnswerLink begins a link in an HTML mail that opens an answer to it. The text of the answer follows, escaped
// ([AnswerWith]); the answer's address and subject are filled in when the mail is composed.
const AnswerLink = "answer:"

// percent escapes a text for use in a URL, with %20 instead of + for a blank.
func percent(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

var answerLink = regexp.MustCompile(`href="` + AnswerLink + `([^"]*)"`)

// answering replaces each [AnswerLink] with a mailto link to the mail's own answer address.
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
