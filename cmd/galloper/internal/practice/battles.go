package practice

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/cmd/galloper/internal/game"
	"galloper/projections/web"
	"galloper/scenarios"
)

// battle is a scenario available for practice.
type battle struct {
	web.Battle
	file, text string
	rules      *adjudicator.Ruleset
	scenario   adjudicator.Scenario
}

// battles returns the shipped scenarios whose rulesets have a staff, ordered by difficulty and then by length.
func battles(rules []*adjudicator.Ruleset) (list []battle) {
	files, err := scenarios.Files.ReadDir(".")
	if err != nil {
		panic(err) // unreachable: the files are embedded
	}
	for _, f := range files {
		text, err := scenarios.Files.ReadFile(path.Join(f.Name(), "scenario.yaml"))
		if err != nil {
			continue
		}
		b, err := battleOf(rules, f.Name(), "scenarios/"+f.Name()+"/scenario.yaml", string(text))
		if err != nil {
			continue // a shipped scenario is valid, but its ruleset may have no staff
		}
		readme, _ := scenarios.Files.ReadFile(path.Join(f.Name(), "README.md"))
		b.About = firstParagraph(string(readme))
		list = append(list, b)
	}
	slices.SortStableFunc(list, func(a, b battle) int {
		level := func(b battle) int { return slices.Index(scenario.Levels[:], b.Play.Level) }
		return cmp.Or(cmp.Compare(level(a), level(b)), cmp.Compare(a.Play.Minutes, b.Play.Minutes))
	})
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
	b.Play = stage.Play
	for _, s := range b.scenario.Seats() {
		b.Seats = append(b.Seats, web.BattleSeat{ID: s.ID, Name: names(s.ID), Side: names(s.Side),
			Briefing: slices.Concat(stage.Briefing[s.ID], stage.Aims[s.ID])})
	}
	return b, nil
}

// firstParagraph returns the first paragraph after the heading.
func firstParagraph(readme string) string {
	for _, p := range strings.Split(readme, "\n\n") {
		if !strings.HasPrefix(p, "#") {
			return strings.ReplaceAll(strings.Join(strings.Fields(p), " "), "`", "")
		}
	}
	return ""
}

// gameName derives a game's name from its scenario's file: scenarios/mill/scenario.yaml is `mill`.
func gameName(file string) string {
	base := strings.TrimSuffix(path.Base(file), path.Ext(file))
	if dir := path.Base(path.Dir(file)); base == "scenario" && dir != "." && dir != "/" {
		base = dir
	}
	return strings.ToLower(base)
}
