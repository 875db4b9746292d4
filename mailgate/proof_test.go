package mailgate

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"galloper/mailgate/mailtest"
)

const trustedServer = "mail.games.example"

var trust = Trust{Servers: []string{trustedServer}, Relays: []string{trustedServer}}

var testAccounts = []Account{
	{Game: "quiberon", Seat: "french.north", Addresses: []string{"anna@players.test", "Anna@work.test"},
		Key: "abcd-efgh", Turns: []int{3, 2}},
	{Game: "quiberon", Seat: "british", Addresses: []string{"bertha@players.test"}, Turns: []int{3}},
	{Game: "aspern", Seat: "austrian", Addresses: []string{"anna@players.test"}, Turns: []int{1}, Auth: AuthEither},
	{Game: "wagram", Seat: "french", Addresses: []string{"carl@players.test"}, Turns: []int{1}, Auth: AuthBoth},
	{Game: "lobau", Seat: "french", Addresses: []string{"dora@players.test"}, Turns: []int{1}, Auth: AuthSigned},
	{Game: "eylau", Seat: "french", Addresses: []string{"emil@players.test"}, Turns: []int{1}, Auth: AuthNone},
}

// mailFrom returns a mail to a tagged address, with header fields on top.
func mailFrom(from, tag, fields, text string) *Mail {
	return Read(crlf(fields+"Received: from x by "+trustedServer+" (Postfix); now\nFrom: "+from+
		"\nTo: orders"+tag+"@games.example\nSubject: x\n\n"+text+"\n"),
		Options{Own: []string{"orders@games.example"}})
}

func tokenFor(a Account, turn int) string {
	return "+" + a.Game + "." + a.Seat + "." + testKeys.Mint(Grant{Purpose: PurposeOrders, Game: a.Game, Seat: a.Seat,
		Turn: turn, Epoch: a.Epoch})
}

const dmarcPass = "Authentication-Results: mail.games.example; dmarc=pass header.from=players.test\n"

