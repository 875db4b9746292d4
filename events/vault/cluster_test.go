package vault_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"galloper/events/natslog"
	"galloper/events/natstest"
	"galloper/events/natsvault"
	"galloper/events/vault"
)

func TestMain(m *testing.M) {
	natstest.Main()
	os.Exit(m.Run())
}

// TestSecretsAreDrawnOnce: of several daemons that start at once on empty servers, each draws secrets, one set is
// stored, and all daemons read that one.
func TestSecretsAreDrawnOnce(t *testing.T) {
	cluster := natstest.Start(t, 3)
	var daemons []*natsvault.Vault
	for range 4 {
		s, err := natslog.OpenCluster(cluster.URL(), natslog.Options{Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		daemons = append(daemons, must[*natsvault.Vault](t)(natsvault.Open(t.Context(), s.JetStream(), 3)))
	}
	for i := range 25 {
		key := fmt.Sprint("secret.", i)
		read := make([][]byte, len(daemons))
		var g errgroup.Group
		for n, v := range daemons {
			g.Go(func() (err error) {
				if err := v.Create(t.Context(), key, []byte{byte(n)}); err != nil && !errors.Is(err, vault.ErrExists) {
					return err
				}
				read[n], err = v.Get(t.Context(), key)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
		for _, value := range read {
			if !bytes.Equal(value, read[0]) {
				t.Errorf("%s is %v, and different for each: want one value", key, read)
				break
			}
		}
	}
}

// TestErasedOnAllServers waits until an erased address and an erased mail are on no disk of three servers: in the
// streams at once, in the Raft logs some minutes later. The servers' log files, which are searched as well, never
// contained them. GALLOPER_FORGET limits its duration, in minutes.
func TestErasedOnAllServers(t *testing.T) {
	minutes, err := strconv.Atoi(os.Getenv("GALLOPER_FORGET"))
	if err != nil {
		t.Skip("GALLOPER_FORGET is not set: that takes minutes")
	}
	cluster := natstest.Start(t, 3)
	s, err := natslog.OpenCluster(cluster.URL(), natslog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	v := must[*natsvault.Vault](t)(natsvault.Open(t.Context(), s.JetStream(), 3))
	const secret = "anne-whom-nobody-knows@example.org"
	book := vault.Book{Vault: v}
	if _, err := book.Enter(t.Context(), secret); err != nil {
		t.Fatal(err)
	}
	sha, err := v.PutMail(t.Context(), []byte("From: "+secret+"\r\n\r\nTo Champagne: hold\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(holding(t, cluster, secret)) == 0 || len(holding(t, cluster, "Listening for client connections")) != 3 {
		t.Fatal("no file has the address, or what the servers said: the test is blind")
	}
	if err := v.EraseMail(t.Context(), sha); err != nil {
		t.Fatal(err)
	}
	if err := book.Forget(t.Context(), secret); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	for left := holding(t, cluster, secret); len(left) > 0; left = holding(t, cluster, secret) {
		if time.Since(begun) > time.Duration(minutes)*time.Minute {
			t.Fatalf("after %s these have it still: %q", time.Since(begun).Round(time.Second), left)
		}
		select {
		case <-time.After(5 * time.Second):
		case <-t.Context().Done():
			return
		}
	}
	t.Logf("gone from all files after %s", time.Since(begun).Round(time.Second))
}

// holding returns the servers' files that contain the text.
func holding(t *testing.T, c *natstest.Cluster, text string) (files []string) {
	t.Helper()
	for _, n := range c.Nodes {
		err := filepath.WalkDir(n.Dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil // the file has just been removed
			}
			if b, err := os.ReadFile(path); err == nil && bytes.Contains(b, []byte(text)) {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}
