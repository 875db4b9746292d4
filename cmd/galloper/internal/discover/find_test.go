package discover

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
)

var errNothing = errors.New("nothing there")

// deaf is a network without any answers.
func deaf() Finder {
	return Finder{
		MX:   func(context.Context, string) ([]*net.MX, error) { return nil, errNothing },
		SRV:  func(context.Context, string, string, string) (string, []*net.SRV, error) { return "", nil, errNothing },
		Get:  func(context.Context, string) ([]byte, error) { return nil, errNothing },
		Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errNothing },
	}
}

const orders = "orders@example.org"

func TestAKnownProviderIsAskedNothing(t *testing.T) {
	got := deaf().Find(t.Context(), "Orders@GMAIL.com")
	if len(got) != 1 || got[0].IMAP.Address() != "imap.gmail.com:993" ||
		!strings.Contains(got[0].Provider.Advice, "app password") {
		t.Fatalf("%+v", got)
	}
}

func TestADomainThatAProviderHosts(t *testing.T) {
	f := deaf()
	f.MX = func(context.Context, string) ([]*net.MX, error) {
		return []*net.MX{{Host: "example-org.mail.protection.outlook.com."}}, nil
	}
	got := f.Find(t.Context(), orders)
	if len(got) != 1 || !got[0].Provider.OAuth || got[0].User != orders {
		t.Fatalf("%+v", got)
	}
}

func TestSRVRecords(t *testing.T) {
	f := deaf()
	f.SRV = func(_ context.Context, service, _, _ string) (string, []*net.SRV, error) {
		switch service {
		case "imaps":
			return "", []*net.SRV{{Target: ".", Port: 0}}, nil // the domain says that it has no such service
		case "imap":
			return "", []*net.SRV{{Target: "mx.example.net.", Port: 143}}, nil
		case "submissions":
			return "", []*net.SRV{{Target: "out.example.net.", Port: 465}}, nil
		}
		return "", nil, errNothing
	}
	got := f.Find(t.Context(), orders)
	if len(got) != 1 || got[0].IMAP != (Server{"mx.example.net", 143, StartTLS}) ||
		got[0].SMTP != (Server{"out.example.net", 465, Implicit}) {
		t.Fatalf("%+v", got)
	}
}

const autoconfigFile = `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="example.org">
<incomingServer type="pop3"><hostname>pop.example.org</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
<incomingServer type="imap"><hostname>old.example.org</hostname><port>143</port><socketType>plain</socketType></incomingServer>
<incomingServer type="imap"><hostname>in.%EMAILDOMAIN%</hostname><port>993</port><socketType>SSL</socketType>
<username>%EMAILLOCALPART%</username></incomingServer>
<outgoingServer type="smtp"><hostname>out.example.org</hostname><port>587</port><socketType>STARTTLS</socketType></outgoingServer>
</emailProvider></clientConfig>`

func TestAutoconfig(t *testing.T) {
	f := deaf()
	f.Get = func(_ context.Context, url string) ([]byte, error) {
		if strings.HasPrefix(url, "https://example.org/.well-known/") {
			return []byte(autoconfigFile), nil
		}
		return []byte("<html>not here</html>"), nil
	}
	got := f.Find(t.Context(), orders)
	if len(got) != 1 || got[0].IMAP != (Server{"in.example.org", 993, Implicit}) || got[0].User != "orders" ||
		got[0].SMTP != (Server{"out.example.org", 587, StartTLS}) {
		t.Fatalf("%+v", got)
	}
	if _, err := readAutoconfig([]byte(strings.ReplaceAll(autoconfigFile, "SSL", "plain")), orders); err == nil {
		t.Error("a file without an encrypted server is taken")
	}
}

func TestUsualNames(t *testing.T) {
	f := deaf()
	f.Dial = func(_ context.Context, _, address string) (net.Conn, error) {
		if address == "mail.example.org:993" || address == "mail.example.org:587" || address == "imap.example.org:143" {
			a, b := net.Pipe()
			b.Close()
			return a, nil
		}
		return nil, errNothing
	}
	got := f.Find(t.Context(), orders)
	if len(got) != 1 || got[0].IMAP != (Server{"mail.example.org", 993, Implicit}) ||
		got[0].SMTP != (Server{"mail.example.org", 587, StartTLS}) {
		t.Fatalf("%+v", got)
	}
}

func TestNothingFound(t *testing.T) {
	if got := deaf().Find(t.Context(), orders); len(got) != 0 {
		t.Fatalf("%+v", got)
	}
}

// No two providers share a domain, and each explains how to sign in.
func TestProvidersAreWhole(t *testing.T) {
	of := map[string]string{}
	for _, p := range Providers() {
		if p.Advice == "" || p.IMAP.Host == "" || p.SMTP.Host == "" || len(p.MX) == 0 {
			t.Errorf("%s lacks something: %+v", p.Name, p)
		}
		for _, d := range append(p.Domains, p.MX...) {
			if of[d] != "" {
				t.Errorf("%s is of %s and of %s", d, of[d], p.Name)
			}
			of[d] = p.Name
		}
	}
}