func TestProve(t *testing.T) {
	north, aspern, wagram, lobau := testAccounts[0], testAccounts[2], testAccounts[3], testAccounts[4]
	for _, c := range []struct {
		name       string
		m          *Mail
		seat       string // of the account found
		proof      string // "" for a quarantined mail
		quarantine string // part of the reason
		notice     string
	}{
		{"token of this turn", mailFrom("anna@players.test", tokenFor(north, 3), "", "HOLD"), "french.north",
			"address+token", "", ""},
		{"token of the last turn", mailFrom("Anna <ANNA@Work.test>", tokenFor(north, 2), "", "HOLD"), "french.north",
			"address+token", "", ""},
		{"token too old", mailFrom("anna@players.test", tokenFor(north, 1), "", "HOLD"), "french.north", "",
			"secret is missing or too old", "anna@players.test"},
		{"key", mailFrom("anna@players.test", "", "", "GAME quiberon\nKEY ABCD-efgh\nHOLD"), "french.north", "address+key",
			"", ""},
		{"key of another", mailFrom("bertha@players.test", "", "", "GAME quiberon\nKEY abcd-efgh\nHOLD"), "british", "",
			"secret is missing", "bertha@players.test"},
		{"address without secret", mailFrom("bertha@players.test", "", "", "HOLD"), "british", "", "secret is missing",
			"bertha@players.test"},
		{"token from a stranger", mailFrom("mallory@evil.test", tokenFor(north, 3), "", "HOLD"), "french.north", "",
			"not registered there", "anna@players.test"},
		{"token of another seat", mailFrom("bertha@players.test", tokenFor(north, 3), "", "HOLD"), "french.north", "",
			"not registered there", "anna@players.test"},
		{"template of another seat", mailFrom("bertha@players.test", tokenFor(testAccounts[1], 3), "", "GAME quiberon\n"+
			"SEAT french.north\nHOLD"), "", "", "no seat french.north in a game quiberon; it plays quiberon british",
			"bertha@players.test"},
		{"stranger", mailFrom("mallory@evil.test", "", "", "HOLD"), "", "", "its sender is unknown", ""},
		{"Reply-To does not count",
			mailFrom("mallory@evil.test", "", "Reply-To: anna@players.test\nSender: anna@players.test\n", "HOLD"), "", "",
			"its sender is unknown", ""},
		{"display name does not count", mailFrom(`"anna@players.test" <mallory@evil.test>`, "", "", "HOLD"), "", "",
			"its sender is unknown", ""},
		{"two senders", mailFrom("anna@players.test, bertha@players.test", tokenFor(north, 3), "", "HOLD"), "", "",
			"not have exactly one sender", ""},
		{"which game", mailFrom("anna@players.test", "", "", "HOLD"), "", "",
			"plays quiberon french.north, aspern austrian", "anna@players.test"},
		{"unknown game", mailFrom("bertha@players.test", "", "", "GAME borodino\nHOLD"), "", "",
			"no seat in a game borodino; it plays quiberon british", "bertha@players.test"},
		{"either: signed", mailFrom("anna@players.test", "+aspern", dmarcPass, "HOLD"), "austrian", "address+dmarc", "", ""},
		{"either: token", mailFrom("anna@players.test", tokenFor(aspern, 1), "", "HOLD"), "austrian", "address+token", "",
			""},
		{"both", mailFrom("carl@players.test", tokenFor(wagram, 1), dmarcPass, "HOLD"), "french", "address+token+dmarc", "",
			""},
		{"both: token alone", mailFrom("carl@players.test", tokenFor(wagram, 1), "", "HOLD"), "french", "",
			"does not vouch", "carl@players.test"},
		{"both: signed alone", mailFrom("carl@players.test", "", dmarcPass, "HOLD"), "french", "", "secret is missing",
			"carl@players.test"},
		{"signed", mailFrom("dora@players.test", "", dmarcPass, "HOLD"), "french", "address+dmarc", "", ""},
		{"signed: token alone", mailFrom("dora@players.test", tokenFor(lobau, 1), "", "HOLD"), "french", "",
			"does not vouch", "dora@players.test"},
		{"none", mailFrom("emil@players.test", "", "", "HOLD"), "french", "address", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Gate{Keys: testKeys, Trust: trust}.Prove(c.m, testAccounts)
			if p.Seat != c.seat || p.Notice != c.notice || (c.quarantine == "") != (p.Quarantine == "") ||
				!strings.Contains(p.Quarantine, c.quarantine) {
				t.Errorf("%+v", p)
			}
			if c.proof != "" && p.Text != c.proof {
				t.Errorf("proved %q, want %q", p.Text, c.proof)
			}
		})
	}
}

func TestRevokedTokenIsNoLongerGood(t *testing.T) {
	a := testAccounts[0]
	m := mailFrom("anna@players.test", tokenFor(a, 3), "", "HOLD")
	a.Epoch++
	if p := (Gate{Keys: testKeys}).Prove(m, []Account{a}); p.Quarantine == "" {
		t.Errorf("%+v", p)
	}
}

