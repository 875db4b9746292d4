package story

import (
	"regexp"
	"slices"
	"strings"

	"galloper/events"
)

// clause is a sentence of a scene, split so that it can be joined with others.
type clause struct {
	who, whom     string // a unit or person, or the description of an enemy; "" if the sentence does not begin with it
	subject, rest string
	object        string // as written in the rest
	text          string
}

// longest is the maximum length of a joined sentence, in words.
const longest = 32

func (t *teller) tell(s *Scene) {
	spent := map[string]bool{}
	t.lonely = len(s.chosen) == 1
	t.yielded = slices.ContainsFunc(s.chosen, func(b *beat) bool {
		return (b.Kind == events.SceneRout || b.Kind == events.SceneLoss) && b.weight >= 40
	})
	var said []clause
	for _, b := range resultsLast(s.chosen) {
		text := t.say(b, spent)
		if t.told[text] && b.Loss != "" && t.apart() { // the same as the loss to the opponent before
			text = strings.TrimSuffix(text, ".") + " more."
		}
		if text != "" && !t.told[text] {
			t.told[text] = true
			said = append(said, t.clause(b, text))
		}
	}
	s.Text = strings.Join(joined(said), " ")
	if who := t.successor(s); who != "" {
		s.Text += " " + who
	}
}

// resultsLast moves the result of a melee behind the beats that name its parties.
func resultsLast(beats []*beat) []*beat {
	result := func(b *beat) bool { return b.Kind == events.SceneMelee && pair(b.node) == "" && !b.both }
	last := -1
	for i, b := range beats {
		if b.Kind == events.SceneMelee && !result(b) {
			last = i
		}
	}
	var first, then []*beat
	for i, b := range beats {
		if i < last && result(b) {
			then = append(then, b)
		} else {
			first = append(first, b)
			if i == last {
				first = append(first, then...)
			}
		}
	}
	return first
}

// successor names the reader's successor if the reader's own commander fell.
func (t *teller) successor(s *Scene) string {
	fell := func(b *beat) bool {
		own := slices.ContainsFunc(b.by, func(id string) bool { return t.seatOf(id) == t.reader })
		return own && lostHead(&b.Tale, b.Outcome)
	}
	if t.over() || !slices.ContainsFunc(s.chosen, fell) {
		return ""
	}
	if who := t.commander(t.reader, 0); who != "" {
		return sentence(who + " takes over: from now on you write in that name")
	}
	return "Your second in command takes over: from now on you write in that officer's place."
}

// clause splits a sentence after its subject.
func (t *teller) clause(b *beat, text string) clause {
	c := clause{text: text}
	if b.both || len(t.uttered) == 0 {
		return c
	}
	first := t.uttered[0]
	rest, ok := strings.CutPrefix(text, sentenceHead(first.said)+" ")
	verb, _, _ := strings.Cut(rest, " ")
	if !ok || len(b.by) > 1 || slices.Contains([]string{"is", "was", "has", "and"}, verb) {
		return c
	}
	c.subject, c.rest = first.said, strings.TrimSuffix(rest, ".")
	by, on := party(b.by, b.Get(b.By)), party(b.on, b.Get(b.On))
	if slices.Contains(t.who(first.id), on) { // the sentence is passive, or names the two in reverse order
		by, on = on, by
	}
	c.who = by
	if len(b.on) < 2 && len(t.uttered) > 1 && on != "" {
		c.whom, c.object = on, t.uttered[1].said
	}
	return c
}

// party returns the unit or person on one side of an action, or its description if it is unidentified.
func party(ids []string, called string) string {
	if len(ids) == 1 || called == "" {
		return strings.Join(ids, "")
	}
	return "?" + called
}

// joined merges consecutive clauses: actions of one party into one sentence, the other party's response into a
// relative clause with `who`.
func joined(all []clause) (text []string) {
	var subjects []string // of each sentence, or ""
	for i := 0; i < len(all); {
		c := all[i]
		if c.who == "" {
			text, subjects, i = append(text, c.text), append(subjects, ""), i+1
			continue
		}
		parts := []string{c.rest}
		for i++; i < len(all) && all[i].who == c.who && joins(parts, all[i].rest); i++ {
			parts = append(parts, all[i].after(c))
		}
		said := c.subject + " " + series(parts)
		if i < len(all) && len(parts) == 1 && all[i].who == c.whom && c.object != "" && strings.HasSuffix(c.rest, c.object) &&
			joins(parts, all[i].rest) {
			said += ", who " + all[i].upon(c)
			i++
		}
		text, subjects = append(text, sentence(said)), append(subjects, c.subject)
	}
	return pronouns(text, subjects)
}

