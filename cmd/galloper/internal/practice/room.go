package practice

import (
	"context"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/web"
)

// Options say how battles are practised.
type Options struct {
	Dir      string    // of the store; made where it is missing
	Listen   string    // host:port of the page; port 0: a free one
	Scenario string    // of the battle that is begun at once, as Battles has it, or a file; "": it is chosen on the page
	Seat     string    // that is played in it; "": the first
	Temper   string    // of the staff
	Terminal io.Reader // lines that are typed in place of a page; nil: there is a page
	Out      io.Writer
	Ready    func(url string) // is told where the page is, once it is served; nil: nobody is
}

// player is who plays. Nothing is ever sent there.
const (
	player  = "player@practice.invalid"
	service = "orders@practice.invalid"
)

// room is where battles are practised.
type room struct {
	d       *daemon.Daemon
	battles []battle
}

// Battles implements web.Practice.
func (r *room) Battles() (list []web.Battle) {
	for _, b := range r.battles {
		list = append(list, b.Battle)
	}
	return list
}

// Tempers implements web.Practice.
func (r *room) Tempers() []string { return adjudicator.Tempers[:] }

// find returns the shipped battle of that name, or reads a scenario's file.
func (r *room) find(name string) (*battle, error) {
	if i := slices.IndexFunc(r.battles, func(b battle) bool { return b.ID == name }); i >= 0 {
		return &r.battles[i], nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		var ids []string
		for _, b := range r.battles {
			ids = append(ids, b.ID)
		}
		return nil, game.Refuse("the battles are "+strings.Join(ids, ", ")+"; or name a scenario's file",
			"there is no battle %q", name)
	}
	b, err := battleOf(r.d.Rulesets, gameName(name), name, string(text))
	return &b, err
}

// Begin implements web.Practice.
func (r *room) Begin(ctx context.Context, name, seat, temper string) (string, error) {
	b, err := r.find(name)
	if err != nil {
		return "", err
	}
	if seat == "" {
		seat = b.Seats[0].ID
	}
	if temper == "" {
		temper = adjudicator.Steady.String()
	}
	n := admin.NewGame{
		Name: r.freeName(ctx, b.ID), File: b.file, Scenario: b.text, Seats: map[string][]string{seat: {player}},
		Staff: map[string]string{},
	}
	for _, s := range b.Seats {
		if s.ID != seat {
			n.Staff[s.ID] = temper
		}
	}
	res, err := r.d.New(ctx, n)
	return res.Game, err
}

// freeName is the name, or the name and the first number that makes it new.
func (r *room) freeName(ctx context.Context, name string) string {
	for n, free := 2, name; ; n++ {
		if r.d.Entry(ctx, free) == nil {
			return free
		}
		free = name + "-" + strconv.Itoa(n)
	}
}

// Opening implements web.Practice.
func (r *room) Opening(name, seat string) *mapview.Picture {
	i := slices.IndexFunc(r.battles, func(b battle) bool { return b.ID == name })
	if i < 0 || r.battles[i].rules.Ground == nil {
		return nil
	}
	b := &r.battles[i]
	var seats []string
	for _, s := range b.Seats {
		seats = append(seats, s.ID)
	}
	if !slices.Contains(seats, seat) {
		return nil
	}
	book := knowledge.Open(seats, b.rules.Words.Facts)
	start := adjudicator.Position{Game: b.ID, Ruleset: b.rules, Scenario: b.scenario, State: b.scenario.Start()}
	book.Apply(0, adjudicator.Open(start, events.TurnInput{Turn: 1}).Outcomes)
	known := book.Seat(seat)
	return game.Draw(b.rules, b.scenario, known, game.Sheet(b.rules, b.scenario, known))
}

// Played implements web.Practice.
func (r *room) Played(ctx context.Context, name string, turn int) bool {
	const patience, step = 5 * time.Second, 20 * time.Millisecond
	for waited := time.Duration(0); waited < patience; waited += step {
		done := false
		err := r.d.With(ctx, name, func(g *game.Game) { done = g.Reported() >= turn })
		if err != nil || done {
			return done
		}
		time.Sleep(step)
	}
	return false
}

var _ web.Practice = (*room)(nil)
