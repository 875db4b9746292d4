package trial

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/offline"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
	"galloper/projections/story"
)

// reader reads the reports of battles and counts their faults.
type reader struct {
	stage   events.Stage
	rules   *adjudicator.Ruleset
	persons map[string]bool // names of commanders
	faults  map[string]int
	first   map[string]string
	story   []int // words in each story
	quiet   []int // words in stories of quiet turns
	mail    []int // words in whole mails, without facts
	letter  map[string]bool
	lively  int // turns that were not quiet, before the end of their battle
	asking  int // of these, turns that leave something to decide
}

func (r *reader) fault(kind, where, passage string) {
	if r.faults[kind] == 0 {
		r.first[kind] = where + ": " + passage
	}
	r.faults[kind]++
}

var (
	bare       = regexp.MustCompile(`\?(\s|[.,]|$)`)
	rider      = regexp.MustCompile(`[a-z0-9]\.t[0-9]+\.[0-9]+`)
	counter    = regexp.MustCompile(`\b[a-zA-Z][0-9]{2}\b`)
	place      = regexp.MustCompile(`[0-9]{2,4},[0-9]{2,4}`)
	unseenNear = regexp.MustCompile(`(closed with|came in on) an unseen|unseen enemy (came in|closed)`)
	joining    = regexp.MustCompile(`\b(came in on|closed with|charged|fell upon|gave way|ran|fled|broke)\b`)
	single     = regexp.MustCompile(`\b1 (yards|hits|inches|times|companies|guns|stands|blocks)\b|\b0 (hits|yards|men)\b`)
)

// read counts the faults of one report.
func (r *reader) read(where string, rep *report.Report) {
	s := rep.Story
	prose := told(s)
	r.count(rep, prose)
	for kind, found := range map[string]string{
		"a token in prose":     counter.FindString(prose),
		"a bare question mark": bare.FindString(prose), "a courier's id": rider.FindString(prose),
		"coordinates": place.FindString(strings.Join(scenes(s), " ")), "1 yards or 0 hits": single.FindString(prose),
	} {
		if found != "" {
			r.fault(kind, where, prose)
		}
	}
	if !strings.Contains(rep.Headline, fmt.Sprintf(" of %d", s.Turns)) && s.Turns > 0 {
		r.fault("no turn n of m", where, rep.Headline)
	}
	r.twice(where, s, prose)
	r.gone(where, rep, prose)
	r.bothSides(where, s)
	r.silent(where, s)
	r.unheard(where, s)
	r.standing(where, s)
	r.ids(where, s, prose)
	r.unseenLoss(where, s)
	r.fightless(where, s)
	r.clumsy(where, s, prose)
	r.ended(where, s)
	r.people(where, s)
	r.ownFirst(where, s)
	r.columns(where, s, rep.Text())
	r.wording(where, s)
	if loss := strings.Join(s.Losses, " "); s.Quiet && loss != "" {
		r.fault("quiet, with losses", where, loss)
	}
}

// twice finds repeated sentences, and repeated names in lists.
func (r *reader) twice(where string, s *story.Story, prose string) {
	sentences := map[string]bool{}
	for _, text := range scenes(s) {
		for said := range strings.SplitSeq(text, ". ") {
			if sentences[said] && !strings.HasPrefix(said, "They ") {
				r.fault("a sentence twice", where, said)
			}
			sentences[said] = true
		}
	}
	for _, line := range slices.Concat(s.Riders, scenes(s), s.Losses, s.Decide) {
		_, names, _ := strings.Cut(strings.Replace(line, ": ", "yours to ", 1), "yours to ")
		names = strings.ReplaceAll(strings.TrimSuffix(names, "."), " and ", ", ")
		parts := strings.Split(names, ", ")
		slices.Sort(parts)
		if len(slices.Compact(slices.Clone(parts))) != len(parts) {
			r.fault("a list with a name twice", where, line)
		}
	}
	if at := unseenNear.FindString(prose); at != "" {
		r.fault("an unseen enemy at contact", where, prose)
	}
}

// letters finds letters that were already in an earlier mail.
func (r *reader) letters(where string, s *story.Story) {
	for _, l := range s.Letters {
		key := where + ": " + l.Head + ": " + l.Text
		if r.letter[key] {
			r.fault("a letter twice", where, l.Head)
		}
		r.letter[key] = true
	}
}

