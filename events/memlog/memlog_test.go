package memlog_test

import (
	"testing"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/memlog"
)

func TestLog(t *testing.T) {
	logtest.Run(t, logtest.Suite{
		New: func(*testing.T) events.Log {
			l := memlog.New()
			l.Max = 4 << 20
			return l
		},
		Full: func(*testing.T) events.Log {
			l := memlog.New()
			l.Room = 100
			return l
		},
		MaxLine: 4 << 20,
	})
}
