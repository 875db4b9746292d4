package story_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/story"
)

// words is the vocabulary of a ruleset in which regiments fire, rout and take a bridge.
var words = events.Words{
	Facts: []events.FactLine{
		{Kind: "sight.own", Role: events.RoleOwn, Strength: "{men} men", State: "{state}",
			Brink: "can take but one hit more", Writes: "We are {state}[, {where}]"},
		{Kind: "sight.enemy", Role: events.RoleEnemy, Strength: "{men} men"},
		{Kind: "sight.general", Role: events.RoleOfficer, State: "[with {with:name}]"},
		{Kind: "sight.gone", Role: events.RoleGone, Final: true, Ousts: []string{"sight.own", "sight.enemy"}},
	},
	Tales: map[string]events.Tale{
		"fired": {Kind: events.SceneFire, By: "unit", On: "target", Hits: "hits", Weight: 30,
			Says: []string{"{unit:name} fired on {target:name}[; {fell} fell]."}},
		"ran": {Kind: events.SceneRout, By: "unit", Weight: 70, Says: []string{"{unit:name} ran."},
			Head: "{unit:name} ran", Theirs: "Their {unit:name} ran"},
		"marched": {Kind: events.SceneMarch, By: "unit", Weight: 10},
		"went": {Kind: events.SceneMarch, By: "unit", Place: "to", Weight: 22,
			Says: []string{"{unit:name} {why:bar=barred the way at|*=went up to} {to:name}."}},
		"acted": {Kind: events.SceneOrder, By: "unit", Acts: "text", Weight: 10},
		"taken": {Kind: events.ScenePlace, Place: "place", Holder: "by", Weight: 90,
			Says: []string{"{by:name} took {place:name}."}, Head: "{place:name} is ours", Theirs: "{place:name} is lost"},
		"hit": {Kind: events.SceneOfficer, By: "who", Weight: 100, Says: []string{"{who:name} fell[; next is {next}]."},
			Head: "{who:name} fell"},
		"charged": {Kind: events.SceneCharge, By: "unit", On: "target", Weight: 60,
			Says: []string{"{unit:name} charged {target:name}."}},
		"fought": {Kind: events.SceneMelee, By: "unit", On: "target", Weight: 50,
			Says: []string{"{unit:name} fought {target:name}."}},
		"gone": {Kind: events.SceneLoss, By: "unit", After: "stormed", Weight: 80,
			Says: []string{"Of {unit:name} nothing is left."}},
		"stormed": {Kind: events.SceneCharge, By: "side", Place: "place", Weight: 60,
			Says: []string{"{side:name} stormed {place:name}."}},
		"shelled": {Kind: events.SceneFire, From: "from", Place: "to", Weight: 40,
			Says: []string{"The guns at {from:name} opened on {to:name}."}},
		"bled": {Kind: events.SceneLoss, By: "unit", After: "stormed shelled", Loss: "loss", Weight: 40,
			Says: []string{"{unit:name} lost {lost} men."}},
		"drove": {Kind: events.SceneRout, By: "unit", On: "by", Weight: 50,
			Says: []string{"{by:name} drove back {unit:name}."}},
		"worse": {Kind: events.SceneMelee, By: "unit", Weight: 40,
			Says: []string{"{unit:name} had the worse of [{alone:?}a fight][{alone:!}it]."}},
		"stopped": {Kind: events.SceneOrder, By: "unit", Weight: 12, Why: "could not get on",
			Mend: "[{by:?}{by:friends=Move the friends first|*=Lead them round}]"},
		"risked": {Kind: events.SceneOfficer, By: "general", Weight: 90,
			Says: []string{"{general:name} fell with {unit:name}."}, Head: "{general:name} fell"},
		"failed": {Kind: events.SceneRout, By: "unit"},
		"gave": {Kind: events.SceneRout, By: "unit", Weight: 60, Traces: "failed why",
			Says: []string{"{unit:name} gave way[: {traced:fire=the fire was too hot|*=#}]."},
			Why:  "gave way[: {traced:fire=the fire was too hot|*=#}]", Mend: "Stand by them"},
		"unused": {Kind: events.SceneOrder, By: "unit", Weight: 12, Why: "were not called upon", IfIdle: true},
		"over": {Kind: events.SceneArmy, By: "winner", Weight: 200,
			Says: []string{"The field belongs to {winner:name}."}, Head: "Won", Theirs: "Lost"},
		"banner": {Kind: events.SceneArmy, By: "side", Weight: 30,
			Says: []string{"{side:name} took {n:1=a banner|*=# banners}."}},
	},
}

