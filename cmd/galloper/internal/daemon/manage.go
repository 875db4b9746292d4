package daemon

import (
	"context"
	"crypto/rand"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/projections/campaign"
)

// RuleRequest is an umpire's text of acts, from the page or the command line.
type RuleRequest struct {
	Game string `json:"game"`
	Text string `json:"text"`
	By   string `json:"by,omitempty"` // id of the umpire's address; "" on the command line
}

// RuleResult is the answer.
type RuleResult struct {
	Done bool   `json:"done"`
	Text string `json:"text"`
	// Confirm is the line that confirms a pending act that cannot be undone, or "".
	Confirm string `json:"confirm,omitempty"`
}

// Rule performs an umpire's acts, and returns the answer that a mail would get.
func (d *Daemon) Rule(ctx context.Context, r RuleRequest) (res RuleResult, err error) {
	var before []events.Outcome
	id := "rule." + strings.ToLower(rand.Text()[:12])
	defer func() {
		// A ruleset that panics on an act must not stop the page or the command line.
		if p := recover(); p != nil {
			d.Logger.Error("an act broke the program",
				"game", r.Game, "text", r.Text, "panic", p, "stack", string(debug.Stack()))
			res, err = RuleResult{}, game.Refuse("galloper export "+r.Game+" makes the archive to report it with",
				"nothing was done: the program broke on this act; the service's log says how")
		}
	}()
	_, err = d.Commit(ctx, r.Game, func(g *game.Game) (host.Cause, game.Decision, error) {
		if g.Rules == nil {
			return host.Cause{}, game.Decision{}, game.Refuse("galloper audit lists the games", "there is no game %q", r.Game)
		}
		if r.By != "" && !slices.Contains(g.Umpires, r.By) {
			return host.Cause{}, game.Decision{}, game.Refuse("ask an umpire", "you are not an umpire of this game any more")
		}
		var s game.Decision
		by, err := d.ActorOf(ctx, g, r.By, r.Text, 0)
		if err != nil {
			return host.Cause{}, game.Decision{}, err
		}
		before = game.Drafted(g)
		subject, text := game.DoActs(g, &s, r.Text, 0, by, d.SetsFrom())
		res = RuleResult{Done: subject == game.ActsDone || subject == game.ActsChecked, Text: text,
			Confirm: confirmLine.FindString(text)}
		return host.Cause{Id: id, Actor: game.Umpire}, s, nil
	})
	if err == nil && res.Done {
		_, err = d.advance(ctx, r.Game)
		host.Signal(d.Due)
		host.Signal(d.MailReady)
		res.Text += d.changed(ctx, r, before)
	}
	return res, err
}

var confirmLine = regexp.MustCompile(`(?m)^CONFIRM \d+ \w+$`)

// changed describes the act's changes to the draft of a turn under review.
func (d *Daemon) changed(ctx context.Context, r RuleRequest, before []events.Outcome) string {
	text := ""
	_ = d.With(ctx, r.Game, func(g *game.Game) { // a game that has just broken is reported elsewhere
		if len(before) > 0 && g.Campaign.Phase() == campaign.Review && !g.Blind(r.By) {
			text = "\n" + game.DifferenceOf(g, before, game.Drafted(g)).Text(game.NewNarrator(g, g.Campaign.Number()))
		}
	})
	return text
}
