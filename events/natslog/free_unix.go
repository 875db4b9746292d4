//go:build linux || darwin

package natslog

import "syscall"

// freeSpace returns the free bytes for this process on the disk of the directory.
func freeSpace(dir string) (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}
