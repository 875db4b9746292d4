//go:build !linux && !darwin

package natslog

import "errors"

// freeSpace is not supported here; the store then relies on the server's errors.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
