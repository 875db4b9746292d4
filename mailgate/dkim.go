package mailgate

import (
	"bytes"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"
)

// maxSignatures bounds how many signatures of one mail are checked.
const maxSignatures = 5

// VerifyDKIM returns a function for [Trust.DKIM] that checks signatures with
// keys from lookup, which answers a DNS query for TXT records. Timeouts and
// caches are lookup's.
func VerifyDKIM(lookup func(name string) ([]string, error)) func(raw []byte) []string {
	return func(raw []byte) []string {
		checked, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: lookup, MaxVerifications: maxSignatures})
		if err != nil && len(checked) == 0 {
			return nil
		}
		var domains []string
		for _, v := range checked {
			if v.Err == nil {
				domains = append(domains, strings.ToLower(v.Domain))
			}
		}
		return domains
	}
}

// aligned reports whether a signature of the domain speaks for the address: both
// belong to one organisation (relaxed alignment, RFC 7489 §3.1).
func aligned(domain, address string) bool {
	_, of, ok := strings.Cut(NormalAddress(address), "@")
	domain = strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(domain, "@"), "."))
	return ok && domain != "" && organisation(domain) == organisation(of)
}

// organisation returns the domain below the public suffix, or the domain itself
// where it is none of the public ones (`example.test`).
func organisation(domain string) string {
	if org, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return org
	}
	return domain
}

// senderSigned says how the mail's From is vouched for: `dmarc`, `dkim`, or "".
// SPF alone never does: it is about the envelope, which the sender chooses.
func (m *Mail) senderSigned(t Trust) string {
	found := ""
	for _, r := range m.trusted(t) {
		if r.result != "pass" {
			continue
		}
		switch r.method {
		case "dmarc":
			if aligned(r.props["header.from"], m.From) {
				return "dmarc"
			}
		case "dkim":
			if aligned(r.props["header.d"], m.From) || r.props["header.d"] == "" && aligned(afterAt(r.props["header.i"]), m.From) {
				found = "dkim"
			}
		}
	}
	if found == "" && t.DKIM != nil && m.raw != nil && m.From != "" {
		for _, d := range t.DKIM(m.raw) {
			if aligned(d, m.From) {
				return "dkim"
			}
		}
	}
	return found
}

func afterAt(s string) string {
	_, domain, _ := strings.Cut(s, "@")
	return domain
}