// bothSides finds fights that are told from both sides: if one side had the better of it, the other's loss is
// implied.
func (r *reader) bothSides(where string, s *story.Story) {
	for _, text := range scenes(s) {
		better, worst := strings.Contains(text, "had the better of it"), strings.Contains(text, "had the worst of it")
		locked, still := strings.Contains(text, "locked together"), strings.Contains(text, "hand to hand")
		if better && worst && strings.Count(text, "had the") == 2 && len(text) < 160 || locked && still {
			r.fault("both sides of one fact", where, text)
		}
		if strings.Contains(text, "are still hand to hand") && joining.MatchString(text) {
			r.fault("still, and new or broken off", where, text)
		}
	}
}

// unseenLoss finds enemy losses that the story tells but the list of losses omits.
func (r *reader) unseenLoss(where string, s *story.Story) {
	none := len(s.Losses) == 0 || strings.HasSuffix(s.Losses[1], "none that was seen")
	for _, text := range scenes(s) {
		if at := enemyGone.FindString(text); none && at != "" {
			r.fault("an enemy lost, and none seen to be", where, text+" / "+strings.Join(s.Losses, "; "))
		}
	}
}

// fightless finds losses told in a scene of their own although the story has a fight that they belong to.
func (r *reader) fightless(where string, s *story.Story) {
	fights := 0
	for _, c := range everyScene(s) {
		if c.Kind == events.SceneCharge || c.Kind == events.SceneFire || c.Kind == events.SceneMelee {
			fights++
		}
	}
	for _, c := range everyScene(s) {
		if fights > 0 && lostAlone.MatchString(c.Text) {
			r.fault("a loss without its fight", where, strings.Join(scenes(s), " / "))
		}
	}
}

// lostAlone matches a scene that tells only a unit's losses.
var lostAlone = regexp.MustCompile(`^[^.]* lost (about|some) [^.]*\.$`)

var enemyGone = regexp.MustCompile(`(?i)of (an enemy unit|enemy [a-z]+) (nothing|nobody) (is|are) left|nothing is left of (an enemy|[a-z]+ enemy)|` +
	`an enemy unit lost|company of enemy [a-z]+ (went down|laid down)`)

// clumsy matches English that no person would write: repeated words, an article before a name, a wrong number.
var clumsy = regexp.MustCompile(`\b(the the|a a|your their|their your|our your|[Yy]ou was|[Yy]ou is|[Yy]ou has|one men|They They|` +
	`the you|the we|by we|of we|some a|They and)\b|\b(they|them), (they|them)\b|,,|;\.|\.\.|: \.| ,|\b(the|your|our|their) (Lord|General|Colonel|Sir|Marshal|Major)\b`)

func (r *reader) clumsy(where string, s *story.Story, prose string) {
	text := prose
	for _, l := range s.Letters {
		text += " " + l.Text
		if strings.ContainsAny(l.Text, "?/") || len(l.Text) < 10 {
			r.fault("a letter without sense", where, l.Head+": "+l.Text)
		}
	}
	if at := clumsy.FindString(text); at != "" {
		r.fault("clumsy: "+at, where, text)
	}
}

// silent finds stories that are too quiet about the loss of a unit: a quiet turn, or no weighty scene in the lead.
func (r *reader) silent(where string, s *story.Story) {
	if len(s.Losses) == 0 {
		return
	}
	if wholeUnit(s.Losses[0]) && (s.Quiet || len(s.Lead) == 0 || s.Lead[0].Weight < 50) {
		r.fault("a headline silent on a loss", where, s.Headline+" / "+s.Losses[0])
	}
}

// wholeUnit reports whether a unit is among the losses.
func wholeUnit(losses string) bool {
	ours := strings.TrimPrefix(losses, "ours ")
	return slices.ContainsFunc(strings.Split(strings.ReplaceAll(ours, " and ", ", "), ", "), func(lost string) bool {
		return lost != "none" && !slices.Contains(parts, lost[strings.LastIndex(lost, " ")+1:])
	})
}

// ended finds final reports that don't name the winner, or still offer decisions.
func (r *reader) ended(where string, s *story.Story) {
	if !strings.HasPrefix(s.Headline, "The battle is ") {
		return
	}
	won := regexp.MustCompile(`won|lost|drawn`).MatchString(s.Headline)
	if !won || len(s.Decide) > 0 || s.Standing != "" {
		r.fault("an end that leaves doubts", where, s.Headline+": "+strings.Join(s.Decide, " ")+s.Standing)
	}
}

