package rulesets_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
)

// TestReceiptsTellNothing checks that receipts reveal nothing about enemies unknown to the seat. Mails about them, with
// any name and verb, must be answered as in battles that the seat cannot distinguish from the real one: those enemies
// have other names, are others or are absent, or all enemies are of another quality. Staff plays each shipped scenario,
// as it is and with the most fog of war, for GALLOPER_TURNS turns or a few.
func TestReceiptsTellNothing(t *testing.T) {
	t.Parallel()
	var counting sync.Mutex
	tried := map[string]int{}
	t.Run("all", func(t *testing.T) {
		for _, name := range shippedNames(t) {
			for _, fog := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s fog %t", name, fog), func(t *testing.T) {
					t.Parallel()
					w := watched(t, name, fog)
					if w == nil {
						return
					}
					w.watch(oracle.Many(os.Getenv("GALLOPER_TURNS"), 2))
					counting.Lock()
					defer counting.Unlock()
					for how, mails := range w.tried {
						tried[w.rules.Name+" "+how] += mails
					}
				})
			}
		}
	})
	t.Log(tried)
	for _, rules := range grammars {
		for _, how := range []string{renamed, others, fewer, mettle} {
			if n := tried[rules.Ruleset+" "+how]; n == 0 != slices.Contains(untried[rules.Ruleset], how) {
				t.Errorf("%s: %d mails were read where the enemies are %s", rules.Ruleset, n, how)
			}
		}
	}
}

// watched returns a shipped scenario, with more fog of war if possible; it returns nil if fog is wanted but not
// possible.
func watched(t *testing.T, name string, fog bool) *watch {
	b := openedBattle(t, name)
	if fog && thickest[b.rules.Name] == "" {
		return nil
	}
	if fog {
		b = battleOf([]byte(foggy(string(b.src), thickest[b.rules.Name])))
	}
	i := slices.IndexFunc(grammars, func(r *rash) bool { return r.Ruleset == b.rules.Name })
	return &watch{T: t, battle: b, lot: rand.New(rand.NewPCG(uint64(len(name)), 17)), tried: map[string]int{},
		grammar: grammars[i]}
}

// thickest are options with more fog of war than usual.
var thickest = map[string]string{"orderdiscipline": "oob: secret", "commandchaos": "sight: zones"}

// untried are changes to unknown enemies that are impossible by the rules. In commandchaos all seats know both sides'
// ids (section i). In two other rulesets a known enemy has no property that is not told.
var untried = map[string][]string{"commandchaos": {renamed, fewer}, "fieldcommand": {mettle},
	"activationchits": {mettle}}

// Changes to the enemies unknown to a seat, in a battle that it cannot distinguish from the real one.
const (
	renamed = "others, by other names" // each with the place, the kind and the commander of another
	others  = "others"                 // the same, but with the original names
	fewer   = "not there"
	mettle  = "better or worse" // all enemies
)

// watch reads mails in the battle and in those that a seat cannot distinguish from it.
type watch struct {
	*testing.T
	*battle
	lot     *rand.Rand
	grammar *rash
	tried   map[string]int // number of mails, by change
}

// watch compares the answers before the first turn and after every third turn.
func (w *watch) watch(turns int) {
	for ; w.turn <= turns && w.state.Over() == ""; w.play() {
		for _, seat := range w.sc.Seats() {
			if w.turn%3 == 0 {
				w.seat(seat)
			}
		}
	}
}

// mostStrangers limits the number of unknown enemies in the mails of a seat at a time.
const mostStrangers = 1

// seat compares the answers to the mails of one seat.
func (w *watch) seat(seat adjudicator.Seat) {
	unknown := w.strangers(seat)
	mails := []string{w.mail(seat, stranger{id: nobody})}
	for _, i := range w.lot.Perm(len(unknown))[:min(mostStrangers, len(unknown))] {
		mails = append(mails, w.mail(seat, unknown[i]))
	}
	is := w.answers(w.sc, seat.ID, mails)
	twins := w.twins(seat, unknown)
	for _, how := range slices.Sorted(maps.Keys(twins)) {
		w.tried[how] += len(mails)
		where := fmt.Sprintf("turn %d, %s, enemies %s", w.turn, seat.ID, how)
		oracle.CannotTell(w, where, is, w.answers(twins[how], seat.ID, mails))
	}
}

