//go:build !linux && !darwin

package natslog

import "errors"

// freeSpace is not known here; the store then goes by what the server says.
func freeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
