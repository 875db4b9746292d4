package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
)

func newNew(o *options) *cobra.Command {
	n := admin.NewGame{Seats: map[string][]string{}, Staff: map[string]string{}}
	var seats []string
	asJSON, carry := false, carryFlags{}
	c := &cobra.Command{
		Use:   "new SCENARIO {--seat seat=address … | --invite address,… | --public}",
		Short: "Create a game",
		Long: `Creates a game from a scenario, with a mail address for each seat. SCENARIO is a file, or the name of a battle
that comes with Galloper, such as demo. The seats' first reports are queued at once; galloper serve sends them.

For players that you do not know yet, use --invite, or --public so that anyone can join: they answer by mail
with JOIN and a seat, and the game starts when every seat has a player, or at START (galloper lobby). Seats
assigned with --seat are not offered.

Deadlines come at an interval (--every 3d) or on weekdays (--day "tue 20:00" --day "fri 20:00") in the game's
time zone (--zone Europe/Vienna). Without either, a turn closes when all are READY, or when the umpire closes it.

With --roll the armies come from earlier battles: each unit with the strength that it had left, and a part of
its losses. Look first with --preview.

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
			err := fillNew(&n, a[0], seats)
			if err == nil {
				n.Carried, err = carry.read()
			}
			if err != nil {
				return err
			}
			if carry.preview {
				return carry.show(cmd, &n)
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
	f.StringArrayVar(&seats, "seat", nil, "`SEAT=ADDRESS`, once for each seat, several addresses separated by "+
		"commas; or SEAT=staff, SEAT=staff:bold, SEAT=staff:cautious")
	f.StringSliceVar(&n.Invite, "invite", nil, "`ADDRESSES` to invite by mail; each player takes a seat with JOIN")
	f.BoolVar(&n.Public, "public", false, "list the game so that anyone may join by mail (needs guests = true in "+
		"[mail])")
	f.BoolVar(&n.Confirm, "confirm", false, "with --invite or --public: the umpire confirms each player who joins")
	f.StringSliceVar(&n.Umpires, "umpire", nil, "`ADDRESS` of the umpire, not of the service's own mailbox (default: "+
		"from the configuration)")
	f.IntVar(&n.Turns, "turns", 0, "maximum number of turns (default 400)")
	f.StringSliceVar(&n.StandIns, "stand-in", nil,
		"`ADDRESS` of a stand-in for silent seats; repeat it in the order of asking")
	settingsFlags(f, &n.Settings)
	carry.define(f)
	f.BoolVar(&asJSON, "json", false, "print an object")
	return c
}

// settingsFlags defines a flag for each of a new game's settings.
func settingsFlags(f *pflag.FlagSet, s *events.Settings) {
	f.StringVar(&s.Every, "every", "", "`SPAN` between deadlines, such as 3d or 36h")
	f.StringArrayVar(&s.Days, "day", nil, "`\"DAY TIME\"` of a deadline, such as \"tue 20:00\"")
	f.StringVar(&s.Zone, "zone", "", "time `ZONE` of the game, such as Europe/Vienna (default UTC)")
	f.StringVar(&s.Grace, "grace", "", "`SPAN` after the deadline in which mails still count (default none)")
	f.StringSliceVar(&s.Remind, "remind", nil,
		"`SPANS` before the deadline at which silent seats get a reminder, such as 24h,2h (default none)")
	f.StringVar(&s.Early, "early", "", "when to close a turn before its deadline: ready (default, when all "+
		"are READY) or never")
	f.StringVar(&s.OnSilence, "on-silence", "", "orders of a silent seat: standing (default), hold, stand-in or staff")
	f.IntVar(&s.Silent, "silent", 0, "turns of silence before a stand-in is asked (default 1)")
	f.StringVar(&s.Absence, "absence", "", "maximum `SPAN` by which absences may delay a deadline")
	f.StringVar(&s.Review, "review", "", "umpire: the umpire approves each turn before it is reported; or "+
		"none (default)")
	f.StringVar(&s.Auth, "auth", "", "required proof of a mail's sender: token (default), either, dkim, both or none")
	f.StringVar(&s.Letters, "letters", "",
		"letters between seats: by courier (default), immediate (without a courier) or none")
	f.StringVar(&s.Dice, "dice", "",
		"shared: the players' mails of a turn contribute to its dice, so that no one can foresee them (default: "+
			"seeds alone)")
	f.StringVar(&s.Secrets, "secrets", "", "campaign: seeds, the other side and the chronicle stay secret after the "+
		"battle, until the umpire writes DISCLOSE (default: the end opens all)")
	f.BoolVar(&s.Open, "open", false, "let players know who is late")
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
			return usage("write --seat french.north=anna@example.org", "--seat %s has no address", s)
		}
		if temper, staff := parseStaff(addresses); staff {
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

// parseStaff parses the player `staff` or `staff:bold` of a seat.
func parseStaff(player string) (temper string, is bool) {
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
		{"secrets", n.Settings.Secrets, []string{"campaign"}},
		{"auth", n.Settings.Auth, []string{"token", "either", "dkim", "both", "none"}},
	} {
		if c.value != "" && !slices.Contains(c.words, c.value) {
			return usage("write one of "+strings.Join(c.words, ", ")+", or leave it out", "--%s does not accept %q", c.flag,
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
	return "the game has no umpire: faults are reported to no one, and letters to the umpire are refused. To name " +
		"one:\n  galloper rule " + game + " 'ADDRESS umpire +you@example.org BECAUSE …'\n"
}

func showNew(cmd *cobra.Command, res admin.NewGameResult, zone string, asJSON bool) error {
	if asJSON {
		return printJSON(cmd.OutOrStdout(), res)
	}
	if res.Gathers {
		printf(cmd, "game %s is looking for players: %s, ruleset %s\n", res.Game, res.Title, res.Ruleset)
		printf(cmd, "%d invitations are queued; galloper serve sends them. galloper lobby WHO %s lists the players "+
			"who have joined\n",
			res.Invited, res.Game)
		return nil
	}
	printf(cmd, "created game %s: %s, ruleset %s\n", res.Game, res.Title, res.Ruleset)
	showArmy(cmd, res.Army)
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
		printf(cmd, "turn 1 is open until all are READY or the umpire closes it\n")
	} else {
		printf(cmd, "turn 1 is open until %s\n", res.Deadline.In(at).Format("Mon 2 Jan 2006 15:04 MST"))
	}
	if !res.Umpired {
		printf(cmd, "%s", noUmpire(res.Game))
	}
	printf(cmd, "the first reports are queued; galloper serve sends them\n")
	return nil
}
