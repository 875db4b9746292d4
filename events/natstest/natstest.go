// Package natstest starts NATS clusters for tests: each server a process of its own,
// so that it can be killed and frozen as machines are, and proxies that cut wires:
// those of clients, and those between the servers.
//
// The processes are the test binary itself, so the package's TestMain must begin
// with Main:
//
//	func TestMain(m *testing.M) { natstest.Main(); os.Exit(m.Run()) }
//
//	c := natstest.Start(t, 3)
//	c.Nodes[1].Kill()
//	c.CutOff(2)
package natstest

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"galloper/events/logtest"
)

// serverEnv makes the test binary a server; its value is the node as JSON.
const serverEnv = "GALLOPER_NATSTEST_SERVER"

// Main shortens elections in this process, and makes it a server if it was started as one: then Main does not return.
func Main() {
	hasten()
	text := os.Getenv(serverEnv)
	if text == "" {
		return
	}
	n := &Node{}
	if err := json.Unmarshal([]byte(text), n); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s, err := n.serve()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // until killed or stopped, or the test is gone
	s.Shutdown()
	s.WaitForShutdown()
	os.Exit(0)
}

// Node is one server of a cluster.
type Node struct {
	Name   string
	Port   int      // for clients
	Route  int      // for the other servers
	Routes []string // where its wires to the others begin
	Dir    string
	Config string // a file with further settings, or ""

	t       testing.TB
	process *exec.Cmd
	stop    io.Closer // of the process: it stops in order
}

// Cluster is some servers that hold streams together.
type Cluster struct {
	Nodes  []*Node
	routes [][]*Wires // from each to each other one
}

// Start starts a cluster of n servers, which sync each write as an operator's should.
// It ends with the test.
func Start(t testing.TB, n int) *Cluster {
	t.Helper()
	dirs := make([]string, n)
	for i := range dirs {
		dirs[i] = t.TempDir()
	}
	return StartIn(t, dirs, "")
}

// StartIn starts a cluster with a server for each of the directories. The file named
// config has further settings of the servers, as an operator writes them.
func StartIn(t testing.TB, dirs []string, config string) *Cluster {
	t.Helper()
	c := &Cluster{}
	for i, dir := range dirs {
		_, port := logtest.FreePort(t)
		_, route := logtest.FreePort(t)
		c.Nodes = append(c.Nodes, &Node{Name: fmt.Sprint("n", i+1), Port: port, Route: route, Dir: dir, Config: config, t: t})
	}
	c.layRoutes(t)
	for _, node := range c.Nodes {
		node.Restart()
	}
	return c
}

// URL returns the addresses of all servers.
func (c *Cluster) URL() string {
	var urls []string
	for _, n := range c.Nodes {
		urls = append(urls, "nats://"+n.Addr())
	}
	return strings.Join(urls, ",")
}

// nowhere is an address without a listener.
const nowhere = "127.0.0.1:1"

// routeAddr returns the address for other servers.
func (n *Node) routeAddr() string { return fmt.Sprint("127.0.0.1:", n.Route) }

// Addr returns the address for clients.
func (n *Node) Addr() string { return fmt.Sprint("127.0.0.1:", n.Port) }

// Restart starts the server, and waits until it greets who connects.
func (n *Node) Restart() {
	n.t.Helper()
	text, err := json.Marshal(n)
	if err != nil {
		n.t.Fatal(err)
	}
	n.process = exec.Command(os.Args[0])
	n.process.Env = append(os.Environ(), serverEnv+"="+string(text))
	n.process.Stderr = os.Stderr
	if n.stop, err = n.process.StdinPipe(); err != nil { // stays open as long as this process lives
		n.t.Fatal(err)
	}
	if err := n.process.Start(); err != nil {
		n.t.Fatal(err)
	}
	process := n.process
	n.t.Cleanup(func() {
		process.Process.Kill() // also one that is frozen
		process.Wait()
	})
	Until(n.t, "server "+n.Name+" to start", n.greets)
}

// Until waits until done returns true. It fails the test after three minutes, which only a test that hangs reaches.
func Until(t testing.TB, what string, done func() bool) {
	t.Helper()
	for begun := time.Now(); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 3*time.Minute {
			t.Fatalf("waited three minutes for %s", what)
		}
	}
}

// greets reports whether the server says something to whoever connects: it may take a connection before, and drop it.
func (n *Node) greets() bool {
	c, err := net.Dial("tcp", n.Addr())
	if err != nil {
		return false
	}
	defer c.Close()
	if c.SetReadDeadline(time.Now().Add(10*time.Second)) != nil {
		return false
	}
	_, err = c.Read(make([]byte, 1))
	return err == nil
}

// Kill ends the server as kill -9 does.
func (n *Node) Kill() {
	n.process.Process.Kill()
	n.process.Wait()
}

// Stop ends the server in order: it hands over its leaderships first.
func (n *Node) Stop() {
	n.stop.Close()
	n.process.Wait()
}

// Freeze suspends the server: its connections stay open and silent, as those of a machine without a network.
func (n *Node) Freeze() { n.signal(syscall.SIGSTOP) }

// Thaw lets it go on, as if nothing had happened.
func (n *Node) Thaw() { n.signal(syscall.SIGCONT) }

func (n *Node) signal(s syscall.Signal) {
	n.t.Helper()
	if err := n.process.Process.Signal(s); err != nil {
		n.t.Fatalf("server %s: %v", n.Name, err)
	}
}

func (n *Node) serve() (*server.Server, error) {
	o := &server.Options{}
	if n.Config != "" {
		var err error
		if o, err = server.ProcessConfigFile(n.Config); err != nil {
			return nil, err
		}
	}
	o.ServerName, o.Host, o.Port, o.JetStream, o.StoreDir = n.Name, "127.0.0.1", n.Port, true, n.Dir
	o.NoSigs, o.SyncAlways, o.MaxPayload = true, true, 8<<20
	if err := os.MkdirAll(n.Dir, 0o700); err != nil { // the log comes before the store, which would make it
		return nil, err
	}
	o.LogFile, o.Logtime = filepath.Join(n.Dir, "server.log"), true // what it says is searched for what was erased
	if len(n.Routes) > 0 {
		// The servers do not advertise their addresses: clients and other servers would bypass a cut wire. To other
		// servers they advertise a wrong one.
		o.Cluster = server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: n.Route, NoAdvertise: true, Advertise: nowhere}
		for _, r := range n.Routes {
			o.Routes = append(o.Routes, &url.URL{Scheme: "nats-route", Host: r})
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.ConfigureLogger()
	s.Start()
	return s, nil
}
