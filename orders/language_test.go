package orders

import (
	"strconv"
	"strings"
)

// The test language is as small as a ruleset's can be, with an example of everything.
//
//	TO unit[, unit…]: HOLD | ADVANCE [bearing] [IF cond THEN …]
//	MOVE unit[, unit…] TO x,y      FIRE unit AT n [YDS]      unit: HOLD
//	STANDING …                     LETTER TO seat[, seat]: text
var testLanguage = Language{
	Verbs: []Verb{
		{Words: []string{"MOVE", "MARCH", "GO"}, Grammar: "MOVE unit[, unit…] TO x,y"},
		{Words: []string{"FIRE", "OPEN FIRE"}, Grammar: "FIRE unit AT n"},
		{Words: []string{"ROAD MARCH"}, Grammar: "ROAD MARCH unit TO x,y"},
	},
	Begins: func(c Context) Start {
		if c.Names.Find(c.Line).Words > 0 && len(c.Line) > 1 {
			return Begins
		}
		return Undecided
	},
	Names:   testUnits,
	Fillers: []string{"PLEASE", "THE", "AT ONCE"},
}

var testUnits = NewNames(NamesKind{Want: "a unit"},
	Name{ID: "champagne", Name: "Régiment de Champagne"},
	Name{ID: "picardie", Name: "Régiment de Picardie"},
	Name{ID: "royal", Name: "Royal Cravates"},
	Name{ID: "20maine", Name: "20th Maine"},
	Name{ID: "2/1", Name: "2nd Battalion, 1st Foot Guards"},
	Name{ID: "1ligne", Name: "1er de Ligne"},
	Name{ID: "21ligne"},
	Name{ID: "lane", Name: "Lane's Brigade"},
	Name{ID: "davis", Name: "Davis' Brigade"},
)

var testSeats = NewNames(NamesKind{Want: "a seat", Unknown: "no-such-seat"},
	Name{ID: "french.north"}, Name{ID: "french.west"}, Name{ID: "allied.hill"})

// readTestItem reads an item of the test language.
func readTestItem(it *Item) Entry {
	s := it.Scan()
	if it.Letter != nil {
		s.Expect("unknown-order", "LETTER TO")
		ids := s.Names(nil, testSeats)
		s.End("trailing-words")
		return it.answer(s, "LETTER TO "+strings.Join(ids, ", "))
	}
	canonical := readTestOrder(s)
	if it.Standing {
		canonical = "STANDING " + canonical
	}
	s.End("trailing-words")
	return it.answer(s, canonical)
}

func (it *Item) answer(s *Scanner, canonical string) Entry {
	if s.Failed() {
		return it.Refuse(s.Refusal())
	}
	return it.Accept(canonical)
}

func readTestOrder(s *Scanner) string {
	switch verb := s.AcceptOf("TO", "MOVE", "MARCH", "GO", "ROAD MARCH", "FIRE", "OPEN FIRE"); verb {
	case "TO":
		ids := s.Names(nil, testUnits)
		s.Expect("incomplete", ":")
		return "TO " + strings.Join(ids, ", ") + ": " + readTestDirective(s)
	case "MOVE", "MARCH", "GO", "ROAD MARCH":
		ids := s.Names(nil, testUnits)
		s.Expect("incomplete", "TO")
		x, y, ok := s.Point(0)
		if !ok {
			s.Refuse("bad-point", "a point x,y")
		}
		if verb != "ROAD MARCH" {
			verb = "MOVE"
		}
		return verb + " " + strings.Join(ids, ", ") + " TO " + strconv.FormatInt(x, 10) + "," + strconv.FormatInt(y, 10)
	case "FIRE", "OPEN FIRE":
		id := s.Name(testUnits)
		s.Expect("incomplete", "AT")
		n, ok := s.Measure(0, "YDS", "YARDS")
		if !ok {
			s.Refuse("bad-range", "a number of yards")
		}
		return "FIRE " + id + " AT " + strconv.FormatInt(n, 10)
	}
	if id := s.TryName(testUnits); id != "" {
		s.Accept(":")
		return id + ": " + readTestDirective(s)
	}
	s.Refuse("unknown-order", "an order")
	return ""
}

func readTestDirective(s *Scanner) string {
	switch {
	case s.Accept("HOLD"):
		return "HOLD"
	case s.Accept("ADVANCE"):
		if deg, ok := s.Bearing(); ok {
			return "ADVANCE " + strconv.Itoa(deg)
		}
		return "ADVANCE"
	}
	s.RefuseWord("unknown-order", "HOLD or ADVANCE", []string{"HOLD", "ADVANCE"})
	return ""
}

func readTestMail(text string) (doc Document, entries []Entry) {
	doc = ReadJudged(text, testLanguage, func(doc *Document) []Entry {
		entries = nil
		for i := range doc.Items {
			entries = append(entries, readTestItem(&doc.Items[i]))
		}
		return entries
	})
	return doc, entries
}
