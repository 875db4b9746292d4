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
