package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// certificate writes a key and a self-signed certificate for 127.0.0.1.
func certificate(t testing.TB, dir string) *x509.CertPool {
	t.Helper()
	return certificateFor(t, dir, net.IPv4(127, 0, 0, 1))
}

// ForeignCertificate returns main.cf lines that make a Postfix present a certificate for another address.
func ForeignCertificate(t testing.TB) []string {
	t.Helper()
	dir := directory(t, serverOwner(t))
	certificateFor(t, dir, net.IPv4(192, 0, 2, 1))
	return []string{"smtpd_tls_cert_file = " + filepath.Join(dir, "cert.pem"), "smtpd_tls_key_file = " +
		filepath.Join(dir, "key.pem")}
}

func certificateFor(t testing.TB, dir string, ip net.IP) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: MailHost},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{ip},
		IsCA:        true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "cert.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	write(t, filepath.Join(dir, "key.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	pool := x509.NewCertPool()
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool.AddCert(cert)
	return pool
}

// tokenSecret signs access tokens. The server validates them locally, without a provider.
const tokenSecret = "a secret of the tests alone, and of no use elsewhere"

// oauth writes the server's configuration for tokens of [Token].
func (d *Dovecot) oauth() {
	d.t.Helper()
	write(d.t, filepath.Join(d.dir, "oauth2.conf.ext"),
		"introspection_mode = local\nlocal_validation_key_dict = fs:posix:prefix="+d.dir+"/keys/\nusername_attribute = "+
			"email\n")
	keys := filepath.Join(d.dir, "keys", "default", "HS256")
	if err := os.MkdirAll(keys, 0o755); err != nil {
		d.t.Fatal(err)
	}
	write(d.t, filepath.Join(keys, "default"), base64.StdEncoding.EncodeToString([]byte(tokenSecret)))
}

// Token returns an OAuth2 access token for the user that expires at the given time.
func (d *Dovecot) Token(user string, ends time.Time) string {
	d.t.Helper()
	claims, err := json.Marshal(map[string]any{"email": user, "sub": user, "iat": time.Now().Add(-2 * time.Hour).Unix(),
		"exp": ends.Unix()})
	if err != nil {
		d.t.Fatal(err)
	}
	enc := base64.RawURLEncoding
	signed := enc.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + enc.EncodeToString(claims)
	mac := hmac.New(sha256.New, []byte(tokenSecret))
	mac.Write([]byte(signed))
	return signed + "." + enc.EncodeToString(mac.Sum(nil))
}