func TestAuthenticationResults(t *testing.T) {
	const below = "Received: from mallory by mx.evil.test; now\n"
	for _, c := range []struct{ name, fields, want string }{
		{"dmarc", dmarcPass, "dmarc"},
		{"dkim of the organisation",
			"Authentication-Results: mail.games.example;\n dkim=pass header.d=mail.players.test header.s=a;\n spf=pass " +
				"smtp.mailfrom=players.test\n", "dkim"},
		{"dkim aligned", "Authentication-Results: mail.games.example 1; dkim=pass (2048-bit key) header.d=players.test\n",
			"dkim"},
		{"dkim of another", "Authentication-Results: mail.games.example; dkim=pass header.d=evil.test\n", ""},
		{"dmarc of another", "Authentication-Results: mail.games.example; dmarc=pass header.from=evil.test\n", ""},
		{"spf alone", "Authentication-Results: mail.games.example; spf=pass smtp.mailfrom=players.test\n", ""},
		{"fail", "Authentication-Results: mail.games.example; dmarc=fail header.from=players.test\n", ""},
		{"another server", "Authentication-Results: mx.evil.test; dmarc=pass header.from=players.test\n", ""},
		{"below a foreign server", below + dmarcPass, ""},
		{"results in a comment",
			"Authentication-Results: mail.games.example; spf=fail (x; dmarc=pass header.from=players.test;) " +
				"smtp.mailfrom=evil.test\n", ""},
		{"results in a quoted string",
			"Authentication-Results: mail.games.example; spf=fail smtp.mailfrom=\"x; dmarc=pass header.from=players.test; " +
				"y\"\n", ""},
		{"comment that does not close",
			"Authentication-Results: mail.games.example; spf=fail (x; dmarc=pass header.from=players.test\n", ""},
		{"a property twice", "Authentication-Results: mail.games.example; dkim=pass header.d=evil.test " +
			"header.d=players.test\n", ""},
		{"comment behind the name",
			"Authentication-Results: mail.games.example (a(b\\)c)); dmarc=pass (p=none) header.from=players.test\n", "dmarc"},
		{"name folded", "Authentication-Results:\n\tMail.Games.Example\n\t; dmarc=pass header.from=players.test\n", "dmarc"},
		{"comment before the name, as no server writes it",
			"Authentication-Results: (a(b\\)c)) mail.games.example; dmarc=pass header.from=players.test\n", ""},
		{"name in quotes, as no server writes it",
			"Authentication-Results: \"mail.games.example\"; dmarc=pass header.from=players.test\n", ""},
		{"as Gmail writes it",
			"Authentication-Results: mail.games.example;\n       dkim=pass header.i=@players.test header.s=20230601 " +
				"header.b=\"F5x+/a==\";\n" +
				"       arc=pass (i=1 spf=pass spfdomain=players.test dmarc=pass fromdomain=evil.test);\n       dmarc=pass " +
				"(p=NONE sp=QUARANTINE dis=NONE) header.from=players.test\n", "dmarc"},
		{"as Exchange writes it",
			"Authentication-Results: mail.games.example; spf=pass (sender IP is 192.0.2.7)\n smtp.mailfrom=players.test; " +
				"dkim=pass (signature was verified)\n" +
				" header.d=players.test;dmarc=pass action=none header.from=players.test;compauth=pass reason=100\n", "dmarc"},
		{"none", "Authentication-Results: mail.games.example; none\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mailFrom("anna@players.test", "", c.fields, "HOLD")
			if got := m.Vouched(trust).By; got != c.want {
				t.Errorf("vouched for by %q, want %q", got, c.want)
			}
		})
	}
	m := mailFrom("anna@players.test", "", "Authentication-Results: dmarc=pass action=none header.from=players.test\n",
		"HOLD")
	if m.Vouched(Trust{Unnamed: true}).By != "dmarc" || m.Vouched(trust).By != "" {
		t.Error("a field without a name counts where that is set, and only there")
	}
	if m := mailFrom("anna@players.test", "", dmarcPass, "HOLD"); m.Vouched(Trust{}).By != "" {
		t.Error("without a trusted server nothing may count")
	}
}

// TestOwnDKIM signs a mail with its own key and verifies it with the key as DNS would return it.
func TestOwnDKIM(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	raw := crlf("From: anna@players.test\nTo: orders@games.example\nSubject: x\nDate: Tue, 3 Mar 2026 09:00:00 " +
		"+0000\nMessage-ID: <1@players.test>\n\nHOLD\n")
	var signed bytes.Buffer
	if err := dkim.Sign(&signed, bytes.NewReader(raw), &dkim.SignOptions{Domain: "players.test", Selector: "s",
		Signer: private}); err != nil {
		t.Fatal(err)
	}
	asked := ""
	trust := Trust{DKIM: VerifyDKIM(func(name string) ([]string, error) {
		asked = name
		return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}, nil
	})}
	if got := Read(signed.Bytes(), Options{}).Vouched(trust).By; got != "dkim" || asked != "s._domainkey.players.test" {
		t.Errorf("vouched for by %q, asked for %q", got, asked)
	}
	forged := bytes.Replace(signed.Bytes(), []byte("HOLD"), []byte("MOVE"), 1)
	if got := Read(forged, Options{}).Vouched(trust).By; got != "" {
		t.Errorf("a changed mail is vouched for by %q", got)
	}
	second := append([]byte("From: bertha@players.test\r\n"), signed.Bytes()...)
	if m := Read(second, Options{}); m.From != "" {
		t.Errorf("a second From is put before a signed one, and the sender is %q", m.From)
	}
}

