package main

import (
	"strings"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/game"
)

func newCard() *cobra.Command {
	verb := ""
	c := &cobra.Command{
		Use:     "card RULESET",
		Short:   "Print a ruleset's player card: everything that a player needs to write orders",
		Example: example("galloper card firediscipline", "galloper card firediscipline --verb ride"),
		GroupID: "offline",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			rules, err := findRuleset(a[0])
			if err != nil {
				return err
			}
			if verb == "" {
				printf(cmd, "%s\n", strings.TrimRight(rules.Card, "\n"))
				return nil
			}
			if text := game.HelpOn(rules, verb); text != "" {
				printf(cmd, "%s", text)
				return nil
			}
			return usage("galloper card "+rules.Name+" prints them all", "there is no order %q", verb)
		},
	}
	c.Flags().StringVar(&verb, "verb", "", "print only the section on one `ORDER`")
	return c
}
