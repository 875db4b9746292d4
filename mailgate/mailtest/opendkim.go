package mailtest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"galloper/events/logtest"
)

// DKIM is a key pair for a domain, with OpenDKIM filters that sign and verify with it. The verifier reads the public
// key from a file in place of DNS.
type DKIM struct {
	Domain string

	t   testing.TB
	dir string
}

const selector = "games"

// NewDKIM generates a key for the domain.
func NewDKIM(t testing.TB, domain string) *DKIM {
	t.Helper()
	Require(t, "opendkim")
	k := &DKIM{Domain: domain, t: t, dir: directory(t, serverOwner(t))}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(k.dir, "key.pem"),
		string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})))
	write(t, filepath.Join(k.dir, "dns"), fmt.Sprintf("%s._domainkey.%s v=DKIM1; k=rsa; p=%s\n", selector, domain,
		base64.StdEncoding.EncodeToString(public)))
	return k
}

// Signer starts a filter that signs the domain's mail, and returns the main.cf line that makes a Postfix use it.
func (k *DKIM) Signer() string {
	k.t.Helper()
	return k.start("signer", fmt.Sprintf(
		"Mode s\nDomain %s\nSelector %s\nKeyFile %s/key.pem\nCanonicalization relaxed/relaxed\nRequireSafeKeys no\n"+
			"SignHeaders From,To,Cc,Date,Subject,Message-ID\n", k.Domain, selector, k.dir))
}

// Verifier starts a filter that verifies signatures. It replaces Authentication-Results with its own results, under
// the name [MailHost].
func (k *DKIM) Verifier() string {
	k.t.Helper()
	return k.start("verifier", fmt.Sprintf(
		"Mode v\nAuthservID %s\nAlwaysAddARHeader yes\nRemoveARAll yes\nTestPublicKeys %s/dns\nInternalHosts 192.0.2.1\n",
		MailHost, k.dir))
}

func (k *DKIM) start(name, conf string) string {
	k.t.Helper()
	path, err := findProgram("opendkim")
	if err != nil {
		k.t.Fatal(err)
	}
	addr, port := logtest.FreePort(k.t)
	file := filepath.Join(k.dir, name+".conf")
	write(k.t, file, fmt.Sprintf("Socket inet:%d@127.0.0.1\nBackground no\nSyslog no\nUMask 022\n%s", port, conf))
	out, err := os.Create(filepath.Join(k.dir, name+".out"))
	if err != nil {
		k.t.Fatal(err)
	}
	cmd := exec.Command(path, "-f", "-x", file)
	cmd.Dir, cmd.Stdout, cmd.Stderr = k.dir, out, out
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		out.Close()
	})
	if err := answering(addr); err != nil {
		said, _ := os.ReadFile(out.Name())
		k.t.Fatalf("opendkim: %v\n%s", err, said)
	}
	return "smtpd_milters = inet:" + addr
}

// Relay returns main.cf lines for a foreign server, which accepts any mail and relays mail for [Domains] to the
// Postfix at the address.
func Relay(host, to string) []string {
	return []string{
		"myhostname = " + host, "virtual_mailbox_domains =", "mynetworks = 127.0.0.0/8",
		"smtpd_relay_restrictions = permit_mynetworks, reject",
		"default_transport = smtp:[" + hostOf(to) + "]:" + portOf(to), "header_checks =",
	}
}
