package page

import (
	"errors"

	"galloper/cmd/galloper/internal/game"
	"galloper/projections/knowledge"
	"galloper/projections/web"
)

// WhatIf implements web.Table.
func (t *table) WhatIf(c web.Changes) (w web.WouldBe, err error) {
	list := func(text string) []string {
		if text == "" {
			return nil
		}
		return []string{text}
	}
	d, err := game.WhatIf(t.game, game.Changes{Amend: list(c.Amend), Reroll: list(c.Reroll), Set: list(c.Set)})
	var no *game.Refused
	if errors.As(err, &no) {
		return w, &web.NotSo{What: no.What}
	} else if err != nil {
		return w, err
	}
	book := t.bookOf(d.Turn - 1).Clone()
	book.Apply(d.Turn, d.Outcomes)
	return web.WouldBe{Turn: d.Turn, Text: d.Text(), Map: game.Map(t.game, book.Seat(knowledge.Umpire))}, nil
}
