package mailtest

import (
	"cmp"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"text/template"
	"time"

	"galloper/events/logtest"
)

// Dovecot is a running IMAP and LMTP server.
type Dovecot struct {
	IMAP  string         // address for IMAP with optional STARTTLS
	IMAPS string         // address for IMAP with TLS
	Roots *x509.CertPool // contains the server's certificate, for 127.0.0.1
	LMTP  string         // address that delivers to any address in its users' domains
	SASL  string         // address where Postfix checks passwords

	t     testing.TB
	dir   string
	owner owner
	seeds atomic.Int64
}

// dovecotConf runs all processes as one unprivileged user, without chroot.
var dovecotConf = template.Must(template.New("dovecot.conf").Parse(`
base_dir = {{.Dir}}/run
state_dir = {{.Dir}}/state
log_path = {{.Dir}}/dovecot.log
instance_name = mailtest
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{{.Dir}}/cert.pem
ssl_key = <{{.Dir}}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
default_internal_user = {{.User}}
default_internal_group = {{.Group}}
default_login_user = {{.User}}
mail_uid = {{.User}}
mail_gid = {{.Group}}
first_valid_uid = 1
mail_home = {{.Dir}}/mail/%u
mail_location = maildir:~/Maildir
mail_fsync = never
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {{.Dir}}/passwd
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {{.Dir}}/oauth2.conf.ext
}
mail_plugins = quota
protocol imap {
  mail_plugins = $mail_plugins imap_quota
}
plugin {
  quota = maildir:User quota
}
userdb {
  driver = passwd-file
  args = username_format=%u {{.Dir}}/quotas
}
userdb {
  driver = static
  args = uid={{.User}} gid={{.Group}} home={{.Dir}}/mail/%u allow_all_users=yes
}
namespace inbox {
  inbox = yes
  separator = /
}
service imap-login {
  chroot =
  inet_listener imap {
    port = {{.IMAP}}
  }
  inet_listener imaps {
    port = {{.IMAPS}}
    ssl = yes
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0 # no delay that grows with each wrong password
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = {{.LMTP}}
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = {{.SASL}}
  }
}
`))

// StartDovecot starts a server that runs until the test ends.
func StartDovecot(t testing.TB, users ...User) *Dovecot {
	t.Helper()
	Require(t, "dovecot", "imap")
	d := &Dovecot{t: t, owner: serverOwner(t)}
	d.dir = directory(t, d.owner)
	var imap, imaps, lmtp, sasl int
	d.IMAP, imap = logtest.FreePort(t)
	d.IMAPS, imaps = logtest.FreePort(t)
	d.LMTP, lmtp = logtest.FreePort(t)
	d.SASL, sasl = logtest.FreePort(t)
	var conf strings.Builder
	values := map[string]any{"Dir": d.dir, "User": d.owner.name, "Group": d.owner.group, "IMAP": imap, "IMAPS": imaps,
		"LMTP": lmtp, "SASL": sasl}
	if err := dovecotConf.Execute(&conf, values); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(d.dir, "dovecot.conf"), conf.String())
	var passwd strings.Builder
	for _, u := range users {
		fmt.Fprintf(&passwd, "%s:{PLAIN}%s\n", u.Address, u.Password)
	}
	write(t, filepath.Join(d.dir, "passwd"), passwd.String())
	var quotas strings.Builder
	for _, u := range users {
		if u.Quota > 0 {
			fmt.Fprintf(&quotas, "%s::%d:%d::%s/mail/%s::userdb_quota_rule=*:messages=%d\n", u.Address, d.owner.uid,
				d.owner.gid, d.dir, u.Address, u.Quota)
		}
	}
	write(t, filepath.Join(d.dir, "quotas"), quotas.String())
	d.Roots = certificate(t, d.dir)
	d.oauth()
	d.Start()
	t.Cleanup(d.Stop)
	return d
}

