package natslog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	maxPayload = 8 << 20  // of the embedded server, in bytes; above it the server logs a warning
	maxStore   = 64 << 30 // of all its streams, in bytes; the default would be a share of the free disk
	maxMemory  = 256 << 20
)

func serverOptions(dir string, o Options) *server.Options {
	return &server.Options{
		ServerName: "galloper", DontListen: true, JetStream: true, StoreDir: dir,
		NoSigs: true, NoLog: true, MaxPayload: maxPayload, Authorization: o.Token,
		JetStreamMaxStore: maxStore, JetStreamMaxMemory: maxMemory,
		SyncAlways: o.Sync == 0, SyncInterval: o.Sync,
	}
}

func startServer(dir string, o Options) (*server.Server, error) {
	opts := serverOptions(dir, o)
	if o.Listen != "" {
		host, port, err := net.SplitHostPort(o.Listen)
		if err != nil {
			return nil, fmt.Errorf("listen address %q: %w", o.Listen, err)
		}
		opts.DontListen, opts.Host = false, host
		if opts.Port, err = strconv.Atoi(port); err != nil {
			return nil, fmt.Errorf("listen address %q: the port is not a number", o.Listen)
		}
		if opts.Port == 0 {
			opts.Port = server.RANDOM_PORT
		}
	}
	return runServer(opts, o)
}

// runServer starts the server, and returns when it accepts connections.
func runServer(opts *server.Options, o Options) (*server.Server, error) {
	s, err := server.NewServer(opts)
	if err != nil {
		return nil, err
	}
	log := serverLog{log: o.Logger, fatal: new(atomic.Pointer[string])}
	s.SetLoggerV2(log, false, false, false)
	if err := withLimit(o.Started, o.Stop, s.Start); err != nil {
		go s.Shutdown() // waits for the start to finish
		return nil, err
	}
	if why := log.fatal.Load(); why != nil {
		s.Shutdown()
		return nil, fmt.Errorf("the embedded NATS server did not start: %s", *why)
	}
	if !s.ReadyForConnections(o.Started) {
		s.Shutdown()
		return nil, errors.New("the embedded NATS server was not ready in time; see the log above")
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.New("the embedded NATS server runs without JetStream; see the log above")
	}
	return s, nil
}

// startTime is the default limit for the server's start. The start cannot be cancelled: it continues in the
// background.
const startTime = 2 * time.Minute

// errStart means that the server did not finish reading its files.
var errStart = errors.New("the embedded NATS server does not finish reading its files, so one of them is probably " +
	"damaged: run galloper repair --from ARCHIVE to find and repair it")

// withLimit runs the function and waits for it up to the limit, or until stop is closed.
func withLimit(limit time.Duration, stop <-chan struct{}, run func()) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		run()
	}()
	select {
	case <-done:
		return nil
	case <-stop:
		return errStopped
	case <-time.After(limit):
		return errStart
	}
}

// errStopped means that Options.Stop was closed before the store was open.
var errStopped = errors.New("stopped during the start of the embedded NATS server")

// serverLog forwards the server's log. Without it, a warning of corruption would be lost.
type serverLog struct {
	log   *slog.Logger
	fatal *atomic.Pointer[string] // why the server did not start
}

func (l serverLog) write(level slog.Level, format string, v []any) {
	l.log.Log(context.Background(), level, "nats server: "+fmt.Sprintf(format, v...))
}

// Noticef logs at debug level, because each start logs a dozen notices that only developers need.
func (l serverLog) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }

// Warnf logs for the operator.
func (l serverLog) Warnf(format string, v ...any) { l.write(slog.LevelWarn, format, v) }

// Errorf logs for the operator.
func (l serverLog) Errorf(format string, v ...any) { l.write(slog.LevelError, format, v) }

// Fatalf logs for the operator; the server does not end the process.
func (l serverLog) Fatalf(format string, v ...any) {
	why := fmt.Sprintf(format, v...)
	l.fatal.CompareAndSwap(nil, &why)
	l.write(slog.LevelError, format, v)
}

// Debugf is never called: debugging is off.
func (l serverLog) Debugf(format string, v ...any) { l.write(slog.LevelDebug, format, v) }

// Tracef is never called: tracing is off.
func (l serverLog) Tracef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
