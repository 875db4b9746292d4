package main

import (
	"log/slog"
	"net"
	"path/filepath"

	"galloper/events/natslog"
)

// ClusterConfig names the machines that hold the games together, each with this program only.
type ClusterConfig struct {
	Peers      []string `toml:"peers" comment:"host:port of all three (or five) machines, including this one; the next higher port is for the embedded servers. Empty: only this machine."`
	Listen     string   `toml:"listen" comment:"The entry of this machine; empty: the one with an address of this machine."`
	SecretFile string   `toml:"secret_file" path:"file" comment:"File with the shared secret, the same on all machines: openssl rand -hex 32"`

	peers natslog.Peers
}

// readPeers reads the peers' secret and sets their servers as the store's.
func (c *Config) readPeers() []error {
	k := &c.Cluster
	if len(k.Peers) == 0 {
		return nil
	}
	if c.Store.NATS != "" {
		return []error{usage("remove one of them", "both [cluster] peers and a NATS URL are set, but a store is in "+
			"only one of them")}
	}
	secret, err := readTextFile(k.SecretFile)
	if err != nil {
		return []error{usage("create one with openssl rand -hex 32, and copy it to all machines",
			"cannot read the peers' secret: [cluster] secret_file: %v", err)}
	}
	if k.peers, err = natslog.NewPeers(k.Peers, string(secret)); err != nil {
		return []error{usage("correct [cluster] in the configuration", "%v", err)}
	}
	c.Store.NATS, c.Store.Replicas = k.peers.URL(), min(c.Store.Replicas, len(k.Peers))
	return nil
}

// servePeer starts this machine's server, or returns nil if no peers are configured.
func servePeer(c Config, logger *slog.Logger) (*natslog.Peer, error) {
	if len(c.Cluster.Peers) == 0 {
		return nil, nil
	}
	local, err := net.InterfaceAddrs()
	if err != nil {
		logger.Warn("cannot read this machine's addresses", "error", err)
	}
	own, err := c.Cluster.peers.Own(c.Cluster.Listen, local)
	if err != nil {
		return nil, usage("set listen in [cluster] to the address of this machine among peers", "%v", err)
	}
	peer, err := c.Cluster.peers.Start(filepath.Join(c.Store.Dir, "nats"), own, natslog.Options{Logger: logger})
	if err != nil {
		return nil, failed(err, "check [cluster], and that no other program uses its port or the port above it",
			"this machine's server does not start")
	}
	logger.Info("this machine's server runs", "address", own)
	return peer, nil
}
