package daemon

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// asksDesk reports whether a daemon answers on the socket in the directory. The answer is that there is no such page.
func asksDesk(t *testing.T, dir string) bool {
	t.Helper()
	c, err := Dial(t.Context(), dir)
	if err != nil {
		return false
	}
	_, err = c.send(t.Context(), "GET", "/no-such-page", nil)
	return err != nil && strings.Contains(err.Error(), "404")
}

func TestDeskInALongPath(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 40))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	desk, err := OpenDesk(dir, new(Daemon))
	if err != nil {
		t.Fatal(err)
	}
	if !asksDesk(t, dir) {
		t.Error("the desk doesn't answer")
	}
	if err := desk.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, deskFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket of a closed desk: %v", err)
	}
	if _, err := Dial(t.Context(), dir); !errors.Is(err, ErrNoDaemon) {
		t.Errorf("a closed desk: %v", err)
	}
}

// The socket of a killed daemon leads nowhere, and the next daemon replaces it.
func TestDeskOfKilledDaemon(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := net.Listen("unix", filepath.Join(dir, deskFile))
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	if _, err := Dial(t.Context(), dir); !errors.Is(err, ErrNoDaemon) {
		t.Errorf("a socket left behind: %v", err)
	}
	desk, err := OpenDesk(dir, new(Daemon))
	if err != nil {
		t.Fatal(err)
	}
	defer desk.Close()
	if !asksDesk(t, dir) {
		t.Error("the desk doesn't answer")
	}
}

// TestDeskRefusesOtherUsers opens the socket to everyone, as a careless chmod would, and connects as another user.
func TestDeskRefusesOtherUsers(t *testing.T) {
	const asOther = "GALLOPER_TEST_DESK"
	if dir := os.Getenv(asOther); dir != "" {
		if asksDesk(t, dir) {
			t.Error("answered")
		}
		return
	}
	if os.Getuid() != 0 {
		t.Skip("not run: asking as another user needs root")
	}
	dir, err := os.MkdirTemp("", "desk")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	desk, err := OpenDesk(dir, new(Daemon))
	if err != nil {
		t.Fatal(err)
	}
	defer desk.Close()
	for _, path := range []string{dir, filepath.Join(dir, deskFile)} {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, uid := range []uint32{0, 65534} {
		cmd := exec.Command("/proc/self/exe", "-test.run=^TestDeskRefusesOtherUsers$")
		cmd.Env = append(os.Environ(), asOther+"="+dir)
		cmd.Dir = "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		out, err := cmd.CombinedOutput()
		if refused := err == nil && strings.Contains(string(out), "PASS"); refused == (uid == 0) {
			t.Errorf("user %d: refused: %v; %v\n%s", uid, refused, err, out)
		}
	}
}
