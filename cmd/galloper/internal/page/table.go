package page

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/campaign"
	"galloper/projections/history"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/report"
	"galloper/projections/web"
)

// table caches the folded log of one game. It implements web.Table.
type table struct {
	mu      sync.RWMutex // guards game and history
	game    *game.Game
	history *history.History
	used    uint64

	caches sync.Mutex
	books  []*knowledge.Book // by reported turn: the seats' knowledge at its end
	public []*knowledge.Book // likewise, for spectators
	maps   map[string]*mapview.Picture
}

func newTable() *table {
	t := &table{game: game.New(), history: &history.History{}, maps: map[string]*mapview.Picture{}}
	t.game.TakeOutcomesFrom(t.history.Outcomes)
	return t
}

// catchUp folds the commits stored since the last call.
func (t *table) catchUp(ctx context.Context, d *daemon.Daemon, name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.game.Reported()
	t.game.TakeMailsFrom(d.MailsOf(context.WithoutCancel(ctx), name, nil))
	for c, err := range d.Log.Game(ctx, name, t.game.Campaign.Head()) {
		if err == nil {
			err = t.history.Apply(&c) // first, because the game takes the outcomes from it
		}
		if err == nil {
			err = t.game.Apply(d.Rulesets, &c)
		}
		if err != nil {
			return fmt.Errorf("page: read the game %s: %w", name, err)
		}
		if t.game.Rules == nil {
			return nil
		}
		t.forget(&c, before)
	}
	return nil
}

// forget drops cached maps of drafts, and everything cached if the commit reverts a turn.
func (t *table) forget(c *events.Commit, reported int) {
	t.caches.Lock()
	defer t.caches.Unlock()
	for i := range c.Events {
		if c.Events[i].Type == (events.TurnReverted{}).EventType() {
			t.books, t.public = nil, nil
		}
	}
	maps.DeleteFunc(t.maps, func(key string, _ *mapview.Picture) bool {
		return t.books == nil || strings.HasSuffix(key, fmt.Sprintf("|%d", reported+1))
	})
}

// NotRead implements web.Table.
func (t *table) NotRead() (all []web.Quoted) {
	for _, q := range game.NotRead(t.game) {
		all = append(all, web.Quoted{Seat: q.Seat, Lines: q.Lines})
	}
	return all
}

// Draft implements web.Table.
func (t *table) Draft() (d web.Draft, err error) {
	turn := t.game.Campaign.Number()
	known := map[string]*knowledge.Known{}
	for _, seat := range t.game.Players() {
		if known[seat], err = t.Known(seat, turn); err != nil {
			return d, err
		}
	}
	lapsed, rest := game.Judgements(t.game, turn, game.Drafted(t.game))
	for _, n := range slices.Concat(lapsed, rest) {
		d.Judge = append(d.Judge, web.Notable(n))
	}
	for _, r := range game.Readings(t.game, func(seat string) *knowledge.Known { return known[seat] }, turn) {
		d.Readings = append(d.Readings, web.Reading(r))
	}
	return d, nil
}

// UnderWay implements web.Table.
func (t *table) UnderWay() []string { return game.UnderWay(t.game) }

// Shots implements web.Table.
func (t *table) Shots(seat string, turn int) ([]mapview.Shot, error) {
	after, err := t.Known(seat, turn)
	if err != nil {
		return nil, err
	}
	before, err := t.Known(seat, max(turn-1, 0))
	if err != nil {
		return nil, err
	}
	return mapview.Shots(t.game.Rules.Symbols, before, after), nil
}

// Shot implements web.Table.
func (t *table) Shot(shot *mapview.Shot, number, of int) *mapview.Picture {
	return game.ShotAt(t.game, shot, number, of)
}

// Quarantined implements web.Table.
func (t *table) Quarantined(q campaign.Quarantined) (from string, lines []string, ok bool) {
	return game.QuarantinedMail(t.game, q)
}

func (t *table) view() *web.Game {
	var kinds []string
	for i := range t.game.Rules.Words.Facts {
		kinds = append(kinds, t.game.Rules.Words.Facts[i].Kind)
	}
	return &web.Game{Campaign: t.game.Campaign, History: t.history, Umpires: t.game.Umpires,
		Reported: t.game.Reported(), Opened: t.game.Opened, Zone: t.game.Zone(), Kinds: kinds, Table: t}
}

// Known implements web.Table. The turn after the last reported one is a draft and is not cached.
func (t *table) Known(seat string, turn int) (*knowledge.Known, error) {
	return t.bookOf(turn).Seat(seat), nil
}

