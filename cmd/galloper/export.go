package main

import (
	"bytes"
	"io"
	"os"

	"github.com/spf13/cobra"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
)

func newExport(o *options) *cobra.Command {
	with, follow, to, file, seat := admin.ExportOptions{}, false, "", "", ""
	c := &cobra.Command{
		Use:   "export GAME… | --to FOLDER [GAME…]",
		Short: "Write a whole game as one file that anyone can check offline",
		Long: `Writes the game's commits to the standard output, a line each, exactly as they are stored.
Mail addresses and raw mails are not among them; --with-mail adds them. --with-secrets adds those
and what a game needs to be played on elsewhere, the seeds of turns to come too: whoever has the
file can foretell every die. It goes only into a file (-o) that none but you can read, and only of
a game that is held, so that it does not go on in two places.

While a game goes on its archive is for whoever runs it alone: it holds what both sides hide.
--seat writes what one seat was told, turn by turn, for its player to keep: never more than stood in its reports.

--to keeps a file for each game in a folder, best on another disk, and adds what is new; --follow
goes on doing so as things happen. What the folder has is never changed: a store that lost its end,
or tells another history, is reported. galloper repair --from FOLDER mends a store from it.`,
		Example: example("galloper export quiberon > quiberon.jsonl",
			"galloper export quiberon --seat french.north > north.jsonl",
			"galloper export --to /mnt/backup/galloper --follow", "galloper export quiberon --with-secrets -o move.jsonl"),
		GroupID: "look",
		RunE: func(cmd *cobra.Command, a []string) error {
			switch {
			case seat != "" && (to != "" || with.Mail || with.Secrets || len(a) != 1):
				return usage("write: galloper export GAME --seat SEAT > FILE", "--seat goes with one game, and with -o alone")
			case seat != "":
				return o.exportSeat(cmd, a[0], seat, file)
			case to != "" && !with.Mail && !with.Secrets && file == "":
				return o.exportTo(cmd, to, a, follow)
			case to != "" || follow:
				return usage("write: galloper export --to FOLDER --follow",
					"--to and --follow keep the record alone, in a folder, without mails and secrets")
			case len(a) != 1:
				return usage("write: galloper export GAME > FILE, or galloper export --to FOLDER",
					"export needs one game, or a folder")
			case with.Secrets && file == "":
				return usage("name a file with -o; it is made so that none but you can read it",
					"secrets are not written to the standard output")
			}
			with.Mail = with.Mail || with.Secrets
			return o.withStore(cmd.Context(), false, func(s backend) error { return exportGame(cmd, s, a[0], file, with) })
		},
	}
	c.Flags().BoolVar(&with.Mail, "with-mail", false, "add raw mails and addresses")
	c.Flags().BoolVar(&with.Secrets, "with-secrets", false, "add those, and the secrets that the game needs elsewhere")
	c.Flags().StringVar(&seat, "seat", "", "write only what `SEAT` was told")
	c.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead, readable for you alone")
	c.Flags().StringVar(&to, "to", "", "keep the archives of all games, or of those named, in a `FOLDER`")
	c.Flags().BoolVar(&follow, "follow", false, "go on as things happen (with a running server)")
	return c
}

// exportSeat writes everything that a seat was told in a game of the store or of an archive.
func (o *options) exportSeat(cmd *cobra.Command, name, seat, file string) error {
	g, _, err := o.gameOf(cmd.Context(), name)
	if err != nil {
		return err
	}
	b := &bytes.Buffer{}
	if err := game.ExportSeat(g, b, seat); err != nil {
		return failed(nil, "galloper audit shows the seats", "%v", err)
	}
	if file == "" {
		_, err = b.WriteTo(cmd.OutOrStdout())
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o600)
}

func exportGame(cmd *cobra.Command, s backend, game, file string, with admin.ExportOptions) error {
	if file == "" {
		return s.Export(cmd.Context(), cmd.OutOrStdout(), game, with)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return usage("name a file that does not exist yet", "the archive cannot be written: %v", err)
	}
	err = s.Export(cmd.Context(), io.Writer(f), game, with)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(file)
		return err
	}
	if with.Secrets {
		printf(cmd, "%s has the game %s with its secrets: carry it as you would a password, and delete it when galloper "+
			"import has taken it in\n", file, game)
	}
	return nil
}