var symbols = events.Symbols{
	{Kind: "sight.own", X: "x", Y: "y", Side: "side", Shape: "arm", Lost: "hits", Full: "max"},
	{Kind: "sight.enemy", X: "x", Y: "y", Side: "side", Shape: "arm"},
	{Kind: "sight.general", X: "x", Y: "y", Label: "general"},
}

var sheet = story.Sheet{
	Stage: events.Stage{
		Turns: 10, Men: 10, Clock: events.Clock{Start: 350, Minutes: 5},
		Sides:      map[string]string{"lee": "red", "foot": "red", "red.cope": "red", "lochiel": "blue", "78": "blue"},
		Seats:      map[string]string{"lee": "red.cope", "foot": "red.cope", "78": "blue.boss"},
		Commanders: map[string][]string{"lee": {"Sir Peter", "Major Severn"}, "red.cope": {"The Earl"}},
		Pace:       1000, Places: []events.Place{{ID: "bridge", Points: 4}},
	},
	Ground: board.Ground{Unit: "yards", Near: 12000,
		Sides: []board.Edge{{Side: "red", Edge: "west"}, {Side: "blue", Edge: "east"}},
		Areas: []board.Area{{Name: "The Mill", At: []board.Point{{X: 9000, Y: 9000}, {X: 10000, Y: 10000}}}}},
	Names: func(id string) string {
		return map[string]string{"lee": "Lee's Regiment", "foot": "The Outguard", "lochiel": "Lochiel's Camerons",
			"78": "78th Highlanders", "bridge": "The Bridge", "red": "The King's Army", "blue": "The Clans"}[id]
	},
	Reckon: func(*knowledge.Known, []events.Outcome) events.Reckoning {
		return events.Reckoning{What: "points", Places: true, Armies: [2]events.Army{{Side: "blue"}, {Side: "red"}}}
	},
}

// tell gives red.cope the outcomes of turns 1, 2 … and returns the story of the last.
func tell(t *testing.T, turns ...[]string) *story.Story {
	t.Helper()
	return tellOn(t, &sheet, symbols, turns...)
}

