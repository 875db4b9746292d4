package mailgate

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// The envelope lines name the game and seat of a mail. The order language reads them again, with all its refusals;
// here they only find the game whose secrets are tried.
var (
	envelopeLine = regexp.MustCompile(`(?i)^\s*(GAME|SEAT|TURN|KEY)\s*[: ]\s*(\S+)\s*$`)
	// In capitals or as a pair, because people write the words "game" and "seat" in ordinary subjects.
	subjectWords   = regexp.MustCompile(`\b(GAME|SEAT)\s+(\S+)`)
	subjectPair    = regexp.MustCompile(`(?i)\bgame\s+(\S+)[\s,]+seat\s+(\S+)`)
	subjectTurn    = regexp.MustCompile(`(?i)\bturn\s+(\d{1,4})\b`)
	subjectPattern = regexp.MustCompile(`(?i)\[([a-z0-9][a-z0-9-]*)\](?:\s*turn\s+(\d+))?(?:\s*,\s*([a-z0-9][a-z0-9.-]*))?`)
)

// names finds the game, seat, turn and secret that the mail names: in envelope lines first, then in the recipient
// address, then in the subject.
func (m *Mail) names(o Options) {
	m.namesInText()
	m.nameField(m.namesInAddress(o), o)
	m.namesInSubject()
}

func (m *Mail) namesInText() {
	seen := map[string]bool{}
	for line := range strings.SplitSeq(m.Text, "\n") {
		f := envelopeLine.FindStringSubmatch(line)
		if f == nil {
			continue
		}
		value := strings.Trim(f[2], ".,;")
		switch strings.ToUpper(f[1]) {
		case "GAME":
			value = strings.ToLower(value)
			setOnce(&m.Game, value)
			if !seen[value] {
				seen[value] = true
				m.Games = append(m.Games, value)
			}
		case "SEAT":
			setOnce(&m.Seat, strings.ToLower(value))
		case "KEY":
			setOnce(&m.Key, strings.ToLower(value))
		case "TURN":
			if n, err := strconv.Atoi(value); err == nil && m.Turn == 0 {
				m.Turn = n
			}
		}
	}
	if len(m.Games) < 2 {
		m.Games = nil
		return
	}
	m.problem(fmt.Sprintf("This mail names several games (%s). Each part from a GAME line to the next is for that "+
		"game; a separate mail for each game is safer.",
		strings.Join(m.Games, ", ")))
}

// namesInAddress returns the first recipient address with a tag, or "".
func (m *Mail) namesInAddress(o Options) (address string) {
	for _, a := range m.Recipients {
		tag, ok := o.tag(a)
		if !ok {
			continue
		}
		t := ParseTag(tag)
		if m.Game != "" && t.Game != "" && t.Game != m.Game {
			m.problem(fmt.Sprintf("The mail names the game %s, but was sent to the address of %s.", m.Game, t.Game))
		}
		if t.Game != "" && (m.Game == "" || m.Game == t.Game) {
			m.Game = t.Game
			setOnce(&m.Seat, t.Seat)
		}
		setOnce(&m.Token, t.Token)
		return a
	}
	return ""
}

// nameField records which header fields hold the tagged address, or any of ours if there is no tag.
func (m *Mail) nameField(tagged string, o Options) {
	for _, field := range []string{"to", "cc"} {
		if slices.ContainsFunc(m.written[field], func(a string) bool {
			return SameAddress(a, tagged) || tagged == "" && (o.Ours(a) || len(o.Own) == 0)
		}) {
			m.naming = append(m.naming, field)
		}
	}
}

// Ours reports whether the address is one of our own, with or without a tag.
func (o Options) Ours(address string) bool {
	if _, tagged := o.tag(address); tagged {
		return true
	}
	return slices.ContainsFunc(o.Own, func(own string) bool { return SameAddress(own, address) })
}

// tag returns the tag after the delimiter in an address of our own.
func (o Options) tag(address string) (string, bool) {
	local, domain, _ := strings.Cut(address, "@")
	base, tag, ok := strings.Cut(local, o.Delimiter)
	if !ok || tag == "" {
		return "", false
	}
	if len(o.Own) == 0 {
		return tag, true // our own addresses are not configured, so accept any tag
	}
	return tag, slices.ContainsFunc(o.Own, func(own string) bool { return SameAddress(own, base+"@"+domain) })
}

func (m *Mail) namesInSubject() {
	for _, f := range subjectWords.FindAllStringSubmatch(m.Subject, -1) {
		value := strings.ToLower(strings.Trim(f[2], ".,;:"))
		if f[1] == "GAME" {
			setOnce(&m.Game, value)
		} else {
			setOnce(&m.Seat, value)
		}
	}
	if f := subjectPair.FindStringSubmatch(m.Subject); m.Game == "" && f != nil {
		setOnce(&m.Game, strings.ToLower(strings.Trim(f[1], ".,;:")))
		setOnce(&m.Seat, strings.ToLower(strings.Trim(f[2], ".,;:")))
	}
	if f := m.bracketed(); f != nil {
		m.Game = strings.ToLower(f[1])
		setOnce(&m.Seat, strings.ToLower(f[3]))
	}
	if f := subjectTurn.FindStringSubmatch(m.Subject); f != nil && m.Turn == 0 {
		m.Turn = events.Number(f[1])
	}
}

// banners are bracketed words that gateways put before the subject of mail from outside.
var banners = map[string]bool{
	"external": true, "extern": true, "ext": true, "externe": true, "externo": true, "esterno": true,
	"spam": true, "suspicious": true, "bulk": true, "caution": true, "urgent": true,
}

// bracketed returns the match in the subject that names the game: the one followed by a turn, else the first that is
// not a banner.
func (m *Mail) bracketed() (best []string) {
	for _, f := range subjectPattern.FindAllStringSubmatch(m.Subject, -1) {
		game := strings.ToLower(f[1])
		switch {
		case m.Game != "" && m.Game != game:
		case f[2] != "":
			return f
		case best == nil && !banners[game]:
			best = f
		}
	}
	return best
}

func setOnce(to *string, value string) {
	if *to == "" {
		*to = value
	}
}
