//go:build !linux

package daemon

import (
	"net"
	"path/filepath"
)

func socketPath(dir, name string) (path string, done func(), err error) {
	return filepath.Join(dir, name), func() {}, nil
}

// peerUser isn't implemented here: the socket's permissions keep other users out.
func peerUser(net.Conn) (uid int, known bool) { return 0, false }