// tellOn does the same on another field.
func tellOn(t *testing.T, sheet *story.Sheet, symbols events.Symbols, turns ...[]string) *story.Story {
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
				if key == "<" {
					o.Cause = value
					continue
				}
				o.Fields = append(o.Fields, events.Field{Key: key, Value: strings.ReplaceAll(value, "_", " ")})
			}
			outcomes = append(outcomes, o)
		}
		known.Apply(i+1, outcomes)
	}
	return book.Tell(sheet, known.Seat("red.cope"))
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
	if s.Hour != "5.50 in the morning" || losses != "ours some forty men; theirs none that was seen" {
		t.Errorf("hour %q, losses %q", s.Hour, s.Losses)
	}
	if len(s.Decide) != 1 || s.Decide[0] != "Lochiel's, 10 yards off, may strike Lee's." {
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

// A story always tells of the regiment that the reader is with, however little that weighs.
func TestWhereTheReaderStands(t *testing.T) {
	lines := []string{"charged unit=lochiel target=lee", "fought unit=lochiel target=lee", "ran unit=lee",
		"fired unit=78 target=lee hits=3", "fired unit=foot target=lochiel hits=0", lee, lochiel}
	told := func(more ...string) string {
		s := tell(t, append(lines, more...))
		text := ""
		for _, c := range s.Lead {
			text += c.Text
		}
		return text
	}
	if text := told(); strings.Contains(text, "Outguard") {
		t.Errorf("what is nothing beside the rest is told as well: %q", text)
	}
	if text := told("sight.general general=red.cope with=foot"); !strings.Contains(text, "Outguard fired on") {
		t.Errorf("nothing is said of the regiment that the reader is with: %q", text)
	}
	if text := told("sight.general general=blue.boss with=foot"); strings.Contains(text, "Outguard") {
		t.Errorf("another than the reader is with it: %q", text)
	}
}

func TestPlacesHaveHolders(t *testing.T) {
	s := tell(t, []string{lee}, []string{"taken place=bridge by=blue", lee})
	if s.Headline != "The Bridge is lost" || s.Standing != "Behind on places, 0 to 4." {
		t.Errorf("headline %q, score %q", s.Headline, s.Score)
	}
	if s = tell(t, []string{"taken place=bridge by=blue", lee}); s.Headline != "Quiet" {
		t.Errorf("the first count has the headline %q", s.Headline)
	}
	s = tell(t, []string{"taken place=bridge by=blue", lee}, []string{"taken place=bridge by=red", lee})
	if s.Headline != "The Bridge is ours" || s.Tables[1].Rows[0][2] != "us, since turn 2" {
		t.Errorf("headline %q, places %q", s.Headline, s.Tables[1].Rows)
	}
}

// A place without a known holder is described as such, even if the reader's troops stand in it.
func TestPlacesThatOursAreIn(t *testing.T) {
	of := sheet
	around := []board.Point{{X: 7000, Y: 7000}, {X: 9000, Y: 7000}, {X: 8000, Y: 9000}}
	of.Ground.Areas = []board.Area{{ID: "bridge", At: around}}
	const (
		taken = "taken place=bridge by=blue"
		there = "sight.enemy unit=lochiel men=500 x=8000 y=7500 side=blue arm=foot"
		away  = "sight.own unit=lee men=200 state=steady x=1000 y=1000 side=red arm=foot"
	)
	for _, c := range []struct {
		told []string
		want string
	}{
		{[]string{"ran unit=lochiel", lee}, "no side yet, and ours are in it, perhaps with an enemy out of sight"},
		{[]string{taken, lee}, "The Clans, since turn 1; ours are in it, perhaps with an enemy out of sight"},
		{[]string{taken, lee, there}, "The Clans, since turn 1; ours are in it, with an enemy"},
		{[]string{away, there}, "no side yet, and an enemy is in it"},
		{[]string{taken, away, there}, "The Clans, since turn 1"},
		{[]string{away, lochiel}, "nobody known"},
	} {
		tables := tellOn(t, &of, symbols, c.told).Tables
		if got := tables[len(tables)-1].Rows[0][2]; got != c.want {
			t.Errorf("after %q held by %q, want %q", c.told, got, c.want)
		}
	}
}

// A seat that sent orders to another's troops is told what hindered them; a seat that sent none is not.
func TestWhatKeptTheTroopsOfOthers(t *testing.T) {
	const (
		away = "sight.own unit=far men=200 state=steady x=8000 y=8000 side=red arm=foot"
		sent = "dispatch.sent id=red.cope.t1.1 kind=directive to=red.vane"
	)
	of := sheet
	of.Sides = maps.Clone(sheet.Sides)
	of.Sides["far"], of.Sides["red.vane"] = "red", "red"
	of.Seats = maps.Clone(sheet.Seats)
	of.Seats["far"] = "red.vane"
	for _, c := range []struct{ first, want string }{{sent, "steady; could not get on"}, {"over winner=none", "steady"}} {
		s := tellOn(t, &of, symbols, []string{c.first, away}, []string{"stopped unit=far", "stopped unit=far", away})
		if beside := s.Tables[0]; beside.Title != "Beside you, under red.vane" || beside.Rows[0][3] != c.want {
			t.Errorf("after %s: %q, want %q", c.first, beside, c.want)
		}
	}
}

// The table tells how far a unit is from the goal of its order until it is there, stops, fights or is hindered.
func TestMarches(t *testing.T) {
	at := func(x, y string) string {
		return "sight.own unit=lee men=200 state=steady x=" + x + " y=" + y + " side=red arm=foot facing=" + x
	}
	of := sheet
	of.Ground.Marks = []board.Mark{{ID: "bridge", At: board.Point{X: 20000, Y: 8000}}}
	of.Ground.Areas = []board.Area{{ID: "bridge", At: []board.Point{{X: 18000, Y: 7000}, {X: 18000, Y: 9000},
		{X: 22000, Y: 8000}}}}
	drawn := slices.Clone(symbols)
	drawn[0].Facing, drawn[0].Marks = "facing", []events.Mark{{Field: "melee", Shows: "engaged"}}
	for _, c := range []struct {
		order string
		next  []string
		want  string
	}{
		{"200,80", []string{at("12000", "8000")},
			"came 40 yards, 80 to go: arrives turn 4"},
		{"bridge", []string{at("12000", "8000")},
			"came 40 yards, 80 to go: arrives turn 4"},
		{"VIA_120,80_TO_lochiel", []string{at("9000", "8000"), "sight.enemy unit=lochiel x=20000 y=8000 side=blue arm=foot"},
			"came 10 yards, 110 to go: not before the end"},
		{"200,80", []string{at("8000", "8000")}, ""},
		{"200,80", []string{strings.Replace(at("8000", "8000"), "facing=8000", "facing=9", 1)},
			"turned, 120 to go"},
		{"200,80", []string{at("4000", "8000")}, "came no nearer, 160 to go"},
		{"200,80", []string{at("4000", "8000"), "fought unit=lochiel target=lee"}, ""},
		{"200,80", []string{at("12000", "8000") + " melee=lochiel"}, ""},
		{"bridge", []string{at("18500", "8000")}, ""},
		{"200,80", []string{at("19500", "8000")}, ""},
		{"200,80", []string{at("12000", "8000"), "stopped unit=lee"}, "could not get on"},
		{"200,80", []string{at("12000", "8000"), "over winner=red"}, ""},
		{"lee", []string{at("12000", "8000")}, ""},
	} {
		s := tellOn(t, &of, drawn, []string{"acted unit=lee text=" + c.order, at("8000", "8000"), lochiel}, c.next)
		_, got, _ := strings.Cut(s.Tables[0].Rows[0][4], "(turn 1)")
		if got = strings.TrimPrefix(got, "; "); got != c.want {
			t.Errorf("%s, then %q: %q, want %q", c.order, c.next, got, c.want)
		}
	}
}

// The opening explains the strengths, in men if the scenario counts them; later reports do not repeat it.
func TestStrengthsAreExplainedOnce(t *testing.T) {
	w := words
	w.Strength = "A box is a company[ of {men} men]."
	book, err := story.Compile(w, symbols)
	if err != nil {
		t.Fatal(err)
	}
	few := sheet
	few.Men = 0
	for _, c := range []struct {
		turn  int
		sheet *story.Sheet
		want  string
	}{{0, &sheet, "A box is a company of 10 men."}, {0, &few, "A box is a company."}, {1, &sheet, ""}} {
		known := knowledge.Open([]string{"red.cope"}, w.Facts)
		known.Apply(c.turn, []events.Outcome{{Name: "sight.own", Fields: events.Fields("unit", "lee", "x", 1, "y", 1),
			Views: []events.View{{Seats: []string{"red.cope"}}}}})
		s := book.Tell(c.sheet, known.Seat("red.cope"))
		if got := s.Command().Note; got != c.want {
			t.Errorf("turn %d: %q, want %q", c.turn, got, c.want)
		}
	}
}

// Of two scenes of the same weight, the greater march and the place of more points come first.
func TestTheGreaterSceneComesFirst(t *testing.T) {
	on := sheet
	on.Places = []events.Place{{ID: "bridge", Points: 4}, {ID: "mill", Points: 9}}
	for _, c := range []struct {
		now  []string
		want string
	}{
		{[]string{"taken place=bridge by=blue", "taken place=mill by=red"}, "took the mill"},
		{[]string{"taken place=mill by=blue", "taken place=bridge by=red"}, "took the mill"},
		{[]string{"went unit=lochiel to=bridge", "went unit=lochiel to=mill", "went unit=78 to=mill"}, "the mill"},
	} {
		s := tellOn(t, &on, symbols, []string{lee, lochiel}, append(c.now, lee, lochiel))
		if !strings.Contains(s.Lead[0].Text, c.want) {
			t.Errorf("%q: %q comes first", c.now, s.Lead[0].Text)
		}
	}
}

func TestQuietTurn(t *testing.T) {
	s := tell(t, []string{lee, lochiel}, []string{"acted unit=lee text=HOLD", lee, lochiel})
	if !s.Quiet || s.Headline != "Quiet" || s.Lead[0].Text != "The nearest enemy, Lochiel's, stands 10 yards from Lee's." {
		t.Errorf("%q: %+v", s.Headline, s.Lead)
	}
	if row := s.Tables[0].Rows[0]; row[4] != "HOLD (turn 2)" {
		t.Errorf("the table has %q", row)
	}
}

// A turn without fights is called quiet only if nothing in sight changed and no order of the reader's failed.
func TestWhatIsNotQuiet(t *testing.T) {
	far := strings.Replace(lochiel, "x=", "x=9", 1)
	marched := lee + " moved=yes"
	for _, c := range []struct {
		why, headline, says string
		before, now         []string
	}{
		{"it came on", "The enemy comes on", "; a turn ago 9", []string{lee, far}, []string{lee, lochiel}},
		{"it went", "The enemy draws off", "; a turn ago 10 yards lay between the lines.", []string{lee, lochiel},
			[]string{lee, far}},
		{"it came in sight", "The enemy in sight", "stands 10 yards from Lee's.", []string{lee}, []string{lee, lochiel}},
		{"an order failed", "Lee's could not get on", "", []string{lee, lochiel}, []string{"stopped unit=lee", lee, lochiel}},
		{"two orders failed", "Lee's and the Outguard could not get on", "", []string{lee, lochiel},
			[]string{"stopped unit=lee by=foot", "stopped unit=foot by=foot", lee, lochiel}},
		{"its own march", "On the march", "", []string{lee, lochiel}, []string{"marched unit=lee", marched, lochiel}},
		{"the same again", "Quiet", "", []string{lee, lochiel}, []string{lee, lochiel}},
		{"out of sight", "Quiet", "No foe is in sight.", []string{lee}, []string{lee}},
	} {
		s := tell(t, c.before, c.now)
		if text := s.Lead[len(s.Lead)-1].Text; s.Headline != c.headline || !strings.Contains(text, c.says) ||
			s.Quiet != (c.headline == "Quiet") {
			t.Errorf("%s: %q, %v: %q; want %q: %q", c.why, s.Headline, s.Quiet, text, c.headline, c.says)
		}
	}
}

// The marches of several units to one place are one scene, and so is what bars their way.
func TestMarchesAreToldTogether(t *testing.T) {
	at, drawn := hexes()
	s := tellOn(t, at, drawn, []string{"went unit=lee to=E3/E2 why=up", "went unit=foot to=E3/E2 why=up",
		"went unit=c05 to=E2/E3 why=bar", "went unit=c07 to=E2/E3 why=bar"})
	const want = "Lee's and the Outguard went up to E3/E2. Two enemy units barred the way at E2/E3."
	if len(s.Lead)+len(s.Sectors) != 1 || s.Lead[0].Text != want || s.Quiet {
		t.Errorf("%+v, %+v; want %q", s.Lead, s.Sectors, want)
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

// A unit lost out of sight is news when the report of it arrives, with the last that was heard of it.
func TestWordOfALossComesLate(t *testing.T) {
	for _, c := range []struct {
		why    string
		before []string
		want   string
	}{
		{"a fight was told", []string{"fought unit=78 target=foot", lee}, "Word has come that your Outguard are lost. " +
			"When last heard of, in turn 1, they were hand to hand with the 78th Highlanders."},
		{"nothing was told", []string{lee}, "Word has come that your Outguard are lost. Nobody who has reported saw how."},
		{"its end was told", []string{"gone unit=foot", lee}, ""},
	} {
		s := tell(t, c.before, []string{lee, "sight.gone unit=foot"})
		text := ""
		for _, scene := range s.Lead {
			if scene.Kind == events.SceneLoss {
				text += scene.Text
			}
		}
		lost := slices.Contains(s.Losses, "ours the Outguard")
		if text != c.want || lost != (c.want != "") || lost && s.Headline != "Your Outguard lost" {
			t.Errorf("%s: %q under %q, losses %q; want %q", c.why, text, s.Headline, s.Losses, c.want)
		}
		if s := tell(t, c.before, []string{lee, "sight.gone unit=foot"}, []string{lee}); len(s.Losses) > 0 {
			t.Errorf("%s: told again in the next turn: %q", c.why, s.Losses)
		}
	}
}

func TestAFaultyTemplateIsNamed(t *testing.T) {
	_, err := story.Compile(events.Words{Tales: map[string]events.Tale{"ran": {Says: []string{"{unit:"}}}}, nil)
	if err == nil || !strings.Contains(err.Error(), "ran") {
		t.Errorf("told: %v", err)
	}
}

// One party's actions form one sentence. An object named before becomes `them`, and the other party's actions follow
// `who`.
func TestClausesAreJoined(t *testing.T) {
	s := tell(t, []string{"charged unit=lochiel target=lee", "fought unit=lochiel target=lee", lee, lochiel})
	if want := "Lochiel's Camerons charged Lee's Regiment and fought them."; s.Lead[0].Text != want {
		t.Errorf("%q, want %q", s.Lead[0].Text, want)
	}
	s = tell(t, []string{"charged unit=lochiel target=lee", "ran unit=lee", lee, lochiel})
	if want := "Lochiel's Camerons charged Lee's Regiment, who ran."; s.Lead[0].Text != want {
		t.Errorf("%q, want %q", s.Lead[0].Text, want)
	}
}

// Troops without a name are introduced with their side, and then get an article.
func TestWhoseTroopsTheyAre(t *testing.T) {
	s := tell(t, []string{"charged unit=78 target=foot", "ran unit=foot", "banner side=red", "banner side=red", lee})
	text := s.Lead[0].Text
	for _, c := range s.Lead[1:] {
		text += " " + c.Text
	}
	if want := "Their 78th Highlanders charged your Outguard, who ran. We took two banners."; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	if s.Headline != "Your Outguard ran" {
		t.Errorf("headline %q", s.Headline)
	}
}

// Officers of the reader's own side are named, and so are their successors.
func TestOfficersFall(t *testing.T) {
	s := tell(t, []string{"hit who=lee", lee})
	if want := "Sir Peter of Lee's fell; next is Major Severn."; s.Lead[0].Text != want {
		t.Errorf("%q, want %q", s.Lead[0].Text, want)
	}
	s = tell(t, []string{"hit who=lee", lee}, []string{"hit who=lee", lee})
	if want := "Major Severn of Lee's fell."; s.Lead[0].Text != want {
		t.Errorf("%q, want %q", s.Lead[0].Text, want)
	}
	s = tell(t, []string{"risked general=ney unit=lee", lee}) // ney does not command the unit
	if want := "Ney fell with Lee's Regiment."; s.Lead[0].Text != want {
		t.Errorf("%q, want %q", s.Lead[0].Text, want)
	}
	s = tell(t, []string{"hit who=red.cope", lee})
	want := "You fell; next is the Earl. The Earl takes over: from now on you write in that name."
	if s.Headline != "You fell" || s.Lead[0].Text != want {
		t.Errorf("%q: %q, want %q", s.Headline, s.Lead[0].Text, want)
	}
}

// Losses are told with their fight. Units of a side that suffered the same share a sentence, but each of the reader's
// own units has its losses told separately.
func TestLossesBelongToTheirFight(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"stormed side=blue place=bridge", "bled unit=lee loss=3", "gone unit=u07", "gone unit=u08"},
			"The Clans stormed the Bridge. Lee's Regiment lost some thirty men. Of two enemy units nothing is left."},
		{[]string{"shelled from=mill to=bridge", "bled unit=lee loss=3",
			"shelled from=bridge to=mill", "bled unit=foot loss=2"},
			"The guns at mill opened on the Bridge. Lee's Regiment lost some thirty men. " +
				"The guns at the Bridge opened on mill. Your Outguard lost some twenty men."},
	} {
		s := tell(t, append(c.lines, lee))
		if len(s.Lead)+len(s.Sectors) != 1 || s.Lead[0].Text != c.want {
			t.Errorf("%q: %+v, %+v; want %q", c.lines, s.Lead, s.Sectors, c.want)
		}
	}
	s := tell(t, []string{"bled unit=stranger loss=3", "bled unit=lee loss=0", lee})
	if s.Headline == "Quiet" && len(s.Losses) > 0 || s.Headline == "" || len(s.Lead) == 0 {
		t.Errorf("%q, %+v, losses %q", s.Headline, s.Lead, s.Losses)
	}
}

