package discover

import (
	"slices"
	"strings"
)

// Provider has the known settings of a mail provider.
type Provider struct {
	Name    string
	Domains []string // of its addresses
	MX      []string // suffixes of the servers that receive mail for domains it hosts
	IMAP    Server
	SMTP    Server
	// Advice explains how to sign in.
	Advice string
	// OAuth is set if passwords are not accepted at all.
	OAuth bool
	// Untagged explains how to enable tagged addresses; "" if they work by default.
	Untagged string
	// The provider's results for signatures of incoming mail, for [mail].
	Authserv, Relays []string
	Unnamed          bool
}

const appPassword = "Your usual password is not taken by programs. Switch on two-step verification, make an app " +
	"password for mail at %, and type that."

func appPasswordAt(where string) string { return strings.ReplaceAll(appPassword, "%", where) }

func implicit(host string, port int) Server { return Server{Host: host, Port: port, TLS: Implicit} }

func starttls(host string, port int) Server { return Server{Host: host, Port: port, TLS: StartTLS} }

// Providers returns all known providers.
func Providers() []Provider { return slices.Clone(providers) }

var providers = []Provider{
	{
		Name: "Gmail", Domains: []string{"gmail.com", "googlemail.com"}, MX: []string{".google.com", ".googlemail.com"},
		IMAP: implicit("imap.gmail.com", 993), SMTP: implicit("smtp.gmail.com", 465),
		Advice:   appPasswordAt("https://myaccount.google.com/apppasswords"),
		Authserv: []string{"mx.google.com"}, Relays: []string{"mx.google.com", "2002:a05:*"},
	},
	{
		Name: "Outlook.com and Microsoft 365",
		Domains: []string{"outlook.com", "hotmail.com", "live.com", "msn.com", "outlook.de", "outlook.fr", "hotmail.de",
			"hotmail.fr", "hotmail.co.uk", "live.co.uk"},
		MX:   []string{".protection.outlook.com", ".olc.protection.outlook.com"},
		IMAP: implicit("outlook.office365.com", 993), SMTP: starttls("smtp.office365.com", 587), OAuth: true,
		Advice: "Passwords are not taken, app passwords neither: programs sign in by OAuth2. Use a helper that keeps the " +
			"sign-in and prints an access token, as oama or mutt_oauth2.py, and give its command with --token-command.",
		Untagged: "Addresses with a tag are off at first: an administrator switches on plus addressing.",
		Unnamed:  true, Relays: []string{"*.outlook.com", "*.office365.com"},
	},
	{
		Name: "Yahoo", Domains: []string{"yahoo.com", "yahoo.co.uk", "yahoo.de", "yahoo.fr", "ymail.com", "aol.com"},
		MX:   []string{".yahoodns.net"},
		IMAP: implicit("imap.mail.yahoo.com", 993), SMTP: implicit("smtp.mail.yahoo.com", 465),
		Advice: appPasswordAt("https://login.yahoo.com/account/security"), Authserv: []string{"*.yahoo.com"},
		Relays:   []string{"*.yahoo.com", "10.*"},
		Untagged: "Addresses with a tag are not delivered: players need their KEY lines.",
	},
	{
		Name: "iCloud", Domains: []string{"icloud.com", "me.com", "mac.com"}, MX: []string{".mail.icloud.com"},
		IMAP: implicit("imap.mail.me.com", 993), SMTP: starttls("smtp.mail.me.com", 587),
		Advice:   appPasswordAt("https://account.apple.com (Sign-In and Security)"),
		Authserv: []string{"dmarc.icloud.com"}, Relays: []string{"*.icloud.com", "*.apple.com"},
	},
	{
		Name: "Fastmail", Domains: []string{"fastmail.com", "fastmail.fm", "messagingengine.com"},
		MX:   []string{".messagingengine.com"},
		IMAP: implicit("imap.fastmail.com", 993), SMTP: implicit("smtp.fastmail.com", 465),
		Advice:   appPasswordAt("Settings, Privacy & Security, Connected apps"),
		Authserv: []string{"mx*.messagingengine.com"},
		Relays:   []string{"*.messagingengine.com", "*.internal", "sloti*"},
	},
	{
		Name: "GMX", Domains: []string{"gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.com"}, MX: []string{".gmx.net"},
		IMAP: implicit("imap.gmx.net", 993), SMTP: implicit("mail.gmx.net", 465),
		Advice: "Allow POP3 and IMAP in the settings of the web mailer first. With two-step verification make an app " +
			"password there, and type that.",
		Authserv: []string{"gmx.net"}, Relays: []string{"*.gmx.net"},
	},
	{
		Name: "web.de", Domains: []string{"web.de"}, MX: []string{".web.de"},
		IMAP: implicit("imap.web.de", 993), SMTP: starttls("smtp.web.de", 587),
		Advice: "Allow POP3 and IMAP in the settings of the web mailer first. With two-step verification make an app " +
			"password there, and type that.",
		Authserv: []string{"web.de"}, Relays: []string{"*.web.de"},
	},
	{
		Name: "mailbox.org", Domains: []string{"mailbox.org"}, MX: []string{".mailbox.org"},
		IMAP: implicit("imap.mailbox.org", 993), SMTP: implicit("smtp.mailbox.org", 465),
		Advice:   "With two-step verification make an app password in the settings, and type that.",
		Authserv: []string{"*.mailbox.org"}, Relays: []string{"*.mailbox.org", "*.heinlein-hosting.de"},
	},
	{
		Name: "Posteo", Domains: []string{"posteo.de", "posteo.net", "posteo.org"}, MX: []string{".posteo.de"},
		IMAP: implicit("posteo.de", 993), SMTP: implicit("posteo.de", 465),
		Advice:   "Your usual password works, unless additional mailbox protection is on.",
		Authserv: []string{"*.posteo.de"}, Relays: []string{"*.posteo.de"},
	},
	{
		Name: "Zoho", Domains: []string{"zohomail.com", "zohomail.eu", "zoho.com"}, MX: []string{".zoho.com", ".zoho.eu"},
		IMAP: implicit("imap.zoho.com", 993), SMTP: implicit("smtp.zoho.com", 465),
		Advice: "Switch on IMAP access in the settings of the mailbox. With two-step verification make an app password " +
			"at https://accounts.zoho.com, and type that.",
		Authserv: []string{"mx.zohomail.com"}, Relays: []string{"*.zohomail.com"},
	},
}

func ofDomain(domain string) *Provider {
	return pick(func(p Provider) bool { return slices.Contains(p.Domains, domain) })
}

func ofMX(host string) *Provider {
	host = "." + strings.ToLower(strings.TrimSuffix(host, "."))
	return pick(func(p Provider) bool {
		return slices.ContainsFunc(p.MX, func(end string) bool { return strings.HasSuffix(host, end) })
	})
}

func pick(fits func(Provider) bool) *Provider {
	all := Providers()
	if i := slices.IndexFunc(all, fits); i >= 0 {
		return &all[i]
	}
	return nil
}