// Start restarts the server after Stop.
func (d *Dovecot) Start() {
	d.t.Helper()
	err := errors.New("not started")
	for range 20 { // a process that was just killed may still hold a socket
		if err = run(d.t, d.dir, "dovecot", "-c", filepath.Join(d.dir, "dovecot.conf")); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	if err := answering(d.IMAP); err != nil {
		log, _ := os.ReadFile(filepath.Join(d.dir, "dovecot.log"))
		d.t.Fatalf("dovecot: %v\n%s", err, log)
	}
}

// Stop stops the server and kills its remaining processes, which would serve open connections for another half
// minute.
func (d *Dovecot) Stop() {
	d.t.Helper()
	text, err := os.ReadFile(d.pidFile())
	if err != nil {
		return
	}
	pid := strings.TrimSpace(string(text))
	all := append(children(pid), pid)
	if err := d.signal(syscall.SIGTERM, pid); err != nil {
		d.t.Log(err)
	}
	for range 20 {
		all = append(all, children(pid)...)
		if time.Sleep(10 * time.Millisecond); d.signal(0, pid) != nil {
			break
		}
	}
	for _, p := range all {
		_ = d.signal(syscall.SIGKILL, p) // usually gone already
	}
	if err := os.Remove(d.pidFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.t.Error(err)
	}
}

// signal sends a signal to one of the server's processes.
func (d *Dovecot) signal(sig syscall.Signal, pid string) error {
	n, err := strconv.Atoi(pid)
	if err != nil || n < 2 {
		return fmt.Errorf("%q is no process of dovecot", pid)
	}
	return syscall.Kill(n, sig)
}

func (d *Dovecot) pidFile() string { return filepath.Join(d.dir, "run", "master.pid") }

// KillSessions kills the processes that serve IMAP connections, like a crash.
func (d *Dovecot) KillSessions() {
	d.t.Helper()
	pid, err := os.ReadFile(d.pidFile())
	if err != nil {
		d.t.Fatal(err)
	}
	killed := 0
	for _, child := range children(strings.TrimSpace(string(pid))) {
		name, _ := os.ReadFile(filepath.Join("/proc", child, "comm"))
		if strings.TrimSpace(string(name)) != "imap" {
			continue
		}
		if err := d.signal(syscall.SIGKILL, child); err == nil {
			killed++
		}
	}
	if killed == 0 {
		d.t.Error("dovecot has no IMAP session to kill")
	}
}

func children(pid string) []string {
	if list, err := os.ReadFile(filepath.Join("/proc", pid, "task", pid, "children")); err == nil {
		return strings.Fields(string(list)) // not available on every kernel
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	var out []string
	for _, path := range stats {
		stat, _ := os.ReadFile(path)
		_, rest, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(rest); len(f) > 1 && f[1] == pid {
			out = append(out, filepath.Base(filepath.Dir(path)))
		}
	}
	return out
}

func (d *Dovecot) maildir(address string) string {
	return filepath.Join(d.dir, "mail", address, "Maildir")
}

// Renumber changes the UIDVALIDITY of an address's mailbox, so that its UIDs become invalid. The server must be
// stopped.
func (d *Dovecot) Renumber(address string) {
	d.t.Helper()
	found, _ := filepath.Glob(filepath.Join(d.maildir(address), "dovecot.index*"))
	found = append(found, filepath.Join(d.maildir(address), "dovecot-uidlist"))
	for _, f := range found {
		if err := os.Remove(f); err != nil {
			d.t.Fatal(err)
		}
	}
}

// Seed writes mails directly into the INBOX of an address.
func (d *Dovecot) Seed(address string, mails ...[]byte) {
	d.t.Helper()
	for _, sub := range []string{"", "cur", "new", "tmp"} {
		dir := filepath.Join(d.maildir(address), sub)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			d.t.Fatal(err)
		}
		give(d.t, dir, d.owner)
	}
	for dir := d.maildir(address); dir != d.dir; dir = filepath.Dir(dir) {
		give(d.t, dir, d.owner)
	}
	for _, raw := range mails {
		name := fmt.Sprintf("1700000000.M%09d.mailtest", d.seeds.Add(1))
		tmp := filepath.Join(d.maildir(address), "tmp", name)
		write(d.t, tmp, strings.ReplaceAll(string(raw), "\r\n", "\n"))
		give(d.t, tmp, d.owner)
		if err := os.Rename(tmp, filepath.Join(d.maildir(address), "new", name)); err != nil {
			d.t.Fatal(err)
		}
	}
}

// Bar creates an unwritable folder of an address, to imitate a full or damaged disk. Only root can.
func (d *Dovecot) Bar(address, folder string) {
	d.t.Helper()
	dir := filepath.Join(d.maildir(address), "."+folder)
	for _, sub := range []string{"cur", "new", "tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			d.t.Fatal(err)
		}
	}
}

