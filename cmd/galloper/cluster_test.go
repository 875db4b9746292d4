package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/natslog"
	"galloper/events/natstest"
)

// account is the place of a town's store on a cluster. No other streams are in it.
type account struct {
	cluster *natstest.Cluster
	ca      string
	name    string
}

func (a *account) url() string { return strings.ReplaceAll(a.cluster.URL(), "nats://", "tls://") }

// estate is a cluster of three servers with an account for each town.
type estate struct {
	cluster *natstest.Cluster
	ca      string
	free    []string
	taken   atomic.Int32
}

// newEstate starts three servers that accept only TLS, with the users and permissions of docs/cluster.md.
func newEstate(t *testing.T, accounts int) *estate {
	t.Helper()
	e := &estate{}
	for i := range accounts {
		e.free = append(e.free, fmt.Sprint("T", i))
	}
	config, ca := natstest.Guard(t, e.free...)
	e.ca = ca
	e.cluster = natstest.StartIn(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, config)
	return e
}

func (e *estate) account(t *testing.T) *account {
	t.Helper()
	n := int(e.taken.Add(1))
	if n > len(e.free) {
		t.Fatalf("the cluster has %d accounts, and one more is wanted", len(e.free))
	}
	return &account{cluster: e.cluster, ca: e.ca, name: e.free[n-1]}
}

// town makes a town with its store on the cluster.
func (e *estate) town(t *testing.T) *town {
	t.Helper()
	w := newTown(t)
	w.settle(e.account(t))
	w.estate = e
	return w
}

// settle moves the town's store to servers on which its user has few permissions. admin.toml is a second configuration,
// for a user with all permissions.
func (w *town) settle(a *account) {
	w.t.Helper()
	w.at = a
	embedded := strings.Replace(read(w.t, filepath.Join(w.dir, "embedded.toml")), "replicas = 1",
		fmt.Sprintf("nats = %q\nreplicas = 3", a.url()), 1)
	for file, user := range map[string]string{"galloper.toml": "galloper-" + a.name, "admin.toml": "admin-" + a.name} {
		w.write(file, embedded+fmt.Sprintf("[nats]\nuser = %q\npassword = %q\nca = %q\n", user, user, a.ca))
	}
}

// asAdmin adds the configuration of the user with all permissions to the command line.
func (w *town) asAdmin(args ...string) []string {
	if w.at == nil {
		return args
	}
	return append(slices.Clone(args), "-c", filepath.Join(w.dir, "admin.toml"))
}

// log opens the log with all permissions.
func (w *town) log() *natslog.Store {
	w.t.Helper()
	o := natslog.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Mend: true}
	if w.at == nil {
		s, err := natslog.OpenEmbedded(filepath.Join(w.dir, "data", "nats"), o)
		if err != nil {
			w.t.Fatal(err)
		}
		return s
	}
	o.SignIn = natslog.SignIn{User: "admin-" + w.at.name, Password: "admin-" + w.at.name, CA: w.at.ca}
	s, err := natslog.OpenCluster(w.at.url(), o)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// loseStore deletes the town's store.
func (w *town) loseStore() {
	w.t.Helper()
	if err := os.RemoveAll(filepath.Join(w.dir, "data")); err != nil {
		w.t.Fatal(err)
	}
	if w.at != nil {
		w.settle(w.estate.account(w.t))
	}
}

// TestOperatorOnThreeServers repeats this package's other operator tests on a cluster, with TLS and a user who may not
// delete from the log.
func TestOperatorOnThreeServers(t *testing.T) {
	t.Parallel()
	e := newEstate(t, 12)
	for name, test := range map[string]func(*testing.T, founder){
		"serve": testServe, "audit --follow": testFollow, "a game moves house": testGameMovesHouse,
		"export --follow":          testArchivesAreKeptElsewhere,
		"settings changed by hand": testSettingsChangedByHand, "a log that forgot": testForgetfulLog,
		"one directory, two daemons": testTwoDaemonsOneDirectory,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, e.town)
		})
	}
}

// A reconfigured stream has lost its beginning. Each game is put on hold, repaired from archives, and goes on.
func TestForgetfulLog(t *testing.T) {
	t.Parallel()
	testForgetfulLog(t, newTown)
}

func testForgetfulLog(t *testing.T, found founder) {
	w := found(t)
	w.made()
	w.must([]string{"rule", "mill", "ANNOUNCE: the post is slow"}, "done")
	w.must([]string{"rule", "mill", "ANNOUNCE: the roads are bad"}, "done")
	saved := w.export("mill", "mill.jsonl")
	w.must([]string{"rule", "mill", "ANNOUNCE: and it rains"}, "done") // not in the archive
	w.reconfigure(func(c *jetstream.StreamConfig) { c.MaxMsgs, c.Discard = 3, jetstream.DiscardOld })
	w.refused([]string{"serve"}, "discard is DiscardOld, should be DiscardNew", "max_msgs is 3, should be unlimited",
		"hint: repair it with galloper repair")
	w.must(w.asAdmin("repair", "--from", saved), "found: setting max_msgs", "the log begins at position",
		"restored from the archive",
		"after the archive's end kept", "mill is on hold and its players are told", "no fault")
	stop := w.serve()
	mended, _ := w.mail("anna@example.test", "[mill] turn 1: the record was mended")
	w.refused(w.asAdmin("repair"), "galloper serve is running on this store")
	if w.at != nil { // and also from another machine
		w.refused(w.asAdmin("repair", "--data", t.TempDir()), "galloper serve is running on these servers: ")
	}
	w.must([]string{"rule", "mill", "RESUME TURN 1 BECAUSE it is mended"}, "RESUME: done")
	w.write("mended.eml", mended)
	w.must([]string{"head", "mill", filepath.Join(w.dir, "mended.eml")}, "ok: ")
	w.must([]string{"rule", "mill", "CLOSE TURN 1 BECAUSE all have written"}, "CLOSE: done")
	w.mail("ben@example.test", "turn 2: report of turn 1")
	stop()
	w.must([]string{"audit", "mill"}, "and it rains")
	w.must([]string{"verify", "--stream"}, "1 game,", "no fault")
}

// On a cluster each daemon has a directory of its own.
func testTwoDaemonsOneDirectory(t *testing.T, found founder) {
	w := found(t)
	stop := w.serve()
	w.refused([]string{"serve"}, "is in use by process ", "hint: stop the other galloper that runs on this directory")
	stop()
	w.serve()()
}
