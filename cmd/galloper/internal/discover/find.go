package discover

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// TLS is the encryption of a connection, as the configuration writes it.
type TLS string

// Kinds of connection.
const (
	Implicit TLS = "implicit"
	StartTLS TLS = "starttls"
)

// Server is a possible server.
type Server struct {
	Host string
	Port int
	TLS  TLS
}

// Address returns host:port.
func (s Server) Address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// Candidate is a possible pair of servers for an address.
type Candidate struct {
	IMAP, SMTP Server
	User       string    // to sign in as
	From       string    // how it was found, in words
	Provider   *Provider // nil: unknown
}

// Finder looks for servers. The zero Finder uses the network.
type Finder struct {
	MX   func(ctx context.Context, domain string) ([]*net.MX, error)
	SRV  func(ctx context.Context, service, proto, domain string) (string, []*net.SRV, error)
	Get  func(ctx context.Context, url string) ([]byte, error)
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Limits on the wait for one answer.
const (
	askTime  = 6 * time.Second
	dialTime = 4 * time.Second
)

func (f Finder) withDefaults() Finder {
	if f.MX == nil {
		f.MX = net.DefaultResolver.LookupMX
	}
	if f.SRV == nil {
		f.SRV = net.DefaultResolver.LookupSRV
	}
	if f.Get == nil {
		f.Get = get
	}
	if f.Dial == nil {
		f.Dial = new(net.Dialer).DialContext
	}
	return f
}

// Find returns the possible pairs of servers for the address, the likeliest first.
func (f Finder) Find(ctx context.Context, address string) (found []Candidate) {
	f = f.withDefaults()
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	known := ofDomain(domain)
	from := "it is a provider that Galloper knows"
	if known == nil {
		known, from = f.hosted(ctx, domain)
	}
	add := func(c Candidate, ok bool) {
		if !ok {
			return
		}
		c.Provider = known
		if c.User == "" {
			c.User = address
		}
		for _, have := range found {
			if have.IMAP == c.IMAP && have.SMTP == c.SMTP {
				return
			}
		}
		found = append(found, c)
	}
	if known != nil {
		add(Candidate{IMAP: known.IMAP, SMTP: known.SMTP, From: known.Name + ": " + from}, true)
		return found
	}
	add(f.published(ctx, domain))
	add(f.configured(ctx, address, domain))
	add(f.tryUsual(ctx, domain))
	return found
}

// hosted returns the provider that receives the domain's mail.
func (f Finder) hosted(ctx context.Context, domain string) (p *Provider, from string) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	records, err := f.MX(ctx, domain)
	if err != nil {
		return nil, ""
	}
	for _, r := range records {
		if p := ofMX(r.Host); p != nil {
			return p, "mail to " + domain + " goes there"
		}
	}
	return nil, ""
}

// published queries SRV records (RFC 6186, RFC 8314).
func (f Finder) published(ctx context.Context, domain string) (c Candidate, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	one := func(service string, encrypted TLS) (s Server) {
		_, records, err := f.SRV(ctx, service, "tcp", domain)
		if err != nil || len(records) == 0 || records[0].Target == "." || records[0].Port == 0 {
			return s
		}
		return Server{strings.TrimSuffix(records[0].Target, "."), int(records[0].Port), encrypted}
	}
	if c.IMAP = one("imaps", Implicit); c.IMAP.Host == "" {
		c.IMAP = one("imap", StartTLS)
	}
	if c.SMTP = one("submissions", Implicit); c.SMTP.Host == "" {
		c.SMTP = one("submission", StartTLS)
	}
	c.From = "the SRV records of " + domain
	return c, c.IMAP.Host != "" && c.SMTP.Host != ""
}