// parts lists the words for losses of part of a unit.
var parts = []string{"man", "men", "company", "companies", "block", "blocks"}

// unheard finds orders without an answer in the story although the table shows that they are carried out.
func (r *reader) unheard(where string, s *story.Story) {
	for _, line := range s.Riders {
		names, ok := strings.CutPrefix(line, "No word yet of yours to ")
		for _, t := range s.Tables {
			if !ok || t.Title != "Your command" {
				continue
			}
			for _, row := range t.Rows {
				acts := fmt.Sprintf("(turn %d)", s.Turn)
				done, _, _ := strings.Cut("; "+row[4], "; sent ") // orders under way have no answer yet
				if strings.Contains(names, row[0]) && strings.Contains(done, acts) {
					r.fault("told, and no word of it", where, line+" / "+strings.Join(row, ", "))
				}
			}
		}
	}
}

// places finds captured places that no seat of the capturing side was told of.
func (r *reader) places(where string, s *offline.Session, m *Match) {
	for _, o := range s.Outcomes {
		tale := m.Rules.Words.Tales[o.Name]
		if tale.Kind != events.ScenePlace || tale.Holder == "" {
			continue
		}
		place, side := o.Get(tale.Place), o.Get(tale.Holder)
		at := slices.IndexFunc(r.stage.Places, func(p events.Place) bool { return p.ID == place })
		told := false
		for _, seat := range m.Scenario.Seats() {
			for _, t := range s.Told(seat.ID).Story.Tables {
				if t.Title == "Places" && seat.Side == side {
					told = told || strings.HasPrefix(t.Rows[at][len(t.Columns)-1], "us")
				}
			}
		}
		if !told {
			r.fault("a place taken and untold", where, o.String())
		}
	}
}

// standing finds places that the table gives to neither side although the reader's own units stand in them.
func (r *reader) standing(where string, s *story.Story) {
	rows := map[string][][]string{}
	for _, t := range s.Tables {
		rows[t.Title] = t.Rows
	}
	for _, p := range rows["Places"] {
		for _, own := range rows["Your command"] {
			name := strings.ToLower(p[0])
			stands := strings.ToLower(own[2])
			there := strings.HasSuffix(stands, "in "+name) || strings.HasSuffix(stands, "at "+name)
			if there && strings.HasPrefix(p[len(p)-1], "nobody") && !strings.Contains(p[len(p)-1], "ours are in it") {
				r.fault("nobody's, with one's own men in it", where, strings.Join(own, ", ")+" / "+strings.Join(p, ", "))
			}
		}
	}
}

// ids finds ids of seats, sides and stands in prose.
func (r *reader) ids(where string, s *story.Story, prose string) {
	for id, side := range r.stage.Sides {
		for _, is := range []string{id, side} {
			if (is == side || strings.Contains(is, ".")) && strings.Contains(" "+prose+" ", " "+is+" ") {
				r.fault("an id in prose", where, is+": "+prose)
			}
		}
	}
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			if bad := single.FindString(strings.Join(row, "; ")); bad != "" {
				r.fault("1 hits in a table", where, strings.Join(row, "; "))
			}
			if len(row) > 3 && row[3] == "gone" {
				r.fault("gone and still there", where, strings.Join(row, "; "))
			}
		}
	}
}

// gone finds units that are out of play but still among the other facts of the report.
func (r *reader) gone(where string, rep *report.Report, prose string) {
	var names []string
	for l := range strings.SplitSeq(rep.Lines(), "\n") {
		if id, ok := strings.CutPrefix(l, "gone "); ok {
			names = append(names, strings.Fields(id)[0])
		}
	}
	for _, group := range rep.Facts {
		for _, l := range group {
			f := strings.Fields(l)
			if len(f) > 1 && slices.Contains(names, f[1]) && f[0] != "gone" {
				r.fault("gone and still there", where, l)
			}
		}
	}
}

func scenes(s *story.Story) (texts []string) {
	for _, c := range everyScene(s) {
		texts = append(texts, c.Text)
	}
	return texts
}

func everyScene(s *story.Story) []story.Scene {
	list := slices.Clone(s.Lead)
	for _, sector := range s.Sectors {
		list = append(list, sector.Scenes...)
	}
	return list
}

// told returns all prose of a story.
func told(s *story.Story) string {
	parts := append(scenes(s), s.Riders...)
	parts = append(append(append(parts, s.Score), s.Losses...), s.Decide...)
	return strings.Join(parts, " ")
}