// answers returns all answers to mails in a scenario, by the seat's knowledge. They include the inputs of other texts:
// the ground and the seat's knowledge for the orders drawn on the map, and the staff's orders for hints.
func (w *watch) answers(sc adjudicator.Scenario, seat string, mails []string) []oracle.Channel {
	desk := w.desk(seat)
	desk.Scenario = sc
	list := []oracle.Channel{{Name: "ground", Text: fmt.Sprint(w.rules.Ground(sc))},
		{Name: "staff's order", Text: strings.Join(w.rules.Staff(desk, adjudicator.Officer{Game: "secret"}), "\n")},
		{Name: "reckoning", Text: fmt.Sprint(w.reckoned(desk)...)}}
	for _, mail := range mails {
		doc, reading := w.rules.ReadMail(desk, mail)
		r := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
		var text strings.Builder
		text.WriteString(r.Text())
		for _, e := range reading.Entries {
			fmt.Fprintln(&text, e.Number, e.Rides, e.Asked, e.Canonical)
		}
		list = append(list, oracle.Channel{Name: "receipt of\n" + mail + "\n", Text: text.String()})
	}
	return list
}

// reckoned returns how the battle would be decided now, without the losses that break an army: those are public.
func (w *watch) reckoned(desk adjudicator.Desk) (list []any) {
	var told []events.Outcome
	for turn := range desk.Turn {
		told = append(told, w.book.Seat(desk.Seat).Diary(turn)...)
	}
	desk.Turn--
	for _, a := range w.rules.Reckon(desk, told).Armies {
		list = append(list, a.Side, a.Points, a.Nearest().Gone)
	}
	return list
}

// stranger is an enemy unit unknown to a seat.
type stranger struct{ id, name, commander string }

// strangers returns the enemy units whose ids occur in no fact of the seat.
func (b *battle) strangers(seat adjudicator.Seat) (list []stranger) {
	told := strings.FieldsFunc(b.told(seat.ID), func(r rune) bool { return strings.ContainsRune(" ,/:", r) })
	commanders := adjudicator.StageOf(b.sc).Commanders
	for _, id := range b.enemies(seat) {
		if slices.Contains(told, id) {
			continue
		}
		s := stranger{id: id, name: adjudicator.Names(b.sc)(id)}
		if c := commanders[id]; len(c) > 0 {
			s.commander = c[0]
		}
		list = append(list, s)
	}
	return list
}

// enemies returns the units of the other side.
func (b *battle) enemies(seat adjudicator.Seat) (ids []string) {
	doc, _ := scenario.Read("scenario.yaml", b.src, b.rules.Keys)
	for id, unit := range doc.Each("units") {
		if unit.Text("side", scenario.SideOf(seatOf(unit))) != seat.Side {
			ids = append(ids, id)
		}
	}
	return ids
}

// told returns all facts of the seat.
func (b *battle) told(seat string) string {
	var told strings.Builder
	for _, line := range b.rules.Words.Facts {
		b.book.Seat(seat).Facts(line.Kind, func(subject string, fields []events.Field, _ int) bool {
			told.WriteString(" " + subject)
			for _, f := range fields {
				told.WriteString(" " + f.Value)
			}
			return true
		})
	}
	return told.String()
}

// mail returns orders with every verb of the language and of free English, about one enemy.
func (w *watch) mail(seat adjudicator.Seat, s stranger) string {
	own, _ := w.rules.Names(adjudicator.Desk{Scenario: w.sc, Seat: seat.ID, Turn: 1})
	mine := own.All()[w.lot.IntN(len(own.All()))].ID
	called := []string{s.id, s.id, slip(w.lot, s.id)}
	for _, name := range []string{s.name, s.commander} {
		if name != "" {
			words := strings.Fields(name)
			called = append(called, name, words[len(words)-1], slip(w.lot, name))
		}
	}
	forms := []string{"%s: attack", "%s: sleep", "attack %s", "%s attacks 15", "fire at %s", mine + ": attack %s",
		mine + ": charge %s", mine + " fire at %s", mine + ": support %s", mine + " to follow %s", mine + " to hold",
		mine + ": move to %s", mine + " faces %s", mine + ": if %s comes near, fall back", mine + " behind %s",
		mine + " hold until %s is gone", "To %s: attack", "advance to %s", "Please let %s hold", "Letter to %s: yield"}
	scribe := oracle.Scribe{Lot: w.lot, Grammar: maps.Clone(w.grammar.Grammar)}
	scribe.Grammar["foe"], scribe.Grammar["unit"], scribe.Grammar["mate"] = called, []string{mine}, []string{seat.ID}
	scribe.Grammar["seat"], scribe.Grammar["self"] = []string{seat.ID}, []string{seat.ID}
	scribe.Grammar["leader"], scribe.Grammar["number"], scribe.Grammar["stray"] = []string{seat.ID}, numbers, strays
	var lines []string
	for range 4 {
		lines = append(lines, strings.ReplaceAll(forms[w.lot.IntN(len(forms))], "%s", called[w.lot.IntN(len(called))]))
	}
	for range 16 {
		line := scribe.Line("order")
		if len(lines) < 7 && slices.ContainsFunc(called, func(name string) bool { return strings.Contains(line, name) }) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n\n")
}

// slip returns the name with one letter missing.
func slip(lot oracle.Lot, name string) string {
	letters := []rune(name)
	i := lot.IntN(len(letters))
	return string(slices.Delete(letters, i, i+1))
}

// twins returns scenarios that differ from the battle's in information hidden from a seat, by change.
func (w *watch) twins(seat adjudicator.Seat, unknown []stranger) map[string]adjudicator.Scenario {
	twins := map[string]adjudicator.Scenario{}
	add := func(how string, src []byte) {
		if bytes.Equal(src, w.src) {
			return
		}
		if _, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{w.rules}, "scenario.yaml", src); len(faults) == 0 {
			twins[how] = sc
		}
	}
	bodies := w.src
	if len(unknown) > 1 {
		bodies = exchanged(w.src, unknown)
		add(others, bodies)
	}
	add(mettle, tempered(w.src, w.enemies(seat)))
	if !w.namesKnown() {
		add(renamed, rechristened(bodies, unknown))
		add(fewer, without(w.src, unknown))
	}
	return twins
}

