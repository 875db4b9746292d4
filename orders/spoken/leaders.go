package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// led is the preposition before the leading units: `led by Lee's`.
const led = "led"

// leading are phrases after troops that make them lead the others.
var leading = phrases("LEAD", "LEADS", "LEADING", "TO LEAD", "LEAD THE WAY", "LEADS THE WAY", "LEADING THE WAY",
	"IN THE LEAD", "IN LEAD", "TAKE THE LEAD", "TAKES THE LEAD", "TAKING THE LEAD", "IN FRONT", "UP FRONT",
	"AT THE FRONT",
	"AT THE HEAD", "IN THE VAN", "GO FIRST", "GOES FIRST", "GOING FIRST", "FIRST", "HAS THE LEAD", "HAVE THE LEAD")

// leaders attaches phrases that name leading units (`…, and Lee's leads`, `with Lee's in front`) to the order. A
// sentence with nothing else, or with a prohibition for those units, belongs to the order before.
func (r *listener) leaders(list [][]token) (out [][]token) {
	for _, tokens := range list {
		if r.sequence(tokens) != "" {
			out = append(out, tokens)
			continue
		}
		before := len(out) > 0 && slices.ContainsFunc(out[len(out)-1], r.acts)
		for at := 0; at < len(tokens); at++ {
			if next, ok := r.leader(tokens, at, before); ok {
				tokens = next
			}
		}
		if before && len(tokens) > 0 && (tokens[0].kind == elseStay && !slices.ContainsFunc(tokens, token.isVerb) ||
			!slices.ContainsFunc(tokens, func(k token) bool { return k.prep != led })) {
			out[len(out)-1] = slices.Concat(out[len(out)-1], tokens)
			continue
		}
		out = append(out, tokens)
	}
	return out
}

// leader marks the units at token at as leading if the tokens say so. before reports that the order may be in the
// previous sentence.
func (r *listener) leader(tokens []token, at int, before bool) ([]token, bool) {
	k := tokens[at]
	s := k.sense(unit)
	if s == nil || s.several || !k.ours() || k.prep != "" && k.prep != "with" {
		return nil, false
	}
	from := k.to
	for from < len(r.words) && (r.words[from].Fold == "PLEASE" || slices.Contains(allowing, r.words[from].Fold)) {
		from++
	}
	_, n := longest(r.words[min(from, len(r.words)):], leading)
	next := at + 1
	for next < len(tokens) && tokens[next].from < from+n {
		next++
	}
	ends := next == len(tokens) || tokens[next].kind == joint || tokens[next].kind == mark && tokens[next].mark != ":"
	first := r.leadersFrom(tokens, at)
	rest := slices.Concat(tokens[:first], tokens[next:])
	if n == 0 || !ends || first > 0 && tokens[first-1].kind == verb {
		return nil, false
	}
	if !before && !slices.ContainsFunc(rest, func(k token) bool {
		return r.acts(k) && k.verb != Follow
	}) {
		return nil, false
	}
	heads := slices.Clone(tokens[first : at+1])
	for i := range heads {
		if heads[i].kind != joint {
			heads[i].prep = led
		}
	}
	heads = slices.DeleteFunc(heads, func(k token) bool { return k.kind == joint })
	heads[len(heads)-1].to = from + n
	for first > 0 && (tokens[first-1].kind == joint || tokens[first-1].kind == mark && slices.Contains([]string{"but",
		"while"}, tokens[first-1].mark)) {
		first--
	}
	if first == 0 && next < len(tokens) && tokens[next].kind == joint {
		next++
	}
	return slices.Concat(tokens[:first], heads, tokens[next:]), true
}

// leadersFrom returns the start of the list of leading units: in `with Lee's, Murray's leading` only Murray's leads.
func (r *listener) leadersFrom(tokens []token, at int) int {
	first := at
	for first > 1 && tokens[at].prep == "" && tokens[first-1].kind == joint && tokens[first-2].sense(unit) != nil {
		first -= 2
	}
	twice := slices.ContainsFunc(tokens[first:at], func(k token) bool {
		return k.kind != joint && !slices.ContainsFunc(k.sense(unit).ids, func(id string) bool {
			return !slices.Contains(tokens[at].sense(unit).ids, id)
		})
	})
	if twice || tokens[first].prep != "" {
		return at
	}
	return first
}

