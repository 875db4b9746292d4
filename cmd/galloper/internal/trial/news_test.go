package trial

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
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
			tale.Kind == events.SceneOrder && tale.Why == "" && tale.By == "" && tale.WeightOf(&o) >= 20:
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
			if f.Turn == k.Turn() && !before[where(f)] && !l.OutOfPlay(f.Get) &&
				f.Get(s.Side) != r.stage.Sides[k.Seat()] {
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

// people finds deaths that are told twice or under a wrong name, successors after the end, and persons among the
// losses.
func (r *reader) people(where string, s *story.Story) {
	prose := strings.Join(scenes(s), " ")
	for name := range r.persons {
		died := regexp.MustCompile(regexp.QuoteMeta(name)+`( of [^.,]*)? `+dies).FindAllString(prose, -1)
		if len(died) > 1 {
			r.fault("a death told twice", where, prose)
		}
		again := name + " of " + name[strings.LastIndex(name, " ")+1:] // the Earl of Seaforth of Seaforth's
		if len(died) > 0 && strings.Contains(prose, name+" takes over") || strings.Contains(prose, again) {
			r.fault("a death under the wrong name", where, prose)
		}
		for _, lost := range s.Losses {
			if strings.Contains(lost, name) {
				r.fault("a person among the losses", where, lost)
			}
		}
	}
	if strings.HasPrefix(s.Headline, "The battle is ") && strings.Contains(prose, "from now on you write") {
		r.fault("a successor after the end", where, prose)
	}
}

const dies = `(fell (at the head|with)|fell\.|went down, struck|died of|took a wound|fell into the enemy)`

// ownFirst finds headlines about the enemy's loss of a unit in a turn in which the reader's side lost one, and about
// places that were the enemy's from the opening.
func (r *reader) ownFirst(where string, s *story.Story) {
	if len(s.Losses) > 0 && wholeUnit(s.Losses[0]) && enemysLoss.MatchString(s.Headline) {
		r.fault("the enemy's loss above one's own", where, s.Headline+" / "+s.Losses[0])
	}
	if s.Turn == 1 && theirPlace.MatchString(s.Headline) {
		r.fault("theirs from the opening", where, s.Headline)
	}
}

var (
	enemysLoss = regexp.MustCompile(`^(Their|An enemy) .*(destroyed|gone|broken|broke|scattered|surrendered|taken|` +
		`left the field)$`)
	theirPlace = regexp.MustCompile(` is (theirs|lost)$`)
)

// columns finds rows of a table in the mail's text whose cells do not begin in the columns of its head.
func (r *reader) columns(where string, s *story.Story, text string) {
	for _, x := range s.Tables {
		var starts []int
		_, lines, _ := strings.Cut(text, "\n"+strings.ToUpper(x.Title)+"\n\n")
		for i, line := range strings.Split(lines, "\n") {
			row := []rune(line)
			switch {
			case line == "" || len(x.Columns) < 3:
			case i == 0:
				for _, c := range x.Columns[:3] {
					starts = append(starts, strings.Index(line, c))
				}
				continue
			case strings.HasPrefix(line, " "):
				continue
			}
			if line == "" || len(x.Columns) < 3 {
				break
			}
			for _, at := range starts[1:] {
				if len(row) > at && (row[at-1] != ' ' || row[at-2] != ' ' || at == starts[2] && row[at] == ' ') {
					r.fault("a broken column", where, line)
				}
			}
		}
	}
}

// phrases are sentences that no officer would write.
var phrases = map[string]*regexp.Regexp{
	"fell without a hit":     regexp.MustCompile(`(without effect|to no purpose|hit nobody)[^.]*\bfell\b`),
	"theirs without a verb":  regexp.MustCompile(`\bof theirs\.`),
	"a particle before them": regexp.MustCompile(`\b(drove|thrust|threw|beat|drew) (back|off|out) them\b`),
	"no reason":              regexp.MustCompile(`it could not be done|they had a card\b`),
	"you, upon them":         regexp.MustCompile(`\b[Yy]ou had the enemy close upon them`),
	"their charge to nothing": regexp.MustCompile(`(charge of (their|an enemy|enemy) [^.]*|[Tt]heir [^.]* charge) ` +
		`came to nothing`),
	"in support, went in": regexp.MustCompile(`(^|\. )At [^.]* in support, went in`),
}

// wording finds phrases that no officer would write.
func (r *reader) wording(where string, s *story.Story) {
	text := s.Headline + ". " + told(s)
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			text += " " + strings.Join(row, "; ") + "."
		}
	}
	for kind, phrase := range phrases {
		if at := phrase.FindString(text); at != "" {
			r.fault(kind, where, at)
		}
	}
}

