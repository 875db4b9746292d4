package natstest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galloper/events/natslog"
)

// Guard writes the configuration of servers that accept only TLS, with separate accounts. Each account has a user
// `galloper`-ACCOUNT with the permissions in [natslog.Allowed] and [natslog.Denied], and a user `admin`-ACCOUNT with
// all permissions. Each user's password is the user name.
func Guard(t testing.TB, accounts ...string) (config, ca string) {
	t.Helper()
	dir := t.TempDir()
	ca = filepath.Join(dir, "cert.pem")
	certify(t, ca, filepath.Join(dir, "key.pem"))
	quoted := func(list []string) string { return `["` + strings.Join(list, `", "`) + `"]` }
	b := &strings.Builder{}
	fmt.Fprintf(b, "tls { cert_file: %q, key_file: %q, timeout: 10 }\naccounts {\n", ca, filepath.Join(dir, "key.pem"))
	for _, a := range accounts {
		fmt.Fprintf(b, `  %s { jetstream: enabled, users: [
    { user: admin-%[1]s, password: admin-%[1]s }
    { user: galloper-%[1]s, password: galloper-%[1]s, permissions: { publish: { allow: %s, deny: %s }, subscribe: { allow: ["_INBOX.>", "crew.>"] } } }
  ] }
`, a, quoted(natslog.Allowed), quoted(natslog.Denied))
	}
	b.WriteString("  SYS { users: [ { user: sys, password: sys } ] }\n}\nsystem_account: SYS\n")
	config = filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(config, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return config, ca
}

// certify writes a self-signed certificate for 127.0.0.1, and its key.
func certify(t testing.TB, cert, key string) {
	t.Helper()
	pair, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, c, c, &pair.PublicKey, pair)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(pair)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: signed},
		key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
