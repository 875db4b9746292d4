// Package signin connects to mail servers and authenticates. Connections use TLS, STARTTLS or, on loopback only,
// neither; authentication uses a password, or an OAuth2 token that another program or file provides. It does not
// fetch tokens from providers itself. Packages imapbox and smtpout share it.
//
//	srv := signin.Server{Addr: "imap.example.org:993", TLS: signin.Implicit}
//	who := signin.Credentials{User: "orders@example.org", TokenCommand: []string{"oauth-token", "orders"}}
package signin

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/emersion/go-sasl"
)

// TLS is the kind of encryption of a connection.
type TLS string

// Kinds of connection.
const (
	Implicit TLS = "tls"      // from the first byte
	StartTLS TLS = "starttls" // by command, and required
	None     TLS = "none"     // loopback only
)

// Server is a mail server to connect to.
type Server struct {
	Addr   string // host:port
	TLS    TLS    // "" means Implicit
	Config *tls.Config
	Dial   func(ctx context.Context, network, addr string) (net.Conn, error) // nil means a net.Dialer
}

// Check returns an error if the configuration is invalid.
func (s Server) Check() error {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return fmt.Errorf("the server address %q must be host:port, such as mail.example.org:993", s.Addr)
	}
	switch s.TLS {
	case "", Implicit, StartTLS:
	case None:
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return fmt.Errorf("%s is another machine, so the password must not be sent unencrypted: set tls or "+
				"starttls",
				s.Addr)
		}
	default:
		return fmt.Errorf("the encryption %q is unknown: use tls, starttls or none", s.TLS)
	}
	return nil
}

// TLSConfig returns the configuration for the server's name, with TLS 1.2 at least.
func (s Server) TLSConfig() *tls.Config {
	c := &tls.Config{}
	if s.Config != nil {
		c = s.Config.Clone()
	}
	if c.ServerName == "" {
		c.ServerName, _, _ = net.SplitHostPort(s.Addr)
	}
	c.MinVersion = max(c.MinVersion, tls.VersionTLS12)
	return c
}

// Connect dials the server and, for Implicit, performs the TLS handshake.
func (s Server) Connect(ctx context.Context) (net.Conn, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	dial := s.Dial
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	conn, err := dial(ctx, "tcp", s.Addr)
	if err != nil || s.TLS == None || s.TLS == StartTLS {
		return conn, err
	}
	secure := tls.Client(conn, s.TLSConfig())
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, fmt.Errorf("TLS with %s: %w", s.Addr, err)
	}
	return secure, nil
}

// Credentials are a user and the means of authentication.
type Credentials struct {
	User         string   // "" means no authentication
	Password     string   // for plain and login
	Mechanism    string   // plain, login, xoauth2, oauthbearer; "" picks one by the fields set and the server's offer
	TokenCommand []string // prints an OAuth2 access token; run for each connection
	Folder       string   // working directory of TokenCommand; "" is the current directory
	TokenFile    string   // holds an OAuth2 access token; read for each connection
}

// ErrNoMechanism is returned by Client if the server offers no mechanism that the credentials allow.
var ErrNoMechanism = errors.New("there is no common sign-in method")

// Client returns the SASL client. offers reports whether the server offers a mechanism.
func (c Credentials) Client(ctx context.Context, s Server, offers func(mechanism string) bool) (sasl.Client, error) {
	mechanism, err := c.mechanism(offers)
	if err != nil {
		return nil, err
	}
	switch mechanism {
	case "PLAIN":
		return sasl.NewPlainClient("", c.User, c.Password), nil
	case "LOGIN":
		return sasl.NewLoginClient(c.User, c.Password), nil
	}
	token, err := c.token(ctx)
	if err != nil {
		return nil, err
	}
	if mechanism == "XOAUTH2" {
		return &xoauth2{user: c.User, token: token}, nil
	}
	host, port, _ := net.SplitHostPort(s.Addr)
	n, _ := strconv.Atoi(port)
	return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: c.User, Token: token, Host: host, Port: n}), nil
}

func (c Credentials) mechanism(offers func(string) bool) (string, error) {
	wanted := []string{strings.ToUpper(c.Mechanism)}
	if c.Mechanism == "" {
		wanted = []string{"PLAIN", "LOGIN"}
		if c.TokenCommand != nil || c.TokenFile != "" {
			wanted = []string{"OAUTHBEARER", "XOAUTH2"}
		}
	}
	for _, m := range wanted {
		switch m {
		case "PLAIN", "LOGIN", "XOAUTH2", "OAUTHBEARER":
		default:
			return "", fmt.Errorf("the sign-in method %q is unknown: use plain, login, xoauth2 or "+
				"oauthbearer", c.Mechanism)
		}
		if offers(m) {
			return m, nil
		}
	}
	return "", fmt.Errorf("%w: the server does not offer %s", ErrNoMechanism, strings.Join(wanted, " or "))
}

// token runs the command or reads the file each time, because tokens last about an hour.
func (c Credentials) token(ctx context.Context) (string, error) {
	if c.TokenFile != "" {
		b, err := os.ReadFile(c.TokenFile)
		return strings.TrimSpace(string(b)), err
	}
	if len(c.TokenCommand) == 0 {
		return "", errors.New("OAuth2 needs a token command or a token file")
	}
	command := exec.CommandContext(ctx, c.TokenCommand[0], c.TokenCommand[1:]...)
	command.Dir = c.Folder
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("the token command %s failed: %w%s", c.TokenCommand[0], err, stderrOf(err))
	}
	token := strings.TrimSpace(string(out))
	if token == "" {
		return "", fmt.Errorf("the token command %s printed nothing", c.TokenCommand[0])
	}
	return token, nil
}

func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return ": " + strings.TrimSpace(string(exit.Stderr))
	}
	return ""
}

// xoauth2 is the mechanism of Google and Microsoft before RFC 7628.
type xoauth2 struct{ user, token string }

func (x *xoauth2) Start() (string, []byte, error) {
	return "XOAUTH2", []byte("user=" + x.user + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next gets the reason in JSON if the token is refused. It returns an error to end the exchange: an empty answer
// would be sent as `=`, which Dovecot takes for broken base64.
func (x *xoauth2) Next(challenge []byte) ([]byte, error) {
	return nil, fmt.Errorf("the server refused the token: %s", strings.TrimSpace(string(challenge)))
}
