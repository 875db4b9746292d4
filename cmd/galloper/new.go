package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/admin"
)

func newNew(o *options) *cobra.Command {
	n := admin.NewGame{Seats: map[string][]string{}, Staff: map[string]string{}}
	var seats []string
	asJSON := false
	c := &cobra.Command{
		Use:   "new SCENARIO {--seat seat=address … | --invite address,… | --public}",
		Short: "Create a game",
		Long: `Makes a game from a scenario, with a mail address for each seat. SCENARIO is a file, or the name of
a battle that comes with Galloper, as demo. The seats' first reports are queued at once and sent by galloper serve.

Players who are not known yet are invited with --invite, or may join by themselves with --public: they
answer by mail with JOIN and a seat, and the game begins when every seat has a player, or at START (galloper
lobby). Seats that --seat gives are taken already.

Deadlines come at an interval (--every 3d) or on weekdays (--day "tue 20:00" --day "fri 20:00") in
the game's time zone (--zone Europe/Vienna). Without either a turn is closed when all are READY, or by the umpire.

The battles that come with Galloper: ` + strings.Join(shippedNames(), ", ") + ".",
		Example: example(
			"galloper new demo --every 3d --umpire me@example.org \\",
			"  --seat french.north=anna@example.org --seat french.south=cora@example.org \\",
			"  --seat dutch.north=dirk@example.org --seat dutch.south=ben@example.org",
			"galloper new demo --every 3d --umpire me@example.org \\",
			"  --invite anna@example.org,ben@example.org,cora@example.org,dirk@example.org"),
		GroupID: "game",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, a []string) error {
			if err := fillNew(&n, a[0], seats); err != nil {
				return err
			}
			return o.withStore(cmd.Context(), true, func(s backend) error {
				res, err := s.New(cmd.Context(), n)
				if err != nil {
					return err
				}
				return showNew(cmd, res, n.Settings.Zone, asJSON)
			})
		},
	}
	f := c.Flags()
	f.StringVar(&n.Name, "name", "", "`SLUG` of the game (default: the folder of the scenario, or its file's name)")
	f.StringArrayVar(&seats, "seat", nil, "`SEAT=ADDRESS`, once for each seat, several addresses with commas; or SEAT=staff, SEAT=staff:bold, SEAT=staff:cautious")
	f.StringSliceVar(&n.Invite, "invite", nil, "`ADDRESSES` of those who are asked by mail to play; each takes a seat with JOIN")
	f.BoolVar(&n.Public, "public", false, "anybody may join by mail: the game is listed (needs guests = true in [mail])")
	f.BoolVar(&n.Confirm, "confirm", false, "with --invite or --public: the umpire confirms each who joins")
	f.StringSliceVar(&n.Umpires, "umpire", nil, "`ADDRESS` of the umpire, whose mailbox is not the service's (default: from the configuration)")
	f.IntVar(&n.Turns, "turns", 0, "the most turns that the game can have (default 400)")
	f.StringVar(&n.Settings.Every, "every", "", "`SPAN` from one deadline to the next, as 3d or 36h")
	f.StringArrayVar(&n.Settings.Days, "day", nil, "`\"DAY TIME\"` of a deadline, as \"tue 20:00\"")
	f.StringVar(&n.Settings.Zone, "zone", "", "`ZONE` of the game, as Europe/Vienna (default UTC)")
	f.StringVar(&n.Settings.Grace, "grace", "", "`SPAN` after the deadline in which mails still count (default none)")
	f.StringSliceVar(&n.Settings.Remind, "remind", nil,
		"`SPANS` before the deadline at which silent seats are reminded, as 24h,2h (default none)")
	f.StringVar(&n.Settings.Early, "early", "", "ready: close as soon as all are READY (default); never")
	f.StringVar(&n.Settings.OnSilence, "on-silence", "", "standing (default), hold, stand-in, or staff")
	f.IntVar(&n.Settings.Silent, "silent", 0, "turns of silence before a stand-in is asked (default 1)")
	f.StringSliceVar(&n.StandIns, "stand-in", nil,
		"`ADDRESS` of somebody who may be asked to play a silent seat; several in the order of asking")
	f.StringVar(&n.Settings.Absence, "absence", "", "`SPAN` by which absences may push a deadline back at most")
	f.StringVar(&n.Settings.Review, "review", "", "umpire: the umpire approves each turn before it is reported; none (default)")
	f.StringVar(&n.Settings.Auth, "auth", "", "proof that a mail needs: token (default), either, dkim, both, or none")
	f.StringVar(&n.Settings.Letters, "letters", "",
		"immediate: letters between seats need no courier; none: there are none (default: by courier)")
	f.StringVar(&n.Settings.Dice, "dice", "",
		"shared: the players' mails of a turn have part in its dice, which so nobody can foresee (default: seeds alone)")
	f.BoolVar(&n.Settings.Open, "open", false, "not fogged: players may know who is late")
	f.BoolVar(&asJSON, "json", false, "print an object")
	return c
}

