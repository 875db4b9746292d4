package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/practice"
)

func newPractise(o *options) *cobra.Command {
	p := practice.Options{}
	quiet, terminal := false, false
	c := &cobra.Command{
		Use:   "practise [SCENARIO]",
		Short: "Play a battle alone against the staff, in the browser or the terminal",
		Long: `Opens a page where you choose a battle, a seat and the temper of the staff, which plays all other seats. A
turn is played as soon as you write READY. It needs no mail. The battles are real games: you can leave and
resume them, and audit, why and verify work on them (galloper audit --data DIRECTORY).

With --terminal you play in the terminal instead: it prints the report, answers each line of orders as you
type it, and draws the map in letters.

SCENARIO is a battle that comes with Galloper, such as prestonpans, or a scenario file; its battle starts at
once.`,
		Example: example("galloper practise", "galloper practise prestonpans --seat jacobite.murray --staff bold",
			"galloper practise --terminal"),
		GroupID: "game",
		Args:    args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			p.Dir, p.Out = o.data, cmd.OutOrStdout()
			if p.Dir == "" {
				p.Dir = practiceDir()
			}
			if len(a) > 0 {
				p.Scenario = a[0]
			}
			if terminal {
				p.Terminal = cmd.InOrStdin()
			} else if !quiet {
				p.Ready = openBrowser
			}
			err := practice.Run(cmd.Context(), p)
			if cmd.Context().Err() != nil {
				printf(cmd, "stopped; to continue, run galloper practise again\n")
				return nil
			}
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&p.Seat, "seat", "", "`SEAT` to play in SCENARIO (default: its first)")
	f.StringVar(&p.Temper, "staff", adjudicator.Steady.String(), "`TEMPER` of the staff: "+
		strings.Join(adjudicator.Tempers[:], ", "))
	f.StringVar(&p.Listen, "listen", "127.0.0.1:0", "`ADDRESS` of the page; port 0 picks a free port")
	f.BoolVar(&terminal, "terminal", false, "play in the terminal, and serve no page")
	f.BoolVar(&quiet, "no-browser", false, "print the page's URL instead of opening a browser")
	return c
}

// practiceDir is the default directory for battles.
func practiceDir() string {
	data := os.Getenv("XDG_DATA_HOME")
	if home, err := os.UserHomeDir(); data == "" && err == nil {
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(cmp.Or(data, os.TempDir()), "galloper", "practice")
}

// openBrowser opens the page if there is a screen. The address is printed in any case.
func openBrowser(url string) {
	name, more := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, more = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
	}
	if cmd := exec.Command(name, more...); cmd.Start() == nil {
		go cmd.Wait() // the browser may outlive this command
	}
}
