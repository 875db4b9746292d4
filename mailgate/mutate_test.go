package mailgate

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// mutator makes mails out of those of the corpus that nobody would write.
type mutator struct {
	rng   *rand.Rand
	mails [][]byte
	out   []byte
	piece []byte
}

// words are what mail is made of; set into the wrong place they break readers.
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

func (m *mutator) pick() []byte { return m.mails[m.rng.IntN(len(m.mails))] }

// span is a random range of b, mostly short.
func (m *mutator) span(b []byte) (from, to int) {
	if len(b) == 0 {
		return 0, 0
	}
	from = m.rng.IntN(len(b))
	return from, min(len(b), from+1<<m.rng.IntN(9))
}

// set puts a piece into b. The piece may be of b itself.
func (m *mutator) set(b []byte, at int, piece []byte) []byte {
	m.piece = append(m.piece[:0], piece...)
	return slices.Insert(b, at, m.piece...)
}

// next returns a mail with up to eight things wrong in it. It is valid until the next.
func (m *mutator) next() []byte {
	b := append(m.out[:0], m.pick()...)
	for range 1 + m.rng.IntN(8) {
		from, to := m.span(b)
		switch m.rng.IntN(8) {
		case 0: // bits
			for i := from; i < min(to, from+4); i++ {
				b[i] ^= byte(1 << m.rng.IntN(8))
			}
		case 1: // lost
			b = append(b[:from], b[to:]...)
		case 2: // twice
			b = m.set(b, to, b[from:to])
		case 3: // cut short
			if m.rng.IntN(4) == 0 {
				b = b[:from]
			}
		case 4: // from another mail
			other := m.pick()
			a, z := m.span(other)
			b = m.set(b, from, other[a:z])
		case 5: // many times
			if m.rng.IntN(4) == 0 {
				b = m.set(b, from, bytes.Repeat(b[from:min(to, from+40)], m.rng.IntN(200)))
			}
		default: // a word in the wrong place
			b = m.set(b, from, []byte(words[m.rng.IntN(len(words))]))
		}
	}
	m.out = b
	return b
}

// TestMutatedMails reads mails that were damaged in every way. GALLOPER_MUTATED says how
// many, GALLOPER_MUTATED_SEED where to begin.
func TestMutatedMails(t *testing.T) {
	n, seed := uint64(4000), uint64(1)
	if v, err := strconv.ParseUint(os.Getenv("GALLOPER_MUTATED"), 10, 64); err == nil {
		n = v
	}
	if v, err := strconv.ParseUint(os.Getenv("GALLOPER_MUTATED_SEED"), 10, 64); err == nil {
		seed = v
	}
	paths, _ := filepath.Glob("testdata/corpus/*.eml")
	m := mutator{rng: rand.New(rand.NewPCG(seed, 0))}
	for _, p := range paths {
		raw, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		m.mails = append(m.mails, raw)
	}
	if len(m.mails) == 0 {
		t.Fatal("no corpus")
	}
	var at atomic.Uint64
	defer watch(&at, seed)()
	peak := uint64(0)
	for i := range n {
		at.Store(i)
		mail := Read(m.next(), corpusOptions)
		if i%10_000 == 0 {
			peak = max(peak, heap())
		}
		if i%500_000 == 0 && i > 0 {
			t.Logf("%d mails, heap %d MB", i, heap()>>20)
		}
		if fault := absurd(mail); fault != "" {
			t.Fatalf("seed %d, mail %d: %s\n%q", seed, i, fault, m.out)
		}
	}
	if peak > 256<<20 {
		t.Errorf("the heap grew to %d MB", peak>>20)
	}
}

// absurd says what no reading may be.
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

// watch ends the test binary, with what it hung at, where one mail takes half a minute.
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