// configured fetches the autoconfig file of mail programs.
func (f Finder) configured(ctx context.Context, address, domain string) (c Candidate, ok bool) {
	for _, at := range []string{
		"https://autoconfig." + domain + "/mail/config-v1.1.xml?emailaddress=" + url.QueryEscape(address),
		"https://" + domain + "/.well-known/autoconfig/mail/config-v1.1.xml",
		"https://autoconfig.thunderbird.net/v1.1/" + domain,
	} {
		ctx, cancel := context.WithTimeout(ctx, askTime)
		raw, err := f.Get(ctx, at)
		cancel()
		if err != nil {
			continue
		}
		if c, err = readAutoconfig(raw, address); err == nil {
			host, _ := url.Parse(at)
			c.From = "the autoconfig file of " + host.Host
			return c, true
		}
	}
	return Candidate{}, false
}

// tryUsual tries the usual names and ports.
func (f Finder) tryUsual(ctx context.Context, domain string) (c Candidate, ok bool) {
	c.IMAP = f.first(ctx, []Server{
		implicit("imap."+domain, 993), implicit("mail."+domain, 993), implicit(domain, 993),
		starttls("imap."+domain, 143), starttls("mail."+domain, 143),
	})
	c.SMTP = f.first(ctx, []Server{
		implicit("smtp."+domain, 465), implicit("mail."+domain, 465), implicit(domain, 465),
		starttls("smtp."+domain, 587), starttls("mail."+domain, 587), starttls(domain, 587),
	})
	c.From = "something answers there"
	return c, c.IMAP.Host != "" && c.SMTP.Host != ""
}

// first returns the first server in the list that accepts a connection. It tries all in parallel.
func (f Finder) first(ctx context.Context, list []Server) Server {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	answers := make([]chan bool, len(list))
	for i, s := range list {
		answers[i] = make(chan bool, 1)
		go func() {
			conn, err := f.Dial(ctx, "tcp", s.Address())
			if err == nil {
				conn.Close()
			}
			answers[i] <- err == nil
		}()
	}
	for i, s := range list {
		if <-answers[i] {
			return s
		}
	}
	return Server{}
}

// maxFile is the maximum size of an autoconfig file, in bytes.
const maxFile = 256 << 10

func get(ctx context.Context, at string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", at, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxFile))
}

// autoconfig is the file by which mail programs find servers.
type autoconfig struct {
	Provider struct {
		Incoming []autoserver `xml:"incomingServer"`
		Outgoing []autoserver `xml:"outgoingServer"`
	} `xml:"emailProvider"`
}

type autoserver struct {
	Type   string `xml:"type,attr"`
	Host   string `xml:"hostname"`
	Port   int    `xml:"port"`
	Socket string `xml:"socketType"`
	User   string `xml:"username"`
}

// readAutoconfig returns the servers with encryption. The first of a kind is the one that the provider prefers.
func readAutoconfig(raw []byte, address string) (c Candidate, err error) {
	var file autoconfig
	if err := xml.Unmarshal(raw, &file); err != nil {
		return c, err
	}
	local, domain, _ := strings.Cut(address, "@")
	fill := strings.NewReplacer("%EMAILADDRESS%", address, "%EMAILLOCALPART%", local, "%EMAILDOMAIN%", domain)
	take := func(kind string, list []autoserver) (s Server, user string) {
		for _, a := range list {
			encrypted := map[string]TLS{"SSL": Implicit, "STARTTLS": StartTLS}[a.Socket]
			if strings.EqualFold(a.Type, kind) && encrypted != "" && a.Host != "" && a.Port > 0 {
				return Server{Host: fill.Replace(a.Host), Port: a.Port, TLS: encrypted}, fill.Replace(a.User)
			}
		}
		return s, ""
	}
	c.IMAP, c.User = take("imap", file.Provider.Incoming)
	c.SMTP, _ = take("smtp", file.Provider.Outgoing)
	if c.IMAP.Host == "" || c.SMTP.Host == "" {
		return c, errors.New("it names no encrypted IMAP and SMTP server")
	}
	return c, nil
}