func (t *table) bookOf(turn int) *knowledge.Book {
	t.caches.Lock()
	defer t.caches.Unlock()
	for len(t.books) <= min(turn, t.game.Reported()) {
		t.books = append(t.books, t.next(len(t.books)))
	}
	if turn > t.game.Reported() {
		return t.next(turn)
	}
	return t.books[turn]
}

// next builds the book of the turn from that of the turn before.
func (t *table) next(turn int) *knowledge.Book {
	book := knowledge.Open(t.game.Campaign.Created().Seats, t.game.Rules.Words.Facts)
	if turn > 0 {
		book = t.books[turn-1].Clone()
	}
	book.Apply(turn, t.history.Outcomes(turn))
	return book
}

// maxMaps limits the cached pictures of a game.
const maxMaps = 64

// Map implements web.Table.
func (t *table) Map(seat string, turn int, side string, narrow bool) (*mapview.Picture, error) {
	known, err := t.Known(seat, turn)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%s|%s|%d|%t", seat, side, turn, narrow)
	t.caches.Lock()
	defer t.caches.Unlock()
	if pic, ok := t.maps[key]; ok {
		return pic, nil
	}
	if len(t.maps) >= maxMaps {
		clear(t.maps)
	}
	pic := game.MapFor(t.game, known, side, narrow)
	t.maps[key] = pic
	return pic, nil
}

// Chronicle implements web.Table.
func (t *table) Chronicle() ([]byte, error) {
	told, err := game.Chronicle(t.game)
	if errors.Is(err, game.ErrNotOver) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return told.HTML()
}

// NameOf implements web.Table.
func (t *table) NameOf(id string) string {
	if id == game.Umpire {
		return "the umpire"
	}
	return t.game.NameOf(id)
}

// Sentence implements web.Table.
func (t *table) Sentence(o *events.Outcome, turn int) string {
	return desks.Reports(t.game.Rules).Sentence(o, turn, t.game.NameOf)
}

// Fact implements web.Table.
func (t *table) Fact(f *knowledge.Fact, now int) string {
	if text := desks.Reports(t.game.Rules).Fact(f, now, t.game.NameOf); text != "" {
		return text
	}
	o := events.Outcome{Name: f.Kind, Fields: f.Fields}
	return o.String()
}

func upperFirst(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}

// mostShown limits the lines of a list in a receipt, and mostRunes the length of each line.
const mostShown, mostRunes = 200, 500

// limitLines cuts lines to these limits.
func limitLines(lines []string) (cut []string) {
	for i, line := range lines {
		if i == mostShown {
			return append(cut, fmt.Sprintf("… and %d more: shorten the text to see them", len(lines)-i))
		}
		cut = append(cut, mailgate.Clip(line, mostRunes))
	}
	return cut
}

// Read implements web.Table.
func (t *table) Read(seat, text string) web.Receipt {
	r := game.Preview(t.game, seat, text)
	r.Tapped = true
	out := web.Receipt{Verdict: upperFirst(r.Verdict()) + "."}
	answers := r.Answers()
	for i, a := range answers {
		if i == mostShown {
			out.Rest = [][]string{{fmt.Sprintf("%d more orders were read: shorten the text to see them",
				len(answers)-i)}}
			break
		}
		mends := make([]web.Mend, len(a.Mends))
		for i, m := range a.Mends {
			mends[i] = web.Mend(m)
		}
		out.Orders = append(out.Orders, web.Answered{Text: mailgate.Clip(a.Text, mostRunes), Below: limitLines(a.Below),
			Canonical: a.Canonical, Mends: mends})
	}
	for _, block := range r.Rest() {
		out.Rest = append(out.Rest, limitLines(block))
	}
	for _, e := range r.Examples {
		out.Examples = append(out.Examples, web.Mend{With: e})
	}
	return out
}

// OrderForm implements web.Table.
func (t *table) OrderForm(seat string) string { return game.OrderForm(t.game, seat) }

// Card implements web.Table.
func (t *table) Card() string { return t.game.Rules.Card }

// Moves implements web.Table.
func (t *table) Moves(seat string) string { return game.Moves(t.game, seat) }

// March implements web.Table.
func (t *table) March() string { return t.game.Rules.March }

// Report implements web.Table.
func (t *table) Report(seat string, turn int) (*report.Report, error) {
	known, err := t.Known(seat, turn)
	if err != nil {
		return nil, err
	}
	return game.ReportFrom(t.game, known, turn), nil
}
