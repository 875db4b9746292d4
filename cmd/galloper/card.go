package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func newCard() *cobra.Command {
	verb := ""
	c := &cobra.Command{
		Use:     "card RULESET",
		Short:   "Print the player's card of a ruleset: all that a player needs to write orders",
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
			for _, v := range rules.Language.Verbs {
				for _, w := range v.Words {
					if strings.HasPrefix(w, strings.ToUpper(verb)) {
						printf(cmd, "%s\n%s\n", v.Grammar, v.Help)
						return nil
					}
				}
			}
			return usage("galloper card "+rules.Name+" prints them all", "there is no order %q", verb)
		},
	}
	c.Flags().StringVar(&verb, "verb", "", "only what is said of one `ORDER`")
	return c
}
