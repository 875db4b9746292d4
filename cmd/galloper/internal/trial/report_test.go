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
	"galloper/projections/report"
	"galloper/projections/story"
)

// reader reads the reports of battles and counts what is wrong with them.
type reader struct {
	stage  events.Stage
	faults map[string]int
	first  map[string]string
	story  []int // words of each story
	quiet  []int // of those of quiet turns
	mail   []int // of whole mails, without facts
}

func (r *reader) fault(kind, where, passage string) {
	if r.faults[kind] == 0 {
		r.first[kind] = where + ": " + passage
	}
	r.faults[kind]++
}

var (
	bare       = regexp.MustCompile(`(^|\s)\?(\s|[.,]|$)`)
	rider      = regexp.MustCompile(`[a-z0-9]\.t[0-9]+\.[0-9]+`)
	place      = regexp.MustCompile(`[0-9]{2,4},[0-9]{2,4}`)
	unseenNear = regexp.MustCompile(`(closed with|came in on) an unseen|unseen enemy (came in|closed)`)
	single     = regexp.MustCompile(`\b1 (yards|hits|inches|times|companies|guns)\b|\b0 (hits|yards|men)\b`)
)

// read counts the faults of one report.
func (r *reader) read(where string, rep *report.Report) {
	s := rep.Story
	prose := told(s)
	r.count(rep, prose)
	for kind, found := range map[string]string{
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
	if loss := strings.Join(s.Losses, " "); s.Quiet && loss != "" {
		r.fault("quiet, with losses", where, loss)
	}
}

// twice looks for what is said twice: a sentence, a name in a list.
func (r *reader) twice(where string, s *story.Story, prose string) {
	sentences := map[string]bool{}
	for _, text := range scenes(s) {
		for said := range strings.SplitSeq(text, ". ") {
			if sentences[said] {
				r.fault("a sentence twice", where, said)
			}
			sentences[said] = true
		}
	}
	for _, line := range s.Riders {
		_, names, _ := strings.Cut(line, "yours to ")
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

// gone looks for what is out of play and still stands in a table, and for a headline that is silent on it.
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
	if len(rep.Story.Losses) > 0 && strings.Contains(rep.Story.Losses[0], "men and ") && rep.Story.Headline == "Quiet" {
		r.fault("a headline silent on a loss", where, prose)
	}
}

func scenes(s *story.Story) (texts []string) {
	for _, c := range s.Lead {
		texts = append(texts, c.Text)
	}
	for _, sector := range s.Sectors {
		for _, c := range sector.Scenes {
			texts = append(texts, c.Text)
		}
	}
	return texts
}

// told is all prose of a story.
func told(s *story.Story) string {
	parts := append(scenes(s), s.Riders...)
	parts = append(append(append(parts, s.Score...), s.Losses...), s.Decide...)
	return strings.Join(parts, " ")
}

func (r *reader) count(rep *report.Report, prose string) {
	n := len(strings.Fields(prose))
	r.story = append(r.story, n)
	if rep.Story.Quiet {
		r.quiet = append(r.quiet, n)
	}
	r.mail = append(r.mail, len(strings.Fields(rep.Text())))
}

// share is the value that so many in a hundred do not exceed.
func share(list []int, percent int) int {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return list[(len(list)-1)*percent/100]
}

// The reports of battles between staff officers have less than a fault in a hundred, and are short.
func TestReportsReadWell(t *testing.T) {
	battles := 9
	if testing.Short() {
		battles = 2
	}
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := reader{stage: adjudicator.StageOf(m.Scenario), faults: map[string]int{}, first: map[string]string{}}
			for n := range battles {
				m.Told = func(s *offline.Session, turn int) {
					for _, seat := range m.Scenario.Seats() {
						if rep := s.Told(seat.ID); turn > 0 {
							r.read(fmt.Sprintf("battle %d, turn %d, %s", n, turn, seat.ID), rep)
						}
					}
				}
				m.Play(n)
			}
			r.judge(t)
		})
	}
}

// The opening mail of every shipped seat has a briefing, a task, and orders that are accepted as written.
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
					if o == nil || len(rep.Story.Lead) < 2 || len(o.Task) < 2 || len(o.Roster) < 2 {
						t.Errorf("%s is told too little: %s", seat.ID, rep.Text())
					}
					commands := rep.Story.Tables[0].Title == "Your command" // else his troops are still to come
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

// judge compares what was counted with what is asked of reports.
func (r *reader) judge(t *testing.T) {
	all := 0
	for kind, n := range r.faults {
		all += n
		t.Logf("%s: %d, first in %s", kind, n, r.first[kind])
	}
	if reports := len(r.story); all*100 >= reports {
		t.Errorf("%d faults in %d reports", all, reports)
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