// The reader finds each kind of fault in each of ten spoilt reports, and none in the same report unspoilt.
func TestSpoiltReportsAreFound(t *testing.T) {
	m := shipped(t)["demo"]
	names := strings.Fields("Picardie Clanranald Seaforth Lochiel Keppoch Holstein Sturler Argyll Huntly Coul")
	said := func(texts ...string) *story.Story {
		return &story.Story{Turn: 3, Headline: "In action", Lead: []story.Scene{{Text: strings.Join(texts, " ")}}}
	}
	lost := func(headline string, losses ...string) *story.Story {
		return &story.Story{Turn: 3, Headline: headline, Losses: losses}
	}
	type spoilt struct {
		kind      string
		bad, good func(name string) *story.Story
	}
	text := func(kind, bad, good string) spoilt {
		of := func(text string) func(string) *story.Story {
			return func(name string) *story.Story { return said(strings.ReplaceAll(text, "X", name)) }
		}
		return spoilt{kind, of(bad), of(good)}
	}
	for _, c := range []spoilt{
		text("fell without a hit", "X gave Lee's a volley without effect; ten fell.", "X gave Lee's a volley; ten fell."),
		text("theirs without a verb", "X and Lee's fired: ten of theirs.", "X and Lee's fired: ten of theirs fell."),
		text("a particle before them", "X charged Lee's, who drove back them.", "X charged Lee's, who drove them back."),
		text("no reason", "X could not act as ordered: it could not be done.", "X could not act as ordered: no chit came."),
		text("no reason", "X could not use steady: they had a card (play fewer).", "X could not use steady: too weary."),
		text("you, upon them", "You had the enemy close upon them and spurred to X.", "You spurred away to X."),
		text("their charge to nothing", "The charge of their X came to nothing.", "Your X charged, and it came to nothing."),
		text("in support, went in", "At Oak Hill X, Lee's in support, went in.",
			"At Oak Hill X went in, with Lee's in support."),
		text("a death told twice", "General X fell. General X fell at the head of the men.", "General X fell."),
		text("a death under the wrong name", "You fell with Colonel X of Lee's. Colonel X of Lee's fell. Colonel X takes over.",
			"Colonel X fell. Major Severn takes over."),
		text("a death under the wrong name", "The Earl of X of X's fell at the head of the men.", "The Earl of X fell."),
		{"a successor after the end", func(name string) *story.Story {
			s := said(name + " takes over: from now on you write in that name.")
			s.Headline = "The battle is lost"
			return s
		}, func(name string) *story.Story { return said(name + " takes over: from now on you write in that name.") }},
		{"a person among the losses", func(name string) *story.Story {
			return lost("Lee's hard hit", "ours two companies and General "+name)
		}, func(name string) *story.Story { return lost("Lee's hard hit", "ours two companies and "+name) }},
		{"the enemy's loss above one's own", func(name string) *story.Story {
			return lost("Their "+name+" destroyed", "ours two companies and Lee's", "theirs "+name)
		}, func(name string) *story.Story {
			return lost("Their "+name+" destroyed", "ours two companies", "theirs "+name)
		}},
		{"theirs from the opening", func(name string) *story.Story {
			return &story.Story{Turn: 1, Headline: name + " is theirs"}
		}, func(name string) *story.Story { return &story.Story{Turn: 2, Headline: name + " is theirs"} }},
	} {
		for _, name := range names {
			r := newReader(m)
			r.persons = map[string]bool{"General " + name: true, "Colonel " + name: true, "Earl of " + name: true}
			check := func(s *story.Story) int {
				r.people("", s)
				r.ownFirst("", s)
				r.wording("", s)
				return r.faults[c.kind]
			}
			if check(c.good(name)) != 0 || check(c.bad(name)) == 0 {
				t.Errorf("%s: %s: found %v", c.kind, name, r.first)
			}
		}
	}
}

// Broken columns are found in the text of ten mails.
func TestBrokenColumnsAreFound(t *testing.T) {
	for i := range 10 {
		s := &story.Story{Tables: []story.Table{{Title: "The enemy", Columns: []string{"unit", "strength", "stands"},
			Rows: [][]string{{"Swiss", "foot", "here"}, {strings.Repeat("Very ", i+3) + "Long", "foot", "there"}}}}}
		whole := (&report.Report{Story: s}).Text()
		broken := regexp.MustCompile(`(?m)^Very.*foot *there$`).ReplaceAllString(whole, s.Tables[0].Rows[1][0]+"  foot  there")
		if i%2 > 0 {
			broken = strings.Replace(whole, "Swiss ", "Swiss "+strings.Repeat("x", i), 1)
		}
		r := newReader(shipped(t)["demo"])
		if r.columns("", s, whole); len(r.faults) > 0 {
			t.Errorf("found in the whole table: %v", r.first)
		}
		if r.columns("", s, broken); broken != whole && len(r.faults) == 0 {
			t.Errorf("nothing is found in %s", broken)
		}
	}
}

// A report that calls the turn quiet is false if an outcome that its seat was told changed anything.
func TestFalseQuietIsFound(t *testing.T) {
	const seat, enemy = "french.north", "sight.enemy unit=sturler arm=foot stands=6 x=100 y=100 side=dutch"
	for _, c := range []struct {
		told string
		news bool
	}{
		{"unit.moved unit=picardie x=1 y=1 yards=90", true}, {"unit.moved unit=sturler x=1 y=1", true},
		{"volley.fired firer=sturler target=picardie hits=0", true}, {"unit.fled unit=picardie yards=50", true},
		{"charge.declared unit=sturler target=picardie", true}, {"unit.stayed unit=picardie reason=enemy", true},
		{"unit.blocked unit=picardie by=edge", true}, {"directive.void unit=picardie reason=water", true},
		{"stand.destroyed unit=sturler", true}, {"commander.hit who=picardie fate=dead", true},
		{"objective.taken place=mill by=dutch", true}, {"sight.enemy unit=oyen arm=foot x=7 y=7 side=dutch", true},
		{"directive.acted unit=picardie text=HOLD", false}, {"unit.stayed unit=enfants reason=enemy", false}, {enemy, false},
	} {
		m := shipped(t)["demo"]
		known := knowledge.Open([]string{seat}, m.Rules.Words.Facts)
		for turn, text := range []string{enemy, enemy, c.told} {
			outcomes := parsed(t, text)
			outcomes[0].Views = []events.View{{Seats: []string{seat}}}
			known.Apply(turn, outcomes)
		}
		r := newReader(m)
		if r.falseQuiet("", &story.Story{Quiet: true}, known.Seat(seat)); (r.faults["false quiet"] > 0) != c.news {
			t.Errorf("%s: %v", c.told, r.first)
		}
	}
}
