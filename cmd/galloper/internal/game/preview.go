package game

import (
	"fmt"

	"galloper/orders"
)

// Preview returns the receipt that the seat would get for the text now. Nothing is recorded.
func Preview(g *Game, seat, text string) orders.Receipt {
	return previewAt(g, seat, g.Campaign.Number(), text, nil).Receipt
}

// PreviewOf returns the reading of the text as if the seat had sent it for the turn, from its knowledge at that time;
// turn -1 is the open one. Nothing is recorded.
func PreviewOf(g *Game, seat string, turn int, text string, trace func(string)) (Reading, error) {
	now := g.Campaign.Number()
	if turn < 0 {
		turn = now
	}
	if turn < 1 || turn > now {
		return Reading{}, fmt.Errorf("the game has turns 1 to %d, and no turn %d", now, turn)
	}
	if _, err := g.KnownAt(seat, turn-1); err != nil {
		return Reading{}, err
	}
	return previewAt(g, seat, turn, text, trace), nil
}

func previewAt(g *Game, seat string, turn int, text string, trace func(string)) Reading {
	desk := mailDesk(g, seat)
	if turn != g.Campaign.Number() {
		desk = deskAt(g, seat, turn)
	}
	desk.Trace = trace
	r := Read(g.Rules, desk, ownWords(g, seat, turn, text))
	t := g.Campaign.Turn(turn)
	if turn == g.Campaign.Number() {
		takeYes(g, seat, t, &r)
	}
	readLetters(g, seat, &r)
	before, _ := t.Of(seat)
	takenTogether(g, &r, seat, turn, Held(g, before))
	return r
}
