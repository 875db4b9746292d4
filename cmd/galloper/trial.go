package main

import (
	"encoding/json"
	"os"
	"runtime"
	"slices"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/trial"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// longestTrial is the last turn of a battle in a trial.
const longestTrial = 60

func newTrial() *cobra.Command {
	var seed, picture string
	games, suggest, asJSON, prove, plans, watched := 200, 400, false, false, false, -1
	var further further
	c := &cobra.Command{
		Use:   "trial SCENARIO",
		Short: "Play battles of staff against staff: balance, length, losses, inactive troops",
		Long: `The staff, which knows no more than players in its seats would, plays the scenario many times. The command
prints who wins and how, the length of the battles, the losses, and points that the scenario's writer could
improve. The same seed gives the same battles on every machine.

If one side wins more than 60 % of at least nine battles, it also tries changes of single values (victory
conditions, starting positions, troops) and prints those that bring the balance nearest to 50 %.

With --prove it adjudicates each turn again: the same inputs must give the same bytes, the outcomes alone must
lead to the same state, every die must be recorded, and the state must be valid. The exit status is 1 if a
check fails.

With --plans one seat plays like a newcomer who writes once and then only READY: no orders, each of the orders
that the opening mail suggests, and all of them. The other seats of its side do nothing ("alone") or are played
by the staff, like the enemy. If one plan wins more than 60 % of the decided battles, the battle needs no skill.

With --then the armies fight on, as with galloper new --roll. It prints how often the winner of the first
battle wins the second, and all. In a good campaign that is little more than half of them.`,
		Example: example("galloper trial scenarios/prestonpans/scenario.yaml --games 200",
			"galloper trial scenario.yaml --games 50 --seed 00ff --svg lengths.svg --json > trial.json",
			"galloper trial scenario.yaml --watch 7 --svg battle.svg",
			"galloper trial scenario.yaml --plans --games 50",
			"galloper trial maida --then maida --then maida --games 100"),
		GroupID: "offline",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			if games < 1 {
				return usage("write, for example, --games 200", "%d is not a possible number of battles", games)
			}
			if watched >= 0 {
				return watch(cmd, a[0], seed, watched, picture)
			}
			if plans {
				return tryPlans(cmd, a[0], seed, games, asJSON)
			}
			if len(further.then) > 0 {
				return further.try(cmd, a[0], seed, games, asJSON)
			}
			s, err := runTrial(cmd, a[0], seed, games, suggest, prove)
			if err != nil {
				return err
			}
			if picture != "" {
				if err := os.WriteFile(picture, []byte(s.SVG()), 0o644); err != nil {
					return failed(err, "name a writable file", "cannot write the picture")
				}
			}
			return tell(cmd, s, asJSON)
		},
	}
	c.Flags().IntVar(&games, "games", games, "number of battles, `N`")
	c.Flags().IntVar(&suggest, "suggest", suggest, "number of battles for trying changes of an unbalanced scenario, "+
		"`N`; 0 tries none")
	c.Flags().StringVar(&seed, "seed", "", "seed of the dice, any `TEXT`")
	c.Flags().StringVar(&picture, "svg", "", "draw the battle lengths, or the maps of the battle of --watch, into "+
		"this `FILE`")
	unsetNumber(c.Flags(), &watched, "watch", "print the orders and outcomes of battle `N`, counted from 0, instead")
	c.Flags().BoolVar(&prove, "prove", false, "check the invariants after every turn")
	c.Flags().BoolVar(&plans, "plans", false, "play each opening order alone, followed by READY only, instead")
	further.define(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}

// further are the battles that the same armies fight after the first.
type further struct {
	then    []string
	returns string
}

func (b *further) define(f *pflag.FlagSet) {
	f.StringArrayVar(&b.then, "then", nil, "`SCENARIO` of the next battle of the same armies; repeat it for further ones")
	f.StringVar(&b.returns, "returns", defaultReturns, "with --then: `SHARES` of 100 losses that come back to the side "+
		"that held the field, and to the other")
}

// try plays series of battles of the same armies.
func (b *further) try(cmd *cobra.Command, first, seed string, games int, asJSON bool) error {
	rules, sc, err := tryable(first)
	if err != nil {
		return err
	}
	s := trial.Series{Match: trial.Match{Rules: rules, Scenario: sc, Seed: seed, Limit: longestTrial}}
	if s.Returns.Held, s.Returns.Lost, err = readReturns(b.returns); err != nil {
		return err
	}
	for _, f := range append([]string{first}, b.then...) {
		_, text, err := scenarioText(f)
		if err != nil {
			return err
		}
		s.Fields = append(s.Fields, string(text))
	}
	fought := s.Run(games, runtime.NumCPU(), progressOf(cmd, games))
	return print(cmd, fought, trial.TellSeries(fought), asJSON)
}

func tell(cmd *cobra.Command, s *trial.Summary, asJSON bool) error {
	if err := print(cmd, s, s.Text(), asJSON); err != nil {
		return err
	}
	if len(s.Broken) > 0 {
		return quiet(statusNo)
	}
	return nil
}

func print(cmd *cobra.Command, found any, text string, asJSON bool) error {
	if !asJSON {
		printf(cmd, "%s", text)
		return nil
	}
	out := json.NewEncoder(cmd.OutOrStdout())
	out.SetIndent("", "  ")
	return out.Encode(found)
}

// tryPlans plays a newcomer's likely plans.
func tryPlans(cmd *cobra.Command, file, seed string, games int, asJSON bool) error {
	rules, sc, err := tryable(file)
	if err != nil {
		return err
	}
	m := &trial.Match{Rules: rules, Scenario: sc, Seed: seed, Limit: longestTrial}
	plans := m.Plans()
	progress := progressOf(cmd, games*len(plans))
	for i := range plans {
		plans[i] = m.Try(plans[i], games, runtime.NumCPU(), func(done int) { progress(i*games + done) })
	}
	return print(cmd, plans, trial.TellPlans(rules.Ground(sc).Title, plans), asJSON)
}

// runTrial plays the battles, with progress on a terminal.
func runTrial(cmd *cobra.Command, file, seed string, games, suggest int, prove bool) (*trial.Summary, error) {
	rules, sc, err := tryable(file)
	if err != nil {
		return nil, err
	}
	terms := trial.Terms{Title: rules.Ground(sc).Title, Places: marks(rules, sc), Proved: prove}
	if l, ok := sc.(adjudicator.Lasting); ok {
		terms.Last = l.LastTurn()
	}
	for _, s := range sc.Seats() {
		if !slices.Contains(terms.Sides, s.Side) {
			terms.Sides = append(terms.Sides, s.Side)
		}
	}
	m := &trial.Match{Rules: rules, Scenario: sc, Seed: seed, Limit: longestTrial, Prove: prove}
	s := trial.Sum(terms, m.Run(games, runtime.NumCPU(), progressOf(cmd, games)))
	_, text, err := scenarioText(file)
	s.Suggest(m, rulesets.Known(), text, terms.Sides, suggest, runtime.NumCPU())
	return s, err
}

// tryable reads a scenario and requires a ruleset with staff officers.
func tryable(file string) (*adjudicator.Ruleset, adjudicator.Scenario, error) {
	rules, sc, err := mustLoadScenario(file)
	if err == nil && rules.Staff == nil {
		err = failed(nil, "try a scenario of another ruleset", "%s has no staff officers", rules.Name)
	}
	return rules, sc, err
}

// watch prints one battle of a trial: each turn's orders and outcomes. If picture is set, it also draws the maps of all
// turns side by side into that file.
func watch(cmd *cobra.Command, file, seed string, number int, picture string) error {
	rules, sc, err := tryable(file)
	if err != nil {
		return err
	}
	var maps []*mapview.Picture
	book := knowledge.Open(nil, rules.Words.Facts)
	m := &trial.Match{Rules: rules, Scenario: sc, Seed: seed, Limit: longestTrial}
	m.Seen = func(turn int, orders []events.SeatOrders, outcomes []events.Outcome) {
		if turn > 0 {
			tellTurn(cmd, turn, orders, outcomes)
		}
		if picture != "" {
			book.Apply(turn, outcomes)
			known := book.Seat(knowledge.Umpire)
			sheet := game.Sheet(rules, sc, known)
			sheet.Bare = true
			maps = append(maps, game.Draw(rules, sc, known, sheet))
		}
	}
	b := m.Play(number)
	printf(cmd, "%s: %s, after turn %d\n", b.Winner, b.By, b.Turns)
	if picture == "" {
		return nil
	}
	strip := mapping{cmd: cmd, out: picture}
	return strip.strip(maps)
}

func tellTurn(cmd *cobra.Command, turn int, orders []events.SeatOrders, outcomes []events.Outcome) {
	for _, s := range orders {
		for _, o := range s.Orders {
			printf(cmd, "%d %s: %s\n", turn, s.Seat, o)
		}
	}
	for i := range outcomes {
		printf(cmd, "%d %s\n", turn, outcomes[i].String())
	}
}

// progressOf returns a function that shows the number of battles played, on a terminal only.
func progressOf(cmd *cobra.Command, games int) func(done int) {
	stderr, ok := cmd.ErrOrStderr().(*os.File)
	if !ok || !isTerminal(stderr) {
		return func(int) {}
	}
	bar := progressbar.NewOptions(games, progressbar.OptionSetWriter(stderr), progressbar.OptionShowCount(),
		progressbar.OptionSetDescription("battles"), progressbar.OptionClearOnFinish())
	return func(done int) { _ = bar.Set(done) }
}

func marks(rules *adjudicator.Ruleset, sc adjudicator.Scenario) []string {
	var ids []string
	for _, m := range rules.Ground(sc).Marks {
		if m.Kind == "objective" {
			ids = append(ids, m.ID)
		}
	}
	return ids
}
