package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// thread is the correspondence between a seat and one other person, to the seat's knowledge.
type thread struct {
	With    string // written name of the other person
	Letters []letter
}

type letter struct {
	Mine bool
	Turn int // of writing or of arrival
	Text string
	Fate string // of the courier; "" if there is nothing to tell
}

// threads returns the letters of the seat, grouped by correspondent.
func (v *visit) threads() ([]thread, error) {
	var list []thread
	add := func(with string, l letter) {
		i := slices.IndexFunc(list, func(t thread) bool { return t.With == with })
		if i < 0 {
			i, list = len(list), append(list, thread{With: with})
		}
		list[i].Letters = append(list[i].Letters, l)
	}
	rides, err := v.dispatchFates()
	if err != nil {
		return nil, err
	}
	for turn := 0; turn <= v.Campaign.Number(); turn++ {
		if err := v.addReceived(turn, add); err != nil {
			return nil, err
		}
		v.written(turn, rides, add)
	}
	for i := range list {
		slices.SortStableFunc(list[i].Letters, func(a, b letter) int { return cmp.Compare(b.Turn, a.Turn) })
	}
	return list, nil
}

// addReceived adds the letters that reached the seat with the report of the turn, or without a courier.
func (v *visit) addReceived(turn int, add func(string, letter)) error {
	if turn <= v.Reported {
		k, err := v.Table.Known(v.seat, turn)
		if err != nil {
			return err
		}
		for f := range k.Of(v.Kinds...) {
			if from := f.Get("from"); from != "" && f.Get("text") != "" && f.Told == turn {
				add(v.name(from), letter{Turn: turn, Text: f.Get("text")})
			}
		}
	}
	t := v.Campaign.Turn(turn)
	if t == nil {
		return nil
	}
	for _, l := range t.Letters {
		switch {
		case l.From == v.seat:
			for _, to := range l.To {
				add(v.name(to), letter{Mine: true, Turn: turn, Text: l.Text})
			}
		case slices.Contains(l.To, v.seat):
			add(cmp.Or(l.As, v.name(l.From)), letter{Turn: turn, Text: l.Text})
		}
	}
	return nil
}

// written adds the letters among the seat's orders of the turn.
func (v *visit) written(turn int, rides map[string]string, add func(string, letter)) {
	t := v.Campaign.Turn(turn)
	if t == nil {
		return
	}
	o, _ := t.Of(v.seat)
	for _, n := range numberOrders(&o) {
		head, text, ok := strings.Cut(strings.TrimPrefix(n.Text, letterTo), ": ")
		if !ok || !strings.HasPrefix(n.Text, letterTo) {
			continue
		}
		fate := "goes with your orders"
		if turn <= v.Reported {
			fate = rides[strconv.Itoa(turn)+"."+strconv.Itoa(n.Ref)]
		}
		for to := range strings.SplitSeq(head, ", ") {
			add(v.name(to), letter{Mine: true, Turn: turn, Text: text, Fate: fate})
		}
	}
}

// letterTo is the start of a letter among orders.
const letterTo = "LETTER TO "

// fates describes the known fate of a courier. The last event decides.
var fates = map[string]string{
	"dispatch.sent": "on its way, for all you know", "dispatch.delivered": "delivered", "dispatch.lost": "lost",
	"dispatch.captured": "taken by the enemy",
}

// dispatchFates returns the fates of the dispatches of the seat's orders, by turn and number of the order.
func (v *visit) dispatchFates() (map[string]string, error) {
	told, order := map[string]string{}, map[string]string{}
	k, err := v.Table.Known(v.seat, v.Reported)
	if err != nil {
		return nil, err
	}
	for turn := 1; turn <= v.Reported; turn++ {
		for _, o := range k.Diary(turn) {
			fate, ok := fates[o.Name]
			if !ok || !strings.HasPrefix(o.Get("id"), v.seat+".t") {
				continue
			}
			if n, ok := strings.CutPrefix(o.Cause, "order:"+v.seat+"."); ok {
				order[o.Get("id")] = strconv.Itoa(turn) + "." + n
			}
			if at := order[o.Get("id")]; at != "" {
				told[at] = fate
			}
		}
	}
	return told, nil
}

// player is a seat in the roster.
type player struct {
	Name, Side string
	You        bool
	Word       string // whether it has sent orders, if the viewer may know
}

// roster returns all seats. Only in open games does it say which others have sent orders.
func (v *visit) roster() (list []player) {
	t := v.Campaign.Current()
	for _, s := range v.Campaign.Seats() {
		p := player{Name: v.name(s.ID), Side: v.name(sideOf(s.ID)), You: s.ID == v.seat}
		switch open := v.Campaign.Created().Settings.Open; {
		case t == nil || v.over() || !p.You && !open:
		case t.IsReady(s.ID) && p.You:
			p.Word = "READY"
		case p.You && t.Ordered(s.ID):
			p.Word = "has written"
		case p.You:
			p.Word = "has not written"
		case slices.Contains(v.Campaign.Waiting(), s.ID):
			p.Word = "is waited for"
		default:
			p.Word = "is not waited for"
		}
		list = append(list, p)
	}
	return list
}