// A unit out of play counts as lost, whether or not the reader can identify it.
func TestTheNamelessAreLostToo(t *testing.T) {
	s := tell(t, []string{"gone unit=u07", "gone unit=u08", lee})
	if losses := strings.Join(s.Losses, "; "); losses != "ours none; theirs, as seen, two enemy units" {
		t.Errorf("losses %q of %+v", losses, s.Lead)
	}
}

// A rider is listed with the turn of its expected arrival.
func TestRidersAreDue(t *testing.T) {
	s := tell(t, []string{"dispatch.sent id=red.cope.t1.1 to=lee", lee,
		"sight.courier id=red.cope.t1.1 x=8000 y=10500 to=lee side=red"})
	for _, table := range s.Tables {
		if row := strings.Join(table.Rows[0], ", "); table.Title == "Riders on the way" {
			if row != "1, yours to Lee's, turn 4" {
				t.Errorf("the table has %q", row)
			}
			return
		}
	}
	t.Errorf("no table of riders: %v", s.Tables)
}

// Of many silent recipients a few are named, and none that is out of play.
func TestFewOfTheUnheardAreNamed(t *testing.T) {
	for _, c := range []struct{ to, says string }{
		{"lee,foot", "No word yet of yours to Lee's and the Outguard."},
		{"lee,a,b,c", "No word yet of yours to Lee's, a, b and c."},
		{"lee,a,b,c,d,e", "No word yet of yours to Lee's, a, b and three others."},
	} {
		s := tell(t, []string{"dispatch.sent id=red.cope.t1.1 to=" + c.to, lee}, []string{lee})
		if !slices.Contains(s.Riders, c.says) {
			t.Errorf("%s: %q, want %q", c.to, s.Riders, c.says)
		}
	}
	s := tell(t, []string{"dispatch.sent id=red.cope.t1.1 to=foot,lee", lee},
		[]string{lee, "sight.gone unit=foot side=red"})
	if want := "No word yet of yours to Lee's."; !slices.Contains(s.Riders, want) {
		t.Errorf("%q, want %q", s.Riders, want)
	}
}

