//go:build linux || darwin

package natslog

import "syscall"

// freeSpace returns how much room the disk of the directory has for this process.
func freeSpace(dir string) (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}
