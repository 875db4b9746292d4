package natslog_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
)

// startGuarded starts a server with JetStream that requires authentication.
func startGuarded(t *testing.T, guard func(*server.Options)) (url string) {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(),
		NoSigs: true, NoLog: true, MaxPayload: 8 << 20}
	guard(o)
	return startServer(t, o)
}

// startServer starts the server, waits until it accepts connections, and returns its URL.
func startServer(t testing.TB, o *server.Options) (url string) {
	t.Helper()
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server takes no connections after a minute")
	}
	return s.ClientURL()
}

// signsIn opens the store with each of the credentials, and checks for the expected fragments of the error, or for
// success if there are none.
func signsIn(t *testing.T, url string, ways map[string]signInCase) {
	t.Helper()
	for name, c := range ways {
		s, err := natslog.OpenCluster(url, natslog.Options{Logger: quiet(), Replicas: 1, SignIn: c.SignIn})
		if err == nil {
			at, herr := s.Head(t.Context(), "g")
			if herr != nil {
				t.Errorf("%s: %v", name, herr)
			}
			logtest.Append(t, s, at, logtest.Commit("g", name, 1))
			s.Close()
		}
		if len(c.wrong) == 0 && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, f := range c.wrong {
			if err == nil || !strings.Contains(err.Error(), f) {
				t.Errorf("%s: %v; want it to say %q", name, err, f)
			}
		}
	}
}

type signInCase struct {
	natslog.SignIn
	wrong []string
}

