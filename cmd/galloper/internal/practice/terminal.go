package practice

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/campaign"
	"galloper/projections/mapview"
)

var errLeft = errors.New("the battle was left")

// console plays a battle line by line.
type console struct {
	r     *room
	out   io.Writer
	lines <-chan string // closed at the end of the input
	dir   string
	id    string // of the player's address
	name  string // of the game
	seat  string
	draft []string // orders to send with READY, as typed; each entry is a separate part of the mail
	waits string   // why READY was refused for this draft; repeated, it leaves the faulty orders out
}

const consoleHelp = `Write orders as in a mail, a line each; a line that ends with a comma or colon goes on in the next. A letter
is a line as well: LETTER TO somebody: what you say.
  READY    plays the turn            orders   what you have written     yes   takes what was proposed; yes 2, yes 2b: that
  ?        the card of the rules     map      the map in letters        drop  takes the last line back; drop 2: order 2
  report   the last report again     picture  the map as a file         quit  leaves; the game is kept
`

// talk plays in the terminal: the battle given, or one chosen there.
func (r *room) talk(ctx context.Context, o Options) error {
	c := console{r: r, out: o.Out, lines: readLines(ctx, o.Terminal), dir: o.Dir}
	var err error
	if c.id, err = r.d.Book.Enter(ctx, player); err != nil {
		return err
	}
	if o.Scenario != "" {
		c.name, err = c.begin(ctx, o)
	} else {
		c.name, err = c.choose(ctx)
	}
	if err != nil {
		return err
	}
	return c.battle(ctx)
}

