package story

import (
	"slices"
	"strings"

	"galloper/events"
)

// reckon returns how the battle would be decided now, as far as the reader knows, and the reader's army first.
func (t *teller) reckon() events.Reckoning {
	if t.sheet.Reckon == nil {
		return events.Reckoning{}
	}
	var told []events.Outcome
	for turn := range t.turn + 1 {
		told = append(told, t.diaryOf(turn)...)
	}
	r := t.sheet.Reckon(t.known, told)
	for i := range r.Armies {
		a := &r.Armies[i]
		places := events.Points{For: "places"}
		for _, p := range t.sheet.Places {
			if t.held[p.ID].Side == a.Side {
				places.N += p.Points
			}
		}
		if r.Places {
			a.Points = append([]events.Points{places}, a.Points...)
		}
	}
	if r.Armies[1].Side == t.side {
		r.Armies[0], r.Armies[1] = r.Armies[1], r.Armies[0]
	}
	return r
}

// score says which side is ahead, why, and how near the end is.
func (t *teller) score(s *Story) {
	r := &s.Reckoning
	if r.Armies[0].Side == "" || t.turn == 0 {
		return
	}
	side, why := r.Ahead()
	if s.Leader = side; t.over() {
		return
	}
	points := t.points(r)
	s.Standing = t.leads(side) + t.because(r, side, why, points)
	turn := "Turn " + itoa(t.turn)
	if t.sheet.Turns > 0 {
		turn += " of " + itoa(t.sheet.Turns)
	}
	said := []string{turn + ".", s.Standing, sentence(points), t.breaking(r)}
	if why == events.ByPoints {
		said[2] = ""
	}
	s.Score = strings.Join(slices.DeleteFunc(said, func(part string) bool { return part == "" }), " ")
}

// leads says whether a side that is ahead is the reader's.
func (t *teller) leads(side string) string {
	switch {
	case side == "":
		return "Neither side is ahead"
	case t.side == "":
		return sentenceHead(theSide(nameOf(t.sheet.Names, side))) + " ahead"
	case side == t.side:
		return "Ahead"
	}
	return "Behind"
}

// because ends the sentence with the reason.
func (t *teller) because(r *events.Reckoning, side, why, points string) string {
	switch why {
	case events.ByPoints:
		return " on " + points + "."
	case events.ByBreaking:
		return ": " + t.army(r, r.Armies[0].Side == side) + " is nearer to breaking."
	case events.ByClock:
		if side == t.side {
			return ": if neither army breaks, time is on our side."
		}
		return ": if neither army breaks, time is on their side."
	}
	return "."
}

// points gives the points of both sides by source: `places, 14 to 9`. If a number of them wins at once, it says so:
// `banners, ours 1 of the 3 that win, theirs 4 of 5`.
func (t *teller) points(r *events.Reckoning) string {
	var by []string
	for i, p := range r.Armies[0].Points {
		if n := r.Armies[1].Points[i].N; p.N != 0 || n != 0 {
			by = append(by, p.For+", "+itoa(p.N)+" to "+itoa(n))
		}
	}
	ours, theirs := &r.Armies[0], &r.Armies[1]
	all := itoa(ours.Sum()) + " to " + itoa(theirs.Sum())
	if ours.Goal > 0 {
		whose := [2]string{"ours", "theirs"}
		for i := range r.Armies {
			if t.side == "" {
				whose[i] = theSide(nameOf(t.sheet.Names, r.Armies[i].Side))
			}
		}
		all = whose[0] + " " + itoa(ours.Sum()) + " of the " + itoa(ours.Goal) + " that win, " + whose[1] + " " +
			itoa(theirs.Sum()) + " of " + itoa(theirs.Goal)
	}
	switch {
	case len(by) == 0, len(by) == 1 && ours.Goal == 0:
		return strings.Join(by, "")
	case len(by) == 1:
		return r.What + ", " + all
	}
	return r.What + ", " + all + " (" + strings.Join(by, "; ") + ")"
}

func (t *teller) army(r *events.Reckoning, second bool) string {
	switch {
	case t.side == "" && second:
		return "the army of " + theSide(nameOf(t.sheet.Names, r.Armies[1].Side))
	case t.side == "":
		return "the army of " + theSide(nameOf(t.sheet.Names, r.Armies[0].Side))
	case second:
		return "their army"
	}
	return "our army"
}

// breaking says at which loss each army breaks, and how much of it is lost.
func (t *teller) breaking(r *events.Reckoning) string {
	var said []string
	for i := range r.Armies {
		l := r.Armies[i].Nearest()
		gone, are := itoa(l.Gone), " are gone"
		switch {
		case l.At == 0:
			continue
		case l.Gone == 0:
			gone, are = "none", " is gone"
		case l.Gone == 1:
			are = " is gone"
		}
		if l.Least && l.Gone > 0 && !t.seesAll() {
			gone = "at least " + gone
		}
		if len(said) > 0 && t.side != "" {
			said = append(said, "Theirs: "+gone+" of "+itoa(l.At)+".")
			continue
		}
		at := itoa(l.At) + " " + plural(l.At, l.Part)
		said = append(said, sentence(t.army(r, i == 1)+" breaks at "+at+" lost: "+gone+are))
	}
	return strings.Join(said, " ")
}

// goals says with how many points each side wins at once.
func (t *teller) goals(r *events.Reckoning) string {
	ours, theirs := r.Armies[0].Goal, r.Armies[1].Goal
	if ours == 0 || theirs == 0 || t.side == "" {
		return ""
	}
	return "We win with " + itoa(ours) + " " + r.What + ", they with " + itoa(theirs) + "."
}
