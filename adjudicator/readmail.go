package adjudicator

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
	"galloper/orders/say"
)

// ReadMail parses the text of a seat's mail. The language cuts it into orders, and the ruleset reads them with only the
// knowledge of the desk. It never fails: each line of the mail has its use in doc.
func (r *Ruleset) ReadMail(desk Desk, text string) (doc orders.Document, reading Reading) {
	language := r.Language
	language.Writer = func() *orders.Names { return writer(&desk) }
	if r.Names != nil {
		language.Names, language.Others = r.Names(desk)
	}
	h := &hearer{rules: r, desk: desk, said: map[string][]say.Said{}, hinted: map[string][]string{},
		mends: map[string]mend{}}
	if r.English != nil {
		language.Unread = append(r.English().Unread, orders.Asked)
		language.Meant, language.Calls, language.Heads, language.Mend = h.meant, h.calls, h.heads, h.mend
		if begins := language.Begins; begins != nil {
			language.Begins = func(c orders.Context) orders.Start {
				if c.Before != nil && r.English().TakesBack(c.Line) {
					return orders.Continues
				}
				return begins(c)
			}
		}
	}
	doc = orders.ReadJudged(text, language, func(doc *orders.Document) []orders.Entry {
		if doc.Add && desk.Next > 1 {
			doc.RenumberFrom(desk.Next)
		}
		reading = h.read(addressAll(&desk, doc.Items))
		return reading.Entries
	})
	if r.English != nil {
		h.hints(doc.Items, reading.Entries)
	}
	return doc, reading
}

// read is r.Read, but refuses orders that wait for a turn after the last one.
func (r *Ruleset) read(desk Desk, items []orders.Item) Reading {
	reading, last := r.Read(desk, items), 0
	if l, ok := desk.Scenario.(Lasting); ok && r.TooLate != "" {
		last = l.LastTurn()
	}
	late := map[int]bool{} // by number of the item
	for i := range reading.Entries {
		e := &reading.Entries[i]
		for _, m := range waitsFor.FindAllStringSubmatch(e.Canonical, -1) {
			n, err := strconv.Atoi(m[1])
			if last > 0 && (n > last || err != nil) && !strings.HasPrefix(e.Canonical, "LETTER TO ") {
				late[e.Number] = true
			}
		}
	}
	if len(late) == 0 {
		return reading
	}
	is := func(it orders.Item) bool { return late[it.Number] }
	reading = r.Read(desk, slices.DeleteFunc(slices.Clone(items), is)) // a late order must not replace others
	for i := range items {
		if is(items[i]) {
			reading.Entries = append(reading.Entries, items[i].Refuse(&orders.Refusal{Reason: r.TooLate,
				Want: fmt.Sprintf("an earlier turn: the battle ends with turn %d", last)}))
		}
	}
	slices.SortStableFunc(reading.Entries, func(a, b orders.Entry) int { return a.Number - b.Number })
	return reading
}

var waitsFor = regexp.MustCompile(`\bTURN (\d+)`)

// writer returns the names that the seat's player may use as a signature, or nil.
func writer(desk *Desk) *orders.Names {
	if desk.Scenario == nil {
		return nil
	}
	for _, s := range desk.Scenario.Seats() {
		if s.ID == desk.Seat {
			return orders.NewNames(orders.NamesKind{}, orders.SeatName(s.ID, s.Name))
		}
	}
	return nil
}

// addressAll replaces the addressee of a letter to all, `LETTER TO all my generals: …`, with every other seat of the
// side.
func addressAll(desk *Desk, items []orders.Item) []orders.Item {
	if desk.Scenario == nil {
		return items
	}
	all := func(it orders.Item) bool {
		return it.Letter != nil && len(it.Letter.To) > 0 &&
			slices.Contains([]string{"ALL", "EVERYONE", "EVERYBODY"}, it.Letter.To[0].Fold)
	}
	if !slices.ContainsFunc(items, all) {
		return items
	}
	seats := desk.Scenario.Seats()
	me := slices.IndexFunc(seats, func(s Seat) bool { return s.ID == desk.Seat })
	seats = slices.DeleteFunc(slices.Clone(seats), func(s Seat) bool {
		return me < 0 || s.Side != seats[me].Side || s.ID == desk.Seat
	})
	items = slices.Clone(items)
	for i := range items {
		if len(seats) == 0 || !all(items[i]) {
			continue
		}
		letter := orders.Letter{Text: items[i].Letter.Text}
		w := items[i].Letter.To[0]
		for k, s := range seats {
			if k > 0 {
				w.Text, w.Fold = ",", ","
				letter.To = append(letter.To, w)
			}
			w.Text, w.Fold = s.ID, orders.Fold(s.ID)
			letter.To = append(letter.To, w)
		}
		items[i].Letter = &letter
	}
	return items
}

