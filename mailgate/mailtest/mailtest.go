// Package mailtest starts real mail servers for tests: Dovecot (IMAP, LMTP) and Postfix (submission, delivery). They
// use their own loopback ports and a temporary directory, end with the test, and cannot send mail off the machine.
//
// The package contains no test doubles: it finds the errors of the in-memory server in mailhost. The servers are
// Debian's; `.ci/install` installs them without starting any.
//
//	func TestThroughDovecot(t *testing.T) {
//		d := mailtest.StartDovecot(t, mailtest.User{Address: "orders@example.test", Password: "secret"})
//		… d.IMAP …
//	}
package mailtest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Env is the variable that asks for the tests with programs other than Go: 1 runs them all and fails where a program
// is missing, as in CI; found runs those whose programs are there. Without it they are skipped, so that go test ./...
// is quick, and does the same on every machine.
const Env = "GALLOPER_REAL_SERVERS"

// NotRun is the message of a skipped test, and the final line of a run that skipped any.
const NotRun = "not run: real servers and clients (dovecot, postfix, opendkim, swaks, neomutt, s-nail)"

// User is a mailbox and its password.
type User struct {
	Address, Password string
	Quota             int // maximum number of mails; 0 means no limit
}

// Require skips the test unless Env asks for it. If a program is missing it skips the test too, or fails it under
// GALLOPER_REAL_SERVERS=1.
func Require(t testing.TB, programs ...string) {
	t.Helper()
	if os.Getenv(Env) == "" {
		t.Skipf("%s: set %s=found", NotRun, Env)
	}
	for _, p := range programs {
		if _, err := findProgram(p); err != nil {
			refuse(t, p+" is not installed; as root run .ci/install")
		}
	}
}

// RequireRoot is Require for a program that only root can start.
func RequireRoot(t testing.TB, program string) {
	t.Helper()
	Require(t, program)
	if os.Getuid() != 0 {
		refuse(t, program+" can only be started by root")
	}
}

func refuse(t testing.TB, why string) {
	t.Helper()
	if os.Getenv(Env) == "1" {
		t.Fatalf("%s (%s=1)", why, Env)
	}
	t.Skipf("%s: %s", NotRun, why)
}

// findProgram also searches the directories outside PATH where Debian keeps daemons.
func findProgram(name string) (string, error) {
	for _, dir := range []string{"/usr/sbin", "/usr/lib/dovecot", "/usr/lib/postfix/sbin"} {
		if path := filepath.Join(dir, name); isExecutable(path) {
			return path, nil
		}
	}
	return exec.LookPath(name)
}

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && info.Mode()&0o111 != 0
}

// owner is the unprivileged user of a server started by root; otherwise it is empty.
type owner struct {
	name, group string
	uid, gid    int
}

func serverOwner(t testing.TB) owner {
	t.Helper()
	name := ""
	if os.Getuid() == 0 {
		name = "nobody"
	}
	u, err := user.Current()
	if name != "" {
		u, err = user.Lookup(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := user.LookupGroupId(u.Gid)
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	return owner{u.Username, g.Name, uid, gid}
}

// directory creates a temporary directory with a short name, because paths of Unix sockets are limited to 107 bytes.
func directory(t testing.TB, o owner) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "gm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	give(t, dir, o)
	return dir
}

func give(t testing.TB, path string, o owner) {
	t.Helper()
	if os.Getuid() == 0 {
		if err := os.Chown(path, o.uid, o.gid); err != nil {
			t.Fatal(err)
		}
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run runs a server's command with its output in a file, because daemons inherit it.
func run(t testing.TB, dir string, command string, args ...string) error {
	t.Helper()
	path, err := findProgram(command)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(filepath.Join(dir, command+".out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(out.Name())
		return fmt.Errorf("%s %s: %w: %s", command, strings.Join(args, " "), err, strings.TrimSpace(string(said)))
	}
	return nil
}

// answering waits until a server accepts connections.
func answering(addr string) error {
	var err error
	for range 200 {
		var conn net.Conn
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn.Close()
		}
		time.Sleep(25 * time.Millisecond)
	}
	return err
}

func hostOf(addr string) string {
	host, _, _ := net.SplitHostPort(addr)
	return host
}

func portOf(addr string) string {
	_, port, _ := net.SplitHostPort(addr)
	return port
}
