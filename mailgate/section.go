package mailgate

import (
	"strings"
)

// Section is the part of a mail's text that is for one game.
type Section struct {
	Game string
	Text string
	Line int // of its first line in the mail's text, from 1
}

// Sections cuts the text of a mail for several games at its GAME lines, or at the
// ORDERS above them. What stands before the first belongs to it. A mail for one game
// is one section.
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

// sectionStart returns where the section of the GAME line begins: at the frame that
// opens right above it, or at itself.
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

// Split returns a mail for each game that the mail is for, in the order of their first
// lines; itself alone if it is for one. Each has the text of its game, and the secret
// of the address only if that is its game's: one seat's secret proves no other.
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

// add takes a section of the whole mail.
func (m *Mail) add(whole *Mail, s Section) {
	if m.Text != "" {
		m.Text += "\n"
	}
	m.Text += s.Text
	last := min(s.Line-1+strings.Count(s.Text, "\n")+1, len(whole.Lines))
	m.Lines = append(m.Lines, whole.Lines[min(s.Line-1, last):last]...)
}
