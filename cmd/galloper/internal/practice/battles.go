package practice

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/web"
	"galloper/scenarios"
)

// battle is a scenario that can be practised.
type battle struct {
	web.Battle
	file, text string
	rules      *adjudicator.Ruleset
	scenario   adjudicator.Scenario
}

// battles are the shipped scenarios whose rules have a staff, by name.
func battles(rules []*adjudicator.Ruleset) (list []battle) {
	files, err := scenarios.Files.ReadDir(".")
	if err != nil {
		panic(err) // unreachable: they are embedded
	}
	for _, f := range files {
		text, err := scenarios.Files.ReadFile(path.Join(f.Name(), "scenario.yaml"))
		if err != nil {
			continue
		}
		b, err := battleOf(rules, f.Name(), "scenarios/"+f.Name()+"/scenario.yaml", string(text))
		if err != nil {
			continue // a shipped scenario is right; its rules may have no staff
		}
		readme, _ := scenarios.Files.ReadFile(path.Join(f.Name(), "README.md"))
		b.About = firstParagraph(string(readme))
		list = append(list, b)
	}
	return list
}

func battleOf(rules []*adjudicator.Ruleset, id, file, text string) (battle, error) {
	b := battle{file: file, text: text}
	var err error
	if b.rules, b.scenario, err = game.LoadScenario(rules, file, []byte(text)); err != nil {
		return b, err
	}
	if b.rules.Staff == nil {
		return b, fmt.Errorf("%s has no staff to play against", b.rules.Name)
	}
	b.Battle = web.Battle{ID: id, Title: id, Rules: b.rules.Title}
	if b.rules.Ground != nil {
		b.Title = b.rules.Ground(b.scenario).Title
	}
	names := adjudicator.Names(b.scenario)
	stage := adjudicator.StageOf(b.scenario)
	for _, s := range b.scenario.Seats() {
		b.Seats = append(b.Seats, web.BattleSeat{ID: s.ID, Name: names(s.ID), Side: names(s.Side),
			Briefing: slices.Concat(stage.Briefing[s.ID], stage.Aims[s.ID])})
	}
	return b, nil
}

// firstParagraph is the first text behind the heading.
func firstParagraph(readme string) string {
	for _, p := range strings.Split(readme, "\n\n") {
		if !strings.HasPrefix(p, "#") {
			return strings.ReplaceAll(strings.Join(strings.Fields(p), " "), "`", "")
		}
	}
	return ""
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

// gameName calls a game after its scenario: scenarios/mill/scenario.yaml is `mill`.
func gameName(file string) string {
	base := strings.TrimSuffix(path.Base(file), path.Ext(file))
	if dir := path.Base(path.Dir(file)); base == "scenario" && dir != "." && dir != "/" {
		base = dir
	}
	return strings.ToLower(base)
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
