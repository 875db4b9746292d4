package daemon

import "galloper/mailgate"

// mailOf reads the part of a mail that was for a game and a seat.
func mailOf(raw []byte, o mailgate.Options, game, seat string) (from, text string) {
	m := mailgate.ReadIncoming(mailgate.Incoming{Raw: raw, Size: int64(len(raw))}, o)
	for _, one := range m.Split(o) {
		if (one.Game == "" || one.Game == game) && (one.Seat == "" || one.Seat == seat) {
			return one.From, one.Text
		}
	}
	return m.From, m.Text
}
