package vault_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/natslog"
	"galloper/events/natsvault"
	"galloper/events/vault"
)

// each runs the test on every implementation.
func each(t *testing.T, test func(*testing.T, vault.Vault)) {
	t.Run("memory", func(t *testing.T) { test(t, new(vault.Memory)) })
	t.Run("nats", func(t *testing.T) { test(t, openNATS(t, open(t, t.TempDir()))) })
}

func open(t *testing.T, dir string) *natslog.Store {
	t.Helper()
	s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func openNATS(t *testing.T, s *natslog.Store) *natsvault.Vault {
	t.Helper()
	v, err := natsvault.Open(t.Context(), s.JetStream(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestValues(t *testing.T) {
	each(t, func(t *testing.T, v vault.Vault) {
		ctx := t.Context()
		if _, err := v.Get(ctx, "token.quiberon"); !errors.Is(err, vault.ErrNotFound) {
			t.Errorf("Get of nothing: %v", err)
		}
		noError(t, v.Put(ctx, "token.quiberon.french", []byte("one")))
		noError(t, v.Put(ctx, "token.quiberon.french", []byte("two")))
		noError(t, v.Create(ctx, "token.quiberon.british", []byte("three")))
		noError(t, v.Put(ctx, "other", nil))
		if err := v.Create(ctx, "token.quiberon.british", []byte("four")); !errors.Is(err, vault.ErrExists) {
			t.Errorf("Create twice: %v", err)
		}
		if got := must[[]byte](t)(v.Get(ctx, "token.quiberon.french")); string(got) != "two" {
			t.Errorf("Get: %q", got)
		}
		if got := must[[]byte](t)(v.Get(ctx, "token.quiberon.british")); string(got) != "three" {
			t.Errorf("Get: %q", got)
		}
		keys := must[[]string](t)(v.Keys(ctx, "token."))
		if !slices.Equal(keys, []string{"token.quiberon.british", "token.quiberon.french"}) {
			t.Errorf("Keys: %q", keys)
		}
		noError(t, v.Erase(ctx, "token.quiberon.french"))
		noError(t, v.Erase(ctx, "token.quiberon.french"))
		if _, err := v.Get(ctx, "token.quiberon.french"); !errors.Is(err, vault.ErrNotFound) {
			t.Errorf("Get of what was erased: %v", err)
		}
		noError(t, v.Create(ctx, "token.quiberon.french", []byte("five")))
	})
}

func TestBadKeys(t *testing.T) {
	each(t, func(t *testing.T, v vault.Vault) {
		for _, key := range []string{"", ".", "a.", ".a", "a..b", "a b", "a.*", "a.>", "é"} {
			if v.Put(t.Context(), key, nil) == nil || v.Create(t.Context(), key, nil) == nil {
				t.Errorf("%q was taken as a key", key)
			}
		}
	})
}

func TestMails(t *testing.T) {
	each(t, func(t *testing.T, v vault.Vault) {
		ctx := t.Context()
		raw := bytes.Repeat([]byte("Subject: turn 1\r\n"), 1000)
		sha := must[events.Hash](t)(v.PutMail(ctx, raw))
		if again := must[events.Hash](t)(v.PutMail(ctx, raw)); again != sha || sha != events.Sum(raw) {
			t.Errorf("hashes %v, %v", sha, again)
		}
		if got := must[[]byte](t)(v.Mail(ctx, sha)); !bytes.Equal(got, raw) {
			t.Error("the mail came back changed")
		}
		other := must[events.Hash](t)(v.PutMail(ctx, raw[1:]))
		both := []events.Hash{sha, other}
		slices.SortFunc(both, func(a, b events.Hash) int { return bytes.Compare(a[:], b[:]) })
		if all := must[[]events.Hash](t)(v.Mails(ctx)); !slices.Equal(all, both) {
			t.Errorf("Mails: %v, want %v", all, both)
		}
		noError(t, v.EraseMail(ctx, sha))
		noError(t, v.EraseMail(ctx, sha))
		if all := must[[]events.Hash](t)(v.Mails(ctx)); !slices.Equal(all, []events.Hash{other}) {
			t.Errorf("Mails after one was erased: %v", all)
		}
		if _, err := v.Mail(ctx, sha); !errors.Is(err, vault.ErrNotFound) {
			t.Errorf("Mail after it was erased: %v", err)
		}
		must[events.Hash](t)(v.PutMail(ctx, raw))
	})
}

func TestAddressBook(t *testing.T) {
	each(t, func(t *testing.T, v vault.Vault) {
		ctx, book := t.Context(), vault.Book{Vault: v}
		anne := must[string](t)(book.Enter(ctx, "Anne@Example.org "))
		bob := must[string](t)(book.Enter(ctx, "bob@example.org"))
		if again := must[string](t)(book.Enter(ctx, "anne@example.ORG")); again != anne || anne == bob {
			t.Errorf("ids %q, %q and %q", anne, again, bob)
		}
		if got := must[string](t)(book.Address(ctx, anne)); got != "anne@example.org" {
			t.Errorf("Address: %q", got)
		}
		noError(t, book.Forget(ctx, "ANNE@example.org"))
		wantForgotten(t, book, anne, "anne@example.org")
		if must[string](t)(book.ID(ctx, "bob@example.org")) != bob ||
			must[string](t)(book.Address(ctx, bob)) != "bob@example.org" {
			t.Error("bob was forgotten too")
		}
		if err := book.Forget(ctx, "nobody@example.org"); !errors.Is(err, vault.ErrNotFound) {
			t.Errorf("Forget of nobody: %v", err)
		}
		if again := must[string](t)(book.Enter(ctx, "anne@example.org")); again == anne {
			t.Error("she who was forgotten has her old id again")
		}
	})
}

func wantForgotten(t *testing.T, book vault.Book, id, address string) {
	t.Helper()
	ctx := t.Context()
	_, err1 := book.ID(ctx, address)
	_, err2 := book.Address(ctx, id)
	for i, err := range []error{err1, err2} {
		if !errors.Is(err, vault.ErrNotFound) {
			t.Errorf("look-up %d after Forget: %v", i+1, err)
		}
	}
}

// TestErasedIsOverwritten: erased data are not on the disk any more.
func TestErasedIsOverwritten(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	v := openNATS(t, s)
	ctx := t.Context()
	secret := []byte("a-word-that-stands-nowhere-else")
	noError(t, v.Put(ctx, "a", []byte("first value: "+string(secret))))
	noError(t, v.Put(ctx, "b", []byte("stays")))
	if !onDisk(t, dir, secret) {
		t.Fatal("the value is not found on the disk even before it is erased: the test is blind")
	}
	noError(t, v.Put(ctx, "a", []byte("second value")))
	noError(t, v.Erase(ctx, "a"))
	noError(t, s.Close())
	if onDisk(t, dir, secret) {
		t.Error("the value still stands on the disk")
	}
	v = openNATS(t, open(t, dir))
	if got := must[[]byte](t)(v.Get(ctx, "b")); string(got) != "stays" {
		t.Errorf("its neighbour became %q", got)
	}
}

// TestInterruptedEraseKeepsTheNewest: if the servers are lost halfway, no replaced value becomes valid again.
func TestInterruptedEraseKeepsTheNewest(t *testing.T) {
	s := open(t, t.TempDir())
	v := openNATS(t, s)
	ctx := t.Context()
	for _, value := range []string{"oldest", "older", "newest"} {
		noError(t, v.Put(ctx, "a", []byte(value)))
	}
	fails := must[*natsvault.Vault](t)(natsvault.Open(ctx, erasesOnce{s.JetStream()}, 1))
	if err := fails.Erase(ctx, "a"); !errors.Is(err, errGone) {
		t.Fatalf("the servers were gone, and Erase said %v", err)
	}
	if got := must[[]byte](t)(v.Get(ctx, "a")); string(got) != "newest" {
		t.Errorf("half erased, the value is %q", got)
	}
	noError(t, v.Erase(ctx, "a"))
	if _, err := v.Get(ctx, "a"); !errors.Is(err, vault.ErrNotFound) {
		t.Errorf("Get of what was erased: %v", err)
	}
}

var errGone = errors.New("gone")

// erasesOnce is a JetStream whose streams fail after one erased message.
type erasesOnce struct{ jetstream.JetStream }

func (e erasesOnce) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	s, err := e.JetStream.Stream(ctx, name)
	return &goneStream{Stream: s}, err
}

type goneStream struct {
	jetstream.Stream
	gone bool
}

func (s *goneStream) SecureDeleteMsg(ctx context.Context, seq uint64) error {
	if s.gone {
		return errGone
	}
	s.gone = true
	return s.Stream.SecureDeleteMsg(ctx, seq)
}

func onDisk(t *testing.T, dir string, text []byte) bool {
	t.Helper()
	found := false
	noError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		found = found || bytes.Contains(content, text)
		return err
	}))
	return found
}

