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
	with, follow, to, file, seat, roll := admin.ExportOptions{}, false, "", "", "", false
	c := &cobra.Command{
		Use:   "export GAME… | --to FOLDER [GAME…]",
		Short: "Write a whole game as one file that anyone can check offline",
		Long: `Writes the game's commits to the standard output, one line each, exactly as stored. Mail addresses and raw
mails are left out; --with-mail adds them. --with-secrets adds them and the secrets that are needed to
continue the game elsewhere, including the seeds of future turns, which reveal every die in advance. It
writes only to a file (-o) that you alone can read, and only if the game is on hold, so that the game does
not continue in two places.

The archive of a running game contains everything that either side hides, so keep it to yourself. --seat
writes the reports of one seat, turn by turn, for its player to keep, and nothing else.

--roll writes the roll of the armies after a battle, for galloper new --roll: the strength of each unit at the
beginning and at the end, and the officers who fell. It contains both sides, so it is for the umpire.

--to keeps one file per game in a folder, best on another disk, and adds new commits; --follow continues to
do so while the service runs. Existing lines are never changed: if the store lost commits or has a different
history, the command reports it. galloper repair --from FOLDER repairs a store from the folder.`,
		Example: example("galloper export quiberon > quiberon.jsonl",
			"galloper export quiberon --seat french.north > north.jsonl", "galloper export quiberon --roll > quiberon.roll",
			"galloper export --to /mnt/backup/galloper --follow", "galloper export quiberon --with-secrets -o move.jsonl"),
		GroupID: "look",
		RunE: func(cmd *cobra.Command, a []string) error {
			switch {
			case seat != "" && (to != "" || with.Mail || with.Secrets || len(a) != 1):
				return usage("write: galloper export GAME --seat SEAT > FILE", "--seat needs one game, and allows "+
					"only -o")
			case roll && (seat != "" || to != "" || with.Mail || with.Secrets || len(a) != 1):
				return usage("write: galloper export GAME --roll > FILE", "--roll needs one game, and allows only -o")
			case roll:
				return o.exportRoll(cmd, a[0], file)
			case seat != "":
				return o.exportSeat(cmd, a[0], seat, file)
			case to != "" && !with.Mail && !with.Secrets && file == "":
				return o.exportTo(cmd, to, a, follow)
			case to != "" || follow:
				return usage("write: galloper export --to FOLDER --follow",
					"--to and --follow keep archives in a folder, without mails and secrets")
			case len(a) != 1:
				return usage("write: galloper export GAME > FILE, or galloper export --to FOLDER",
					"export needs one game, or a folder")
			case with.Secrets && file == "":
				return usage("name a file with -o; it is created so that you alone can read it",
					"secrets are not written to the standard output")
			}
			with.Mail = with.Mail || with.Secrets
			return o.withStore(cmd.Context(), false, func(s backend) error { return exportGame(cmd, s, a[0], file, with) })
		},
	}
	c.Flags().BoolVar(&with.Mail, "with-mail", false, "add raw mails and addresses")
	c.Flags().BoolVar(&with.Secrets, "with-secrets", false, "add raw mails, addresses and the secrets needed to "+
		"continue the game elsewhere")
	c.Flags().StringVar(&seat, "seat", "", "write only the reports of `SEAT`")
	c.Flags().BoolVar(&roll, "roll", false, "write only the roll of the armies after the battle")
	c.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead, readable only by you")
	c.Flags().StringVar(&to, "to", "", "keep the archives of all games, or of the named ones, in `FOLDER`")
	c.Flags().BoolVar(&follow, "follow", false, "keep adding new commits (needs a running server)")
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
		return failed(nil, "run galloper audit to list the seats", "%v", err)
	}
	return writeOut(cmd, file, b.Bytes())
}

// writeOut writes to a file that only the user can read, or to the standard output.
func writeOut(cmd *cobra.Command, file string, text []byte) error {
	if file == "" {
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// exportRoll writes the roll of a game of the store or of an archive.
func (o *options) exportRoll(cmd *cobra.Command, name, file string) error {
	g, _, err := o.gameOf(cmd.Context(), name)
	if err != nil {
		return err
	}
	roll, err := game.Roll(g)
	if err != nil {
		return refusal(err)
	}
	text, err := roll.MarshalFile()
	if err != nil {
		return err
	}
	return writeOut(cmd, file, text)
}

func exportGame(cmd *cobra.Command, s backend, game, file string, with admin.ExportOptions) error {
	if file == "" {
		return s.Export(cmd.Context(), cmd.OutOrStdout(), game, with)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return usage("name a file that does not exist yet", "cannot write the archive: %v", err)
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
		printf(cmd, "%s contains the game %s and its secrets: keep it as safe as a password, and delete it after "+
			"galloper import\n", file, game)
	}
	return nil
}

func newImport(o *options) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Import a game from its archive",
		Long: `Verifies the archive first. If the store has the first part of the same game, the rest is added; if it has a
different history of the game, it is left unchanged. If the archive contains the game's secrets (galloper
export --with-secrets), the game continues here: its seats are told to write here, and it is on hold until
its umpire sends RESUME. Without secrets it is a read-only record.`,
		Example: example("galloper import quiberon.jsonl"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			f, err := os.Open(a[0])
			if err != nil {
				return usage("name the file that galloper export wrote", "cannot read the archive: %v", err)
			}
			defer f.Close()
			return o.withStore(cmd.Context(), true, func(s backend) error {
				res, err := s.Import(cmd.Context(), f)
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd.OutOrStdout(), res)
				}
				printf(cmd, "%s: added %d commits; the game has %d events, head "+
					"%s\n", res.Game, res.Commits, res.Events,
					res.Head)
				switch {
				case res.Moved:
					printf(cmd, "  it continues here: its seats are told, and it is on hold until galloper rule %s "+
						"RESUME TURN n\n", res.Game)
				case !res.Played:
					printf(cmd, "  it is a read-only record: the archive contains no seeds, so the game cannot "+
						"continue here\n")
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object")
	return c
}
