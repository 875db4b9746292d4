package mailgate

import (
	"regexp"
	"slices"
	"strings"
)

// fillIn finds orders that the writer put into the template of the report below, whether or not the client marks
// quotes. They count if no order stands elsewhere and the frame names its game, seat and turn and is not empty.
func (c *cutter) fillIn() {
	slices.SortFunc(c.cuts, func(a, b Cut) int { return a.First - b.First })
	first, last := c.filledFrame()
	if first < 0 {
		return
	}
	top, bottom := c.lines[first].n, c.lines[last].n
	var above, below, commands []textLine
	for _, l := range c.kept {
		switch inside := top <= l.n && l.n <= bottom; {
		case inside:
		case bareCommand.MatchString(l.text):
			commands = append(commands, l) // need not be in the frame, which the writer did not make
		case c.isOrder(strings.TrimSpace(l.text)):
			for _, l := range c.lines[first : last+1] {
				if !c.keeps(l.n) {
					c.below = append(c.below, unquoted(l.text))
				}
			}
			return
		case l.n < top:
			above = append(above, l)
		default:
			below = append(below, l)
		}
	}
	for i := first; i <= last; i++ {
		c.lines[i].text, c.framed[i] = unquoted(c.lines[i].text), true
	}
	c.kept = slices.Concat(above, c.lines[first:first+1], commands, c.lines[first+1:last+1], below)
	var cuts []Cut
	for _, cut := range c.cuts {
		if cut.First < top {
			cuts = append(cuts, Cut{cut.First, min(cut.Last, top-1), cut.Why})
		}
		if cut.Last > bottom {
			cuts = append(cuts, Cut{max(cut.First, bottom+1), cut.Last, cut.Why})
		}
	}
	c.cuts, c.missed = cuts, nil
}

// filledFrame returns the first and last line of the topmost filled-in template among the skipped lines, or -1 if
// there is none.
func (c *cutter) filledFrame() (first, last int) {
	first = -1
	for i, l := range c.lines {
		if c.framed[i] && c.keeps(l.n) {
			return -1, -1 // the writer's own frame
		}
		switch text := unquoted(l.text); {
		case isFrameStart(text):
			first = i
		case first >= 0 && isReportMark(text):
			first = -1
		case first >= 0 && frameEnd.MatchString(text):
			if c.isFilled(first, i) {
				return first, i
			}
			first = -1
		}
	}
	return -1, -1
}

// bareCommand matches a command that orders nothing by itself and may stand beside a filled-in template.
var bareCommand = regexp.MustCompile(`(?i)^\s*(READY|CHECK|STATUS|HELP|HISTORY)\W*$`)

// keeps reports whether line n was kept.
func (c *cutter) keeps(n int) bool {
	_, cut := slices.BinarySearchFunc(c.cuts, n, func(cut Cut, n int) int {
		switch {
		case cut.Last < n:
			return -1
		case cut.First > n:
			return 1
		}
		return 0
	})
	return !cut
}

// isFilled reports whether the frame is from a report and has an order in it. The caller can compare it with the
// report. A line below a comment may be its continuation, wrapped by the client.
func (c *cutter) isFilled(first, last int) bool {
	names := map[string]bool{}
	comment, filled := false, false
	for _, l := range c.lines[first : last+1] {
		text := strings.TrimSpace(unquoted(l.text))
		if f := envelopeLine.FindStringSubmatch(text); f != nil {
			names[strings.ToUpper(f[1])] = true
		}
		if !isTemplateLine(text) && (!comment || c.isOrder(text) || text[0] == '?') {
			filled = true
		}
		comment = strings.HasPrefix(text, "#") || comment && text != "" && !isTemplateLine(text)
	}
	return filled && names["GAME"] && names["SEAT"] && names["TURN"]
}

// unquoted returns the line without quote marks.
func unquoted(line string) string {
	for isQuote(line) {
		_, line, _ = strings.Cut(line, ">")
		line = strings.TrimPrefix(line, " ")
	}
	return line
}

// isTemplateLine reports whether the line belongs to an empty template.
func isTemplateLine(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || isFrameStart(line) || frameEnd.MatchString(line) ||
		envelopeLine.MatchString(line)
}
