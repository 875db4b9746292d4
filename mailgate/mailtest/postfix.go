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

// Postfix is a running server that delivers into a Dovecot.
type Postfix struct {
	SMTP  string // address for authenticated submission and for mail from outside
	SMTPS string // address for submission with implicit TLS, with the Dovecot's certificate
	MX    string // address only for mail from outside: it does not use the Dovecot for passwords

	t    testing.TB
	dir  string
	conf string // main.cf without the lines added by tests
}

// MailHost is the server's name in authserv-ids and in the `by` clause of Received.
const MailHost = "mail.example.test"

// Domains are the domains that the server accepts mail for.
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

// masterCf runs all services without chroot.
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

// StartPostfix starts a server that accepts mail for [Domains], delivers it by LMTP into the Dovecot, and runs until
// the test ends. extra are main.cf lines to add or replace. Only root can start it.
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

// override adds main.cf lines and removes earlier ones for the same keys. A duplicate key causes a warning, and the
// process that logs it hangs.
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

// Start restarts the server after Stop.
func (p *Postfix) Start() {
	p.t.Helper()
	if err := run(p.t, p.dir, "postfix", "-c", filepath.Join(p.dir, "etc"), "start"); err != nil {
		p.t.Fatal(err)
	}
	if err := answering(p.SMTP); err != nil {
		p.t.Fatalf("postfix: %v\n%s", err, p.Log())
	}
}

// Stop stops the server and keeps its queue. `postfix stop` would do the same but waits in whole seconds.
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
	if stopped() { // the file belongs to a dead process
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

// patience bounds the time that a test waits for a server. It is a last resort: on a busy machine a server may be slow.
const patience = 5 * time.Minute

// Change adds or replaces main.cf lines and restarts the server: open connections would keep the old ones.
func (p *Postfix) Change(lines ...string) {
	p.t.Helper()
	p.await("maildrop", "incoming", "active")
	p.Stop()
	write(p.t, filepath.Join(p.dir, "etc", "main.cf"), override(p.conf, lines))
	p.Start()
}

// Flush makes the server retry the queue at once.
func (p *Postfix) Flush() {
	p.t.Helper()
	if err := run(p.t, p.dir, "postfix", "-c", filepath.Join(p.dir, "etc"), "flush"); err != nil {
		p.t.Fatal(err)
	}
}

// Settle waits until every mail is delivered. A server stopped earlier may deliver a mail twice.
func (p *Postfix) Settle() {
	p.t.Helper()
	p.await("maildrop", "incoming", "active", "deferred")
}

// await waits until the queues are empty.
func (p *Postfix) await(queues ...string) {
	p.t.Helper()
	for end := time.Now().Add(patience); p.queued(queues) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("postfix still has %d mails after %s\n%s", p.queued(queues), patience, p.Log())
		}
	}
}

func (p *Postfix) queued(queues []string) (n int) {
	for _, queue := range queues {
		_ = filepath.WalkDir(filepath.Join(p.dir, "spool", queue), func(_ string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() { // the mail may be gone by now
				n++
			}
			return nil
		})
	}
	return n
}

// Log returns the content of the server's log.
func (p *Postfix) Log() string {
	log, _ := os.ReadFile(filepath.Join(p.dir, "mail.log"))
	return string(log)
}