// toUmpire begins the canonical line of a letter to the umpire. It is not an order: in every ruleset it is sent at
// once, without couriers and fog of war, and never recorded.
const toUmpire = "LETTER TO umpire"

// ToUmpire returns the text of a letter to the umpire; ok is false for any other line.
func ToUmpire(canonical string) (text string, ok bool) {
	return strings.CutPrefix(canonical, toUmpire+": ")
}

// drafted returns a draft for each item, and two for a letter to the umpire and to seats.
func drafted(items []orders.Item) []draft {
	list := make([]draft, 0, len(items))
	for _, it := range items {
		d := draft{item: it, of: it.Number, from: it.Words}
		if it.Letter != nil {
			others, named := withoutUmpire(it.Letter.To)
			if named {
				e := it.Accept(toUmpire)
				e.Suffix = ", sent at once"
				list = append(list, draft{of: it.Number, said: &e})
			}
			if named && len(others) == 0 {
				continue
			}
			letter := *it.Letter
			letter.To, d.item.Letter = others, &letter
		}
		list = append(list, d)
	}
	return list
}

// withoutUmpire removes the umpire from a list of addressees, and reports whether the list had them.
func withoutUmpire(to []orders.Word) (others []orders.Word, named bool) {
	between := func(w orders.Word) bool { return w.Text == "," || w.Text == "&" || w.Fold == "AND" }
	for len(to) > 0 {
		end := slices.IndexFunc(to, between)
		if end < 0 {
			end = len(to)
		}
		name := slices.DeleteFunc(slices.Clone(to[:end]), func(w orders.Word) bool { return w.Filler || w.Fold == "THE" })
		next := min(end+1, len(to))
		if len(name) == 1 && name[0].Fold == "UMPIRE" {
			named = true
		} else {
			others = append(others, to[:next]...)
		}
		to = to[next:]
	}
	for len(others) > 0 && named && between(others[len(others)-1]) {
		others = others[:len(others)-1]
	}
	return others, named
}

// Accepted returns the canonical lines of the accepted orders, in mail order; see [Reading.Numbered].
func (r *Reading) Accepted() []string { return r.Lines(r.Held()) }

// Held returns the accepted orders with their numbers in the receipt, in mail order.
func (r *Reading) Held() []orders.Held {
	var held []orders.Held
	for i := range r.Entries {
		e := &r.Entries[i]
		if _, letter := ToUmpire(e.Canonical); e.Refusal == nil && e.Canonical != "" && !letter {
			held = append(held, orders.Held{Number: e.Number, Canonical: e.Canonical})
		}
	}
	return held
}

// Lines returns orders in their recorded form; see [Reading.Numbered].
func (r *Reading) Lines(held []orders.Held) []string {
	var lines []string
	last := 0
	for _, h := range held {
		line := h.Canonical
		if r.Numbered && h.Number != last+1 {
			line = strconv.Itoa(h.Number) + ". " + line
		}
		lines, last = append(lines, line), h.Number
	}
	return lines
}

// HeldLines is the inverse of Lines. numbers are the recorded numbers of the lines, or nil if they count from 1.
func (r *Reading) HeldLines(lines []string, numbers []int) []orders.Held {
	var held []orders.Held
	last := 0
	for i, line := range lines {
		h := orders.Held{Number: last + 1, Canonical: line}
		if digits, rest, ok := strings.Cut(line, ". "); ok && r.Numbered {
			if n, err := strconv.Atoi(digits); err == nil {
				h = orders.Held{Number: n, Canonical: rest}
			}
		}
		if i < len(numbers) {
			h.Number = numbers[i]
		}
		held, last = append(held, h), h.Number
	}
	return held
}