// A report from a regiment is signed.
func TestRegimentsSign(t *testing.T) {
	book, err := story.Compile(words, symbols)
	if err != nil {
		t.Fatal(err)
	}
	known := knowledge.Open([]string{"red.cope"}, words.Facts)
	fact := events.Outcome{Name: "sight.own", Views: []events.View{{Seats: []string{"red.cope"}}},
		Fields: events.Fields("unit", "lee", "state", "steady", "x", 9500, "y", 9500, "side", "red", "turn", 1)}
	known.Apply(1, nil)
	known.Apply(2, []events.Outcome{fact})
	letters := book.Tell(&sheet, known.Seat("red.cope")).Letters
	if len(letters) != 1 || letters[0].Head != "Sir Peter of Lee's, written at 5.50 in the morning" ||
		letters[0].Text != "We are steady, at the Mill." {
		t.Errorf("letters %q", letters)
	}
}

// TestWhoFightsThreatensNobodyElse: an enemy in melee with a friend does not threaten another unit, unless the friend
// routed.
func TestWhoFightsThreatensNobodyElse(t *testing.T) {
	foot := strings.Replace(lee, "unit=lee", "unit=foot", 1)
	fight := []string{"fought unit=lochiel target=foot hits=1", lee, foot, lochiel}
	if s := tell(t, fight); len(s.Decide) != 0 {
		t.Errorf("to decide: %q", s.Decide)
	}
	if s := tell(t, append([]string{"ran unit=foot"}, fight...)); len(s.Decide) == 0 {
		t.Error("the friend has run, and nobody is warned")
	}
}

