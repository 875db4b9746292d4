// Package mailgate turns raw mail into the text of orders and its sender, and finished text into raw mail.
//
// Its functions are pure: bytes in, a [Mail] out; an [Outgoing] in, bytes out. It reads no clock, opens no connection
// and keeps no state. Packages imapbox and smtpout talk to mail servers; package orders gives a mail its meaning; the
// text of reports comes from the caller. It does not decide which game goes on: it proves a sender (Prove) and leaves
// the rest to the daemon.
//
// Reading is tolerant, because real mail breaks the standards. Header blocks, charsets and writing come from
// go-message, but the walk over the parts and the transfer encodings are our own. Go-message gives up where real
// clients err (a `7-bit` encoding, base64 without its padding, one bad header line in one part), and does not bound
// the depth or number of parts.
//
//	m := mailgate.Read(raw, mailgate.Options{Own: []string{"orders@example.org"}})
//	switch {
//	case m.Auto != "":   // an auto-reply, a bounce, a list: filed, never answered
//	case m.Refuse != "": // answered with this sentence; nothing of it counts
//	default:             // m.Text is handed to the order language
//	}
//
// Reading works in layers, each in its file: walk.go (parts), transfer.go and charset.go (bytes to characters),
// html.go and flowed.go (to lines), choose.go (the part that holds the orders), reply.go (removes quotes and
// signatures), envelope.go (game and seat).
package mailgate
