package natslog

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// SignIn is how a program authenticates to a cluster, and how it verifies the servers. The zero value uses no
// credentials and trusts the system's certificates.
type SignIn struct {
	User, Password string
	Token          string
	Credentials    string // file with a JWT and its seed, as written by `nsc generate creds`
	NKey           string // file with the seed of a user's key

	CA        string // file with the certificates that signed those of the servers
	Cert, Key string // files with the program's own certificate and its key

	made *tls.Config // for peers, in place of the files
}

// Options returns the options of the connection. The error names an unusable setting and what is expected.
func (s SignIn) Options() ([]nats.Option, error) {
	who, err := s.authOption()
	if err != nil {
		return nil, err
	}
	conf, err := s.tls()
	if err != nil {
		return nil, err
	}
	if conf != nil {
		who = append(who, nats.Secure(conf))
	}
	return who, nil
}

// authOption returns the option for authentication. Only one method may be set: a server that accepts another one than
// intended would hide the mistake.
func (s SignIn) authOption() (opts []nats.Option, err error) {
	var ways []string
	way := func(name string, given bool) bool {
		if given {
			ways = append(ways, name)
		}
		return given
	}
	if way("user and password", s.User != "" || s.Password != "") {
		opts = append(opts, nats.UserInfo(s.User, s.Password))
	}
	if way("token", s.Token != "") {
		opts = append(opts, nats.Token(s.Token))
	}
	if way("credentials", s.Credentials != "") {
		if err := holds(s.Credentials, "credentials", "-----BEGIN NATS USER JWT-----",
			"create it with: nsc generate creds"); err != nil {
			return nil, err
		}
		opts = append(opts, nats.UserCredentials(s.Credentials))
	}
	if way("nkey", s.NKey != "") {
		opt, err := nats.NkeyOptionFromSeed(s.NKey)
		if err != nil {
			return nil, fmt.Errorf("nkey: %s contains no seed of a user's key: %w; expected a line that begins with "+
				"SU, create it with: nsc generate nkey --user", s.NKey, err)
		}
		opts = append(opts, opt)
	}
	switch {
	case len(ways) > 1:
		return nil, fmt.Errorf("several sign-in methods are set: %s; keep one", strings.Join(ways, ", "))
	case s.User == "" && s.Password != "":
		return nil, errors.New("there is a password but no user: set both")
	}
	return opts, nil
}

// holds checks that the file has the expected kind of content.
func holds(file, setting, mark, hint string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("%s: %w", setting, err)
	}
	if !strings.Contains(string(b), mark) {
		return fmt.Errorf("%s: %s has no line %s; %s", setting, file, mark, hint)
	}
	return nil
}

// tls returns nil if no TLS setting is given; the URL then decides whether TLS is used.
func (s SignIn) tls() (*tls.Config, error) {
	if s.made != nil {
		return s.made, nil
	}
	if s.CA == "" && s.Cert == "" && s.Key == "" {
		return nil, nil
	}
	conf := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.CA != "" {
		b, err := os.ReadFile(s.CA)
		if err != nil {
			return nil, fmt.Errorf("ca: %w", err)
		}
		conf.RootCAs = x509.NewCertPool()
		if !conf.RootCAs.AppendCertsFromPEM(b) {
			return nil, fmt.Errorf("ca: %s contains no PEM certificate, a block that begins with -----BEGIN "+
				"CERTIFICATE-----",
				s.CA)
		}
	}
	if (s.Cert == "") != (s.Key == "") {
		return nil, errors.New("cert and key belong together: set both")
	}
	if s.Cert != "" {
		pair, err := tls.LoadX509KeyPair(s.Cert, s.Key)
		if err != nil {
			return nil, fmt.Errorf("cert %s with key %s: %w; both must be PEM files, and the key must match the "+
				"certificate", s.Cert, s.Key, err)
		}
		conf.Certificates = []tls.Certificate{pair}
	}
	return conf, nil
}

// explained adds the meaning and the remedy to a connection error.
func explained(err error) error {
	if words := meaning(err); words != "" {
		return fmt.Errorf("%w: %s", err, words)
	}
	return err
}

func meaning(err error) string {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var dns *net.DNSError
	said := err.Error()
	switch {
	case errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return "the server no longer accepts this user; create new credentials"
	case errors.Is(err, nats.ErrAuthorization), strings.Contains(strings.ToLower(said), "authorization violation"):
		return "the server does not accept this user; check user, password, token, credentials or nkey, and the " +
			"server's list of users"
	case errors.As(err, &unknown):
		return "this program does not trust the server's certificate; set ca to the file with the certificate of its " +
			"authority"
	case errors.As(err, &name):
		return "the server's certificate is for a different host than the URL"
	case errors.As(err, &invalid):
		return "the server's certificate is not valid now; check its dates and the clocks"
	case errors.As(err, &record), errors.Is(err, nats.ErrSecureConnWanted):
		return "the server does not speak TLS; remove ca, cert and key, or set up TLS on the server"
	case errors.Is(err, nats.ErrSecureConnRequired):
		return "the server requires TLS; write tls:// in the URL, and set ca to the certificate of its authority"
	// A server may hang up on a refused client before the reason is read.
	case strings.Contains(said, "remote error: tls:"), strings.Contains(said, "closed by remote after TLS handshake"):
		return "the server requires a client certificate that it trusts; set cert and key"
	case errors.As(err, &dns):
		return "the server's name cannot be resolved; check its spelling and the network"
	case errors.Is(err, nats.ErrNoServers):
		return "no server answers; check the addresses, the ports and the firewall"
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return "this user's account has no JetStream; enable it for the account"
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled):
		return "the server runs without JetStream; start it with jetstream in its configuration"
	}
	return ""
}
