package mailtest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"text/template"
	"time"

	"galloper/events/logtest"
)

// Postfix is a running daemon that delivers into a Dovecot.
type Postfix struct {
	SMTP  string // address for submission (signed in) and for mail from outside
	SMTPS string // address for submission with TLS from the first byte; its certificate is the Dovecot's
	MX    string // address for mail from outside alone: it asks the Dovecot for no passwords

	t    testing.TB
	dir  string
	conf string // main.cf without what tests change
}

// MailHost is the name by which the server calls itself: its authserv-id, and
// what its Received fields say behind `by`.
const MailHost = "mail.example.test"

// Domains are those whose mail the server takes.
var Domains = []string{"example.test", "players.test"}

var mainCf = template.Must(template.New("main.cf").Parse(`
compatibility_level = 3.6
queue_directory = {{.Dir}}/spool
data_directory = {{.Dir}}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = {{.Dir}}/mail.log
maillog_file_prefixes = {{.Dir}}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = {{.Host}}
mydestination =
mynetworks =
alias_maps =
local_recipient_maps =
local_transport = error:5.1.1 no local users
recipient_delimiter = +
virtual_mailbox_domains = {{.Domains}}
virtual_mailbox_maps = static:x
virtual_transport = lmtp:inet:{{.LMTP}}
default_transport = error:5.1.2 external delivery disabled in test
relay_transport = error:5.1.2 external delivery disabled in test
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:{{.SASL}}
smtpd_tls_security_level = may
smtpd_tls_cert_file = {{.Certs}}/cert.pem
smtpd_tls_key_file = {{.Certs}}/key.pem
tls_random_source = dev:/dev/urandom
smtpd_client_connection_count_limit = 0
smtpd_peername_lookup = no
disable_dns_lookups = yes
smtp_host_lookup = native
lmtp_host_lookup = native
message_size_limit = 41943040
virtual_mailbox_limit = 0
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 4s
header_checks = regexp:{ {/^Authentication-Results[[:space:]]*:/ IGNORE} }
`))

// masterCf runs every service without chroot.
const masterCf = `
ADDR inet n - n - - smtpd
SECURE inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
OUTSIDE inet n - n - - smtpd -o smtpd_sasl_auth_enable=no
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`

// StartPostfix starts a daemon that takes mail for [Domains], delivers it by
// LMTP into the Dovecot, and lives until the test ends. Extra are lines of
// main.cf, beside those that it has or in their place. Only root can start it.
func StartPostfix(t testing.TB, d *Dovecot, extra ...string) *Postfix {
	t.Helper()
	RequireRoot(t, "postfix")
	p := &Postfix{t: t, dir: directory(t, owner{})}
	p.SMTP, _ = logtest.FreePort(t)
	p.SMTPS, _ = logtest.FreePort(t)
	p.MX, _ = logtest.FreePort(t)
	etc := filepath.Join(p.dir, "etc")
	for _, sub := range []string{"etc", "spool", "data"} {
		if err := os.Mkdir(filepath.Join(p.dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := exec.Command("chown", "postfix", filepath.Join(p.dir, "data")).Run(); err != nil {
		t.Fatal(err)
	}
	var conf strings.Builder
	values := map[string]string{
		"Dir": p.dir, "Host": MailHost, "Domains": strings.Join(Domains, ", "),
		"LMTP": d.LMTP, "SASL": d.SASL, "Certs": d.dir,
	}
	if err := mainCf.Execute(&conf, values); err != nil {
		t.Fatal(err)
	}
	p.conf = override(conf.String(), extra)
	write(t, filepath.Join(etc, "main.cf"), p.conf)
	write(t, filepath.Join(etc, "master.cf"), strings.NewReplacer("ADDR", p.SMTP, "SECURE", p.SMTPS, "OUTSIDE",
		p.MX).Replace(masterCf))
	p.Start()
	t.Cleanup(p.Stop)
	return p
}

// override puts lines of main.cf in place of those that set the same, or below them. To
// set something twice is a warning, which hangs the daemon that would log it.
func override(conf string, lines []string) string {
	for _, line := range lines {
		key, _, _ := strings.Cut(line, " ")
		var kept []string
		for have := range strings.SplitSeq(conf, "\n") {
			if !strings.HasPrefix(have, key+" ") {
				kept = append(kept, have)
			}
		}
		conf = strings.Join(kept, "\n") + line + "\n"
	}
	return conf
}

// Start starts the daemon again after Stop.
func (p *Postfix) Start() {
	p.t.Helper()
	if err := run(p.t, p.dir, "postfix", "-c", filepath.Join(p.dir, "etc"), "start"); err != nil {
		p.t.Fatal(err)
	}
	if err := answering(p.SMTP); err != nil {
		p.t.Fatalf("postfix: %v\n%s", err, p.Log())
	}
}

// Stop stops the daemon; its queue stays. `postfix stop` would do the same and wait in whole seconds.
func (p *Postfix) Stop() {
	p.t.Helper()
	lock, err := os.Open(filepath.Join(p.dir, "spool", "pid", "master.pid"))
	if err != nil {
		p.t.Log(err)
		return
	}
	defer lock.Close()
	var pid int
	if _, err := fmt.Fscan(lock, &pid); err != nil {
		p.t.Log(err)
		return
	}
	stopped := func() bool { return syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }
	if stopped() { // the file is of a process that is gone
		return
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		p.t.Log(err)
		return
	}
	for end := time.Now().Add(patience); !stopped(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Errorf("postfix goes on %s after it was stopped\n%s", patience, p.Log())
			return
		}
	}
}

// patience is how long a test waits for a server. It is a last guard: on a busy machine a server may take long.
const patience = 5 * time.Minute

// Change puts lines of main.cf beside those that the server was started with, or in
// their place, and starts it anew: connections that are open go by the old ones.
func (p *Postfix) Change(lines ...string) {
	p.t.Helper()
	p.await("maildrop", "incoming", "active")
	p.Stop()
	write(p.t, filepath.Join(p.dir, "etc", "main.cf"), override(p.conf, lines))
	p.Start()
}

// Flush has the queue tried again at once.
func (p *Postfix) Flush() {
	p.t.Helper()
	if err := run(p.t, p.dir, "postfix", "-c", filepath.Join(p.dir, "etc"), "flush"); err != nil {
		p.t.Fatal(err)
	}
}

// Settle waits until every mail is delivered: a server that is stopped before may deliver one a second time.
func (p *Postfix) Settle() {
	p.t.Helper()
	p.await("maildrop", "incoming", "active", "deferred")
}

// await waits until these queues are empty.
func (p *Postfix) await(queues ...string) {
	p.t.Helper()
	for end := time.Now().Add(patience); p.queued(queues) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("postfix still has %d mails after %s\n%s", p.queued(queues), patience, p.Log())
		}
	}
}

// queued returns the number of mails in the queues.
func (p *Postfix) queued(queues []string) (n int) {
	for _, queue := range queues {
		_ = filepath.WalkDir(filepath.Join(p.dir, "spool", queue), func(_ string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() { // the mail may be gone meanwhile
				n++
			}
			return nil
		})
	}
	return n
}

// Log returns what the daemon has logged.
func (p *Postfix) Log() string {
	log, _ := os.ReadFile(filepath.Join(p.dir, "mail.log"))
	return string(log)
}
