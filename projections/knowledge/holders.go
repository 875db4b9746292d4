package knowledge

import "galloper/events"

// Holder is the side that has a place, to a seat's knowledge; Side is "" if no side has it. Since is the turn of the
// capture or, if the rules give a place to the troops on it, the turn of the sighting.
type Holder struct {
	Side  string
	Since int
}

// Holders returns the holders of a stage's places, to the seat's knowledge. The tales of the vocabulary identify the
// outcomes that change the holder, the symbols the facts that locate troops.
func (k *Known) Holders(stage *events.Stage, words *events.Words, symbols events.Symbols) map[string]Holder {
	held := make(map[string]Holder, len(stage.Places))
	for _, p := range stage.Places {
		held[p.ID] = Holder{Side: p.Holder}
		if p.Stood {
			held[p.ID] = k.standsAt(p.ID, stage, words, symbols)
		}
	}
	for turn, page := range k.told {
		for _, o := range page.entries {
			tale, ok := words.Tales[o.Name]
			if !ok || tale.Kind != events.ScenePlace || tale.Place == "" {
				continue
			}
			place, side := o.Get(tale.Place), ""
			if tale.Holder != "" {
				if side = o.Get(tale.Holder); side == "" {
					continue
				}
			}
			if held[place].Side != side {
				held[place] = Holder{side, turn}
			}
		}
	}
	return held
}

// standsAt returns the side of the unit that was last known to be on a cell.
func (k *Known) standsAt(cell string, stage *events.Stage, words *events.Words, symbols events.Symbols) (h Holder) {
	for _, s := range symbols {
		for _, line := range words.Facts {
			if line.Kind != s.Kind || s.Place == "" || line.Role != events.RoleOwn && line.Role != events.RoleEnemy {
				continue
			}
			for f := range k.Of(s.Kind) {
				side := stage.Sides[f.Get(s.Label)]
				if f.Get(s.Place) == cell && !line.OutOfPlay(f.Get) && side != "" && (h.Side == "" || f.Turn > h.Since) {
					h = Holder{side, f.Turn}
				}
			}
		}
	}
	return h
}