// joins reports whether the sentence has room for another clause.
func joins(parts []string, rest string) bool {
	words := len(strings.Fields(rest))
	for _, p := range parts {
		words += len(strings.Fields(p))
		if strings.ContainsAny(p, ";:") || strings.Contains(p, ", and ") {
			return false
		}
	}
	return words <= longest && !strings.ContainsAny(rest, ";:")
}

// after returns the rest of the clause for use after another with the same subject. A repeated object becomes `them`.
func (c clause) after(first clause) string {
	if c.whom != "" && c.whom == first.whom && c.object != "you" {
		return withThem(c.rest, c.object)
	}
	return c.rest
}

// withThem replaces the object of a clause with `them`, before the particle of its verb: `drove them back`.
func withThem(rest, object string) string {
	return particle.ReplaceAllString(strings.Replace(rest, object, "them", 1), "$2 $1")
}

var particle = regexp.MustCompile(`\b(back|off|out|down|away) (them)\b`)

// upon returns the rest of the clause for use after `who`. If its object is the subject of the first clause, it
// becomes `them`.
func (c clause) upon(first clause) string {
	if c.object != "" && c.whom == first.who && first.subject != "you" {
		return withThem(c.rest, c.object)
	}
	return c.rest
}

// series joins the actions of one party: `came on, fired and charged`.
func series(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	last := parts[len(parts)-1]
	and := " and "
	if before := strings.Join(parts[:len(parts)-1], ""); strings.Contains(before+last, " and ") ||
		strings.Contains(before, ", ") {
		and = ", and "
	}
	return strings.Join(parts[:len(parts)-1], ", ") + and + last
}

// pronouns replaces a sentence's subject with `they` if the sentence before has the same one.
func pronouns(text, subjects []string) []string {
	for i := 1; i < len(text); i++ {
		who := subjects[i]
		rest, ok := strings.CutPrefix(text[i], sentenceHead(who)+" ")
		if ok && who != "" && who != "you" && who == subjects[i-1] && !strings.HasPrefix(rest, "and ") {
			text[i] = "They " + rest
		}
	}
	return text
}

// say writes the sentence of a beat. A loss is mentioned once.
func (t *teller) say(b *beat, spent map[string]bool) string {
	loss := func(ids []string) string {
		if len(ids) != 1 || spent[ids[0]] {
			return ""
		}
		said := t.men(t.lost[ids[0]])
		spent[ids[0]] = said != ""
		return said
	}
	by := b.by
	if called := b.Get(b.By); len(by) == 0 && called != "" {
		by = []string{"?" + called}
	}
	t.close, t.uttered = b.Kind != events.SceneFire, nil
	t.mention(b)
	defer t.mention(&beat{node: &node{tale: &tale{}}})
	if b.both {
		return t.exchange(b, loss)
	}
	if b.Kind == events.SceneMarch { // short names
		for _, id := range b.by {
			t.said[id] = true
		}
	}
	i := choose(len(b.says), t.turn, b.Name+pair(b.node)+b.Get(b.By))
	fields := append(slices.Clone(b.fields), events.Field{Key: "n", Value: itoa(b.n)})
	price := func(key string, of []string) {
		if !strings.Contains(b.Says[i], "{"+key) {
			return // another sentence mentions it
		}
		if said := loss(of); said != "" {
			fields = append(fields, events.Field{Key: key, Value: said})
		}
	}
	if b.Hits == "" || b.Get(b.Hits) == "" || b.count(b.Hits) > 0 {
		price("fell", b.on) // otherwise others caused it
	}
	price("lost", by)
	if t.officer != nil && len(b.by) == 1 {
		if next := t.next(b); next != "" {
			fields = append(fields, events.Field{Key: "next", Value: next})
		}
	}
	if who := t.blamed(b); who != "" {
		fields = append(fields, events.Field{Key: "blame", Value: who})
	}
	if b.Sent != "" {
		fields = append(fields, events.Field{Key: "troops", Value: t.sentTo(b.Get(b.Sent))})
	}
	fields = append(fields, t.traced(b.node)...)
	if t.lonely {
		fields = append(fields, events.Field{Key: "alone", Value: "yes"})
	}
	return t.ours(counted(sentence(t.impartial(gathered(t.yours(t.fill(b.says[i], fields)))))))
}

// mention prepares the names for a sentence about the beat.
func (t *teller) mention(b *beat) {
	t.officer = b.officers()
	t.former = t.officer != nil && t.fallen[t.reader] > 0 && !lostHead(&b.Tale, b.Outcome)
}

