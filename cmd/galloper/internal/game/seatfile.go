package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"galloper/events"
	"galloper/projections/campaign"
	"galloper/projections/knowledge"
)

// A seat's file has everything that the seat was told, and nothing else, for its player to keep. It is not an archive:
// the chain's lines contain both sides' secrets.

// seatHead is the first line of a seat's file.
type seatHead struct {
	Version      int         `json:"v"`
	Game         string      `json:"game"`
	Seat         string      `json:"seat"`
	Ruleset      string      `json:"ruleset"`
	RulesVersion int         `json:"version"`
	Seats        []string    `json:"seats"`
	SeedCommit   events.Hash `json:"seed_commit"`
	SealedCommit events.Hash `json:"sealed_commit"`
}

// seatTurn is the start of a turn's line. The seat's outcomes, and its facts at the turn's end, follow.
type seatTurn struct {
	Turn   int          `json:"turn"`
	Seed   *events.Hash `json:"seed,omitempty"`
	Sealed *events.Hash `json:"sealed_seed,omitempty"`
	// Shared lists the mails that contribute to the turn's dice, once its seed is shown.
	Shared []events.Hash `json:"shared,omitempty"`
	Orders []string      `json:"orders"`
}

// ExportSeat writes a seat's knowledge of the game: a line with the game's commitments, then a line for each reported
// turn. It contains the seeds once the game is over; if every die is shown to all, also the unsealed ones before that.
func ExportSeat(g *Game, w io.Writer, seat string) error {
	made := g.Campaign.Created()
	if !slices.Contains(made.Seats, seat) {
		return fmt.Errorf("the game has no seat %q; its seats are %s", seat, strings.Join(made.Seats, ", "))
	}
	if err := seatLine(w, seatHead{1, g.Name(), seat, made.Ruleset, made.Version, made.Seats, made.SeedCommit,
		made.SealedCommit}, nil); err != nil {
		return err
	}
	book := knowledge.Open(made.Seats, g.Rules.Words.Facts)
	for n := 0; n <= g.reported; n++ {
		outcomes, err := g.Campaign.Outcomes(n)
		if err != nil {
			return err
		}
		book.Apply(n, outcomes)
		if err := seatLine(w, turnOf(g, seat, n), book.Seat(seat).AppendJSON(nil)); err != nil {
			return err
		}
	}
	return nil
}

// turnOf returns the part of a turn that all seats' reports have, with the seat's own orders.
func turnOf(g *Game, seat string, n int) seatTurn {
	line := seatTurn{Turn: n, Orders: []string{}}
	t := g.Campaign.Turn(n)
	if t == nil || t.Result == nil {
		return line
	}
	opened := g.Opened(seat)
	if opened >= campaign.OpenDice {
		line.Seed, line.Shared = &t.Result.Seed, t.Result.Shared
	}
	if opened == campaign.OpenAll {
		line.Sealed = &t.Result.SealedSeed
	}
	if o, ok := t.Of(seat); ok {
		line.Orders = append(line.Orders, o.Orders...)
	}
	return line
}

// seatLine writes one object, with further members at its end.
func seatLine(w io.Writer, v any, more []byte) error {
	b := &bytes.Buffer{}
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	line := bytes.TrimSuffix(b.Bytes(), []byte("}\n"))
	if len(more) > 0 {
		line = append(append(line, ','), more...)
	}
	_, err := w.Write(append(line, "}\n"...))
	return err
}
