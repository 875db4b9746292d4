package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// carryFlags are the flags of a game whose armies come from earlier battles.
type carryFlags struct {
	rolls, rulings []string
	returns        string
	preview        bool
}

func (c *carryFlags) define(f *pflag.FlagSet) {
	f.StringArrayVar(&c.rolls, "roll", nil, "`FILE` of galloper export --roll: its armies fight this battle; once for "+
		"each earlier battle that they come from")
	f.StringVar(&c.returns, "returns", defaultReturns, "with --roll: `SHARES` of 100 losses that come back to the side "+
		"that held the field, and to the side that lost it")
	f.StringArrayVar(&c.rulings, "ruling", nil, "with --roll: `'UNIT=STRENGTH because REASON'`, or OFFICER=dead, "+
		"captured, wounded or fit")
	f.BoolVar(&c.preview, "preview", false, "with --roll: say how strong each unit would come back, and make no game")
}

// read reads the rolls, returns and rulings.
func (c *carryFlags) read() (in events.ArmyCarried, err error) {
	if len(c.rolls) == 0 {
		if c.preview || len(c.rulings) > 0 {
			return in, usage("add --roll FILE", "--preview and --ruling are for a game whose armies come from another")
		}
		return in, nil
	}
	for _, file := range c.rolls {
		text, err := os.ReadFile(file)
		if err != nil {
			return in, usage("name the file that galloper export GAME --roll wrote", "cannot read the roll: %v", err)
		}
		roll, err := events.ReadRoll(text)
		if err != nil {
			return in, failed(nil, "write it anew with galloper export GAME --roll; rule on single units with --ruling",
				"%s: %v", file, err)
		}
		in.Rolls = append(in.Rolls, roll)
	}
	if in.Held, in.Lost, err = readReturns(c.returns); err != nil {
		return in, err
	}
	for _, text := range c.rulings {
		what, reason, because := strings.Cut(text, " because ")
		who, is, set := strings.Cut(what, "=")
		if reason = strings.TrimSpace(reason); !set || !because || reason == "" {
			return in, usage("write --ruling 'lochiel=8 because the clan came in'", "the ruling %q has no value or no reason",
				text)
		}
		in.Rulings = append(in.Rulings, events.CarryRuling{Who: strings.TrimSpace(who), Is: strings.TrimSpace(is),
			Reason: reason})
	}
	return in, nil
}

// defaultReturns makes the second battle of two armies about as even as a fresh one.
const defaultReturns = "held=50,lost=65"

// readReturns reads the shares of the losses that come back, in per cent.
func readReturns(text string) (held, lost int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		side, share, _ := strings.Cut(part, "=")
		n, wrong := strconv.Atoi(share)
		switch {
		case wrong == nil && n >= 0 && n <= 100 && side == "held":
			held = n
		case wrong == nil && n >= 0 && n <= 100 && side == "lost":
			lost = n
		default:
			return 0, 0, usage("write --returns "+defaultReturns+": two numbers from 0 to 100", "--returns does not accept %q",
				text)
		}
	}
	return held, lost, nil
}

// show prints how strong each unit would come back.
func (c *carryFlags) show(cmd *cobra.Command, n *admin.NewGame) error {
	rules, _, err := game.LoadScenario(rulesets.All(), n.File, []byte(n.Scenario))
	if err != nil {
		return failed(err, "galloper scenario check shows all faults", "the scenario has faults")
	}
	army, err := rules.CarryInto(n.File, n.Scenario, n.Carried, nil)
	if err != nil {
		return refusal(game.CarryRefused(err))
	}
	showArmy(cmd, army.Lines)
	printf(cmd, "no game is made; without --preview the dice are rolled, and the record holds them\n")
	return nil
}

func showArmy(cmd *cobra.Command, lines []string) {
	for _, line := range lines {
		printf(cmd, "%s\n", line)
	}
}
