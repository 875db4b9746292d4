// Package mailhost is a small in-memory mail server: SMTP in, IMAP out.
//
// It serves `galloper demo` and tests, which need real protocols but must not send mail off the machine. It listens
// on loopback, and mail for an unknown address is refused or caught. It is not meant for play, because nothing is
// persisted.
//
// h, err := mailhost.Start(mailhost.Config{Users: []mailhost.User{{Address: "orders@example.test", Password:
// "secret"}}})
//
//	defer h.Close()
//	h.SMTPAddr() // 127.0.0.1:…
package mailhost

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"net"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
)

// User has a mailbox and signs in by address and password.
type User struct {
	Address  string
	Password string
	Folders  []string // beside INBOX
}

// Config configures a [Host].
type Config struct {
	Users []User
	// CatchAll maps a domain to the user who gets mail for its unknown addresses.
	CatchAll map[string]string
	IMAP     string // address to listen on, "" is 127.0.0.1:0
	SMTP     string // address to listen on, "" is 127.0.0.1:0
	// Open accepts mail from unauthenticated senders, like a server that takes mail from outside.
	Open bool
	// MaxBytes is the largest mail accepted; 0 means 40 MB.
	MaxBytes int64
	Log      *log.Logger // of both servers; nil discards their output
	// Delivered is called after each mail delivered to a user's INBOX; it may be nil.
	Delivered func(user string, raw []byte)
}

// Host is a running server.
type Host struct {
	config Config
	users  map[string]*account // by address in lower case
	imapLn net.Listener
	smtpLn net.Listener
	stop   []func() error
}

type account struct {
	User
	box *imapmemserver.User
}

// Start listens and serves until Close.
func Start(c Config) (*Host, error) {
	h := &Host{config: c, users: map[string]*account{}}
	for _, u := range c.Users {
		a := &account{User: u, box: imapmemserver.NewUser(u.Address, u.Password)}
		for _, folder := range append([]string{"INBOX"}, u.Folders...) {
			if err := a.box.Create(folder, nil); err != nil {
				return nil, fmt.Errorf("mailhost: folder %s of %s: %w", folder, u.Address, err)
			}
		}
		h.users[strings.ToLower(u.Address)] = a
	}
	if h.config.MaxBytes == 0 {
		h.config.MaxBytes = 40 << 20
	}
	var err error
	if h.imapLn, err = listen(c.IMAP); err != nil {
		return nil, err
	}
	if h.smtpLn, err = listen(c.SMTP); err != nil {
		h.imapLn.Close()
		return nil, err
	}
	h.serve()
	return h, nil
}

func listen(addr string) (net.Listener, error) {
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("mailhost: %w", err)
	}
	return ln, nil
}

func (h *Host) serve() {
	logger := h.config.Log
	if logger == nil {
		logger = log.New(discard{}, "", 0)
	}
	imapServer := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &imapSession{host: h}, nil, nil
		},
		Caps:         imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapIMAP4rev2: {}},
		InsecureAuth: true, // loopback
		Logger:       logger,
	})
	smtpServer := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &smtpSession{host: h}, nil
	}))
	smtpServer.Domain = "localhost"
	smtpServer.AllowInsecureAuth = true // loopback
	smtpServer.MaxMessageBytes = h.config.MaxBytes
	smtpServer.ReadTimeout, smtpServer.WriteTimeout = 5*time.Minute, time.Minute
	smtpServer.ErrorLog = logger
	h.stop = []func() error{Serve(imapServer, h.imapLn), Serve(smtpServer, h.smtpLn)}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

// IMAPAddr returns the address of the IMAP server, host:port.
func (h *Host) IMAPAddr() string { return h.imapLn.Addr().String() }

// SMTPAddr returns the address of the SMTP server, host:port.
func (h *Host) SMTPAddr() string { return h.smtpLn.Addr().String() }

// Close stops both servers and drops all mail.
func (h *Host) Close() error {
	var errs []error
	for _, stop := range h.stop {
		errs = append(errs, stop())
	}
	return errors.Join(errs...)
}

// Deliver puts a mail into the mailbox of an address, as if it had come by SMTP from the envelope sender.
func (h *Host) Deliver(from, to string, raw []byte) error {
	a := h.find(to)
	if a == nil {
		return fmt.Errorf("mailhost: there is no address %s", to)
	}
	var b bytes.Buffer
	now := time.Now()
	fmt.Fprintf(&b, "Return-Path: <%s>\r\nDelivered-To: %s\r\nReceived: by localhost (mailhost) for <%s>; %s\r\n", from,
		to, to, now.Format(time.RFC1123Z))
	b.Write(raw)
	_, err := a.box.Append("INBOX", literal{bytes.NewReader(b.Bytes())}, &imap.AppendOptions{Time: now})
	if err == nil && h.config.Delivered != nil {
		h.config.Delivered(a.Address, b.Bytes())
	}
	return err
}

// find returns the user who gets mail for the address: its owner, the owner of the address without its `+` tag, or
// the domain's catch-all.
func (h *Host) find(address string) *account {
	address = strings.ToLower(address)
	if a := h.users[address]; a != nil {
		return a
	}
	local, domain, _ := strings.Cut(address, "@")
	base, _, _ := strings.Cut(local, "+")
	if a := h.users[base+"@"+domain]; a != nil {
		return a
	}
	return h.users[strings.ToLower(h.config.CatchAll[domain])]
}

func (h *Host) login(user, password string) (*account, error) {
	a := h.users[strings.ToLower(user)]
	if a == nil {
		return nil, errors.New("mailhost: no such user")
	}
	return a, a.box.Login(a.Address, password)
}

// literal is a mail in the form that the mailbox expects.
type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }
