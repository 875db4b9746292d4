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
		Short: "Play a battle alone against the staff, in the browser or the terminal, without mail",
		Long: `Opens the page of a service of your own: choose a battle, a seat and how bold the staff is that plays
all other seats. A turn is played as soon as you say READY. The battles are real games: they are kept,
can be left and gone on with, and audit, why and verify tell of them (galloper audit --data DIRECTORY).

With --terminal the battle is played where you typed that: the report is printed, each line of orders
answered as you type it, and the map drawn in letters.

SCENARIO is one of the battles that come with Galloper, as prestonpans, or a scenario's file; its battle
is begun at once.`,
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
				printf(cmd, "left; galloper practise goes on with it\n")
				return nil
			}
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&p.Seat, "seat", "", "`SEAT` that you play in SCENARIO (default: its first)")
	f.StringVar(&p.Temper, "staff", adjudicator.Steady.String(), "`TEMPER` of the staff: "+
		strings.Join(adjudicator.Tempers[:], ", "))
	f.StringVar(&p.Listen, "listen", "127.0.0.1:0", "`ADDRESS` of the page; port 0 is a free one")
	f.BoolVar(&terminal, "terminal", false, "play here, line by line, and serve no page")
	f.BoolVar(&quiet, "no-browser", false, "print where the page is, and open no browser")
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
