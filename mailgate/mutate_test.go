package mailgate

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"galloper/events/mutate"
)

// words are fragments of mail that break readers if inserted in the wrong place.
var words = []string{
	"\r\n", "\n", "\r", "\x00", "--", "\r\n\r\n", "Content-Type: multipart/mixed; boundary=\"x\"\r\n",
	"Content-Transfer-Encoding: base64\r\n", "Content-Type: text/html\r\n",
	"boundary=", "; charset=utf-16", "; charset=iso-2022-jp", "; format=flowed; delsp=yes", "=?utf-8?B?", "?=", "=\r\n",
	"=3D", "<div>", "</blockquote>", "<!--", "<style>", "&nbsp;",
	"> ", "-- \r\n", "ORDERS\r\n", "END\r\n", "GAME a\r\nGAME b\r\n", "-----Original Message-----\r\n",
	"On Tue, Mar 3, 2026, x wrote:\r\n", "From: a@b, c@d\r\n", "\xff\xfe", "\u202e", "é", "\x1b$B",
	"-----BEGIN PGP SIGNED MESSAGE-----\r\n", "message/rfc822", "application/pkcs7-mime; smime-type=signed-data",
	"begin 644 x\r\n", ":", ";", "\"", "(", "<", "\t",
}

// TestMutatedMails reads mails damaged in random ways. GALLOPER_MUTATED is their number, GALLOPER_MUTATED_SEED the
// first seed.
func TestMutatedMails(t *testing.T) {
	n, seed := uint64(4000), uint64(1)
	if v, err := strconv.ParseUint(os.Getenv("GALLOPER_MUTATED"), 10, 64); err == nil {
		n = v
	}
	if v, err := strconv.ParseUint(os.Getenv("GALLOPER_MUTATED_SEED"), 10, 64); err == nil {
		seed = v
	}
	paths, _ := filepath.Glob("testdata/corpus/*.eml")
	var mails [][]byte
	for _, p := range paths {
		raw, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		mails = append(mails, raw)
	}
	if len(mails) == 0 {
		t.Fatal("no corpus")
	}
	m := mutate.New(seed, 0, mails, words)
	var at atomic.Uint64
	defer watch(&at, seed)()
	peak := uint64(0)
	for i := range n {
		at.Store(i)
		raw := m.Next()
		mail := Read(raw, corpusOptions)
		if i%10_000 == 0 {
			peak = max(peak, heap())
		}
		if i%500_000 == 0 && i > 0 {
			t.Logf("%d mails, heap %d MB", i, heap()>>20)
		}
		if fault := absurd(mail); fault != "" {
			t.Fatalf("seed %d, mail %d: %s\n%q", seed, i, fault, raw)
		}
	}
	if peak > 256<<20 {
		t.Errorf("the heap grew to %d MB", peak>>20)
	}
}

// absurd returns how a reading violates the invariants, or "".
func absurd(m *Mail) string {
	switch {
	case len(m.SHA256) != 64:
		return "no hash"
	case m.Text == "" && m.Refuse == "" && m.Auto == "" && len(m.Problems) == 0:
		return "nothing was read, and nobody is told why"
	case len(m.Lines) != 0 && len(m.Lines) != lineCount(m.Text):
		return fmt.Sprintf("%d line numbers for %d lines", len(m.Lines), lineCount(m.Text))
	case len(m.Text) > DefaultLimits.TextBytes:
		return "the text is over the limit"
	}
	for _, part := range m.Split(corpusOptions) {
		if len(part.Text) > len(m.Text)+1 {
			return "a part is longer than the whole"
		}
	}
	return ""
}

func lineCount(s string) int {
	n := 1
	for i := range len(s) {
		if s[i] == '\n' {
			n++
		}
	}
	return n
}

func heap() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapInuse
}

// watch ends the test binary if one mail takes half a minute, and prints its seed.
func watch(at *atomic.Uint64, seed uint64) (stop func()) {
	ticker, done := time.NewTicker(30*time.Second), make(chan struct{})
	go func() {
		last := ^uint64(0)
		for {
			select {
			case <-ticker.C:
				if now := at.Load(); now == last {
					panic(fmt.Sprintf("seed %d: mail %d hangs", seed, now))
				} else {
					last = now
				}
			case <-done:
				return
			}
		}
	}()
	return func() { ticker.Stop(); close(done) }
}