// Mails returns the mails in the INBOX of an address, in order of arrival.
func (d *Dovecot) Mails(address string) [][]byte { return d.Folder(address, "INBOX") }

// Certificate returns the server's certificate.
func (d *Dovecot) Certificate() []byte {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.dir, "cert.pem"))
	if err != nil {
		d.t.Fatal(err)
	}
	block, _ := pem.Decode(text)
	return block.Bytes
}

// Folder returns the mails in a folder of an address, in order of arrival.
func (d *Dovecot) Folder(address, folder string) (mails [][]byte) {
	d.t.Helper()
	dir := d.maildir(address)
	if folder != "INBOX" {
		dir = filepath.Join(dir, "."+folder)
	}
	var files []string
	for _, sub := range []string{"cur", "new"} {
		found, _ := filepath.Glob(filepath.Join(dir, sub, "*"))
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b string) int {
		return cmp.Or(slices.Compare(cameAt(a), cameAt(b)), strings.Compare(a, b))
	})
	for _, f := range files {
		if raw, err := os.ReadFile(f); err == nil { // otherwise a reader has just moved it
			mails = append(mails, raw)
		}
	}
	return mails
}

// cameAt parses the seconds and microseconds in the name of a maildir file, which have no leading zeros.
func cameAt(path string) []int {
	at := make([]int, 2)
	_, _ = fmt.Sscanf(filepath.Base(path), "%d.M%d", &at[0], &at[1]) // files with other names come first
	return at
}

// Count returns the number of mails in a folder of an address.
func (d *Dovecot) Count(address, folder string) int {
	dir := d.maildir(address)
	if folder != "INBOX" {
		dir = filepath.Join(dir, "."+folder)
	}
	n := 0
	for _, sub := range []string{"cur", "new"} {
		entries, _ := os.ReadDir(filepath.Join(dir, sub))
		n += len(entries)
	}
	return n
}

// stdioConf configures an imap process without a server.
const stdioConf = `
base_dir = %[1]s/run
log_path = %[1]s/log
ssl = no
first_valid_uid = 1
mail_uid = %[2]s
mail_gid = %[3]s
mail_location = maildir:%[1]s/Maildir
stats_writer_socket_path =
namespace inbox {
  inbox = yes
  separator = /
}
`

// Stdio returns a function that connects to a Dovecot mailbox without a server: each call starts an authenticated
// imap process on the same mailbox. It needs no privileges and takes 20 milliseconds.
func Stdio(t testing.TB) func() (net.Conn, error) {
	t.Helper()
	Require(t, "imap")
	o := serverOwner(t)
	dir := directory(t, o)
	write(t, filepath.Join(dir, "d.conf"), fmt.Sprintf(stdioConf, dir, o.name, o.group))
	path, err := findProgram("imap")
	if err != nil {
		t.Fatal(err)
	}
	return func() (net.Conn, error) {
		cmd := exec.Command(path, "-c", filepath.Join(dir, "d.conf"))
		cmd.Env = []string{"USER=orders", "HOME=" + dir}
		cmd.Dir = dir
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(o.uid), Gid: uint32(o.gid),
				NoSetGroups: false}}
		}
		return pipe(t, cmd)
	}
}

// pipe returns a connection to a process's standard input and output.
func pipe(t testing.TB, cmd *exec.Cmd) (net.Conn, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	near, far := net.Pipe()
	go func() { _, _ = io.Copy(in, far); in.Close() }() // ends with either side
	done := make(chan struct{})
	go func() {
		_, _ = io.Copy(far, out)
		far.Close()
		_ = cmd.Wait() // some tests kill the session
		close(done)
	}()
	t.Cleanup(func() {
		near.Close()
		select {
		case <-done:
		case <-time.After(2 * time.Second):
			_ = cmd.Process.Kill()
			<-done
		}
	})
	return near, nil
}
