// Package discover finds the mail servers of an address: those of a known provider, those that its domain publishes
// (SRV records, RFC 6186; the autoconfig file of mail programs), and those at the usual names.
//
//	for _, c := range discover.Finder{}.Find(ctx, "orders@example.org") { try(c) }
package discover