// TestForgedResultsProveNothing: no spelling of the trusted server's name below its Received overrides the server's
// own result, even if that is a failure or does not mention dkim.
func TestForgedResultsProveNothing(t *testing.T) {
	for name, forged := range mailtest.ForgedResults(trustedServer, "players.test") {
		for own, top := range map[string]string{
			"fail": "Authentication-Results: mail.games.example; dkim=none; dmarc=fail header.from=players.test\n",
			"none": "Authentication-Results: mail.games.example; none\n",
			"spf":  "Authentication-Results: mail.games.example; spf=pass smtp.mailfrom=evil.test\n",
			"torn": "Authentication-Results: mail.games.example; dmarc=fail (header.from=players.test\n",
		} {
			m := Read(crlf(top+"Received: from evil by "+trustedServer+"; now\n"+forged+"From: anna@players.test\nTo: "+
				"orders@games.example\n\nHOLD\n"), Options{})
			if m.From == "" || len(m.trace) != 3 {
				t.Fatalf("%s: the mail has %d trace fields", name, len(m.trace))
			}
			for relays, trust := range map[string]Trust{"": {Servers: []string{trustedServer}}, "relays": trust,
				"pattern": {Servers: []string{"*.games.example"}, Relays: []string{"mail.*"}}} {
				if by := m.Vouched(trust).By; by != "" {
					t.Errorf("%s below %s (%s): vouched for by %q", name, own, relays, by)
				}
			}
		}
	}
}

// TestTwoFieldsOfOneName: a pass counts only if the server wrote a single field. A second field does not cancel a
// failure.
func TestTwoFieldsOfOneName(t *testing.T) {
	const fail = "Authentication-Results: mail.games.example; dmarc=fail header.from=players.test\n"
	for _, c := range []struct{ name, fields, by, fail string }{
		{"pass and pass", dmarcPass + dmarcPass, "", ""},
		{"pass and fail", dmarcPass + fail, "", ""},
		{"fail and pass", fail + dmarcPass, "", "dmarc=fail"},
		{"pass, and another server's fail", dmarcPass + strings.Replace(fail, "mail.games", "mx.evil", 1), "dmarc", ""},
		{"pass, and one of that name that cannot be read",
			dmarcPass + "Authentication-Results: mail.games.example; dmarc=fail (x\n", "", ""},
		{"another server's fail above", strings.Replace(fail, "mail.games", "mx.evil", 1) + dmarcPass, "dmarc", ""},
		{"fail of another domain", strings.Replace(fail, "players", "evil", 1), "", ""},
		{"a list's broken signature beside the sender's own",
			"Authentication-Results: mail.games.example; dkim=fail header.d=players.test; dkim=pass header.d=players.test\n",
			"dkim", ""},
		{"broken signature", "Authentication-Results: mail.games.example; dkim=fail reason=\"x\" (2048-bit key) " +
			"header.d=players.test\n", "", "dkim=fail"},
		{"two Subjects", dmarcPass + "Subject: another\n", "", ""},
	} {
		m := mailFrom("anna@players.test", "", c.fields, "HOLD")
		if v := m.Vouched(trust); v.By != c.by || v.Fail != c.fail {
			t.Errorf("%s: %+v, want %q and %q", c.name, v, c.by, c.fail)
		}
	}
}

// TestNothingIsAddedToAServersField: a line that is not a field, and its continuation, are not read as continuing the
// field above.
func TestNothingIsAddedToAServersField(t *testing.T) {
	m := Read(crlf("Authentication-Results: mail.games.example; dkim=none\nno field\n ; dmarc=pass "+
		"header.from=players.test\nFrom: anna@players.test\n\nHOLD\n"), Options{})
	if by := m.Vouched(trust).By; by != "" || m.From == "" {
		t.Errorf("vouched for by %q", by)
	}
}

