package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"galloper/projections/knowledge"
)

// bothView compares a seat's knowledge with the truth.
type bothView struct {
	place
	Knew, True *picture
	Rows       []bothRow
	Wrong      int // number of rows that differ
}

// bothRow is one subject: a unit, a commander, a place.
type bothRow struct {
	Subject, Name string
	Knew, True    string
	Turn          int    // of the seat's knowledge
	Differs       string // the fields that differ, or that the seat knew nothing
}

// PageTitle implements page.
func (v bothView) PageTitle() string {
	return "Known and true, " + strings.ToLower(v.Named(v.Turn)) + ", " + v.Title
}

func (s *Server) bothPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	if !v.seesTruth() {
		return refuse(http.StatusForbidden, "Not before the game is over",
			"Players see the true positions when the game is over.")
	}
	if v.seat == knowledge.Umpire {
		v.seat = v.Campaign.Created().Seats[0]
	}
	view := bothView{place: v.place("both")}
	view.Eyes = slices.DeleteFunc(view.Eyes, func(e eye) bool { return e.Seat == knowledge.Umpire })
	var err error
	if view.Knew, err = v.picture(v.seat, ""); err != nil {
		return err
	}
	if view.True, err = v.picture(knowledge.Umpire, sideOf(v.seat)); err != nil {
		return err
	}
	if err := v.compare(&view); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, view)
}

// compare pairs the facts about each subject.
func (v *visit) compare(view *bothView) error {
	knew, err := v.Table.Known(v.seat, v.turn)
	if err != nil {
		return err
	}
	truth, err := v.Table.Known(knowledge.Umpire, v.turn)
	if err != nil {
		return err
	}
	told := map[string]*knowledge.Fact{}
	for f := range knew.Of(v.Kinds...) {
		told[f.Subject] = f // the latest fact wins
	}
	shown := map[string]bool{}
	for f := range truth.Of(v.Kinds...) {
		view.add(v, f.Subject, told[f.Subject], f)
		shown[f.Subject] = true
	}
	for f := range knew.Of(v.Kinds...) {
		if !shown[f.Subject] {
			view.add(v, f.Subject, f, nil)
			shown[f.Subject] = true
		}
	}
	return nil
}

func (b *bothView) add(v *visit, subject string, knew, truth *knowledge.Fact) {
	r := bothRow{Subject: subject, Name: v.name(subject)}
	if knew != nil {
		r.Knew, r.Turn = v.Table.Fact(knew, v.turn), knew.Turn
	}
	if truth != nil {
		r.True = v.Table.Fact(truth, v.turn)
	}
	switch {
	case knew == nil:
		r.Differs = "not known to the seat"
	case truth != nil:
		r.Differs = v.differingFields(knew, truth)
	}
	if r.Differs != "" {
		b.Wrong++
	}
	b.Rows = append(b.Rows, r)
}

// differingFields names the fields whose true value would change the line about the fact.
func (v *visit) differingFields(knew, truth *knowledge.Fact) string {
	var fields []string
	for i, f := range knew.Fields {
		is := truth.Get(f.Key)
		if is == "" || is == f.Value {
			continue
		}
		mended := *knew
		mended.Fields = slices.Clone(knew.Fields)
		mended.Fields[i].Value = is
		if v.Table.Fact(&mended, v.turn) != v.Table.Fact(knew, v.turn) {
			fields = append(fields, f.Key)
		}
	}
	return strings.Join(fields, ", ")
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
