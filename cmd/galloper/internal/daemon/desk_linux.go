package daemon

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// socketPath returns a path of the socket that fits into a socket address of about 100 bytes: if the plain path is
// longer, it uses the descriptor of the open directory. The path is valid until done is called.
func socketPath(dir, name string) (path string, done func(), err error) {
	if path = filepath.Join(dir, name); len(path) < len(syscall.RawSockaddrUnix{}.Path) {
		return path, func() {}, nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", f.Fd(), name), func() { f.Close() }, nil
}

// peerUser returns the user id of the process at the other end of a Unix socket.
func peerUser(c net.Conn) (uid int, known bool) {
	raw, err := c.(*net.UnixConn).SyscallConn()
	if err != nil {
		return 0, false
	}
	var cred *syscall.Ucred
	if control := raw.Control(func(fd uintptr) {
		cred, err = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); control != nil || err != nil {
		return 0, false
	}
	return int(cred.Uid), true
}
