package page

import (
	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/game"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/story"
)

// knownToAll returns what spectators know after a reported turn. Once the game is over they know everything.
func (t *table) knownToAll(turn int) (*knowledge.Known, error) {
	if t.game.Opened(knowledge.Public) == campaign.OpenAll {
		return t.Known(game.Umpire, turn)
	}
	t.caches.Lock()
	defer t.caches.Unlock()
	commons := game.Commons(t.game)
	for at := len(t.public); at <= turn; at++ {
		book := knowledge.Open([]string{knowledge.Public}, t.game.Rules.Words.Facts)
		if at > 0 {
			book = t.public[at-1].Clone()
		}
		book.Apply(at, commons.Of(t.history.Outcomes(at)))
		t.public = append(t.public, book)
	}
	return t.public[turn].Seat(knowledge.Public), nil
}

// PublicMap implements web.Table.
func (t *table) PublicMap(turn int, narrow bool) (*mapview.Picture, error) {
	known, err := t.knownToAll(turn)
	if err != nil {
		return nil, err
	}
	return game.MapFor(t.game, known, "", narrow), nil
}

// PublicStory implements web.Table.
func (t *table) PublicStory(turn int) (*story.Story, error) {
	known, err := t.knownToAll(turn)
	book := desks.Stories(t.game.Rules)
	if err != nil || book == nil {
		return nil, err
	}
	sheet := desks.Sheet(t.game.Rules, t.game.Scenario)
	return book.Tell(&sheet, known), nil
}

// PublicMoves implements web.Table.
func (t *table) PublicMoves(turn int) string { return game.MoverAfter(t.game, turn) }
