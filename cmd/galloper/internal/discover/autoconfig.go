package discover

import (
	"encoding/xml"
	"errors"
	"strings"
)

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