// readLines sends each line of the input, until it or ctx ends.
func readLines(ctx context.Context, from io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(from); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// ask shows a prompt and returns the next line.
func (c *console) ask(ctx context.Context, prompt string) (string, error) {
	fmt.Fprintf(c.out, "%s> ", prompt)
	select {
	case line, ok := <-c.lines:
		if ok {
			return strings.TrimRight(line, " \t\r"), nil
		}
		fmt.Fprintf(c.out, "\nleft; all is kept in %s\n", c.dir)
		return "", errLeft
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// pick asks for one of the ids, by number or name. An empty line picks the first.
func (c *console) pick(ctx context.Context, what string, ids, titles []string) (string, error) {
	for n, id := range ids {
		fmt.Fprintln(c.out, strings.TrimRight(fmt.Sprintf("%3d  %-22s %s", n+1, id, titles[n]), " "))
	}
	for {
		line, err := c.ask(ctx, what)
		if err != nil {
			return "", err
		}
		line = strings.ToLower(strings.TrimSpace(line))
		switch n, wrong := strconv.Atoi(line); {
		case line == "":
			return ids[0], nil
		case wrong == nil && n > 0 && n <= len(ids):
			return ids[n-1], nil
		case slices.Contains(ids, line):
			return line, nil
		case line == "quit":
			return "", errLeft
		}
		fmt.Fprintf(c.out, "Type a number from 1 to %d, or a name of the list; nothing takes the first.\n", len(ids))
	}
}

// unfinished is a battle that can be resumed.
type unfinished struct{ name, title, at string }

func (c *console) unfinished(ctx context.Context) (list []unfinished, err error) {
	for _, name := range c.r.d.GamesOf(c.id) {
		err := c.r.d.With(ctx, name, func(g *game.Game) {
			if g.Campaign.Result() != "" {
				return
			}
			at := fmt.Sprintf("turn %d", g.Campaign.Number())
			for _, seat := range g.Players() {
				if slices.Contains(g.Addresses(seat), c.id) {
					at += ", as " + g.SeatName(seat)
				}
			}
			list = append(list, unfinished{name, g.Title(), at})
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// begin starts the battle of the command line, and names the unfinished ones of the same title.
func (c *console) begin(ctx context.Context, o Options) (string, error) {
	before, err := c.unfinished(ctx)
	if err != nil {
		return "", err
	}
	name, err := c.r.Begin(ctx, o.Scenario, o.Seat, o.Temper)
	if err != nil {
		return "", err
	}
	var title string
	if err := c.r.d.With(ctx, name, func(g *game.Game) { title = g.Title() }); err != nil {
		return "", err
	}
	for _, g := range before {
		if g.title == title {
			fmt.Fprintf(c.out, "This is a new battle, %s. %s is kept (%s): galloper practise --terminal goes on with "+
				"it.\n", name, g.name, g.at)
		}
	}
	return name, nil
}

func (c *console) choose(ctx context.Context) (string, error) {
	games, err := c.unfinished(ctx)
	if err != nil {
		return "", err
	}
	var ids, titles []string
	for _, g := range games {
		ids, titles = append(ids, g.name), append(titles, "go on: "+g.title+", "+g.at)
	}
	going := len(ids)
	for i := range c.r.battles {
		b := &c.r.battles[i]
		ids, titles = append(ids, b.ID), append(titles, fmt.Sprintf("%s (%s; %s)", b.Title, b.Rules, b.Needs()))
	}
	if going > 0 && slices.Contains(ids[going:], ids[0]) {
		ids[going+slices.Index(ids[going:], ids[0])] += ":new"
	}
	name, err := c.pick(ctx, "battle", ids, titles)
	if err != nil || slices.Contains(ids[:going], name) {
		return name, err
	}
	b, err := c.r.find(strings.TrimSuffix(name, ":new"))
	if err != nil {
		return "", err
	}
	ids, titles = nil, nil
	for _, s := range b.Seats {
		ids, titles = append(ids, s.ID), append(titles, s.Name+", "+s.Side)
	}
	seat, err := c.pick(ctx, "you are", ids, titles)
	if err != nil {
		return "", err
	}
	temper, err := c.pick(ctx, "the staff is", adjudicator.Tempers[:], make([]string, len(adjudicator.Tempers)))
	if err != nil {
		return "", err
	}
	return c.r.Begin(ctx, b.ID, seat, temper)
}

func (c *console) with(ctx context.Context, use func(*game.Game)) error {
	return c.r.d.With(ctx, c.name, use)
}

// battle plays turn after turn until the battle is over.
func (c *console) battle(ctx context.Context) error {
	err := c.with(ctx, func(g *game.Game) {
		for _, seat := range g.Players() {
			if slices.Contains(g.Addresses(seat), c.id) {
				c.seat = seat
			}
		}
	})
	if err != nil {
		return err
	}
	if err := c.report(ctx); err != nil {
		return err
	}
	fmt.Fprint(c.out, "\n", consoleHelp)
	for {
		turn, over := 0, false
		err := c.with(ctx, func(g *game.Game) { turn, over = g.Campaign.Number(), g.Campaign.Result() != "" })
		if err != nil {
			return err
		}
		if over {
			return c.end(ctx)
		}
		if err := c.turn(ctx, turn); err != nil {
			return err
		}
		if err := c.report(ctx); err != nil {
			return err
		}
	}
}

// report prints the seat's last report.
func (c *console) report(ctx context.Context) (err error) {
	text := ""
	no := c.with(ctx, func(g *game.Game) {
		rep, fault := game.ReportAt(g, c.seat, g.Reported())
		if err = fault; err != nil {
			return
		}
		rep.Contact, rep.Attached, rep.Template, rep.Proof, rep.Before, rep.After = "", "", "", nil, nil, nil
		if t := g.Campaign.Turn(g.Campaign.Number()); t == nil || t.Awaits(c.seat) {
			rep.Due = "" // otherwise it says that the enemy moves
		}
		text = rep.Text()
		if r := game.Preview(g, c.seat, ""); len(r.Examples) > 0 && g.Campaign.Phase() != campaign.Over {
			text += "\nSo written, orders of yours would do now:\n  " + strings.Join(r.Examples, "\n  ") + "\n"
		}
	})
	fmt.Fprintf(c.out, "\n%s", text)
	return errors.Join(no, err)
}

// turn reads lines until the turn is played.
func (c *console) turn(ctx context.Context, turn int) error {
	begun := ""
	for {
		prompt := fmt.Sprintf("turn %d", turn)
		if begun != "" {
			prompt = "      …"
		}
		line, err := c.ask(ctx, prompt)
		if err != nil {
			return err
		}
		if line = begun + line; strings.HasSuffix(line, ",") || strings.HasSuffix(line, ":") {
			begun = line + "\n  "
			continue
		}
		begun = ""
		played, err := c.line(ctx, turn, line)
		if played || err != nil {
			return err
		}
	}
}

// line carries out one line. played reports whether it ended the turn.
func (c *console) line(ctx context.Context, turn int, line string) (played bool, err error) {
	said := line
	switch word := strings.ToLower(strings.TrimSpace(line)); word {
	case "":
		return false, nil
	case "quit", "exit":
		fmt.Fprintf(c.out, "left; all is kept in %s\n", c.dir)
		return false, errLeft
	case "report":
		return false, c.report(ctx)
	case "map":
		return false, c.draw(ctx, func(p *mapview.Picture) error {
			fmt.Fprint(c.out, p.Sketch(mapColumns))
			return nil
		})
	case "picture":
		return false, c.draw(ctx, c.save)
	case "orders":
		return false, c.written(ctx)
	case "drop":
		return false, c.amend(ctx, c.draft[:max(0, len(c.draft)-1)])
	case "?":
		said = string(orders.Help)
	default:
		if number, drops := strings.CutPrefix(word, "drop "); drops {
			said = string(orders.Cancel) + " " + number
		}
	}
	doc := orders.Read(said, orders.Language{})
	if len(doc.Items)+len(doc.NotRead()) > 0 || len(doc.Commands) == 0 {
		return false, c.order(ctx, line)
	}
	switch command := doc.Commands[0]; command.Kind {
	case orders.Ready:
		return c.play(ctx, turn)
	case orders.Yes:
		return false, c.takeProposals(ctx, command.Which)
	case orders.Cancel:
		return false, c.drop(ctx, command.Which)
	case orders.Check:
		return false, c.written(ctx)
	case orders.Help:
		return false, c.with(ctx, func(g *game.Game) { fmt.Fprintln(c.out, strings.TrimRight(g.Rules.Card, "\n")) })
	case orders.Status, orders.History, orders.Why:
		res, err := c.r.d.Write(ctx, c.name, c.seat, c.id, line)
		fmt.Fprintln(c.out, strings.TrimRight(res.Text, "\n"))
		return false, err
	}
	return false, c.order(ctx, line)
}

const mapColumns = 76

// written shows how the draft is read.
func (c *console) written(ctx context.Context) error {
	r, err := c.preview(ctx, c.draft)
	if err != nil {
		return err
	}
	lines := news(&orders.Receipt{}, &r)
	if len(c.draft) == 0 {
		lines = []string{"Nothing is written."}
	}
	fmt.Fprintln(c.out, strings.Join(lines, "\n"))
	return nil
}

func (c *console) draw(ctx context.Context, show func(*mapview.Picture) error) (err error) {
	no := c.with(ctx, func(g *game.Game) {
		known, fault := g.KnownAt(c.seat, -1)
		if err = fault; err != nil {
			return
		}
		if p := game.MapFor(g, known, "", false); p != nil {
			err = show(p)
		}
	})
	return errors.Join(no, err)
}

// save writes the map as SVG into the store's directory.
func (c *console) save(p *mapview.Picture) error {
	file := filepath.Join(c.dir, c.name+".svg")
	if err := os.WriteFile(file, p.SVG(), 0o600); err != nil {
		return err
	}
	fmt.Fprintln(c.out, file)
	return nil
}

// order adds a line of orders to the draft. Refused orders and questions stay in it too: they keep their
// numbers, and READY waits for them.
func (c *console) order(ctx context.Context, line string) error {
	before, err := c.preview(ctx, c.draft)
	if err != nil {
		return err
	}
	with := slices.Concat(c.draft, []string{line})
	after, err := c.preview(ctx, with)
	if err != nil {
		return err
	}
	told := news(&before, &after)
	if len(told) == 0 {
		told = []string{"Not read as an order. ? shows the card."}
	}
	fmt.Fprintln(c.out, strings.Join(told, "\n"))
	n := len(after.Document.Items)
	if n > len(before.Document.Items) && after.Document.Items[n-1].Letter != nil {
		with[len(with)-1] += endLetter
	}
	if n > len(before.Document.Items) || len(after.Document.Commands) > len(before.Document.Commands) {
		c.draft, c.waits = with, ""
	}
	return nil
}

// endLetter ends a letter, so that the next line is not part of it.
const endLetter = "\n."

func (c *console) amend(ctx context.Context, draft []string) error {
	c.draft, c.waits = draft, ""
	return c.written(ctx)
}

// drop removes orders by number, or all if which is nil.
func (c *console) drop(ctx context.Context, which []orders.Choice) error {
	draft := []string(nil)
	if which != nil {
		r, err := c.preview(ctx, c.draft)
		if err != nil {
			return err
		}
		without := map[int]string{}
		for _, n := range which {
			without[n.Number] = ""
		}
		draft = c.changed(&r, without)
	}
	return c.amend(ctx, draft)
}

// takeProposals accepts the proposals that YES names, or by default each one without an alternative.
func (c *console) takeProposals(ctx context.Context, which []orders.Choice) error {
	before, err := c.preview(ctx, c.draft)
	if err != nil {
		return err
	}
	taken, found := map[int]string{}, []orders.Choice(nil)
	for _, a := range before.Answers() {
		for _, p := range a.Proposed {
			if which == nil && p.Rival == "" || slices.Contains(which, p.Choice) {
				taken[a.Number], found = p.Line, append(found, p.Choice)
			}
		}
	}
	for _, n := range which {
		if !slices.Contains(found, n) {
			fmt.Fprintf(c.out, "Nothing was proposed under %s.\n", n)
		}
	}
	if len(taken) == 0 {
		if which == nil {
			fmt.Fprintln(c.out, "Nothing was proposed.")
		}
		return nil
	}
	c.draft, c.waits = c.changed(&before, taken), ""
	after, err := c.preview(ctx, c.draft)
	if err == nil {
		fmt.Fprintln(c.out, strings.Join(news(&before, &after), "\n"))
	}
	return err
}

// changed returns the draft with some of the receipt's orders replaced. lines maps their numbers to the new
// text, and an empty text removes an order. Other orders of the same entry become entries of their own.
func (c *console) changed(r *orders.Receipt, lines map[int]string) (draft []string) {
	all := r.Answers()
	for first, i := 1, 0; i < len(c.draft); i++ {
		next, split := first+strings.Count(mail(c.draft[i:i+1]), "\n")+2, false // after an empty line
		var parts []string
		for _, a := range all {
			if a.Line < first || a.Line >= next {
				continue
			}
			line, change := lines[a.Number]
			if split = split || change; !change {
				line = cmp.Or(a.Canonical, a.Written)
			}
			if strings.HasPrefix(line, "LETTER TO ") {
				line += endLetter
			}
			if line != "" {
				parts = append(parts, line)
			}
		}
		if !split {
			parts = c.draft[i : i+1]
		}
		draft, first = append(draft, parts...), next
	}
	return draft
}

// mail returns the text of the orders. Empty lines keep them apart, whatever they begin with.
func mail(lines []string) string { return strings.Join(lines, "\n\n") }

func (c *console) preview(ctx context.Context, lines []string) (r orders.Receipt, err error) {
	err = c.with(ctx, func(g *game.Game) { r = game.Preview(g, c.seat, mail(lines)) })
	return r, err
}

// news returns the lines of a receipt that are not in the one before: orders with their answers.
func news(before, after *orders.Receipt) (lines []string) {
	said := map[string]bool{}
	for _, a := range before.Answers() {
		said[answer(a)] = true
	}
	for _, l := range slices.Concat(before.Rest()...) {
		said[l] = true
	}
	for _, a := range after.Answers() {
		if text := answer(a); !said[text] {
			lines = append(lines, text)
		}
	}
	for _, l := range slices.Concat(after.Rest()...) {
		if !said[l] && !slices.Contains(after.Trailer, l) { // READY reports units without orders
			lines = append(lines, place.ReplaceAllString(l, "$1"))
		}
	}
	return lines
}

func answer(a orders.Answer) string {
	for _, l := range a.Below {
		a.Text += "\n" + place.ReplaceAllString(l, "$1")
	}
	return a.Text
}

// place matches a position in the mail, which means nothing to a player who has just typed the line.
var place = regexp.MustCompile(`^( *)line \d+(?:, column \d+)?: `)

// play sends the draft with READY and waits until the turn is played. As by mail, READY is refused if there are
// refused orders or open questions, and accepted when repeated.
func (c *console) play(ctx context.Context, turn int) (played bool, err error) {
	ready := append(slices.Clone(c.draft), string(orders.Ready))
	r, err := c.preview(ctx, ready)
	if err != nil {
		return false, err
	}
	if why := r.ReadyWaits(); why != c.waits {
		c.waits = why
		before, err := c.preview(ctx, c.draft)
		fmt.Fprintln(c.out, strings.Join(news(&before, &r), "\n"))
		return false, err
	}
	res, err := c.r.d.Write(ctx, c.name, c.seat, c.id, mail(ready))
	if err == nil && c.waits != "" {
		res, err = c.r.d.Write(ctx, c.name, c.seat, c.id, string(orders.Ready))
	}
	if err != nil {
		return false, err
	}
	for waited := time.Duration(0); waited < turnPatience; waited += turnStep {
		question, moved := (*campaign.Question)(nil), false
		err := c.with(ctx, func(g *game.Game) {
			moved = g.Reported() >= turn
			question = openTo(g, c.seat)
		})
		switch {
		case err != nil:
			return false, err
		case moved:
			c.draft, c.waits = nil, ""
			return true, nil
		case question != nil:
			if err := c.answer(ctx, question); err != nil {
				return false, err
			}
			waited = 0
		}
		select {
		case <-time.After(turnStep):
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
	fmt.Fprintf(c.out, "%s\nThe turn was not played; practice.log in %s has why.\n", res.Text, c.dir)
	return false, nil
}

// How long a turn may take, and how often its state is polled.
const (
	turnPatience = 30 * time.Second
	turnStep     = 20 * time.Millisecond
)

// openTo returns the first open question to the seat, or nil.
func openTo(g *game.Game, seat string) *campaign.Question {
	t := g.Campaign.Current()
	if t == nil || g.Campaign.Phase() != campaign.Deciding {
		return nil
	}
	for _, q := range t.OpenQuestions() {
		if q.Seat == seat {
			return &q
		}
	}
	return nil
}

// answer asks the player a question that arose in the middle of a turn.
func (c *console) answer(ctx context.Context, q *campaign.Question) error {
	fmt.Fprintf(c.out, "\n%s\n", q.Text)
	option, err := c.pick(ctx, fmt.Sprintf("answer (nothing: %s)", q.Default), q.Options, make([]string, len(q.Options)))
	if err != nil {
		return err
	}
	_, err = c.r.d.Write(ctx, c.name, c.seat, c.id, fmt.Sprintf("ANSWER %d: %s", q.Number, option))
	return err
}

// end writes the battle's chronicle and prints its path.
func (c *console) end(ctx context.Context) error {
	file := filepath.Join(c.dir, c.name+".html")
	g, err := game.Load(c.r.d.Rulesets, c.r.d.Log.Game(ctx, c.name, events.Head{}))
	if err != nil {
		return err
	}
	told, err := game.Chronicle(g)
	if err != nil {
		return err
	}
	page, err := told.HTML()
	if err == nil {
		err = os.WriteFile(file, page, 0o600)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "\nThe whole battle, both sides, with pictures: %s\nEach outcome: galloper audit --data %s %s\n", file,
		c.dir, c.name)
	return errLeft
}
