package story_test

import (
	"strings"
	"testing"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/story"
)

// words are those of rules in which regiments fire, run and take a bridge.
var words = events.Words{
	Facts: []events.FactLine{
		{Kind: "sight.own", Role: events.RoleOwn, Strength: "{men} men", State: "{state}"},
		{Kind: "sight.enemy", Role: events.RoleEnemy, Strength: "{men} men"},
		{Kind: "sight.gone", Role: events.RoleGone, Final: true, Ousts: []string{"sight.own", "sight.enemy"}},
	},
	Tales: map[string]events.Tale{
		"fired": {Kind: events.SceneFire, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Says: []string{"{unit:name} fired on {target:name}[; {fell} fell]."}},
		"ran": {Kind: events.SceneRout, By: "unit", Weight: 70, Says: []string{"{unit:name} ran."},
			Head: "{unit:name} ran", Theirs: "Their {unit:name} ran"},
		"acted": {Kind: events.SceneOrder, By: "unit", Acts: "text", Weight: 10},
		"taken": {Kind: events.ScenePlace, Place: "place", Holder: "by", Weight: 90,
			Says: []string{"{by:name} took {place:name}."}, Head: "{place:name} is ours", Theirs: "{place:name} is lost"},
	},
}

var symbols = events.Symbols{
	{Kind: "sight.own", X: "x", Y: "y", Side: "side", Shape: "arm"},
	{Kind: "sight.enemy", X: "x", Y: "y", Side: "side", Shape: "arm"},
}

var sheet = story.Sheet{
	Stage: events.Stage{
		Turns: 10, Men: 10, Clock: events.Clock{Start: 350, Minutes: 5},
		Sides: map[string]string{"lee": "red", "foot": "red", "red.cope": "red", "lochiel": "blue"},
		Seats: map[string]string{"lee": "red.cope", "foot": "red.cope"}, Places: []events.Place{{ID: "bridge", Points: 4}},
	},
	Ground: board.Ground{Unit: "yards", Sides: []board.Edge{{Side: "red", Edge: "west"}, {Side: "blue", Edge: "east"}},
		Areas: []board.Area{{Name: "The Mill", At: []board.Point{{X: 9000, Y: 9000}, {X: 10000, Y: 10000}}}}},
	Names: func(id string) string {
		return map[string]string{"lee": "Lee's Regiment", "foot": "The Outguard", "lochiel": "Lochiel's Camerons",
			"bridge": "The Bridge", "red": "The King's Army", "blue": "The Clans"}[id]
	},
}

// tell tells red.cope the outcomes of turns 1, 2 … and returns the story of the last.
func tell(t *testing.T, turns ...[]string) *story.Story {
	t.Helper()
	book, err := story.Compile(words, symbols)
	if err != nil {
		t.Fatal(err)
	}
	known := knowledge.Open([]string{"red.cope"}, words.Facts)
	for i, lines := range turns {
		var outcomes []events.Outcome
		for n, line := range lines {
			name, rest, _ := strings.Cut(line, " ")
			o := events.Outcome{Name: name, Ref: "r" + string(rune('a'+n))}
			o.Views = []events.View{{Seats: []string{"red.cope"}}}
			for f := range strings.FieldsSeq(rest) {
				key, value, _ := strings.Cut(f, "=")
				o.Fields = append(o.Fields, events.Field{Key: key, Value: value})
			}
			outcomes = append(outcomes, o)
		}
		known.Apply(i+1, outcomes)
	}
	return book.Tell(&sheet, known.Seat("red.cope"))
}

const (
	lee     = "sight.own unit=lee men=200 state=steady x=8000 y=8000 side=red arm=foot"
	lochiel = "sight.enemy unit=lochiel men=500 x=9000 y=8000 side=blue arm=foot"
)

func TestOneFightIsOneScene(t *testing.T) {
	fired := "fired unit=lochiel target=lee hits=2"
	s := tell(t, []string{fired, fired, "ran unit=lee", lee, lochiel})
	if s.Headline != "Lee's ran" || len(s.Lead) != 1 || len(s.Sectors) != 0 {
		t.Fatalf("headline %q, scenes %+v, sectors %+v", s.Headline, s.Lead, s.Sectors)
	}
	if want := "Lochiel's Camerons fired on Lee's Regiment; some forty fell. Lee's ran."; s.Lead[0].Text != want {
		t.Errorf("%q, want %q", s.Lead[0].Text, want)
	}
	losses := strings.Join(s.Losses, "; ")
	if s.Hour != "5.50 in the morning" || losses != "ours some forty men; theirs, as seen, none that was seen" {
		t.Errorf("hour %q, losses %q", s.Hour, s.Losses)
	}
	if len(s.Decide) != 1 || s.Decide[0] != "Lochiel's, 10 yards off, can be upon Lee's next turn." {
		t.Errorf("to decide: %q", s.Decide)
	}
}

func TestFireToAndFroIsAnExchange(t *testing.T) {
	s := tell(t, []string{"fired unit=lochiel target=lee hits=2", "fired unit=lee target=lochiel hits=3", lee, lochiel})
	if text := s.Lead[0].Text; strings.Count(text, ".") != 1 || !strings.Contains(text, "twenty of ours") ||
		!strings.Contains(text, "thirty of theirs") {
		t.Errorf("%q", text)
	}
}

func TestPlacesHaveHolders(t *testing.T) {
	s := tell(t, []string{"taken place=bridge by=blue", lee})
	if s.Headline != "The Bridge is lost" || strings.Join(s.Score, "") != "places: ours 0, theirs 4 (The Bridge 4)" {
		t.Errorf("headline %q, score %q", s.Headline, s.Score)
	}
	s = tell(t, []string{"taken place=bridge by=blue", lee}, []string{"taken place=bridge by=red", lee})
	if s.Headline != "The Bridge is ours" || s.Tables[1].Rows[0][2] != "us, since turn 2" {
		t.Errorf("headline %q, places %q", s.Headline, s.Tables[1].Rows)
	}
}

func TestQuietTurn(t *testing.T) {
	s := tell(t, []string{"acted unit=lee text=HOLD", lee, lochiel})
	if !s.Quiet || s.Headline != "Quiet" || s.Lead[0].Text != "The nearest enemy, Lochiel's, stands 10 yards from Lee's." {
		t.Errorf("%q: %+v", s.Headline, s.Lead)
	}
	if row := s.Tables[0].Rows[0]; row[4] != "HOLD (turn 1)" {
		t.Errorf("the table has %q", row)
	}
}

func TestWhatIsGoneIsGone(t *testing.T) {
	s := tell(t, []string{lee, lochiel}, []string{"sight.gone unit=lochiel", lee})
	for _, table := range s.Tables {
		if table.Title == "Enemy in sight" {
			t.Errorf("it still stands: %q", table.Rows)
		}
	}
}

func TestAFaultyTemplateIsNamed(t *testing.T) {
	_, err := story.Compile(events.Words{Tales: map[string]events.Tale{"ran": {Says: []string{"{unit:"}}}}, nil)
	if err == nil || !strings.Contains(err.Error(), "ran") {
		t.Errorf("told: %v", err)
	}
}