func TestSeeds(t *testing.T) {
	ctx, v := context.Background(), new(vault.Memory)
	if _, err := vault.GetSeeds(ctx, v, "quiberon"); !errors.Is(err, vault.ErrNotFound) {
		t.Errorf("GetSeeds of nothing: %v", err)
	}
	s := vault.NewSeeds(20)
	noError(t, vault.PutSeeds(ctx, v, "quiberon", s))
	if err := vault.PutSeeds(ctx, v, "quiberon", vault.NewSeeds(20)); !errors.Is(err, vault.ErrExists) {
		t.Errorf("seeds were replaced: %v", err)
	}
	got := must[vault.Seeds](t)(vault.GetSeeds(ctx, v, "quiberon"))
	if got != s || s.S == s.P {
		t.Errorf("seeds %+v came back as %+v", s, got)
	}
	before, sealed, err := s.At(0)
	noError(t, err)
	for turn := 1; turn <= 20; turn++ {
		seed, p, err := s.At(turn)
		noError(t, err)
		if events.Sum(seed[:]) != before || events.Sum(p[:]) != sealed {
			t.Fatalf("the seeds of turn %d do not follow from those before", turn)
		}
		before, sealed = seed, p
	}
	if before != s.S || sealed != s.P {
		t.Error("the last seeds are not the tops of the chains")
	}
	if _, _, err := s.At(21); err == nil {
		t.Error("there is a seed beyond the last turn")
	}
}
