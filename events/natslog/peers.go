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

// Peers are the machines that hold the log together, each with a server in its program. They authenticate by a shared
// secret, from which certificate, key and passwords are derived.
type Peers struct {
	Addresses []string // `host:port` of each, for programs; the next port is for the servers
	Secret    []byte   // the same on all machines
}

const (
	peerPort   = "4222" // default port
	peerHost   = "galloper"
	leastSharp = 32 // minimum length of the secret, in bytes
)

// NewPeers parses the addresses of the machines, `host` or `host:port`, and checks the secret.
func NewPeers(addresses []string, secret string) (Peers, error) {
	p := Peers{Secret: []byte(strings.TrimSpace(secret))}
	if n := len(addresses); n != 3 && n != 5 {
		return p, fmt.Errorf("there are %d peers; a cluster has 3 or 5 machines, including this one", n)
	}
	if len(p.Secret) < leastSharp {
		return p, fmt.Errorf("the secret has %d characters; it needs at least %d random characters, the same on all "+
			"machines: openssl rand -hex 32", len(p.Secret), leastSharp)
	}
	for _, a := range addresses {
		host, port, err := net.SplitHostPort(a)
		if err != nil {
			host, port = strings.Trim(a, "[]"), peerPort
		}
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65534 || host == "" {
			return p, fmt.Errorf("the peer %q is not host:port, such as 10.0.0.1:4222", a)
		}
		address := net.JoinHostPort(host, port)
		if slices.Contains(p.Addresses, address) {
			return p, fmt.Errorf("the peer %s is listed twice", address)
		}
		p.Addresses = append(p.Addresses, address)
	}
	return p, nil
}

// URL returns the servers of all peers in the form for OpenCluster.
func (p Peers) URL() string { return "tls://" + strings.Join(p.Addresses, ",tls://") }

// SignIn returns how a program authenticates to the peers. A program that repairs the log has more permissions.
func (p Peers) SignIn(mend bool) SignIn {
	user := "galloper"
	if mend {
		user = "mender"
	}
	return SignIn{User: user, Password: p.password(user), made: p.tls()}
}

// Own returns this machine's address among the peers: listen, or if that is empty the one that matches a local
// address.
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
		return "", fmt.Errorf("%d of the peers %s are addresses of this machine; choose one with listen", len(mine),
			strings.Join(p.Addresses, ", "))
	}
	return mine[0], nil
}

// derived returns size bytes derived from the secret, different for each purpose.
func (p Peers) derived(purpose string, size int) []byte {
	key, err := hkdf.Key(sha256.New, p.Secret, nil, "galloper cluster "+purpose, size)
	if err != nil {
		panic(err) // cannot happen for small sizes
	}
	return key
}

func (p Peers) password(user string) string { return hex.EncodeToString(p.derived("user "+user, 32)) }

// tls returns the settings for both ends of a connection. All machines have the same self-signed certificate:
// presenting it proves knowledge of the secret, and other certificates are refused.
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
		panic(err) // cannot happen: all inputs are fixed
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

// Permissions of a program on a cluster: all that it needs, but no way to make the log lose messages.
var (
	Allowed = []string{"$JS.API.>", "$JS.ACK.>", "$JS.FC.>", "evt.*", "vault.>", "raw.*", "raw2.*", "crew.>", "claim.*",
		"dl.at.*"}
	Denied = []string{"$JS.API.STREAM.UPDATE.EVENTS", "$JS.API.STREAM.DELETE.EVENTS", "$JS.API.STREAM.PURGE.EVENTS",
		"$JS.API.STREAM.MSG.DELETE.EVENTS"}
)

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

// routesOf splits an address, and returns its ports for programs and for servers.
func routesOf(address string) (host string, port, routes int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	return host, port, port + 1, err
}
