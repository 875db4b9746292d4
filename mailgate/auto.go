package mailgate

import (
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// autoReason returns why a mail must be neither answered nor read as orders, or "" if a person wrote it.
//
// It follows RFC 3834 and knows the headers of robots that do not. Galloper answers no mail whose sender may answer
// automatically. X-Auto-Response-Suppress does not count: Exchange puts it on ordinary mail.
func autoReason(h message.Header, m *Mail, o Options) string {
	switch {
	case isOwn(h, m, o):
		return "own mail"
	case nullReturnPath(h):
		return "null sender"
	}
	for _, check := range []func(message.Header, *Mail, Options) string{autoSubmitted, reportType, listMail, precedence,
		robotHeader, robotSender, robotSubject} {
		if why := check(h, m, o); why != "" {
			return why
		}
	}
	return ""
}

func isOwn(h message.Header, m *Mail, o Options) bool {
	if h.Has(HeaderMark) || strings.Contains(strings.ToLower(h.Get("X-Loop")), "galloper") {
		return true
	}
	local, domain, _ := strings.Cut(m.From, "@")
	base, _, _ := strings.Cut(local, o.Delimiter)
	return m.From != "" && slices.ContainsFunc(o.Own, func(own string) bool { return SameAddress(own, base+"@"+domain) })
}

func nullReturnPath(h message.Header) bool {
	return h.Has("Return-Path") && strings.ReplaceAll(h.Get("Return-Path"), " ", "") == "<>"
}

func autoSubmitted(h message.Header, _ *Mail, _ Options) string {
	v, _, _ := strings.Cut(h.Get("Auto-Submitted"), ";")
	v, _, _ = strings.Cut(v, "(")
	if v = strings.ToLower(strings.TrimSpace(v)); v != "" && v != "no" {
		return "auto-submitted: " + v
	}
	return ""
}

func reportType(h message.Header, _ *Mail, _ Options) string {
	t, params := mediaType(h.Get("Content-Type"))
	switch {
	case t == "multipart/report" && strings.EqualFold(params["report-type"], "disposition-notification"):
		return "read receipt"
	case t == "multipart/report":
		return "bounce"
	}
	return ""
}

func listMail(h message.Header, _ *Mail, o Options) string {
	id := strings.ToLower(h.Get("List-Id"))
	if i := strings.LastIndexByte(id, '<'); i >= 0 {
		id = strings.Trim(id[i:], "<> ")
	}
	allowed := id != "" &&
		slices.ContainsFunc(o.Lists, func(l string) bool { return strings.EqualFold(strings.Trim(l, "<>"), id) })
	if !allowed && (h.Has("List-Id") || h.Has("List-Post") || h.Has("Mailing-List")) {
		return "mailing list"
	}
	return ""
}

func precedence(h message.Header, _ *Mail, o Options) string {
	switch v := strings.ToLower(strings.TrimSpace(h.Get("Precedence"))); v {
	case "list":
		if len(o.Lists) > 0 && listMail(h, nil, o) == "" && h.Has("List-Id") {
			return ""
		}
		return "mailing list"
	case "bulk", "junk", "auto_reply":
		return "precedence: " + v
	}
	return ""
}

func robotHeader(h message.Header, _ *Mail, _ Options) string {
	for _, name := range []string{"X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-Auto-Reply-From",
		"X-Mail-Autoreply", "X-Vacation"} {
		if v := strings.ToLower(strings.TrimSpace(h.Get(name))); v != "" && v != "no" {
			return "auto-reply: " + strings.ToLower(name)
		}
	}
	switch strings.ToLower(h.Get("X-Precedence")) {
	case "bulk", "junk", "auto_reply":
		return "auto-reply: x-precedence"
	}
	switch {
	case strings.Contains(h.Get("X-MS-Exchange-Generated-Message-Source"), "Rules Agent"):
		return "auto-reply: a rule of Exchange"
	case strings.Contains(strings.ToLower(h.Get("X-POST-MessageClass")), "autoresponder"),
		strings.EqualFold(h.Get("Delivered-To"), "autoresponder"):
		return "auto-reply: autoresponder"
	case h.Has("X-Failed-Recipients"):
		return "bounce"
	}
	return ""
}

var robots = regexp.MustCompile(`^(mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|auto-?reply|auto-?responder|bounces?|bounces?[-+=].*|microsoftexchange[0-9a-f]{32})$`)

func robotSender(h message.Header, m *Mail, _ Options) string {
	local, _, _ := strings.Cut(strings.ToLower(m.From), "@")
	if m.From == "" && strings.Contains(strings.ToLower(h.Get("From")), "<mailer-daemon>") {
		local = "mailer-daemon" // QUIRK: some servers write it without a domain
	}
	if robots.MatchString(local) {
		return "sent by " + local
	}
	return ""
}

// autoSubjects lists the prefixes of the subjects of absence notes whose servers set no header.
var autoSubjects = []string{
	"automatic reply:", "auto reply:", "auto-reply:", "autoreply:", "out of office:", "out of office reply",
	"out of the office:", "automatische antwort:", "abwesenheitsnotiz",
	"abwesend:", "réponse automatique", "absence du bureau", "respuesta automática", "risposta automatica",
	"resposta automática",
	"automatisch antwoord", "automatiskt svar", "autosvar", "automatisk svar", "automaattinen vastaus",
	"automatyczna odpowiedź", "autoodpowiedź",
	"automatická odpověď", "automatická odpoveď", "automatikus válasz", "răspuns automat", "автоматический ответ",
	"автоответ",
	"автоматична відповідь", "otomatik yanıt", "αυτόματη απάντηση",
	"odpowiedź automatyczna", "tự động trả lời", "balasan otomatis", "תשובה אוטומטית", "رد تلقائي", "vacation reply",
	"i am out of the office",
	"fuori ufficio:", "fuera de la oficina:", "afwezig:",
	"自動応答", "自动答复", "自动回复", "自動回覆", "자동 회신", "자동 응답", "undeliverable:", "undelivered mail returned",
	"delivery status notification", "mail delivery failed",
	"returned mail:", "failure notice", "unzustellbar:", "warning: message ", "warning: could not send", "delayed mail",
	"delivery failure", "delivery has failed",
	"mail could not be delivered", "mail not delivered", "non remis", "échec de la remise", "no se puede entregar",
	"no entregado", "non recapitabile", "onbestelbaar", "не доставлено", "недоставленное",
}

func robotSubject(h message.Header, m *Mail, _ Options) string {
	subject := strings.ToLower(m.Subject)
	if subject == "out of office" {
		return "auto-reply by its subject"
	}
	for _, s := range autoSubjects {
		if strings.HasPrefix(subject, s) {
			return "auto-reply by its subject"
		}
	}
	return ""
}