// TestBrinkIsToDecide: a unit that one more hit would break is named for as long as that holds.
func TestBrinkIsToDecide(t *testing.T) {
	for hits, want := range map[string]string{"0": "", "1": "", "2": "Lee's can take but one hit more.", "3": ""} {
		s := tell(t, []string{lee + " hits=" + hits + " max=3"})
		if got := strings.Join(s.Decide, " "); got != want {
			t.Errorf("%s hits of 3: to decide %q, want %q", hits, got, want)
		}
	}
}

// TestCellsAreCounted: on a board of cells, the distance of an enemy is given in cells.
func TestCellsAreCounted(t *testing.T) {
	on := sheet
	on.Ground.Unit, on.Ground.Near = "", 900
	on.Ground.Step = board.Step{Size: 200, One: "a hex", Many: "hexes"}
	for x, want := range map[string]string{"8200": "a hex", "8410": "two hexes", "8600": "three hexes", "8950": ""} {
		s := tellOn(t, &on, symbols, []string{lee, "sight.enemy unit=lochiel men=500 x=" + x + " y=8000 side=blue arm=foot"})
		if want != "" {
			want = "Lochiel's, " + want + " off, may strike Lee's."
		}
		if got := strings.Join(s.Decide, " "); got != want {
			t.Errorf("at %s: %q, want %q", x, got, want)
		}
	}
}

