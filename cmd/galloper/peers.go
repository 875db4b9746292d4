package main

import (
	"log/slog"
	"net"
	"path/filepath"

	"galloper/events/natslog"
)

// ClusterConfig names the machines that hold the games together, each with this program only.
type ClusterConfig struct {
	Peers      []string `toml:"peers" comment:"host:port of all three (or five) machines, this one among them; the port above it is for the servers inside them. Empty: this machine alone."`
	Listen     string   `toml:"listen" comment:"Which of them this machine is; empty: the one that is an address of it."`
	SecretFile string   `toml:"secret_file" path:"file" comment:"File with their secret, the same on all machines: openssl rand -hex 32"`

	peers natslog.Peers
}

// readPeers reads the peers' secret and sets their servers as the store's.
func (c *Config) readPeers() []error {
	k := &c.Cluster
	if len(k.Peers) == 0 {
		return nil
	}
	if c.Store.NATS != "" {
		return []error{usage("keep one of them", "both [cluster] peers and a NATS are set: a store lies on one of the two")}
	}
	secret, err := readTextFile(k.SecretFile)
	if err != nil {
		return []error{usage("write one with: openssl rand -hex 32, and copy it to all machines",
			"the secret of the peers cannot be read: [cluster] secret_file: %v", err)}
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
		logger.Warn("the addresses of this machine cannot be read", "error", err)
	}
	own, err := c.Cluster.peers.Own(c.Cluster.Listen, local)
	if err != nil {
		return nil, usage("set listen in [cluster] to the address of this machine among peers", "%v", err)
	}
	peer, err := c.Cluster.peers.Start(filepath.Join(c.Store.Dir, "nats"), own, natslog.Options{Logger: logger})
	if err != nil {
		return nil, failed(err, "look whether another program uses its port or the one above it, and at [cluster]",
			"the server of this machine does not start")
	}
	logger.Info("the server of this machine runs", "address", own)
	return peer, nil
}
