package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/daemon"
)

func newRule(o *options) *cobra.Command {
	return o.acting(&cobra.Command{
		Use:   "rule GAME COMMAND…",
		Short: "Run an umpire's act, as if the umpire had mailed it",
		Long: `Takes the text that the umpire would write in a mail, and prints the answer. It works with and without a
running server. An act on a turn must name the turn.
` + umpire.Help(),
		Example: example(
			"galloper rule quiberon CLOSE TURN 4",
			"galloper rule quiberon EXTEND 48h TURN 4 BECAUSE the post was late",
			"galloper rule quiberon 'ANNOUNCE: no mail can be read on Sunday'"),
		GroupID: "game",
		Args:    args(cobra.MinimumNArgs(2)),
	}, func(ctx context.Context, s backend, words []string) (daemon.RuleResult, error) {
		return s.Rule(ctx, daemon.RuleRequest{Game: words[0], Text: strings.Join(words[1:], " ")})
	})
}

// acting completes a command whose arguments are an act. A refusal sets the exit status.
func (o *options) acting(
	c *cobra.Command, do func(ctx context.Context, s backend, words []string) (daemon.RuleResult, error),
) *cobra.Command {
	asJSON := false
	c.RunE = func(cmd *cobra.Command, a []string) error {
		words, err := takeFlags(cmd, a)
		if err != nil {
			return err
		}
		return o.withStore(cmd.Context(), false, func(s backend) error {
			res, err := do(cmd.Context(), s, words)
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(cmd.OutOrStdout(), res)
			} else {
				printf(cmd, "%s", res.Text)
			}
			if err == nil && !res.Done {
				err = quiet(statusNo)
			}
			return err
		})
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	c.Flags().SetInterspersed(false)
	return c
}

// takeFlags removes the flags from an act's words; cobra leaves those after the act in it. It rejects an unknown flag,
// which may be misspelled.
func takeFlags(cmd *cobra.Command, words []string) (act []string, err error) {
	for i := 0; i < len(words); i++ {
		name, value, given := strings.Cut(words[i], "=")
		long := len(name) > 2 && strings.HasPrefix(name, "--") && !strings.ContainsAny(name, " \n")
		flag := cmd.Flags().Lookup(strings.TrimPrefix(name, "--"))
		switch {
		case len(name) == 2 && name[0] == '-':
			flag = cmd.Flags().ShorthandLookup(name[1:])
		case !long:
			flag = nil
		}
		switch {
		case flag == nil && long:
			return nil, usage("put the act in quotes if the word is part of it",
				"%s: unknown flag: %s", cmd.Name(), name)
		case flag == nil:
			act = append(act, words[i])
			continue
		case !given && flag.NoOptDefVal != "":
			value = flag.NoOptDefVal
		case !given && i+1 == len(words):
			return nil, usage("see: "+cmd.CommandPath()+" --help", "%s: flag needs an argument: %s", cmd.Name(), name)
		case !given:
			i++
			value = words[i]
		}
		if err := cmd.Flags().Set(flag.Name, value); err != nil {
			return nil, usage("see: "+cmd.CommandPath()+" --help", "%s: %v", cmd.Name(), err)
		}
	}
	return act, nil
}

func newLobby(o *options) *cobra.Command {
	return o.acting(&cobra.Command{
		Use:   "lobby [COMMAND…]",
		Short: "Show the games that are looking for players, and run lobby commands",
		Long: `Without a command it lists the games that galloper new --invite or --public has offered. With a command it
does what the same command does if the game's umpire mails it to the lobby:

  LIST                    list the games that are looking for players
  WHO game                list its seats, their players and the invitations
  START game [STAFF]      start it; with STAFF the staff plays the free seats
  CONFIRM game who        accept a player, by seat or address (galloper new --confirm)
  REFUSE game who         or reject them
  INVITE game address     invite one more player
  WITHDRAW game           cancel it

Players join by mail: they answer the invitation with JOIN.`,
		Example: example(
			"galloper lobby",
			"galloper lobby WHO mill",
			"galloper lobby START mill STAFF"),
		GroupID: "game",
	}, func(ctx context.Context, s backend, words []string) (daemon.RuleResult, error) {
		return s.Lobby(ctx, daemon.LobbyRequest{Text: cmp.Or(strings.Join(words, " "), "LIST")})
	})
}
