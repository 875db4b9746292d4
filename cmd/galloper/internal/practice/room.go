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
	"galloper/cmd/galloper/internal/offline"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/web"
)

// Options configures practice.
type Options struct {
	Dir      string    // of the store; created if missing
	Listen   string    // host:port of the page; port 0 picks a free one
	Scenario string    // id or file of the battle to start at once; "" to choose on the page
	Seat     string    // the player's seat in it; "" for the first
	Temper   string    // of the staff
	Terminal io.Reader // input lines for play without a page; nil serves the page
	Out      io.Writer
	Ready    func(url string) // called with the link to the page once it is served; may be nil
}

// player is the address of the person who plays. No mail is ever sent there.
const (
	player  = "player@practice.invalid"
	service = "orders@practice.invalid"
)

// room implements web.Practice.
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

// find returns the shipped battle with this id, or reads the scenario file with this name.
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
	n := admin.NewGame{Name: r.freeName(ctx, b.ID), File: b.file, Scenario: b.text,
		Seats: map[string][]string{seat: {player}}, Staff: map[string]string{}}
	for _, s := range b.Seats {
		if s.ID != seat {
			n.Staff[s.ID] = temper
		}
	}
	res, err := r.d.New(ctx, n)
	return res.Game, err
}

// freeName returns the name, with the first number that makes it unique if it is taken.
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
	if !slices.ContainsFunc(b.Seats, func(s web.BattleSeat) bool { return s.ID == seat }) {
		return nil
	}
	table, opened := offline.Open(b.ID, b.rules, b.scenario, func(int) (seed [32]byte) { return seed })
	table.Tell(0, opened.Outcomes)
	known := table.Known(seat).(*knowledge.Known)
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
