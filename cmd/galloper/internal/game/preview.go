package game

// Preview returns the receipt that the text would get from the seat now. Nothing is recorded.
func Preview(g *Game, seat, text string) string {
	r := Read(g.Rules, mailDesk(g, seat), text)
	readLetters(g, &r)
	before, _ := g.Campaign.Current().Of(seat)
	r.inForce(Held(g, before))
	return r.Receipt.Text()
}
