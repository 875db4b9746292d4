package mailhost

import (
	"errors"
	"net"
	"sync"
)

// Server is the common interface of the servers of go-smtp and go-imap.
type Server interface {
	Serve(net.Listener) error
	Close() error
}

// Serve runs the server on the listener until the returned function is called, which closes both and returns once the
// server has ended.
//
// A server closed before its Serve has begun does not know its listener yet: go-smtp then accepts for ever, and
// go-imap leaves the port open. So stop closes the listener too.
func Serve(s Server, ln net.Listener) (stop func() error) {
	var serving sync.WaitGroup
	serving.Go(func() { _ = s.Serve(ln) }) // ends with stop
	return func() error {
		err := s.Close()
		if closed := ln.Close(); !errors.Is(closed, net.ErrClosed) { // usually the server has closed it
			err = errors.Join(err, closed)
		}
		serving.Wait()
		return err
	}
}
