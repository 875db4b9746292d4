package game

import (
	"fmt"

	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
)

const (
	// ChronicleName is the file name of the attached chronicle.
	ChronicleName = "chronicle.html"
	// mostChronicle is its largest size in bytes in a mail: with it the mail stays below a megabyte, which every server
	// accepts. The page and the command line have it whatever its size.
	mostChronicle = 640 << 10
)

// chronicleMails sends all players and umpires the chronicle when the game is over and nothing is secret any more.
func chronicleMails(g *Game, last *events.TurnAdjudicated) (mails []Outgoing) {
	if desks.Stories(g.Rules) == nil {
		return nil
	}
	told, err := chronicleOf(g, last)
	if err != nil {
		return nil // the report tells the end; the chronicle can be made from the record
	}
	page, err := told.Within(mostChronicle)
	if err != nil || page == nil {
		return nil
	}
	p := &prose.Text{}
	p.Para("%s", told.Result)
	p.Para("Attached is the chronicle, %s: open it in any browser, on a phone or a computer; it needs no other "+
		"files. It contains the field as each side knew it and as it was, late orders and their cost, the losses, "+
		"the letters of both sides, and the proofs. It is yours to keep and to share.", ChronicleName)
	if len(told.Moments) > 0 {
		p.Line("THE TURNING POINTS")
		p.Gap()
	}
	for _, m := range told.Moments {
		decided := ""
		if m.Decided {
			decided = ": it decided the battle"
		}
		p.Item("*", "%s (turn %d%s). %s", m.Headline, m.Turn, decided, m.Text)
	}
	l := Outgoing{Kind: "chronicle", Turn: last.Turn, Subject: "the chronicle of the battle", Text: p.String(),
		Preview: fmt.Sprintf("%s The whole battle, as both sides knew it and as it was.", told.Result), Chronicle: page}
	for _, seat := range append(g.Players(), Umpire) {
		l.Seat = seat
		mails = append(mails, l)
	}
	return mails
}
