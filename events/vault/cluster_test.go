package vault_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sync/errgroup"

	"galloper/events/natslog"
	"galloper/events/natstest"
	"galloper/events/vault"
)

func TestMain(m *testing.M) {
	natstest.Main()
	os.Exit(m.Run())
}

// TestSecretsAreDrawnOnce: of daemons that start at once on empty servers, each draws
// the secrets, one of them keeps his, and all of them read those.
func TestSecretsAreDrawnOnce(t *testing.T) {
	cluster := natstest.Start(t, 3)
	var daemons []*vault.NATS
	for range 4 {
		s, err := natslog.OpenCluster(cluster.URL(), natslog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		daemons = append(daemons, must[*vault.NATS](t)(vault.OpenNATS(t.Context(), s.JetStream(), 3)))
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
