package mailgate

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"
)

// maxSignatures bounds the signatures checked in one mail.
const maxSignatures = 5

// VerifyDKIM returns a function for [Trust.DKIM] that verifies signatures. lookup answers a DNS query for TXT
// records; timeouts and caching are its responsibility.
func VerifyDKIM(lookup func(name string) ([]string, error)) func(raw []byte) Signatures {
	return func(raw []byte) (s Signatures) {
		checked, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: withoutTests(lookup),
			MaxVerifications: maxSignatures})
		if err != nil && len(checked) == 0 {
			return s
		}
		for _, v := range checked {
			switch domain := strings.ToLower(v.Domain); {
			case v.Err == nil:
				s.Domains = append(s.Domains, domain)
			case dkim.IsTempFail(v.Err):
				s.Unsure = true
			default:
				s.Broken = append(s.Broken, domain)
			}
		}
		return s
	}
}

// withoutTests drops keys in test mode: such mail counts as unsigned (RFC 6376 §3.6.1).
func withoutTests(lookup func(name string) ([]string, error)) func(name string) ([]string, error) {
	return func(name string) ([]string, error) {
		records, err := lookup(name)
		return slices.DeleteFunc(slices.Clone(records), func(record string) bool {
			return slices.Contains(strings.Split(tagsOf(record)["t"], ":"), "y")
		}), err
	}
}

// tagsOf parses a list `name=value; …` and drops the white space in it (RFC 6376 §3.2).
func tagsOf(list string) map[string]string {
	tags := map[string]string{}
	for tag := range strings.SplitSeq(strings.Join(strings.Fields(list), ""), ";") {
		name, value, _ := strings.Cut(tag, "=")
		tags[name] = value
	}
	return tags
}

// dkimField holds the tags of a DKIM-Signature field.
type dkimField struct {
	domain  string
	covers  []string // header fields, in lower case
	partial bool     // it covers only the beginning of the body
}

func parseSignature(field string) dkimField {
	tags := tagsOf(field)
	_, partial := tags["l"]
	return dkimField{tags["d"], strings.Split(strings.ToLower(tags["h"]), ":"), partial}
}

// freshFor bounds the time between the Date of a mail proved by its signature and its arrival. Servers retry a
// delivery for about as long.
const freshFor = 5 * 24 * time.Hour

// replayable returns why a stranger could have resent the signed mail to another address, at another time or with
// another text, or "" if that is impossible. If the Message-ID is signed, the record recognises a copy.
func (m *Mail) replayable() string {
	for _, s := range m.signed {
		if !aligned(s.domain, m.From) {
			continue
		}
		for _, name := range []string{"Date", "Subject", "Message-ID"} {
			if !slices.Contains(s.covers, strings.ToLower(name)) {
				return "its DKIM signature does not cover the field " + name
			}
		}
		switch {
		case s.partial:
			return "its DKIM signature covers only the beginning of its text"
		case !slices.ContainsFunc(m.naming, func(field string) bool { return slices.Contains(s.covers, field) }):
			return "its DKIM signature does not cover a To or Cc with the address of the game"
		case m.MessageID == "":
			return "it has no Message-ID"
		case !m.Received.IsZero() && m.Received.Sub(m.Date).Abs() > freshFor:
			return "its Date is more than five days away from its arrival"
		}
	}
	return ""
}

// aligned reports whether a signature of the domain is valid for the address: both must belong to one organisation
// (relaxed alignment, RFC 7489 §3.1).
func aligned(domain, address string) bool {
	_, of, ok := strings.Cut(NormalAddress(address), "@")
	domain = strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(domain, "@"), "."))
	return ok && domain != "" && organisation(domain) == organisation(of)
}

// organisation returns the organisational domain, one label below the public suffix, or the domain itself if its
// suffix is not public (`example.test`).
func organisation(domain string) string {
	if org, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return org
	}
	return domain
}

// Vouching is the evidence for and against the From of a mail.
type Vouching struct {
	By     string // the check that authenticates From, `dmarc` or `dkim`; "" if none does
	Server string // the trusted server whose field was read, as in [Trust.Servers]; "" if none
	Doubt  string // why a field that says pass was not believed, or ""
	Fail   string // `dmarc=fail`, `dkim=fail`: the trusted server says that From is forged
	// Own is the result of verifying the signatures here, which is done only if the server does not vouch for From.
	Own Signatures
}

// Vouched returns the evidence on the mail's From: the topmost results of the trusted server, and the signatures
// themselves. SPF alone is not enough, because it checks the envelope, which the sender chooses. A failure reported
// by the server is final, whatever the signatures say.
func (m *Mail) Vouched(t Trust) (v Vouching) {
	top := m.testimony(t)
	v.Server = top.server
	v.By, v.Fail = m.sender(top.results)
	replay := m.replayable()
	switch {
	case v.By != "" && !top.alone:
		v.By, v.Doubt = "", "the mail has two Authentication-Results from that server, which writes only one"
	case v.By != "" && m.doubled != "":
		v.By, v.Doubt = "", "its "+m.doubled+" is repeated, and only one of them can have been signed"
	case v.By != "" && replay != "" && !(v.By == "dmarc" && m.fromItsServer(top.results)):
		v.By, v.Doubt = "", replay
		return v
	}
	if v.By != "" || v.Fail != "" || t.DKIM == nil || m.raw == nil || m.From == "" || m.doubled != "" {
		return v
	}
	v.Own = t.DKIM(m.raw)
	for _, d := range v.Own.Domains {
		if aligned(d, m.From) {
			v.By = "dkim"
		}
	}
	if v.By != "" && replay != "" {
		v.By, v.Doubt = "", replay
	}
	return v
}

// Results returns the server of the topmost Authentication-Results by its own name ("" if it gives none), and the
// names in the Received fields above it and in the next below, top first. [Trust] needs these for the field to count.
// ok is false if there is no such field.
func (m *Mail) Results() (server string, received []string, ok bool) {
	for _, f := range m.trace {
		switch {
		case f.name == "received":
			received = append(received, receivedBy(f.value))
			if ok {
				return server, received, true
			}
		case !ok:
			server, _, _ = parseAuthResults(f.value)
			ok = true
		}
	}
	return server, received, ok
}

// fromItsServer reports whether SPF passed for the sender's own address, so that the mail was not forwarded.
func (m *Mail) fromItsServer(results []authResult) bool {
	return slices.ContainsFunc(results, func(r authResult) bool {
		return r.method == "spf" && r.result == "pass" && SameAddress(r.props["smtp.mailfrom"], m.From)
	})
}

// sender reads the verdict on the mail's From from the results.
func (m *Mail) sender(results []authResult) (by, fail string) {
	broken := false
	for _, r := range results {
		switch about := r.domain(); {
		case r.method == "dmarc" && r.result == "fail" && (about == "" || aligned(about, m.From)):
			return "", "dmarc=fail"
		case !aligned(about, m.From):
		case r.method == "dmarc" && r.result == "pass":
			by = "dmarc"
		case r.method == "dkim" && r.result == "pass" && by == "":
			by = "dkim"
		case r.method == "dkim" && r.result == "fail":
			broken = true
		}
	}
	if broken && by == "" {
		return "", "dkim=fail"
	}
	return by, ""
}

func (r authResult) domain() string {
	if r.method == "dmarc" {
		return r.props["header.from"]
	}
	return cmp.Or(r.props["header.d"], afterAt(r.props["header.i"]))
}

func afterAt(s string) string {
	_, domain, _ := strings.Cut(s, "@")
	return domain
}