// namesKnown reports whether the names of the enemy's units are public by the rules: commandchaos, section i, and
// orderdiscipline, section c, `oob`.
func (w *watch) namesKnown() bool {
	return w.rules.Name == "commandchaos" ||
		w.rules.Name == "orderdiscipline" && !bytes.Contains(w.src, []byte("oob: secret"))
}

// unitLine matches the line of a unit in a scenario, split into the text before its keys, the keys and the text after
// them.
func unitLine(id string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(  ` + regexp.QuoteMeta(id) + `: +\{)(.*)(\}.*)$`)
}

// nameKey is the key of a unit's name.
var nameKey = regexp.MustCompile(`(, )?\bname: [^,}]*`)

// exchanged gives each unit all properties of another, except the names.
func exchanged(src []byte, units []stranger) []byte {
	var bodies []string
	for _, u := range units {
		bodies = append(bodies, nameKey.ReplaceAllString(string(unitLine(u.id).FindSubmatch(src)[2]), ""))
	}
	for i, u := range units {
		src = unitLine(u.id).ReplaceAllFunc(src, func(line []byte) []byte {
			m := unitLine(u.id).FindSubmatch(line)
			name := strings.TrimPrefix(string(nameKey.Find(m[2])), ", ")
			body := strings.TrimPrefix(bodies[(i+1)%len(bodies)], ", ")
			if name != "" {
				body += ", " + name
			}
			return slices.Concat(m[1], []byte(body), m[3])
		})
	}
	return src
}

// rechristened gives the units new ids, names and commanders.
func rechristened(src []byte, units []stranger) []byte {
	for i, u := range units {
		name := fmt.Sprintf("Zx%c%c", 'a'+i/26, 'a'+i%26)
		src = unitLine(u.id).ReplaceAllFunc(src, func(line []byte) []byte {
			return nameKey.ReplaceAll(line, []byte("${1}name: "+name))
		})
		if u.commander != "" {
			src = bytes.ReplaceAll(src, []byte(u.commander), []byte("Captain "+name+"n"))
		}
		src = regexp.MustCompile(`(?m)^  `+regexp.QuoteMeta(u.id)+`:`).ReplaceAll(src, []byte("  "+strings.ToLower(name)+":"))
	}
	return src
}

// without returns the scenario without the units.
func without(src []byte, units []stranger) []byte {
	for _, u := range units {
		src = regexp.MustCompile(`(?m)^  `+regexp.QuoteMeta(u.id)+`:.*\n`).ReplaceAll(src, nil)
	}
	return src
}

// tempers matches the keys of a unit that an enemy is never told or cannot distinguish.
var tempers = regexp.MustCompile(`\b(morale|quality|rating|ability|directive|lost|boxes|drill|tactic): ([^,}]*)`)

// tempered exchanges those properties between units.
func tempered(src []byte, ids []string) []byte {
	values := map[string][]string{}
	for _, id := range ids {
		for _, m := range tempers.FindAllSubmatch(unitLine(id).FindSubmatch(src)[2], -1) {
			values[string(m[1])] = append(values[string(m[1])], string(m[2]))
		}
	}
	for key, list := range values {
		values[key] = append(list[1:], list[0])
	}
	for _, id := range ids {
		src = unitLine(id).ReplaceAllFunc(src, func(line []byte) []byte {
			return tempers.ReplaceAllFunc(line, func(pair []byte) []byte {
				key := string(tempers.FindSubmatch(pair)[1])
				value := values[key][0]
				values[key] = values[key][1:]
				if key == "quality" && value == string(tempers.FindSubmatch(pair)[2]) {
					value = "green"
				}
				return []byte(key + ": " + value)
			})
		})
	}
	return src
}

// foggy returns the scenario with another option.
func foggy(src, option string) string {
	key, _, _ := strings.Cut(option, ":")
	src = regexp.MustCompile(`(, )?\b`+key+`: \w+`).ReplaceAllString(src, "")
	return strings.Replace(src, "options: {", "options: {"+option+", ", 1)
}