// The table gives the position of the reader and the unit with them, but not those of other commanders.
func TestWhereTheReaderIs(t *testing.T) {
	s := tell(t, []string{lee, "sight.general general=blue.boss x=1 y=1",
		"sight.general general=red.cope x=9500 y=9500 with=lee"})
	want := []string{"You", "", "95,95 at the Mill", "with Lee's", ""}
	if x := s.Command(); len(x.Rows) != 2 || !slices.Equal(x.Rows[0], want) || x.IDs[0] != "" {
		t.Errorf("the table has %q, want first %q", x.Rows, want)
	}
}

// An officer with an id of their own is the reader too.
func TestWhereTheReaderIsByAnotherID(t *testing.T) {
	of := sheet
	of.Persons = map[string]string{"cope": "red.cope"}
	s := tellOn(t, &of, symbols, []string{lee, "sight.general general=cope x=9500 y=9500 with=foot"})
	if x := s.Command(); len(x.Rows) != 2 || x.Rows[0][3] != "with the Outguard" {
		t.Errorf("the table has %q", x.Rows)
	}
}

// An action that a unit could have taken besides the one it took is no hindrance.
func TestWhoActedWasNotKeptFromIt(t *testing.T) {
	for deed, want := range map[string]string{"ran unit=lochiel": "were not called upon",
		"fired unit=lee target=lochiel fell=2": ""} {
		s := tell(t, []string{lee, "sight.enemy unit=lochiel men=500 x=9500 y=8000 side=blue arm=foot", deed, "unused unit=lee"})
		if got := s.Command().Rows[0][4]; got != want {
			t.Errorf("%s: the table says %q, want %q", deed, got, want)
		}
		if got := strings.Join(s.Decide, " "); strings.Contains(got, "called upon") != (want != "") {
			t.Errorf("%s: to decide %q", deed, got)
		}
	}
}