func write(t *testing.T, name string, b []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSignInByUserAndPassword(t *testing.T) {
	t.Parallel()
	url := startGuarded(t, func(o *server.Options) { o.Username, o.Password = "galloper", "right" })
	signsIn(t, url, map[string]signInCase{
		"right": {SignIn: natslog.SignIn{User: "galloper", Password: "right"}},
		"wrong": {natslog.SignIn{User: "galloper", Password: "wrong"}, []string{"the server does not accept this user",
			"user, password"}},
		"none":    {natslog.SignIn{}, []string{"the server does not accept this user"}},
		"no user": {natslog.SignIn{Password: "right"}, []string{"there is a password but no user"}},
		"two": {natslog.SignIn{User: "galloper", Password: "right", Token: "t"},
			[]string{"several sign-in methods are set: user and password, token; keep one"}},
	})
}

func TestSignInByToken(t *testing.T) {
	t.Parallel()
	url := startGuarded(t, func(o *server.Options) { o.Authorization = "right" })
	signsIn(t, url, map[string]signInCase{
		"right": {SignIn: natslog.SignIn{Token: "right"}},
		"wrong": {natslog.SignIn{Token: "wrong"}, []string{"the server does not accept this user"}},
	})
}

// newKey returns a user's public key and the file with its seed.
func newKey(t *testing.T) (public, file string) {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	if public, err = pair.PublicKey(); err != nil {
		t.Fatal(err)
	}
	return public, write(t, "user.nk", append(seed, '\n'))
}

func TestSignInByNKey(t *testing.T) {
	t.Parallel()
	public, file := newKey(t)
	_, other := newKey(t)
	url := startGuarded(t, func(o *server.Options) { o.Nkeys = []*server.NkeyUser{{Nkey: public}} })
	signsIn(t, url, map[string]signInCase{
		"right":   {SignIn: natslog.SignIn{NKey: file}},
		"another": {natslog.SignIn{NKey: other}, []string{"the server does not accept this user"}},
		"no file": {natslog.SignIn{NKey: file + "x"}, []string{"nkey: ", "no such file"}},
		"no seed": {natslog.SignIn{NKey: write(t, "x", []byte("hello\n"))}, []string{"contains no seed of a user's key",
			"nsc generate nkey --user"}},
	})
}

// operator signs accounts and users, like an organisation that runs NATS.
type operator struct {
	t       *testing.T
	account nkeys.KeyPair
	server  func(*server.Options)
}

func newOperator(t *testing.T) operator {
	t.Helper()
	pair := func(k nkeys.KeyPair, err error) (nkeys.KeyPair, string) {
		if err != nil {
			t.Fatal(err)
		}
		public, err := k.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		return k, public
	}
	encode := func(c jwt.Claims, by nkeys.KeyPair) string {
		text, err := c.Encode(by)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	op, opPublic := pair(nkeys.CreateOperator())
	_, sysPublic := pair(nkeys.CreateAccount())
	account, public := pair(nkeys.CreateAccount())
	claims := jwt.NewAccountClaims(public)
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	trusted := jwt.NewOperatorClaims(opPublic)
	trusted.SystemAccount = sysPublic
	resolver := &server.MemAccResolver{}
	for id, c := range map[string]jwt.Claims{public: claims, sysPublic: jwt.NewAccountClaims(sysPublic)} {
		if err := resolver.Store(id, encode(c, op)); err != nil {
			t.Fatal(err)
		}
	}
	encode(trusted, op)
	return operator{t: t, account: account, server: func(o *server.Options) {
		o.TrustedOperators, o.SystemAccount, o.AccountResolver = []*jwt.OperatorClaims{trusted}, sysPublic, resolver
	}}
}

// credentials writes a credentials file for a new user of the account.
func (o operator) credentials(expires time.Time) (file string) {
	o.t.Helper()
	user, err := nkeys.CreateUser()
	if err != nil {
		o.t.Fatal(err)
	}
	public, err := user.PublicKey()
	if err != nil {
		o.t.Fatal(err)
	}
	seed, err := user.Seed()
	if err != nil {
		o.t.Fatal(err)
	}
	claims := jwt.NewUserClaims(public)
	if !expires.IsZero() {
		claims.Expires = expires.Unix()
	}
	text, err := claims.Encode(o.account)
	if err != nil {
		o.t.Fatal(err)
	}
	b, err := jwt.FormatUserConfig(text, seed)
	if err != nil {
		o.t.Fatal(err)
	}
	return write(o.t, "user.creds", b)
}

func TestSignInByCredentials(t *testing.T) {
	t.Parallel()
	op, stranger := newOperator(t), newOperator(t)
	signsIn(t, startGuarded(t, op.server), map[string]signInCase{
		"right": {SignIn: natslog.SignIn{Credentials: op.credentials(time.Time{})}},
		"expired": {natslog.SignIn{Credentials: op.credentials(time.Now().Add(-time.Hour))},
			[]string{"the server does not accept this user"}},
		"another's": {natslog.SignIn{Credentials: stranger.credentials(time.Time{})},
			[]string{"the server does not accept this user"}},
		"no such":     {natslog.SignIn{Credentials: "nowhere.creds"}, []string{"credentials: ", "nowhere.creds"}},
		"another way": {natslog.SignIn{Credentials: write(t, "x.creds", []byte("password"))}, []string{"nsc generate creds"}},
	})
}

// signer signs certificates for 127.0.0.1.
type signer struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	file string
}

func newSigner(t *testing.T) *signer {
	t.Helper()
	s := &signer{t: t}
	cert, key := s.make(&x509.Certificate{Subject: pkix.Name{CommonName: "signer"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	s.cert, s.key, s.file = cert, key, write(t, "ca.pem", pemOf("CERTIFICATE", cert.Raw))
	return s
}

func (s *signer) make(c *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	s.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		s.t.Fatal(err)
	}
	c.SerialNumber, c.NotBefore = big.NewInt(time.Now().UnixNano()), time.Now().Add(-24*time.Hour)
	if c.NotAfter.IsZero() {
		c.NotAfter = time.Now().Add(time.Hour)
	}
	parent, by := s.cert, s.key
	if parent == nil {
		parent, by = c, key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, by)
	if err != nil {
		s.t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		s.t.Fatal(err)
	}
	return cert, key
}

// pair writes a certificate for the address, and its key.
func (s *signer) pair(address string, until time.Time) (cert, key string) {
	s.t.Helper()
	c, k := s.make(&x509.Certificate{
		Subject: pkix.Name{CommonName: "galloper"}, IPAddresses: []net.IP{net.ParseIP(address)}, NotAfter: until,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth,
			x509.ExtKeyUsageClientAuth},
	})
	der, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		s.t.Fatal(err)
	}
	return write(s.t, "cert.pem", pemOf("CERTIFICATE", c.Raw)), write(s.t, "key.pem", pemOf("EC PRIVATE KEY", der))
}

func pemOf(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// serverTLS makes a server present the certificate and, with verify, require one from clients.
func serverTLS(t *testing.T, s *signer, cert, key string, verify bool) func(*server.Options) {
	t.Helper()
	conf, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: cert, KeyFile: key, CaFile: s.file, Verify: verify})
	if err != nil {
		t.Fatal(err)
	}
	return func(o *server.Options) { o.TLSConfig, o.TLSTimeout = conf, 10 }
}

