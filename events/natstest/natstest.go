// Package natstest starts NATS clusters for tests. Each server is a separate process, so that it can be killed and
// frozen like a machine. Proxies can cut the connections of clients and those between the servers.
//
// The processes are the test binary itself, so the package's TestMain must begin with Main:
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

// serverEnv turns the test binary into a server; its value is the node as JSON.
const serverEnv = "GALLOPER_NATSTEST_SERVER"

// Main shortens elections in this process. If the process was started as a server, Main runs the server and does not
// return.
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
	_, _ = io.Copy(io.Discard, os.Stdin) // until killed or stopped, or the test has ended
	s.Shutdown()
	s.WaitForShutdown()
	os.Exit(0)
}

// Node is one server of a cluster.
type Node struct {
	Name   string
	Port   int      // for clients
	Route  int      // for the other servers
	Routes []string // addresses of its wires to the others
	Dir    string
	Config string // file with further settings, or ""

	t       testing.TB
	process *exec.Cmd
	stop    io.Closer // standard input of the process; closing it stops the server gracefully
}

// Cluster is a set of servers that hold streams together.
type Cluster struct {
	Nodes  []*Node
	routes [][]*Wires // from each server to each other one
}

// Start starts a cluster of n servers that sync each write, as in production. It ends with the test.
func Start(t testing.TB, n int) *Cluster {
	t.Helper()
	dirs := make([]string, n)
	for i := range dirs {
		dirs[i] = t.TempDir()
	}
	return StartIn(t, dirs, "")
}

// StartIn starts a cluster with a server for each of the directories. config is a file with further settings of the
// servers, or "".
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

// Restart starts the server and waits until it accepts clients.
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
		process.Process.Kill() // works on a frozen process, too
		process.Wait()
	})
	Until(n.t, "server "+n.Name+" to start", n.greets)
}

// Until waits until done returns true. It fails the test after three minutes, which only a hanging test reaches.
func Until(t testing.TB, what string, done func() bool) {
	t.Helper()
	for begun := time.Now(); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 3*time.Minute {
			t.Fatalf("waited three minutes for %s", what)
		}
	}
}

// greets reports whether the server sends its greeting to a client. Before that it may accept a connection and drop
// it.
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

// Kill kills the server, like kill -9.
func (n *Node) Kill() {
	n.process.Process.Kill()
	n.process.Wait()
}

// Stop shuts the server down gracefully: it first hands over its leaderships.
func (n *Node) Stop() {
	n.stop.Close()
	n.process.Wait()
}

// Freeze suspends the server. Its connections stay open but silent, like those of a machine without a network.
func (n *Node) Freeze() { n.signal(syscall.SIGSTOP) }

// Thaw resumes the server.
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
	if err := os.MkdirAll(n.Dir, 0o700); err != nil { // the log is opened before the store would create the directory
		return nil, err
	}
	o.LogFile, o.Logtime = filepath.Join(n.Dir, "server.log"), true // tests search the log for erased data
	if len(n.Routes) > 0 {
		// The servers do not advertise their addresses, or clients and other servers would bypass a cut wire. They
		// advertise an unusable address to other servers.
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