// yours replaces `they` with `you` in a sentence that begins with the reader and names no other troops.
func (t *teller) yours(text string) string {
	if len(t.uttered) != 1 || !strings.HasPrefix(text, "you ") {
		return text
	}
	return theirs.ReplaceAllStringFunc(text, func(word string) string {
		return map[string]string{"their": "your", "they": "you", "them": "you"}[word]
	})
}

var theirs = regexp.MustCompile(`\b(their|they|them)\b`)

// blamed names those whose earlier actions caused the outcome, or returns "" if the reader knows no cause.
func (t *teller) blamed(b *beat) string {
	if b.Blames == "" || len(b.by) != 1 {
		return ""
	}
	names := strings.Fields(b.Blames)
	for turn := t.turn; turn > 0 && turn >= t.turn-1; turn-- {
		var who []string
		for _, o := range t.diaryOf(turn) {
			if turn == t.turn && o.Ref == b.Ref {
				break // later outcomes cannot be its cause
			}
			tale := t.book.tales[o.Name]
			if tale == nil || !slices.Contains(names, o.Name) || o.Get(tale.Hits) == "0" ||
				!slices.Contains(t.who(o.Get(tale.On)), b.by[0]) {
				continue
			}
			if by := o.Get(tale.By); by != "" && !slices.Contains(who, by) {
				who = append(who, by)
			}
		}
		if who != nil {
			return strings.Join(who, ",")
		}
	}
	return ""
}

// traced returns the reason given by an earlier outcome in the chain of causes, as Traces specifies.
func (t *teller) traced(n *node) []events.Field {
	name, field, _ := strings.Cut(n.Traces, " ")
	diary := t.diaryOf(t.turn)
	for ref := n.Cause; name != "" && ref != ""; {
		i := slices.IndexFunc(diary, func(o events.Outcome) bool { return o.Ref == ref })
		if i < 0 {
			break
		}
		if diary[i].Name == name {
			return []events.Field{{Key: "traced", Value: diary[i].Get(field)}}
		}
		ref = diary[i].Cause
	}
	return nil
}

// next returns the name of the next commander after an outcome about a commander, or "" if the scenario does not say.
func (t *teller) next(b *beat) string {
	id := t.seatOf(b.by[0])
	if _, unit := t.sheet.Seats[id]; unit && lostHead(&b.Tale, b.Outcome) {
		return t.commander(id, 1) // a unit's list of names begins with its initial commander
	} else if unit || lostHead(&b.Tale, b.Outcome) {
		return t.commander(id, 0)
	}
	return t.commander(id, -min(t.fallen[id], 1))
}

// ours replaces the name of the reader's side with `we` if it is the subject of an action.
func (t *teller) ours(text string) string {
	if t.side == "" {
		return text
	}
	name := theSide(nameOf(t.sheet.Names, t.side))
	rest, ok := strings.CutPrefix(text, sentenceHead(name)+" ")
	if verb, _, _ := strings.Cut(rest, " "); ok && verb != "is" && verb != "was" && verb != "has" {
		t.uttered = nil
		return "We " + rest
	}
	return strings.NewReplacer(" by "+name+".", " by us.", " to "+name+".", " to us.", " to "+name+";", " to us;",
		" one men", " one man").Replace(text)
}

// exchange describes an action that two parties did to each other.
func (t *teller) exchange(b *beat, loss func([]string) string) string {
	one, other := b.by, b.on
	if t.own(other) {
		one, other = other, one
	}
	ways := [...]string{" exchanged fire with ", " and ", " traded volleys with "}
	if b.Kind == events.SceneMelee {
		ways = [...]string{" fought hand to hand with ", " and ", " grappled with "}
	}
	i := choose(len(ways), t.turn, b.Name+pair(b.node))
	text := t.name(one[0]) + ways[i] + t.name(other[0])
	if i == 1 {
		text += map[bool]string{true: " fought on", false: " fired at each other"}[b.Kind == events.SceneMelee]
	}
	var price []string
	if fell := loss(one); fell != "" {
		price = append(price, fell+" of "+t.whose(one[0], true))
	}
	if fell := loss(other); fell != "" {
		price = append(price, fell+" of "+t.whose(other[0], false))
	}
	if len(price) > 0 {
		return sentence(text + ": " + list(price) + " fell")
	}
	if b.Kind == events.SceneMelee && !t.yielded && i == 0 {
		return sentence(text + ", and neither gave way")
	} else if b.Kind == events.SceneMelee {
		return sentence(text)
	}
	if b.told+b.count(b.Hits) > 0 {
		return sentence(text)
	}
	return sentence(text + " without effect")
}

func (t *teller) whose(id string, first bool) string {
	if t.own([]string{id}) {
		return "ours"
	}
	if first {
		return t.brief(id)
	}
	return "theirs"
}
