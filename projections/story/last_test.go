package story_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/story"
)

// lastReport gives red.cope and the umpire outcomes, those that begin with `umpire` to the umpire alone, and returns
// the last report.
func lastReport(t *testing.T, on story.Sheet, turns ...[]string) *story.Story {
	t.Helper()
	lexicon := words
	lexicon.Tales = maps.Clone(words.Tales)
	lexicon.Tales["broke"] = events.Tale{Kind: events.SceneArmy, By: "side", Weight: 95,
		Says: []string{"The army of {side:name} broke."}, Head: "Broken"}
	book, err := story.Compile(lexicon, symbols)
	if err != nil {
		t.Fatal(err)
	}
	all := knowledge.Open([]string{"red.cope"}, words.Facts)
	for i, lines := range turns {
		var outcomes []events.Outcome
		for n, line := range lines {
			whom, text, _ := strings.Cut(line, " ")
			o, err := events.ParseText(text)
			if err != nil {
				t.Fatal(err)
			}
			o.Ref, o.Clause = fmt.Sprintf("t%d.%d", i+1, n+1), "8.6"
			if o.Cause = o.Get("cause"); whom != "umpire" {
				o.Views = []events.View{{Seats: []string{"red.cope"}}}
			} else if strings.HasPrefix(o.Name, "sight.") {
				o.Views = []events.View{{Seats: []string{knowledge.Umpire}}}
			}
			outcomes = append(outcomes, o)
		}
		all.Apply(i+1, outcomes)
	}
	on.Truth = all.Seat(knowledge.Umpire)
	on.Reckon = func(*knowledge.Known, []events.Outcome) events.Reckoning {
		limit := []events.Limit{{Gone: 1, At: 9, Part: "company"}}
		return events.Reckoning{What: "points", Places: true,
			Armies: [2]events.Army{{Side: "blue", Limits: limit}, {Side: "red", Limits: limit}}}
	}
	return book.Tell(&on, all.Seat("red.cope"))
}

const (
	leeThere  = "umpire sight.own unit=lee side=red men=200 x=1000 y=1000 arm=foot"
	foesThere = "umpire sight.own unit=lochiel side=blue men=300 x=90000 y=90000 arm=foot"
	moreThere = "umpire sight.own unit=78 side=blue men=300 x=95000 y=90000 arm=foot"
)

func TestTheLastReportLiftsTheFog(t *testing.T) {
	long := strings.Repeat("Clan Chattan ", 5)[:60]
	for _, c := range []struct {
		why   string
		turns [][]string
		want  []string
	}{
		{"an army broke", [][]string{
			{"all sight.own unit=lee side=red men=200 x=1000 y=1000",
				"red sight.enemy unit=lochiel side=blue x=9500 y=9500 men=300"},
			{"umpire gone unit=lochiel", "all broke side=blue cause=t2.1", "all over winner=red cause=t2.2", leeThere,
				"umpire sight.gone unit=lochiel", moreThere}},
			[]string{"The army of the Clans broke.", "§8.6",
				"What decided it, in turn 2: Of Lochiel's Camerons nothing is left.",
				"Lochiel's had left the battle; you last heard of them in turn 1.",
				"You never knew of the 78th Highlanders."}},
		{"a unit of the winner's was lost last", [][]string{{"all gone unit=78"}, {"all gone unit=lee",
			"all broke side=blue cause=t2.1", "all over winner=red cause=t2.2", foesThere}},
			[]string{"What decided it, in turn 1: Of the 78th Highlanders nothing is left."}},
		{"time ran out", [][]string{{"all taken place=bridge by=red"}, {"all over winner=red", leeThere}},
			[]string{"Neither army had broken.", "in turn 1: We took the Bridge.", "At the end, places, 4 to 0.",
				"You knew where every unit stood."}},
		{"a draw", [][]string{{"all taken place=bridge by=red"}, {"all over winner=draw", leeThere}},
			[]string{"Neither army had broken. The rules decide so in §8.6. At the end, places, 4 to 0."}},
		{"both armies broke", [][]string{{"umpire gone unit=lee", "all broke side=red cause=t1.1",
			"all broke side=blue", "all over winner=draw cause=t1.2"}},
			[]string{"The army of the King's Army broke. The army of the Clans broke.", "§8.6"}},
		{"the umpire ended it", [][]string{{leeThere, foesThere}},
			[]string{"The umpire ended the battle.", "You never knew of Lochiel's."}},
		{"nothing was seen", [][]string{{"all over winner=blue", leeThere, foesThere, moreThere}},
			[]string{"You never knew of the 78th Highlanders and Lochiel's."}},
		{"they had moved", [][]string{{"red sight.enemy unit=lochiel side=blue x=9500 y=9500 men=300"},
			{"all over winner=blue", foesThere}},
			[]string{"Lochiel's, last seen at the Mill in turn 1, were in truth at 900,900."}},
	} {
		on := sheet
		s := lastReport(t, on, c.turns...)
		text := strings.Join(s.Ending, " ")
		armies := slices.DeleteFunc(slices.Clone(s.Tables), func(x story.Table) bool { return x.Columns[0] != "unit" })
		if len(armies) != 2 {
			t.Errorf("%s: %d tables of units, want each army once", c.why, len(armies))
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q has not %q", c.why, text, want)
			}
			if losses := strings.Join(s.Losses, "; "); strings.Contains(losses, "seen") {
				t.Errorf("%s: the fog is lifted, but %q", c.why, losses)
			}
			for _, told := range s.Lead {
				if strings.Contains(text, told.Text) {
					t.Errorf("%s: %q is told twice", c.why, told.Text)
				}
			}
		}
	}
	on := sheet
	on.Sides, on.Names = maps.Clone(sheet.Sides), func(string) string { return long }
	lines := []string{"all over winner=blue"}
	for i := range 60 {
		id := fmt.Sprintf("u%d", i)
		on.Sides[id] = "blue"
		lines = append(lines, "umpire sight.own unit="+id+" side=blue men=300 x=1000 y=1000 arm=foot")
	}
	s := lastReport(t, on, lines)
	if text := strings.Join(s.Ending, " "); !strings.Contains(text, "and 57 more.") {
		t.Errorf("sixty units of sixty letters: %q", text)
	}
	if rows := s.Tables[len(s.Tables)-1].Rows; len(rows) != 60 {
		t.Errorf("their army has %d rows, want 60", len(rows))
	}
}
