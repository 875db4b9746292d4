package logtest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/gofrs/flock"
)

// FreePort returns a free loopback port that no other test gets before this one ends, in this process or another. The
// same holds for the next port.
//
// A port chosen by the system is unsuitable for a server that starts later, or twice, because any outgoing connection
// may take it. So this port is below that range, and reserved by a lock on a file.
func FreePort(t testing.TB) (addr string, port int) {
	t.Helper()
	const first, count = 20_000, 12_000
	for range 100 {
		port := first + 2*rand.IntN(count/2)
		lock := flock.New(filepath.Join(os.TempDir(), fmt.Sprintf("galloper-port-%d.lock", port)))
		if held, err := lock.TryLock(); err != nil || !held {
			continue
		}
		t.Cleanup(func() {
			os.Remove(lock.Path())
			lock.Close()
		})
		if isFree(port) && isFree(port+1) {
			return fmt.Sprintf("127.0.0.1:%d", port), port
		}
	}
	t.Fatal("no free port on loopback was found in 100 tries")
	return "", 0
}

func isFree(port int) bool {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return false
	}
	l.Close()
	return true
}
