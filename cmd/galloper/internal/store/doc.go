// Package store opens a daemon's log and vault, in a directory or on the servers of a cluster.
package store
