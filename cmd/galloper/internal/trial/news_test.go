package trial

import (
	"regexp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/story"
)

// news returns an outcome of the turn that forbids to call it quiet, or "".
func (r *reader) news(k *knowledge.Known) string {
	for _, o := range k.Diary(k.Turn()) {
		tale := r.rules.Words.Tales[o.Name]
		deed := r.rules.Deeds[o.Name]
		switch {
		case deed == adjudicator.Omits || deed == adjudicator.Barred || deed == adjudicator.Balks:
			if r.orders(k.Seat(), &o, tale.By) {
				return o.String()
			}
		case tale.Kind == events.SceneMarch && o.Get("walked") != "0" && o.Get("x")+o.Get("to")+o.Get("from") != "",
			tale.Kind == events.SceneOrder && tale.Weight >= 20 && tale.Why == "" && tale.By == "" && tale.WeightOf(&o) > 10:
			return o.String()
		case tale.Kind == events.SceneMarch || tale.Kind == events.SceneOrder:
		case tale.Kind == events.ScenePlace && (k.Turn() == 1 || tale.Holder == ""): // theirs from the opening
		case tale.Kind != "" && len(tale.Says) > 0 && tale.WeightOf(&o) > 0:
			return o.String()
		}
	}
	return r.moved(k)
}

// orders reports whether the outcome is about an order of the seat's.
func (r *reader) orders(seat string, o *events.Outcome, by string) bool {
	unit := o.Get(by)
	return by == "" || r.stage.Seats[unit] == seat || unit == seat || r.stage.Persons[unit] == seat ||
		r.stage.Seats[unit] == "" && r.stage.Sides[unit] == r.stage.Sides[seat] && r.stage.Sides[unit] != ""
}

// moved returns an enemy that stands where none was known to stand a turn ago, or "".
func (r *reader) moved(k *knowledge.Known) string {
	for i := range r.rules.Words.Facts {
		l := &r.rules.Words.Facts[i]
		at := slices.IndexFunc(r.rules.Symbols, func(s events.Symbol) bool { return s.Kind == l.Kind })
		if l.Role != events.RoleEnemy && l.Role != events.RoleGuess || at < 0 {
			continue
		}
		s := r.rules.Symbols[at]
		where := func(f *knowledge.Fact) string { return f.Get(s.Place) + f.Get(s.X) + "," + f.Get(s.Y) }
		before := map[string]bool{}
		for f := range k.Before(l.Kind) {
			before[where(f)] = true
		}
		for f := range k.Of(l.Kind) {
			if f.Turn == k.Turn() && !before[where(f)] && !l.OutOfPlay(f.Get) && f.Get(s.Side) != r.stage.Sides[k.Seat()] {
				return f.Kind + " " + f.Subject + " at " + where(f)
			}
		}
	}
	return ""
}

// falseQuiet finds reports that call a turn quiet in which something in sight changed or an order failed.
func (r *reader) falseQuiet(where string, s *story.Story, k *knowledge.Known) {
	if s.Quiet && k.Turn() > 0 {
		if news := r.news(k); news != "" {
			r.fault("false quiet", where, news)
		}
	}
}

var _ = regexp.MustCompile
var _ = strings.Cut
