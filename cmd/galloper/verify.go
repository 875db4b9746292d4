package main

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/verify"
)

func newVerify(o *options) *cobra.Command {
	asJSON, stream, holds := false, false, ""
	c := &cobra.Command{
		Use:   "verify FILE…",
		Short: "Verify archives: chain, seeds, every die, every turn adjudicated again",
		Long: `Checks that nothing was changed, dropped or inserted; that the seeds are those committed to before the first
turn; that each die follows from its seed; that adjudicating the orders again gives the same outcomes and
state; and that every line has only one reading. If the archive contains mails (export --with-mail), it also
checks that each sent mail has the head of this record, and that each received mail, parsed again, gives the
recorded orders. Prints the first line that fails with the reason, and lists what it could not check.

With --holds the archive must also contain the hash from a player's mail: a person who rewrote the whole
history could not know which hashes were mailed. With --stream it checks the whole store instead: its files,
and that the vault has all seeds, keys, addresses and mails that the record refers to.`,
		Example: example("galloper verify quiberon.jsonl", "galloper verify quiberon.jsonl --holds 83a82cb3…",
			"galloper verify --stream"),
		GroupID: "look",
		RunE: func(cmd *cobra.Command, files []string) error {
			switch {
			case stream && len(files) == 0:
				return o.verifyStream(cmd, asJSON)
			case stream || len(files) == 0:
				return usage("write galloper verify FILE…, or galloper verify --stream",
					"verify needs files, or --stream without files")
			}
			return verifyFiles(cmd, files, holds, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print an object for each file")
	c.Flags().StringVar(&holds, "holds", "", "`HASH` from a player's mail, or at least its first 8 digits, that the "+
		"archive must contain")
	c.Flags().BoolVar(&stream, "stream", false, "check the whole store")
	return c
}

func verifyFiles(cmd *cobra.Command, files []string, holds string, asJSON bool) error {
	bad := false
	var results []verify.Result
	for _, f := range files {
		res, err := verifyFile(cmd, f, holds)
		if err != nil {
			return err
		}
		results = append(results, res)
	}
	verify.Together(results)
	for _, res := range results {
		bad = bad || !res.OK
		if asJSON {
			if err := printJSON(cmd.OutOrStdout(), res); err != nil {
				return err
			}
			continue
		}
		printf(cmd, "%s", res.Text())
	}
	if bad {
		return quiet(statusNo)
	}
	return nil
}

func verifyFile(cmd *cobra.Command, file, holds string) (verify.Result, error) {
	f, err := os.Open(file)
	if err != nil {
		return verify.Result{}, usage("name the file that galloper export wrote", "cannot read the archive: %v", err)
	}
	defer f.Close()
	return verify.File(rulesets.All(), file, watched(cmd, f, "verifying"), holds, nil), nil
}

// longWork is the file size in bytes from which progress is shown.
const longWork = 4 << 20

// watched shows the progress of reading a large file on standard error, if that is a terminal.
func watched(cmd *cobra.Command, f *os.File, what string) io.Reader {
	info, err := f.Stat()
	stderr, ok := cmd.ErrOrStderr().(*os.File)
	if err != nil || info.Size() < longWork || !ok || !isTerminal(stderr) {
		return f
	}
	bar := progressbar.NewOptions64(info.Size(), progressbar.OptionSetDescription(what),
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionShowBytes(true), progressbar.OptionClearOnFinish())
	r := progressbar.NewReader(f, bar)
	return &r
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (o *options) verifyStream(cmd *cobra.Command, asJSON bool) error {
	return o.withStore(cmd.Context(), false, func(s backend) error {
		res, err := s.VerifyStore(cmd.Context())
		if err != nil {
			return err
		}
		if asJSON {
			err = printJSON(cmd.OutOrStdout(), res)
		} else {
			for _, f := range res.Faults {
				printf(cmd, "WRONG: %s\n", f)
			}
			printf(cmd, "%s, %d commits, %d events: %s\n", count(res.Games, "game"), res.Commits, res.Events,
				count(len(res.Faults), "fault"))
		}
		if err == nil && len(res.Faults) > 0 {
			err = quiet(statusNo)
		}
		return err
	})
}

func count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing
	case 1:
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
