package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/orders"
)

// The kinds of details.
const (
	detailFacing = iota
	detailLine
	detailColumn
	detailOpen
	detailAtWill
	detailHeld
	detailFireAt
	detailVia
	detailRoad
	detailDress
	detailNoPursuit
	detailPursue
	detailChit
	detailUnlimber
	detailDismount
	detailMount
)

// detailPhrases are the ways in which each detail begins.
var detailPhrases = [...][]string{
	detailFacing: {"FACING", "FACE"},
	detailLine:   {"IN LINE", "FORM LINE", "FORM IN LINE", "FORM INTO LINE", "FORMED IN LINE"},
	detailColumn: {"IN COLUMN", "FORM COLUMN", "FORM IN COLUMN", "FORM INTO COLUMN", "FORMED IN COLUMN"},
	detailOpen: {"IN OPEN ORDER", "FORM OPEN ORDER", "FORM IN OPEN ORDER", "FORM INTO OPEN ORDER",
		"FORMED IN OPEN ORDER"},
	detailAtWill:    {"FIRE AT WILL", "OPEN FIRE AT WILL"},
	detailHeld:      {"HOLD FIRE", "RESERVE FIRE"},
	detailFireAt:    {"FIRE AT", "OPEN FIRE AT", "FIRE WITHIN", "OPEN FIRE WITHIN"},
	detailVia:       {"VIA"},
	detailRoad:      {"BY ROAD"},
	detailDress:     {"DRESS ON", "DRESSING ON"},
	detailNoPursuit: {"NO PURSUIT", "DO NOT PURSUE", "DON'T PURSUE", "NOT PURSUE", "WITHOUT PURSUIT"},
	detailPursue:    {"PURSUE"},
	detailChit:      {"CHIT"},
	detailUnlimber:  {"UNLIMBER"},
	detailDismount:  {"DISMOUNT"},
	detailMount:     {"MOUNT"},
}

// read reads what stands behind the phrase of a detail.
func (r *reader) read(kind int, s *orders.Scanner, d *Directive) {
	switch kind {
	case detailFacing:
		r.facing(s, d)
	case detailLine:
		d.Form = Line
	case detailColumn:
		d.Form = Column
	case detailOpen:
		d.Form = Open
	case detailAtWill:
		d.Fire = FireAtWill
	case detailHeld:
		d.Fire = FireHeld
	case detailFireAt:
		r.fireAt(s, d)
	case detailVia:
		r.via(s, d)
	case detailRoad:
		r.byRoad(s, d)
	case detailDress:
		d.Dress = adjudicator.At(r.b.unit(s.Name(r.units)))
	case detailNoPursuit:
		d.Chase = PursueNo
	case detailPursue:
		d.Chase = PursueYes
	case detailChit:
		r.chit(s, d)
	case detailUnlimber:
		d.Unlimber = true
	case detailDismount:
		d.Dismount = true
	case detailMount:
		d.Mount = true
	}
}

// detailWords are all phrases with which a detail begins; verbWords those of
// verbs and details, for the nearest match.
var detailWords, verbWords = beginnings()

// detailKinds is the kind of the detail that begins with each of detailWords.
var detailKinds = kindsOfPhrases()

func kindsOfPhrases() map[string]int {
	of := map[string]int{}
	for kind, phrases := range detailPhrases {
		for _, p := range phrases {
			of[p] = kind
		}
	}
	return of
}

func beginnings() (details, all []string) {
	for _, phrases := range detailPhrases {
		details = append(details, phrases...)
	}
	all = slices.Clone(verbBeginnings)
	return details, append(all, details...)
}

// separate goes past what may stand between two details.
func separate(s *orders.Scanner) {
	for s.Accept(",", "AND", "&", "BUT") {
	}
}

// details reads details to the end. Each may be given once, and so may what
// they are about: two ranges to fire at are a contradiction.
func (r *reader) details(s *orders.Scanner, d *Directive) {
	var given uint32 // a bit for each subject
	for separate(s); !s.Done(); separate(s) {
		at := s.Peek()
		kind, known := detailKinds[s.AcceptOf(detailWords...)]
		if !known {
			want := "a detail, or the end of the order"
			if s.At("BY") {
				want = "BY ROAD with the road's name behind it"
			}
			s.RefuseWord(unreadable, want, detailWords)
			return
		}
		about := uint32(1) << subject(kind)
		if given&about != 0 {
			s.RefuseAt(at, unreadable, "each detail once")
			return
		}
		given |= about
		r.read(kind, s, d)
	}
}

// subject is what a detail is about: the first of those that exclude one another.
func subject(kind int) int {
	switch kind {
	case detailColumn, detailOpen:
		return detailLine
	case detailHeld, detailFireAt:
		return detailAtWill
	case detailPursue:
		return detailNoPursuit
	case detailMount:
		return detailDismount
	}
	return kind
}

func (r *reader) facing(s *orders.Scanner, d *Directive) {
	s.Accept("TO", "TOWARDS", "TOWARD")
	deg, ok := s.Bearing()
	if !ok {
		s.Refuse(badDirection, "a direction: a compass point or 0 to 360 degrees")
	}
	d.Facing = adjudicator.At(deg)
}

func (r *reader) fireAt(s *orders.Scanner, d *Directive) {
	at := s.Peek()
	n, ok := s.Measure(0, yards...)
	if !ok || n < 1 || n > int64(r.reach) {
		s.RefuseAt(at, badRange, "a range in yards: muskets 1 to 100, guns 1 to 900")
		return
	}
	d.Fire, d.FireAt = FireWithin, int(n)
}

func (r *reader) via(s *orders.Scanner, d *Directive) {
	d.Via = append(d.Via, r.aPlace(s))
	for !s.Done() {
		mark := s.Mark()
		if !s.Accept(",", "AND", "&") {
			return
		}
		s.Accept("AND")
		if s.Done() || s.At(detailWords...) {
			s.Back(mark)
			return
		}
		d.Via = append(d.Via, r.aPlace(s))
	}
}

// byRoad reads the road; its name may be left out if there is one.
func (r *reader) byRoad(s *orders.Scanner, d *Directive) {
	if d.Aim == AimNone || d.Aim == AimDir {
		s.Refuse(missingPlace, "a place to go to by that road")
		return
	}
	if !atEnd(s) {
		if id := s.Name(r.roads); id != "" {
			d.Road = adjudicator.At(slices.IndexFunc(r.b.Roads, func(road Road) bool { return road.ID == id }))
		}
		return
	}
	if len(r.b.Roads) != 1 {
		s.Refuse(noRoad, "the name of a road")
		return
	}
	d.Road = adjudicator.At(0)
}

// chit reads `letter [n]`; n only for R and L.
//
// §2.5
func (r *reader) chit(s *orders.Scanner, d *Directive) {
	at := s.Peek()
	if len(at.Fold) != 1 || !strings.Contains("RLHCAU", at.Fold) {
		s.Refuse(badChit, "a chit: R, L, H, C, A or U")
		return
	}
	s.Next()
	d.Chit = at.Fold[0]
	turns := d.Chit == 'R' || d.Chit == 'L'
	number := s.Peek()
	n, given := s.Int()
	switch {
	case given && (!turns || n < 1 || n > 90):
		s.RefuseAt(number, badChit, "R or L with 1 to 90 degrees, other chits without a number")
	case given:
		d.Turn = n
	case turns:
		d.Turn = 90
	}
	s.Accept("DEGREES", "DEG")
}
