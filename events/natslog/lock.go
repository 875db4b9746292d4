package natslog

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

// lockName is the file in the store directory that the holder locks.
const lockName = "galloper.lock"

// LockedError means that another process has the store open. Two servers on one directory would overwrite each
// other's acknowledged commits.
type LockedError struct {
	Dir string
	PID int // of the holder, 0 if unknown
}

// Error implements error.
func (e *LockedError) Error() string {
	who := "another process"
	if e.PID > 0 {
		who = "process " + strconv.Itoa(e.PID)
	}
	return fmt.Sprintf("the store directory %s is in use by %s: stop it first, or let this command connect to "+
		"it", e.Dir,
		who)
}

type dirLock struct{ f *flock.Flock }

// Lock locks a directory for this process, as an embedded store does with its own, until release is called or the
// process ends. A daemon on a cluster uses it for its own directory.
func Lock(dir string) (release func() error, err error) {
	l, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	return l.release, nil
}

// lockDir creates the directory if necessary and locks it until release, or until the process ends in any way.
func lockDir(dir string) (*dirLock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, lockName)
	f := flock.New(path)
	ok, err := f.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if !ok {
		text, _ := os.ReadFile(path)
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		return nil, &LockedError{Dir: dir, PID: pid}
	}
	if err := os.WriteFile(path, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600); err != nil {
		return nil, err
	}
	return &dirLock{f}, nil
}

func (l *dirLock) release() error { return l.f.Unlock() }
