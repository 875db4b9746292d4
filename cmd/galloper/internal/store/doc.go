// Package store opens what a daemon works on: the log and the vault, in a directory or on the
// servers of a cluster.
package store
