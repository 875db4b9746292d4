package verify_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
)

// A variant is an archive with one change, and the chain and the event numbers recomputed, as a forger would.
type variant struct {
	what  string
	lines []string
}

// span is a value within a line. path names it without list indices, and member is the offset of its key.
type span struct {
	path             string
	member, from, to int
	leaf             bool
}

// spans returns the values of a line.
func spans(line string) (all []span) {
	d := json.NewDecoder(strings.NewReader(line))
	next := func() int {
		at := int(d.InputOffset())
		for line[at] == ',' || line[at] == ':' {
			at++
		}
		return at
	}
	var value func(path string, member int)
	value = func(path string, member int) {
		from := next()
		token, err := d.Token()
		if err != nil {
			panic(err) // the line has been verified
		}
		delim, nested := token.(json.Delim)
		for nested && d.More() {
			at := next()
			switch {
			case delim == '{':
				key, _ := d.Token()
				value(path+"."+key.(string), at)
			case path == ".events":
				value(eventType.FindStringSubmatch(line[at:])[1], at)
			default:
				value(path+"[]", at)
			}
		}
		if nested {
			d.Token()
		}
		all = append(all, span{path, member, from, int(d.InputOffset()), !nested})
	}
	value("", 0)
	return all
}

var eventType = regexp.MustCompile(`^\{"type":"([a-z.]+)"`)

// cut removes a member of an object or an element of a list, with its comma.
func cut(line string, s span) string {
	from, to := s.member, s.to
	switch {
	case line[to] == ',':
		to++
	case line[from-1] == ',':
		from--
	}
	return line[:from] + line[to:]
}

// other returns a different value for the same place: one that occurs there in another line, or one of the same
// type.
func other(value string, known []string) string {
	var text string
	if n, err := strconv.Atoi(value); err == nil {
		return strconv.Itoa(n + 1)
	} else if json.Unmarshal([]byte(value), &text) != nil {
		return map[string]string{"true": "false", "false": "true"}[value]
	}
	if _, err := events.ParseHash(text); err == nil {
		return strconv.Quote(strings.Repeat("ab", 32))
	}
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return strconv.Quote(at.Add(time.Hour).Format(time.RFC3339Nano))
	}
	if i := slices.IndexFunc(known, func(k string) bool { return k != value }); i >= 0 {
		return known[i]
	}
	return strings.TrimSuffix(value, `"`) + `x"`
}

// variants returns the archive with each field of each kind of record changed and removed, and each kind of
// record dropped, duplicated, moved and exchanged with one of another game.
func variants(lines, foreign []string) (all []variant) {
	values := map[string][]string{} // by path
	for _, l := range lines {
		for _, s := range spans(l) {
			if s.leaf {
				values[s.path] = append(values[s.path], l[s.from:s.to])
			}
		}
	}
	seen := map[string]bool{}
	add := func(what string, change func(lines []string) []string) {
		if changed := change(slices.Clone(lines)); !seen[what] && !slices.Equal(changed, lines) {
			seen[what] = true
			all = append(all, variant{what, changed})
		}
	}
	line := func(what string, i int, with ...string) {
		add(what, func(lines []string) []string { return slices.Replace(lines, i, i+1, with...) })
	}
	for i, l := range lines {
		for _, s := range spans(l) {
			switch {
			case s.path == "" || s.path == ".prev" || s.path == ".first": // recomputed
			case s.leaf:
				line(s.path+" changed", i, l[:s.from]+other(l[s.from:s.to], values[s.path])+l[s.to:])
				fallthrough
			default:
				line(s.path+" left out", i, cut(l, s))
			}
			if event := eventType.FindStringSubmatch(l[s.from:]); event != nil {
				line(event[1]+" doubled", i, l[:s.to]+","+l[s.from:s.to]+l[s.to:])
			}
		}
		kind := "commit of " + firstEvent(l)
		line(kind+" dropped", i)
		line(kind+" doubled", i, l, l)
		line(kind+" doubled with another id", i, l, strings.Replace(l, `,"id":"`, `,"id":"again.`, 1))
		add(kind+" moved to the end", func(lines []string) []string { return append(slices.Delete(lines, i, i+1), l) })
		if i+1 < len(lines) {
			add(kind+" moved behind the next", func(lines []string) []string {
				lines[i], lines[i+1] = lines[i+1], lines[i]
				return lines
			})
		}
		if j := slices.IndexFunc(foreign, func(f string) bool { return firstEvent(f) == firstEvent(l) }); j >= 0 {
			line(kind+" of another game", i, foreign[j])
		}
	}
	for part := 1; part < 8; part++ {
		add(fmt.Sprintf("the last %d of 8 cut off", part), func(lines []string) []string {
			return lines[:len(lines)*(8-part)/8]
		})
		add(fmt.Sprintf("the last %d of 8 of another game", part), func(lines []string) []string {
			return append(lines[:len(lines)*(8-part)/8], foreign[min(len(foreign), len(lines)*(8-part)/8):]...)
		})
	}
	return all
}

