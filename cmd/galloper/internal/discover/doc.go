// Package discover finds the mail servers of an address: what the provider is known to have,
// what its domain publishes (SRV records, RFC 6186; the autoconfig file of mail programs),
// and where servers usually are.
//
//	for _, c := range discover.Finder{}.Find(ctx, "orders@example.org") { try(c) }
package discover
