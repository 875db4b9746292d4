package main

import (
	"strings"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/daemon"
)

func newLobby(o *options) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "lobby [COMMAND…]",
		Short: "Show the games that gather players, and what an umpire can do there",
		Long: `Without a command it lists the games that galloper new --invite or --public has offered. With one
it does what the umpire of the game would mail to the lobby:

  LIST                    the games that gather players
  WHO game                its seats, who has them, who is invited
  START game [STAFF]      it begins; with STAFF the staff plays the seats that are free
  CONFIRM game who        a player is taken, by seat or address (galloper new --confirm)
  REFUSE game who         or is not
  INVITE game address     one more is invited
  WITHDRAW game           it is not played

Players join by mail: they answer the invitation with JOIN.`,
		Example: example(
			"galloper lobby",
			"galloper lobby WHO mill",
			"galloper lobby START mill STAFF"),
		GroupID: "game",
		RunE: func(cmd *cobra.Command, a []string) error {
			a, err := takeFlags(cmd, a)
			if err != nil {
				return err
			}
			text := strings.Join(a, " ")
			if text == "" {
				text = "LIST"
			}
			return o.withStore(cmd.Context(), false, func(s backend) error {
				res, err := s.Lobby(cmd.Context(), daemon.LobbyRequest{Text: text})
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
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	c.Flags().SetInterspersed(false)
	return c
}