func firstEvent(line string) string {
	_, list, _ := strings.Cut(line, `"events":[`)
	return eventType.FindStringSubmatch(list)[1]
}

var firstNumber = regexp.MustCompile(`"first":[0-9]+`)

// rechained recomputes the chain and the event numbers.
func rechained(lines []string) string {
	var b strings.Builder
	prev, first := events.Hash{}, 1
	for _, l := range lines {
		l = `{"prev":"` + prev.String() + l[len(`{"prev":"`)+64:]
		l = firstNumber.ReplaceAllString(l, fmt.Sprintf(`"first":%d`, first))
		first += strings.Count(l, `"schema":`)
		prev = events.Sum([]byte(l))
		b.WriteString(l + "\n")
	}
	return b.String()
}

func recorded(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../daemon/testdata", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// TestTampering makes every variant and counts those that the check of the file finds without mails. The rest
// is found by the head of the record in a player's last mail. Without recomputing the chain, the check finds
// everything but a missing end. GALLOPER_VARIANTS is the number of variants tried of each archive.
func TestTampering(t *testing.T) {
	most := 20
	if n, err := strconv.Atoi(os.Getenv("GALLOPER_VARIANTS")); err == nil {
		most = n
	}
	names := []string{"everyact"}
	for _, rules := range rulesets.All() {
		names = append(names, rules.Name)
	}
	tried, alone := 0, 0
	for i, name := range names {
		lines, foreign := recorded(t, name), recorded(t, names[(i+1)%len(names)])
		sound := strings.Join(lines, "\n") + "\n"
		if rechained(lines) != sound || fault(name, sound, "") != "" {
			t.Fatalf("%s: computed anew the chain is another, or it does not verify: the test is blind", name)
		}
		held := ""
		for _, l := range lines {
			if strings.Contains(l, `"type":"mail.queued"`) {
				held = l[len(`{"prev":"`):][:64]
			}
		}
		all := slices.DeleteFunc(variants(lines, foreign), func(v variant) bool { return rechained(v.lines) == sound })
		for n := range min(most, len(all)) {
			v := all[n*len(all)/min(most, len(all))]
			tried++
			switch plain, file := strings.Join(v.lines, "\n")+"\n", rechained(v.lines); {
			case !strings.HasPrefix(sound, plain) && fault(name, plain, "") == "":
				t.Errorf("%s, %s: its chain is broken, and it verifies", name, v.what)
			case fault(name, file, "") != "":
				alone++
			case !strings.Contains(fault(name, file, held), held):
				t.Errorf("%s, %s: not even a mail shows it", name, v.what)
			default:
				t.Logf("%s, %s: found by a mail", name, v.what)
			}
		}
	}
	t.Logf("of %d variants of %d archives %d are found without a mail, the others by one", tried, len(names), alone)
	if alone*193 < tried*155 {
		t.Errorf("%d of %d are found without a mail; want 155 of 193", alone, tried)
	}
}

func fault(name, file, holds string) string {
	return verify.File(rulesets.All(), name, strings.NewReader(file), holds, nil).Fault
}

// TestFileOfASeat: a player's export is not an archive, and the error says so.
func TestFileOfASeat(t *testing.T) {
	g := game.New()
	for line, err := range archive.Read(strings.NewReader(strings.Join(recorded(t, "firediscipline"), "\n"))) {
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Apply(rulesets.All(), line.Commit); err != nil {
			t.Fatal(err)
		}
	}
	var file strings.Builder
	if err := game.ExportSeat(g, &file, g.Campaign.Created().Seats[0]); err != nil {
		t.Fatal(err)
	}
	said := fault("seat.jsonl", file.String(), "")
	if !strings.Contains(said, "galloper export --seat") || !strings.Contains(said, "galloper export GAME") {
		t.Errorf("of a seat's file it is said: %s", said)
	}
}
