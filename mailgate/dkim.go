package mailgate

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"
)

// maxSignatures bounds how many signatures of one mail are checked.
const maxSignatures = 5

// VerifyDKIM returns a function for [Trust.DKIM] that checks signatures with
// keys from lookup, which answers a DNS query for TXT records. Timeouts and
// caches are lookup's.
func VerifyDKIM(lookup func(name string) ([]string, error)) func(raw []byte) Signatures {
	return func(raw []byte) (s Signatures) {
		checked, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: lookup,
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

// Vouching is what speaks for a mail's From, and against it.
type Vouching struct {
	By     string // `dmarc` or `dkim`: it is the sender's; "" where nothing says so
	Server string // the trusted server whose field was read, as [Trust.Servers] has it; "" for none
	Doubt  string // why the field was not believed though it says pass; "" if there is nothing of the kind
	Fail   string // `dmarc=fail`, `dkim=fail`: the trusted server says that it is not the sender's
	// Own is what the signatures were found to be here; they are looked at only where
	// the server does not vouch.
	Own Signatures
}

// Vouched says what speaks for the mail's From: the topmost word of the trusted server,
// and the signatures themselves. SPF alone never does: it is about the envelope, which
// the sender chooses. What the server says has failed, no signature mends.
func (m *Mail) Vouched(t Trust) (v Vouching) {
	top := m.testimony(t)
	v.Server = top.server
	v.By, v.Fail = m.sender(top.results)
	switch {
	case v.By != "" && !top.alone:
		v.By, v.Doubt = "", "the mail has two Authentication-Results of that name, and the server writes one"
	case v.By != "" && m.doubled != "":
		v.By, v.Doubt = "", "its "+m.doubled+" stands there twice, and only one of them can have been signed"
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
	return v
}

// Results names the server whose Authentication-Results stands topmost, as it names
// itself ("" where it does not), and those that signed the Received above it and next
// below, top first: what [Trust] must know for the field to count. ok is false where
// there is no such field.
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

// sender tells what the results say of the mail's From.
func (m *Mail) sender(results []authResult) (by, fail string) {
	broken := false
	for _, r := range results {
		switch about := r.about(); {
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

// about returns the domain that a result is about.
func (r authResult) about() string {
	if r.method == "dmarc" {
		return r.props["header.from"]
	}
	return cmp.Or(r.props["header.d"], afterAt(r.props["header.i"]))
}

func afterAt(s string) string {
	_, domain, _ := strings.Cut(s, "@")
	return domain
}