// TestTrustedFailVetoes: if the receiving server says that the sender is forged, a stolen token proves nothing, and
// the registered address is notified.
func TestTrustedFailVetoes(t *testing.T) {
	north, aspern := testAccounts[0], testAccounts[2]
	for _, fields := range []string{
		"Authentication-Results: mail.games.example; dkim=none; dmarc=fail (p=none) header.from=players.test\n",
		"Authentication-Results: mail.games.example; dkim=fail header.d=players.test\n",
	} {
		for _, m := range []*Mail{
			mailFrom("anna@players.test", tokenFor(north, 3), fields, "HOLD"), mailFrom("anna@players.test", "", fields,
				"GAME quiberon\nKEY abcd-efgh\nHOLD"),
			mailFrom("anna@players.test", tokenFor(aspern, 1), fields, "HOLD"),
		} {
			p := Gate{Keys: testKeys, Trust: trust}.Prove(m, testAccounts)
			if !strings.Contains(p.Quarantine, "says that it is forged") || p.Notice != "anna@players.test" {
				t.Errorf("%+v", p)
			}
			if p := (Gate{Keys: testKeys}).Prove(m, testAccounts); p.Quarantine != "" {
				t.Errorf("nobody is trusted, and %+v", p)
			}
		}
	}
}

// TestTokenTellsItsTurn: the turn is that of the mail that brought the token.
func TestTokenTellsItsTurn(t *testing.T) {
	for turn, a := range map[int]Account{2: testAccounts[0], 3: testAccounts[0]} {
		if p := (Gate{Keys: testKeys}).Prove(mailFrom("anna@players.test", tokenFor(a, turn), "", "HOLD"),
			testAccounts); p.Turn != turn {
			t.Errorf("turn %d, want %d", p.Turn, turn)
		}
	}
	if p := (Gate{Keys: testKeys}).Prove(mailFrom("anna@players.test", "", "", "GAME quiberon\nKEY abcd-efgh\nHOLD"),
		testAccounts); p.Turn != 0 || p.Quarantine != "" {
		t.Errorf("a KEY has no turn: %+v", p)
	}
}

// TestServersVerdictOnReplay: a server reports a DKIM pass also for a mail that was replayed. It counts only if the
// signature covers everything that could have been changed, or SPF shows that the mail came from the sender's own
// server.
func TestServersVerdictOnReplay(t *testing.T) {
	const all = "from:to:date:subject:message-id"
	for name, c := range map[string]struct{ results, signature, to, want string }{
		"covered": {"dkim=pass header.d=players.test", "h=" + all, "orders@games.example", "dkim"},
		"folded and in capitals": {"dkim=pass header.d=players.test", "h=From:\r\n\tTO : Date:Subject:Message-Id",
			"orders@games.example", "dkim"},
		"written to another": {"dkim=pass header.d=players.test", "h=" + all, "bob@players.test", ""},
		"subject left out": {"dkim=pass header.d=players.test", "h=from:to:date:message-id",
			"orders@games.example", ""},
		"only a beginning": {"dkim=pass header.d=players.test", "l=10; h=" + all, "orders@games.example", ""},
		"DMARC by DKIM":    {"dmarc=pass header.from=players.test", "h=from:date", "orders@games.example", ""},
		"DMARC by SPF": {"spf=pass smtp.mailfrom=anna@players.test; dmarc=pass header.from=players.test", "h=from:date",
			"orders@games.example", "dmarc"},
		"SPF of another": {"spf=pass smtp.mailfrom=bob@players.test; dmarc=pass header.from=players.test", "h=from:date",
			"orders@games.example", ""},
	} {
		m := Read([]byte("Authentication-Results: mx.games.example; "+c.results+"\r\nDKIM-Signature: v=1; d=players.test; "+
			c.signature+"; b=x\r\nFrom: anna@players.test\r\nTo: "+c.to+"\r\nSubject: x\r\nDate: Tue, 3 Mar 2026 09:00:00 "+
			"+0000\r\nMessage-ID: <1@players.test>\r\n\r\nHOLD\r\n"), corpusOptions)
		v := m.Vouched(Trust{Servers: []string{"mx.games.example"}})
		if v.By != c.want || (v.Doubt == "") != (c.want != "") {
			t.Errorf("%s: vouched by %q, want %q; doubt %q", name, v.By, c.want, v.Doubt)
		}
	}
}
