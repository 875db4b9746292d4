package natslog

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Peers are the machines whose programs hold the log together, each with a server inside it. Who has
// their secret is one of them: certificate, key and passwords are made from it.
type Peers struct {
	Addresses []string // `host:port` of each, where programs reach it; the port above it is for the servers
	Secret    []byte   // the same on all machines
}

const (
	peerPort   = "4222" // where an address names none
	peerHost   = "galloper"
	leastSharp = 32 // bytes of a secret
)

// NewPeers reads the addresses of the machines, as `host` or `host:port`, and checks their secret.
func NewPeers(addresses []string, secret string) (Peers, error) {
	p := Peers{Secret: []byte(strings.TrimSpace(secret))}
	if n := len(addresses); n != 3 && n != 5 {
		return p, fmt.Errorf("%d peers are named; a cluster has 3 or 5 machines, this one among them", n)
	}
	if len(p.Secret) < leastSharp {
		return p, fmt.Errorf("the secret has %d characters; it must have %d or more, drawn at random, the same on all "+
			"machines, as `openssl rand -hex 32` writes them", len(p.Secret), leastSharp)
	}
	for _, a := range addresses {
		host, port, err := net.SplitHostPort(a)
		if err != nil {
			host, port = strings.Trim(a, "[]"), peerPort
		}
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65534 || host == "" {
			return p, fmt.Errorf("the peer %q is no host:port, as 10.0.0.1:4222", a)
		}
		address := net.JoinHostPort(host, port)
		if slices.Contains(p.Addresses, address) {
			return p, fmt.Errorf("the peer %s is named twice", address)
		}
		p.Addresses = append(p.Addresses, address)
	}
	return p, nil
}

// URL names the servers of all peers, as OpenCluster wants them.
func (p Peers) URL() string { return "tls://" + strings.Join(p.Addresses, ",tls://") }

// SignIn is how a program shows the peers who it is; one that is to repair the log may do more.
func (p Peers) SignIn(mend bool) SignIn {
	user := "galloper"
	if mend {
		user = "mender"
	}
	return SignIn{User: user, Password: p.password(user), made: p.tls()}
}

// Own returns the address that is this machine's: the one that is listen, or where listen is empty the one
// that is an address of this machine.
func (p Peers) Own(listen string, local []net.Addr) (string, error) {
	var mine []string
	for _, a := range p.Addresses {
		host, _, _ := net.SplitHostPort(a)
		here := slices.ContainsFunc(local, func(l net.Addr) bool {
			ip, _, err := net.ParseCIDR(l.String())
			return err == nil && ip.String() == host
		})
		if listen == a || listen == host || listen == "" && here {
			mine = append(mine, a)
		}
	}
	if len(mine) != 1 {
		return "", fmt.Errorf("%d of the peers %s are this machine; say which one with listen", len(mine),
			strings.Join(p.Addresses, ", "))
	}
	return mine[0], nil
}

// derived returns so many bytes that follow from the secret, others for each purpose.
func (p Peers) derived(purpose string, size int) []byte {
	key, err := hkdf.Key(sha256.New, p.Secret, nil, "galloper cluster "+purpose, size)
	if err != nil {
		panic(err) // sizes are small
	}
	return key
}

func (p Peers) password(user string) string { return hex.EncodeToString(p.derived("user "+user, 32)) }

// tls returns settings for both ends of a connection. All machines have the same certificate, which has
// signed itself: whoever shows it has the secret, and nobody else is let in.
func (p Peers) tls() *tls.Config {
	key := ed25519.NewKeyFromSeed(p.derived("certificate", ed25519.SeedSize))
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: peerHost}, DNSNames: []string{peerHost},
		NotBefore: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2120, 1, 1, 0, 0, 0, 0, time.UTC),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	signed, err := x509.CreateCertificate(nil, c, c, key.Public(), key)
	if err != nil {
		panic(err) // everything in it is fixed
	}
	if c, err = x509.ParseCertificate(signed); err != nil {
		panic(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(c)
	return &tls.Config{
		MinVersion: tls.VersionTLS13, ServerName: peerHost, RootCAs: pool, ClientCAs: pool,
		ClientAuth: tls.RequireAndVerifyClientCert, Certificates: []tls.Certificate{{Certificate: [][]byte{signed},
			PrivateKey: key, Leaf: c}},
	}
}

// What a program may publish on a cluster: all that it needs, and nothing that makes the log forget.
var (
	Allowed = []string{"$JS.API.>", "$JS.ACK.>", "$JS.FC.>", "evt.*", "vault.>", "raw.*", "raw2.*", "crew.>", "claim.*",
		"dl.at.*"}
	Denied = []string{"$JS.API.STREAM.UPDATE.EVENTS", "$JS.API.STREAM.DELETE.EVENTS", "$JS.API.STREAM.PURGE.EVENTS",
		"$JS.API.STREAM.MSG.DELETE.EVENTS"}
)

// serverOptions are what the server of the peer with that address runs with.
func (p Peers) serverOptions(dir, own string, o Options) (*server.Options, error) {
	host, port, routes, err := routesOf(own)
	if err != nil {
		return nil, err
	}
	opts := serverOptions(dir, o)
	opts.ServerName, opts.DontListen, opts.Host, opts.Port = strings.NewReplacer(":", "-", ".", "-").Replace(own), false,
		host, port
	opts.TLS, opts.TLSVerify, opts.TLSConfig, opts.TLSTimeout = true, true, p.tls(), 5
	opts.Users = []*server.User{
		{Username: "mender", Password: p.password("mender")},
		{Username: "galloper", Password: p.password("galloper"), Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: Allowed, Deny: Denied},
			Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>", "crew.>"}},
		}},
	}
	opts.Cluster = server.ClusterOpts{Name: "galloper", Host: host, Port: routes, NoAdvertise: true, TLSConfig: p.tls(),
		TLSTimeout: 5, Username: "route", Password: p.password("route")}
	for _, a := range p.Addresses {
		host, _, port, err := routesOf(a)
		if err != nil {
			return nil, err
		}
		opts.Routes = append(opts.Routes, &url.URL{Scheme: "nats-route", Host: net.JoinHostPort(host, strconv.Itoa(port)),
			User: url.UserPassword("route", p.password("route"))})
	}
	return opts, nil
}

// routesOf takes an address apart, and returns where programs and where servers reach it.
func routesOf(address string) (host string, port, routes int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	return host, port, port + 1, err
}