func TestTLS(t *testing.T) {
	t.Parallel()
	ours, theirs := newSigner(t), newSigner(t)
	cert, key := ours.pair("127.0.0.1", time.Time{})
	strangerCert, strangerKey := theirs.pair("127.0.0.1", time.Time{})

	open := startGuarded(t, serverTLS(t, ours, cert, key, false))
	signsIn(t, open, map[string]signInCase{
		"right":       {SignIn: natslog.SignIn{CA: ours.file}},
		"nothing set": {natslog.SignIn{}, []string{"set ca to the file with the certificate of its authority"}},
		"wrong signer": {natslog.SignIn{CA: theirs.file},
			[]string{"set ca to the file with the certificate of its authority"}},
		"no such file": {natslog.SignIn{CA: "nowhere.pem"}, []string{"ca: ", "nowhere.pem"}},
		"no pem":       {natslog.SignIn{CA: write(t, "x", []byte("x"))}, []string{"contains no PEM certificate"}},
		"no key":       {natslog.SignIn{CA: ours.file, Cert: cert}, []string{"cert and key belong together"}},
		"not a pair": {natslog.SignIn{CA: ours.file, Cert: cert, Key: strangerKey},
			[]string{"the key must match the certificate"}},
	})
	both := startGuarded(t, serverTLS(t, ours, cert, key, true))
	signsIn(t, both, map[string]signInCase{
		"right":    {SignIn: natslog.SignIn{CA: ours.file, Cert: cert, Key: key}},
		"none":     {natslog.SignIn{CA: ours.file}, []string{"set cert and key"}},
		"stranger": {natslog.SignIn{CA: ours.file, Cert: strangerCert, Key: strangerKey}, []string{"set cert and key"}},
	})
	elsewhere, elsewhereKey := ours.pair("127.0.0.9", time.Time{})
	signsIn(t, startGuarded(t, serverTLS(t, ours, elsewhere, elsewhereKey, false)), map[string]signInCase{
		"another host": {natslog.SignIn{CA: ours.file}, []string{"for a different host than the URL"}},
	})
	old, oldKey := ours.pair("127.0.0.1", time.Now().Add(-time.Hour))
	signsIn(t, startGuarded(t, serverTLS(t, ours, old, oldKey, false)), map[string]signInCase{
		"out of date": {natslog.SignIn{CA: ours.file}, []string{"check its dates"}},
	})
	plain := startGuarded(t, func(*server.Options) {})
	signsIn(t, plain, map[string]signInCase{
		"no TLS there": {natslog.SignIn{CA: ours.file}, []string{"the server does not speak TLS"}},
	})
}

func TestServersThatCannotServe(t *testing.T) {
	t.Parallel()
	_, port := logtest.FreePort(t)
	none := startGuarded(t, func(o *server.Options) { o.JetStream = false })
	forbidden := startGuarded(t, func(o *server.Options) {
		o.Users = []*server.User{{Username: "reader", Password: "x",
			Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"$JS.API.STREAM.>"}}}}}
	})
	for _, c := range []struct {
		url    string
		signIn natslog.SignIn
		want   string
	}{
		{"nats://127.0.0.1:" + strconv.Itoa(port), natslog.SignIn{}, "no server answers"},
		{none, natslog.SignIn{}, "start it with jetstream in its configuration"},
		{forbidden, natslog.SignIn{User: "reader", Password: "x"},
			"docs/cluster.md lists the permissions that the user needs"},
	} {
		s, err := natslog.OpenCluster(c.url, natslog.Options{Logger: quiet(), Replicas: 1, SignIn: c.signIn,
			Timeout: time.Second})
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.url, err, c.want)
		}
	}
}

// TestSignedInStoreIsALog: the log works over an authenticated connection.
func TestSignedInStoreIsALog(t *testing.T) {
	t.Parallel()
	signer := newSigner(t)
	cert, key := signer.pair("127.0.0.1", time.Time{})
	guard := serverTLS(t, signer, cert, key, true)
	url := startGuarded(t, func(o *server.Options) {
		guard(o)
		o.Username, o.Password = "galloper", "right"
	})
	in := natslog.SignIn{User: "galloper", Password: "right", CA: signer.file, Cert: cert, Key: key}
	s := openCluster(t, url, natslog.Options{Replicas: 1, SignIn: in, Timeout: time.Minute})
	var at events.Head
	for i := range 20 {
		at = logtest.Append(t, s, at, logtest.Commit("g", strconv.Itoa(i), i))
	}
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || r.Commits != 20 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestUserWhoCannotMakeTheLogForget: a user without permission to reconfigure the stream can do everything that the
// program needs, but cannot make the log lose messages.
func TestUserWhoCannotMakeTheLogForget(t *testing.T) {
	t.Parallel()
	url := startGuarded(t, func(o *server.Options) {
		o.Users = []*server.User{{Username: "galloper", Password: "x", Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: natslog.Allowed, Deny: natslog.Denied},
			Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}},
		}}}
	})
	denied := make(chan struct{}, 1)
	s := openCluster(t, url, natslog.Options{Replicas: 1, Timeout: time.Minute,
		SignIn: natslog.SignIn{User: "galloper", Password: "x"},
		Connect: []nats.Option{nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				denied <- struct{}{}
			}
		})}})
	at := logtest.Append(t, s, events.Head{}, logtest.Commit("g", "a", 1))
	logtest.Append(t, s, at, logtest.Commit("g", "b", 2))
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || r.Commits != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	st, err := s.JetStream().Stream(t.Context(), natslog.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := st.CachedInfo().Config
	cfg.MaxMsgs, cfg.Discard = 1, jetstream.DiscardOld
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-denied; cancel() }() // the server sends no other answer
	if _, err := s.JetStream().UpdateStream(ctx, cfg); err == nil {
		t.Error("the stream could be reconfigured")
	}
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || r.Commits != 2 {
		t.Errorf("after the attempt: %+v, %v", r, err)
	}
}
