package mailgate

import (
	"math/bits"
	"regexp"
	"strings"
)

// headerBlock returns the index after the block of mail header fields that begins at line i, or 0 if there is none. A
// block has a From and at least two other kinds, in any known language, including a Subject or a date. It may contain
// blank lines and folded fields.
func (c *cutter) headerBlock(i int) int {
	if i >= len(c.lines) {
		return 0
	}
	first, _ := headerField(c.lines[i].text)
	if first&(nameFrom|nameSent|nameSubject) == 0 {
		return 0
	}
	found, end, open := 0, 0, false
block:
	for k := i; k < min(i+20, len(c.lines)); k++ {
		text := c.lines[k].text
		blank := strings.TrimSpace(text) == ""
		switch kind, empty := headerField(text); {
		case c.framed[k]:
			break block
		case kind != 0:
			found |= kind
			end, open = k+1, empty
		case blank && k == i+1:
			// QUIRK: some clients set an empty line below the first field.
		case !blank && end == k && (open || isFolded(text)):
			end, open = k+1, false
		default:
			break block
		}
	}
	if !enoughHeader(found) {
		return 0
	}
	return end
}

// enoughHeader reports whether the kinds make a header block. From and To alone do not: `TO north: …` is an order.
func enoughHeader(found int) bool {
	return found&nameFrom != 0 && found&(nameSent|nameSubject) != 0 && bits.OnesCount(uint(found)) >= 3
}

// isFolded reports whether a line continues the header field above: it is indented, or an address on a line of its
// own.
func isFolded(line string) bool {
	return line[0] == ' ' || line[0] == '\t' || addressLine.MatchString(line)
}

var addressLine = regexp.MustCompile(`^[<(]?\S+@\S+\.[^\s.]+[>)]?[;,]?$`)

// headerKind returns the kinds of header field that the line may be, or 0 if the field has no value.
func headerKind(line string) int {
	kind, empty := headerField(line)
	if empty {
		return 0
	}
	return kind
}

// messageOf matches the first line of a block by Orange and La Poste: `Message du 22/11/26 09:00`.
var messageOf = regexp.MustCompile(`(?i)^message du \d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b`)

// headerField returns the kinds of header field that the line may be, and whether it has no value on this line.
func headerField(line string) (kind int, empty bool) {
	line = strings.TrimLeft(line, " *\t")
	if messageOf.MatchString(line) {
		return nameSent, false
	}
	name, rest, ok := strings.Cut(line, ":")
	if !ok {
		name, rest, ok = strings.Cut(line, "：")
	}
	if !ok || len(name) > 40 {
		return 0, false
	}
	return headerNames[strings.ToLower(strings.Trim(name, " *"))], strings.Trim(rest, " *") == ""
}