func (r *reader) count(rep *report.Report, prose string) {
	n := len(strings.Fields(prose))
	r.story = append(r.story, n)
	if rep.Story.Quiet {
		r.quiet = append(r.quiet, n)
	}
	r.mail = append(r.mail, len(strings.Fields(rep.Text())))
	if !rep.Story.Quiet && !strings.HasPrefix(rep.Story.Headline, "The battle is ") {
		r.lively++
		r.asking += min(len(rep.Story.Decide), 1)
	}
}

// share returns the given percentile of the list, or 0 if it is empty.
func share(list []int, percent int) int {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return list[(len(list)-1)*percent/100]
}

func newReader(m *Match) reader {
	r := reader{stage: adjudicator.StageOf(m.Scenario), rules: m.Rules, faults: map[string]int{},
		first: map[string]string{}, letter: map[string]bool{}, persons: map[string]bool{}}
	names := adjudicator.Names(m.Scenario)
	for _, seat := range m.Scenario.Seats() {
		r.persons[names(seat.ID)] = true
	}
	for _, list := range r.stage.Commanders {
		for _, name := range list {
			r.persons[name] = true
		}
	}
	delete(r.persons, "")
	return r
}

// readAll counts the faults of all reports of a turn.
func (r *reader) readAll(battle string, s *offline.Session, m *Match, turn int) {
	where := fmt.Sprintf("%s, turn %d", battle, turn)
	r.places(where, s, m)
	for _, seat := range m.Scenario.Seats() {
		if rep := s.Told(seat.ID); turn > 0 {
			r.read(where+", "+seat.ID, rep)
			r.letters(battle+", "+seat.ID, rep.Story)
			r.falseQuiet(where+", "+seat.ID, rep.Story, s.Known(seat.ID).(*knowledge.Known))
		}
	}
}

// The reports of battles between staff officers have less than one fault in a hundred, and are short.
func TestReportsReadWell(t *testing.T) {
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fight(name, m).reports.judge(t)
		})
	}
}

// The opening mail of every shipped seat has a briefing, a task, and suggested orders that are accepted as
// written.
func TestOpeningMails(t *testing.T) {
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			awaited := m.Rules.Waits(m.Scenario, m.Scenario.Start(), 1).Seats
			m.Limit = 0
			m.Told = func(s *offline.Session, _ int) {
				for _, seat := range m.Scenario.Seats() {
					rep := s.Told(seat.ID)
					o := rep.Story.Opening
					if o == nil || len(rep.Story.Lead) < 2 || len(o.Task) < 2 || len(o.Roster) == 0 {
						t.Errorf("%s is told too little: %s", seat.ID, rep.Text())
					}
					commands := rep.Story.Tables[0].Title == "Your command" // otherwise its troops are not here yet
					if len(rep.Examples) == 0 && commands && slices.Contains(awaited, seat.ID) {
						t.Errorf("%s has no order to begin with", seat.ID)
					}
					read := s.Read(seat.ID, strings.Join(rep.Examples, "\n"))
					accepted := read.Orders.Accepted()
					if len(accepted) < len(rep.Examples) {
						t.Errorf("%s: of %q only %q are accepted", seat.ID, rep.Examples, accepted)
					}
				}
			}
			m.Play(0)
		})
	}
}

// judge fails the test if the counts exceed the limits for reports.
func (r *reader) judge(t *testing.T) {
	all := 0
	for kind, n := range r.faults {
		all += n
		t.Logf("%s: %d, first in %s", kind, n, r.first[kind])
	}
	t.Logf("%d faults in %d reports", all, len(r.story))
	if all*100 >= len(r.story) {
		t.Error("that is one in a hundred, or more")
	}
	t.Logf("of %d turns that were not quiet %d leave something to decide", r.lively, r.asking)
	if r.asking*4 < r.lively {
		t.Error("that is less than a quarter: a report that asks for nothing is a log")
	}
	for _, f := range []struct {
		what      string
		is, limit int
	}{
		{"a story, half of them", share(r.story, 50), 220}, {"a story, of a hundred 95", share(r.story, 95), 420},
		{"a quiet turn", share(r.quiet, 95), 60}, {"a mail, half of them", share(r.mail, 50), 450},
	} {
		t.Logf("%s: %d words, at most %d", f.what, f.is, f.limit)
		if f.is > f.limit {
			t.Errorf("%s has %d words, more than %d", f.what, f.is, f.limit)
		}
	}
}
