package orders

import "testing"

func TestSmoke(t *testing.T) {
	doc, entries := readTestMail(`Dear umpire,
> TO royal: HOLD
1. To CHAMPAGNE : please hold
2) To regiment de picardie, Cravates: Advance towards NNE
march lane and davis to
450, 300

fire stoen at 30yds
fire brigade at 30
# letter
Letter to west: support me – at the mill;
 and soon.

20 maine hold
ready
--
Guiche
TO royal: HOLD
`)
	r := Receipt{Document: doc, Entries: entries, Trailer: []string{"no orders: -"}, Foot: []string{"deadline"}}
	t.Log(r.Text())
	for _, l := range doc.Lines {
		t.Log(l)
	}
}