func fillNew(n *admin.NewGame, scenario string, seats []string) error {
	file, text, err := scenarioText(scenario)
	if err != nil {
		return err
	}
	n.File, n.Scenario = file, string(text)
	if n.Name == "" {
		n.Name = gameName(file)
	}
	for _, s := range seats {
		seat, addresses, ok := strings.Cut(s, "=")
		if !ok || seat == "" || addresses == "" {
			return usage("write --seat french.north=anna@example.org", "--seat %s names no address", s)
		}
		if temper, staff := staffed(addresses); staff {
			n.Staff[seat] = temper
			continue
		}
		n.Seats[seat] = append(n.Seats[seat], strings.Split(addresses, ",")...)
	}
	if n.Settings.Review == "none" {
		n.Settings.Review = ""
	}
	return checkWords(n)
}

// staffed parses the player `staff` or `staff:bold` of a seat.
func staffed(player string) (temper string, is bool) {
	name, temper, _ := strings.Cut(player, ":")
	return cmp.Or(temper, adjudicator.Steady.String()), name == "staff"
}

// checkWords rejects a setting that isn't one of its allowed words.
func checkWords(n *admin.NewGame) error {
	for _, c := range []struct {
		flag, value string
		words       []string
	}{
		{"on-silence", n.Settings.OnSilence, []string{"standing", "hold", "stand-in", "staff"}},
		{"review", n.Settings.Review, []string{"umpire", "none"}},
		{"letters", n.Settings.Letters, []string{"immediate", "none"}},
		{"dice", n.Settings.Dice, []string{"shared"}},
		{"auth", n.Settings.Auth, []string{"token", "either", "dkim", "both", "none"}},
	} {
		if c.value != "" && !slices.Contains(c.words, c.value) {
			return usage("write "+strings.Join(c.words, ", ")+", or leave it out", "--%s %s is none of its words", c.flag,
				c.value)
		}
	}
	return nil
}

// gameName derives a game's name from its scenario file: scenarios/mill/scenario.yaml gives `mill`.
func gameName(file string) string {
	base := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if abs, err := filepath.Abs(file); err == nil && base == "scenario" {
		base = filepath.Base(filepath.Dir(abs))
	}
	return strings.ToLower(base)
}

// noUmpire warns of the consequences of a game without an umpire.
func noUmpire(game string) string {
	return "the game has no umpire: nobody is told of trouble, and letters to the umpire are refused. To name one:\n" +
		"  galloper rule " + game + " 'ADDRESS umpire +you@example.org BECAUSE …'\n"
}

func showNew(cmd *cobra.Command, res admin.NewGameResult, zone string, asJSON bool) error {
	if asJSON {
		return printJSON(cmd.OutOrStdout(), res)
	}
	if res.Gathers {
		printf(cmd, "game %s gathers players: %s, under %s\n", res.Game, res.Title, res.Ruleset)
		printf(cmd, "%d invitations are queued; galloper serve sends them. galloper lobby WHO %s shows who has joined\n",
			res.Invited, res.Game)
		return nil
	}
	printf(cmd, "game %s is made: %s, under %s\n", res.Game, res.Title, res.Ruleset)
	for _, s := range res.Seats {
		who := "KEY " + res.Keys[s]
		if res.Keys[s] == "" {
			who = "the staff, " + res.Staff[s]
		}
		printf(cmd, "  %-24s %s\n", s, who)
	}
	at, err := time.LoadLocation(zone)
	if err != nil {
		at = time.UTC // unreachable: a game can't be made in an unknown zone
	}
	if res.Deadline.IsZero() {
		printf(cmd, "turn 1 is open until all are READY, or the umpire closes it\n")
	} else {
		printf(cmd, "turn 1 is open until %s\n", res.Deadline.In(at).Format("Mon 2 Jan 2006 15:04 MST"))
	}
	if !res.Umpired {
		printf(cmd, "%s", noUmpire(res.Game))
	}
	printf(cmd, "the first reports are queued; galloper serve sends them\n")
	return nil
}
