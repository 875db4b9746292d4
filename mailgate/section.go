package mailgate

import (
	"strings"
)

// Section is the part of a mail's text for one game.
type Section struct {
	Game string
	Text string
	Line int // of its first line in the mail's text, from 1
}

// Sections splits the text of a mail for several games at its GAME lines, or at the ORDERS above them. Text before
// the first belongs to the first section. A mail for one game is a single section.
func (m *Mail) Sections() []Section {
	if len(m.Games) < 2 {
		return []Section{{m.Game, m.Text, 1}}
	}
	var out []Section
	lines := strings.Split(m.Text, "\n")
	start := 0
	game := ""
	for i, line := range lines {
		next := gameLine(line)
		if next == "" {
			continue
		}
		if game != "" && next != game {
			cut := sectionStart(lines, i)
			out = append(out, Section{game, strings.Join(lines[start:cut], "\n"), start + 1})
			start = cut
		}
		game = next
	}
	return append(out, Section{game, strings.Join(lines[start:], "\n"), start + 1})
}

// gameLine returns the game that a GAME line names, "" for any other line.
func gameLine(line string) string {
	f := envelopeLine.FindStringSubmatch(line)
	if f == nil || !strings.EqualFold(f[1], "GAME") {
		return ""
	}
	return strings.ToLower(strings.Trim(f[2], ".,;"))
}

// sectionStart returns where the section of the GAME line begins: at the frame that opens right above it, or at the
// line itself.
func sectionStart(lines []string, at int) int {
	for i := at - 1; i >= 0; i-- {
		if isFrameStart(lines[i]) {
			return i
		}
		if strings.TrimSpace(lines[i]) != "" && !envelopeLine.MatchString(lines[i]) {
			break
		}
	}
	return at
}

// Split returns one mail per game, in the order of their first lines, or the mail itself if it is for one game. Each
// has the text of its game, and the token in the address only if it is that game's: one seat's secret must not prove
// another.
func (m *Mail) Split(o Options) []*Mail {
	if len(m.Games) < 2 {
		return []*Mail{m}
	}
	o = o.withDefaults()
	var out []*Mail
	for _, game := range m.Games {
		one := *m
		one.Game, one.Seat, one.Turn, one.Token, one.Key, one.Games = game, "", 0, "", "", nil
		one.Text, one.Lines = "", nil
		for _, s := range m.Sections() {
			if s.Game == game {
				one.add(m, s)
			}
		}
		one.Problems = append([]string(nil), m.Problems...)
		one.namesInText()
		for _, a := range m.Recipients {
			if tag, ok := o.tag(a); ok {
				if t := ParseTag(tag); t.Game == "" || t.Game == game {
					setOnce(&one.Seat, t.Seat)
					setOnce(&one.Token, t.Token)
				}
				break
			}
		}
		out = append(out, &one)
	}
	return out
}

func (m *Mail) add(whole *Mail, s Section) {
	if m.Text != "" {
		m.Text += "\n"
	}
	m.Text += s.Text
	last := min(s.Line-1+strings.Count(s.Text, "\n")+1, len(whole.Lines))
	m.Lines = append(m.Lines, whole.Lines[min(s.Line-1, last):last]...)
}