// A rout is told with the reason that an earlier outcome gives, if the reader knows that outcome, and with a remedy,
// which stands in the table unless it stands among the decisions.
func TestReasonsAreTraced(t *testing.T) {
	for _, c := range []struct {
		lines       []string
		told, table string
	}{
		{[]string{"failed unit=lee why=fire", "stopped unit=lee <=ra", "gave unit=lee <=rb"},
			"gave way: the fire was too hot.", "could not get on; gave way: the fire was too hot (stand by them)"},
		{[]string{"ran unit=lochiel", "gave unit=lee <=ra"}, "gave way.", "gave way (stand by them)"},
		{[]string{"gave unit=lee <=zz"}, "gave way.", "gave way (stand by them)"},
		{[]string{"stopped unit=lee by=wood"}, "", "could not get on (lead them round)"},
		{[]string{"stopped unit=lee by=lochiel"}, "", "could not get on (lead them round)"},
		{[]string{"stopped unit=lee by=foot"}, "", "could not get on (move the friends first)"},
	} {
		s := tell(t, append(c.lines, lee))
		var texts string
		for _, scene := range s.Lead {
			texts += scene.Text
		}
		why, remedy, _ := strings.Cut(c.table, " (")
		got := s.Command().Rows[0][4]
		once := strings.Count(strings.Join(append(s.Decide, got), "; "), "("+remedy) == 1
		if !strings.HasPrefix(got, why) || !once || !strings.Contains(texts, c.told) {
			t.Errorf("%q: told %q, want %q; the table says %q and the decisions %q, want %q once", c.lines, texts, c.told,
				got, s.Decide, c.table)
		}
	}
}

// An enemy seen the turn before may be the unnamed one that is seen now. If several fit, none is identified.
func TestPerhapsTheSame(t *testing.T) {
	const nameless = "sight.enemy unit=? men=500 x=9500 y=8000 side=blue arm=foot"
	another := strings.Replace(nameless, "unit=?", "unit=2", 1)
	for _, c := range []struct {
		now  []string
		want string // in the table of the enemy
	}{
		{[]string{lee, nameless}, "enemy foot, perhaps Lochiel's"},
		{[]string{lee, nameless, another}, "Lochiel's enemy foot enemy foot 2"},
		{[]string{lee, strings.Replace(nameless, "foot", "horse", 1)}, "Lochiel's enemy horse"},
		{[]string{lee, strings.Replace(nameless, "x=9500", "x=99500", 1)}, "Lochiel's enemy foot"},
		{[]string{lee, nameless, lochiel}, "Lochiel's enemy foot"},
	} {
		s := tell(t, []string{lee, lochiel}, c.now)
		var names []string
		for _, x := range s.Tables {
			if x.Title == "The enemy" {
				for _, row := range x.Rows {
					names = append(names, row[0])
				}
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.now, got, c.want)
		}
	}
}

// The table lists an order sent to a regiment until the regiment is known to act on it, the courier is lost, or
// another order replaces it.
func TestWhatWasSentStandsInTheTable(t *testing.T) {
	const (
		hold = "dispatch.sent id=red.cope.t1.1 kind=directive to=lee text=HOLD"
		fly  = "dispatch.sent id=red.cope.t2.1 kind=directive to=lee text=FLY"
		lost = "dispatch.lost id=red.cope.t1.1"
		came = "dispatch.delivered id=red.cope.t1.1 to=lee"
		acts = "acted unit=lee text="
	)
	for _, c := range []struct {
		turns [][]string
		says  string
	}{
		{[][]string{{hold, lee}}, "sent HOLD (turn 1)"},
		{[][]string{{hold, lee}, {came, lee}}, "has HOLD (turn 1)"},
		{[][]string{{hold, lee}, {lost, lee}}, ""},
		{[][]string{{acts + "ADVANCE", hold, lee}}, "ADVANCE (turn 1); sent HOLD (turn 1)"},
		{[][]string{{hold, lee}, {came, lee}, {acts + "HOLD", lee}}, "HOLD (turn 3)"},
		{[][]string{{hold, lee}, {acts + "ADVANCE", lee}}, "ADVANCE (turn 2)"},
		{[][]string{{hold, lee}, {fly, lee}}, "sent HOLD (turn 1); sent FLY (turn 2)"},
		{[][]string{{hold, lee}, {came, fly, lee}}, "has HOLD (turn 1); sent FLY (turn 2)"},
		{[][]string{{hold, lee}, {came, fly, lee}, {"dispatch.delivered id=red.cope.t2.1 to=lee", lee}}, "has FLY (turn 2)"},
		{[][]string{{"dispatch.sent id=red.cope.t1.1 kind=letter to=lee text=Courage", lee}}, ""},
	} {
		s := tell(t, c.turns...)
		for _, table := range s.Tables {
			if table.Title == "Your command" && table.Rows[0][4] != c.says {
				t.Errorf("%q: the table has %q, want %q", c.turns, table.Rows[0], c.says)
			}
		}
	}
}
