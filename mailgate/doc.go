// Package mailgate turns raw mail into the text of orders and who sent it, and
// finished text into raw mail.
//
// It is functions of values: bytes in, a [Mail] out; an [Outgoing] in, bytes
// out. It reads no clock, dials nothing and keeps no state. The wires are in
// imapbox and smtpout; what a mail means is said by package orders; what is
// written in a report is handed in. It does not decide which game goes on: it
// proves a sender (Prove) and leaves the rest to the daemon.
//
// Reading is tolerant, because mail is: header blocks, charsets and writing are
// go-message's, but the walk over the parts and the transfer encodings are
// ours. Go-message gives up where real clients err (a `7-bit` encoding, base64
// without its padding, one bad header line in one part), and has no bounds on
// depth or number of parts.
//
//	m := mailgate.Read(raw, mailgate.Options{Own: []string{"orders@example.org"}})
//	switch {
//	case m.Auto != "":   // an auto-reply, a bounce, a list: filed, never answered
//	case m.Refuse != "": // answered with this sentence; nothing of it counts
//	default:             // m.Text is handed to the order language
//	}
//
// What a mail said comes in layers, each in its file: walk.go (parts),
// transfer.go and charset.go (bytes to letters), html.go and flowed.go (to
// lines), choose.go (which part holds the orders), reply.go (quotes and
// signatures go), address.go and envelope.go (which game and seat).
package mailgate