// sequencing lists the words of a sentence that only states the order in which units act.
var sequencing = strings.Fields("FIRST SECOND THIRD FOURTH LAST THEN NEXT AGAIN AFTER BEFORE TO DO " +
	"DOES BE IS ARE IN TURN " +
	"ORDER ACT ACTS ACTING GO GOES MOVE MOVES START STARTS BEGIN BEGINS DRAW DRAWS DRAWN CHIT CHITS " +
	"PLEASE AND , FOLLOWED " +
	"BY AFTERWARDS FINALLY ACTED MINE OF ACTION SEQUENCE :")

// sequence returns the ruleset's line for a sentence that only states the order in which units act, or "" for any
// other: `the Swiss act before the Poles`, `Reille draws first, then me`.
func (r *listener) sequence(tokens []token) string {
	kind, form := unit, r.Lead
	if r.Rota != "" {
		kind, form = colleague, r.Rota
	}
	var ids []string
	ranked, after := false, false
	for i := range tokens {
		k := &tokens[i]
		switch s := k.sense(kind); {
		case k.all:
			return ""
		case s != nil && !s.several:
			ids = append(ids, s.ids...)
		case kind == colleague && k.sense(self) != nil:
			ids = append(ids, r.vocabulary.ownSeat())
		case len(k.senses) > 0 && k.sense(they, number) == nil:
			return ""
		default:
			for at := k.from; at < min(k.to, len(r.words)); at++ {
				w := r.words[at]
				mine := w.Fold == "MINE" || at > 0 && r.words[at-1].Fold == "MY" // `my chits first`
				if !slices.Contains(sequencing, w.Fold) {
					return ""
				}
				if mine && kind == colleague {
					ids = append(ids, r.vocabulary.ownSeat())
				}
				ranked = ranked || slices.Contains([]string{"FIRST", "BEFORE", "ACTION", "SEQUENCE"}, w.Fold)
				after = after || w.Fold == "AFTER"
			}
		}
	}
	if form == "" || len(ids) == 0 || kind == unit && len(ids) < 2 || !ranked && !after ||
		after && (ranked || len(ids) != 2) {
		return ""
	}
	if after {
		slices.Reverse(ids)
	}
	return strings.ReplaceAll(form, "{"+kind+"}", strings.Join(ids, ", "))
}

// ownSeat returns the writer's seat, which receives no orders from the writer.
func (v *Vocabulary) ownSeat() string {
	to := v.names(somebody)
	for _, n := range v.names(colleague) {
		if !slices.ContainsFunc(to, func(other orders.Name) bool { return other.ID == n.ID }) {
			return n.ID
		}
	}
	return v.Self
}

// withLeaders returns the acting units and the units that lead them.
func withLeaders(who []string, tokens []token) []string {
	for i := range tokens {
		if s := tokens[i].sense(unit); s != nil && tokens[i].prep == led && who != nil {
			for _, id := range s.ids {
				if !slices.Contains(who, id) {
					who = append(slices.Clip(who), id)
				}
			}
		}
	}
	return who
}

// leads removes leading units from the unused tokens. They become an order if the game has one for this; otherwise a
// note says that they have no effect.
func (o *spokenOrder) leads(left []token) (rest []token) {
	for _, k := range left {
		s := k.sense(unit)
		if k.prep != led || s == nil {
			rest = append(rest, k)
			continue
		}
		if o.r.Lead == "" || o.commander() != "" {
			o.note = joinNotes(o.note, `nothing comes of who leads: "`+o.r.text([]token{k})+`"`)
			continue
		}
		line := strings.ReplaceAll(o.r.Lead, "{unit}", strings.Join(s.ids, ", "))
		o.more = append(o.more, Said{Line: line, Text: o.r.text([]token{k})})
	}
	return rest
}
