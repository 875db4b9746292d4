package natstest

import (
	"os"
	"time"
	_ "unsafe" // for go:linkname

	_ "github.com/nats-io/nats-server/v2/server"
)

// The intervals of elections. The server has no options for them, but its own tests set these variables.
var (
	//go:linkname minElection github.com/nats-io/nats-server/v2/server.minElectionTimeout
	minElection time.Duration
	//go:linkname maxElection github.com/nats-io/nats-server/v2/server.maxElectionTimeout
	maxElection time.Duration
	//go:linkname heartbeat github.com/nats-io/nats-server/v2/server.hbInterval
	heartbeat time.Duration
	//go:linkname lostQuorum github.com/nats-io/nats-server/v2/server.lostQuorumInterval
	lostQuorum time.Duration
	//go:linkname lostQuorumCheck github.com/nats-io/nats-server/v2/server.lostQuorumCheck
	lostQuorumCheck time.Duration
)

// hasten divides the election intervals of this process's servers by four, so that tests wait one or two seconds for
// a new leader instead of five to nine. GALLOPER_ELECTIONS=real keeps the production intervals.
func hasten() {
	if os.Getenv("GALLOPER_ELECTIONS") == "real" {
		return
	}
	for _, interval := range []*time.Duration{&minElection, &maxElection, &heartbeat, &lostQuorum, &lostQuorumCheck} {
		if *interval == 0 {
			panic("natstest: this version of the server names the intervals of its elections differently")
		}
		*interval /= 4
	}
}
