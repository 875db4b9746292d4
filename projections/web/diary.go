package web

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"galloper/events"
	"galloper/projections/history"
	"galloper/projections/knowledge"
)

// rowsAPage is the number of diary rows per page.
const rowsAPage = 150

// diary is the list of a turn's events, filtered and paged.
type diary struct {
	Rows        []row
	Filter      history.Filter
	Kinds       []string // kinds of entries in the turn
	Units       []string // units that the reader knows of
	Seats       []string
	From, To    int // range of the rows shown, from 1
	Of, All     int // number of rows after and before filtering
	Prev, Next  string
	Reset       string
	FilterInUse bool
}

// row is one event or outcome.
type row struct {
	Ref      string
	ID       string // anchor; "" if superseded
	Kind     string
	Sentence string
	Text     string // in canonical form
	Clause   string
	Dice     []events.Die
	Cause    link
	Why      string
	Who      string
	At       string
	Lines    []string
	Gone     string
}

// link is a text with an optional target.
type link struct{ Text, Href string }

// diary returns the rows of the turn that the seat may see.
func (v *visit) diary(r *http.Request, p *place) (diary, error) {
	entries, err := v.entries(trimmed(r.URL.Query(), "kind"))
	if err != nil {
		return diary{}, err
	}
	q := r.URL.Query()
	d := diary{All: len(entries), Seats: v.Campaign.Created().Seats, Reset: p.record()}
	d.Filter = history.Filter{Seat: trimmed(q, "who"), Unit: trimmed(q, "unit"), Type: trimmed(q, "kind")}
	d.FilterInUse = d.Filter != (history.Filter{})
	d.Kinds = kindsOf(entries)
	if d.Units, err = v.units(); err != nil {
		return d, err
	}
	picked := slices.DeleteFunc(entries, func(e *history.Entry) bool { return !d.Filter.Picks(e) })
	d.Of = len(picked)
	shown := d.page(q, p, picked)
	for _, e := range shown {
		d.Rows = append(d.Rows, v.row(e, p))
	}
	return d, nil
}

func trimmed(q url.Values, key string) string {
	text := strings.TrimSpace(q.Get(key))
	return text[:min(len(text), 100)]
}

// page selects the rows of the requested page, or of the page with the requested row.
func (d *diary) page(q url.Values, p *place, picked []*history.Entry) []*history.Entry {
	n, _ := strconv.Atoi(q.Get("page"))
	if at := q.Get("at"); at != "" {
		n = 1 + max(slices.IndexFunc(picked, func(e *history.Entry) bool { return e.Ref == at && e.Superseded == "" }),
			0)/rowsAPage
	}
	last := max((len(picked)+rowsAPage-1)/rowsAPage, 1)
	n = min(max(n, 1), last)
	from, to := (n-1)*rowsAPage, min(n*rowsAPage, len(picked))
	d.From, d.To = min(from+1, to), to
	to2 := func(page int) string {
		return p.URL(p.Turn, "who", d.Filter.Seat, "unit", d.Filter.Unit, "kind", d.Filter.Type, "page",
			strconv.Itoa(page)) + "#diary"
	}
	if n > 1 {
		d.Prev = to2(n - 1)
	}
	if n < last {
		d.Next = to2(n + 1)
	}
	return picked[from:to]
}

// entries returns the turn's entries: the record itself if the viewer sees everything, otherwise the seat's diary.
// Sent mails are left out unless the filter asks for mails.
func (v *visit) entries(kind string) ([]*history.Entry, error) {
	var list []*history.Entry
	if v.seat == knowledge.Umpire {
		for e := range v.History.Select(history.Filter{Turn: v.turn}) {
			post := e.Type == "mail.queued" && !strings.HasPrefix(kind, "mail")
			if e.Turn == v.turn && !post && !strings.HasPrefix(e.Type, knowledge.Prefix) {
				list = append(list, e)
			}
		}
		return list, nil
	}
	k, err := v.Table.Known(v.seat, v.turn)
	if err != nil {
		return nil, err
	}
	told := k.Diary(v.turn)
	for i := range told {
		o := &told[i]
		list = append(list, &history.Entry{Type: o.Name, Turn: v.turn, Ref: o.Ref, Outcome: o})
	}
	return list, nil
}

func kindsOf(entries []*history.Entry) []string {
	seen := map[string]bool{}
	for _, e := range entries {
		first, _, _ := strings.Cut(e.Type, ".")
		seen[first], seen[e.Type] = true, true
	}
	var kinds []string
	for k := range seen {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	return kinds
}

// maxUnits limits the names in the filter.
const maxUnits = 200

// units returns the subjects of the seat's facts.
func (v *visit) units() ([]string, error) {
	k, err := v.Table.Known(v.seat, v.turn)
	if err != nil {
		return nil, err
	}
	var ids []string
	for f := range k.Of(v.Kinds...) {
		if f.Get("unit") == f.Subject {
			ids = append(ids, f.Subject)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids[:min(len(ids), maxUnits)], nil
}

func (v *visit) row(e *history.Entry, p *place) row {
	r := row{Ref: e.Ref, Kind: e.Type, Text: e.Text, Gone: e.Superseded}
	if e.Outcome == nil {
		r.Ref, r.Lines, r.Who, r.At = "#"+strconv.FormatUint(e.Number, 10), e.Lines, v.name(cmp.Or(e.Seat, e.Actor)),
			v.stamp(e)
		r.Sentence = upperFirst(e.Text)
		r.Text = ""
		if r.Gone == "" {
			r.ID = "event." + strconv.FormatUint(e.Number, 10)
		}
		return r
	}
	o := e.Outcome
	r.Text = o.String()
	r.Sentence, r.Clause, r.Dice = v.Table.Sentence(o, v.turn), o.Clause, o.Dice
	r.Cause = v.cause(o.Cause, p)
	if r.Gone == "" {
		r.ID = e.Ref
		r.Why = "/games/" + p.Game + "/why/" + e.Ref + "?seat=" + url.QueryEscape(p.Seat)
	}
	return r
}

func (v *visit) stamp(e *history.Entry) string {
	if v.Zone == nil {
		return e.At.UTC().Format("2 Jan 15:04")
	}
	return e.At.In(v.Zone).Format("2 Jan 15:04")
}

func (v *visit) cause(cause string, p *place) link {
	if id, ok := strings.CutPrefix(cause, "order:"); ok {
		if v.ordersInForce(id) {
			return link{"order " + id, "#order." + id}
		}
		return link{Text: "order " + id}
	}
	turn := events.TurnOf(cause)
	if turn < 0 || turn > p.Last {
		return link{Text: cause}
	}
	return link{cause, p.URL(turn, "at", cause) + "#" + cause}
}

func upperFirst(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}
