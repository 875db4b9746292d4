package desks

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/orders"
	"galloper/projections/knowledge"
)

// Prompt is a line of the template.
type Prompt struct{ Unit, Line string }

// Template has a line for each unit that the seat commands: its order in force, or else a suggestion with its mark.
// given are the seat's orders of earlier turns. Each line is accepted as one order, for that unit alone. A seat that
// commands no unit by itself, as a lieutenant may, gets the orders of a staff officer, or a letter.
func Template(rules *adjudicator.Ruleset, desk adjudicator.Desk, given []adjudicator.Given) (list []Prompt) {
	known, ok := desk.Known.(*knowledge.Known)
	if !ok || known == nil || rules.Vocabulary == nil {
		return nil
	}
	s := speaker{rules: rules, desk: rules.Rereading(desk), name: adjudicator.Names(desk.Scenario)}
	var inForce map[string]string
	if tale := Story(rules, desk.Scenario, known, nil); tale != nil {
		inForce = tale.InForce
	}
	var staff []string
	if rules.Staff != nil {
		staff = rules.Staff(desk, adjudicator.Officer{Temper: adjudicator.Steady, Game: "template", Given: given})
	}
	for _, unit := range rules.Vocabulary(desk).Mine {
		hold, alone := s.acceptedLine(unit + ": hold")
		if hold == "" {
			continue // nothing can be ordered to it now
		}
		line, why := "", ""
		if inForce[unit] != "" {
			line, why = s.acceptedLine("TO " + unit + ": " + inForce[unit])
		}
		if line == "" || why != alone {
			line = s.standing(given, unit, alone)
		}
		if line == "" {
			line = orders.Suggested + cmp.Or(s.firstFor(staff, unit, alone), hold)
		}
		list = append(list, Prompt{unit, s.withUnitName(line, unit)})
	}
	if list == nil {
		said := s.examples(staff)
		if said == nil {
			said = s.letter()
		}
		for _, line := range said {
			list = append(list, Prompt{Line: orders.Suggested + line})
		}
	}
	return list
}

// Lines returns the lines of a template.
func Lines(list []Prompt) (lines []string) {
	for _, p := range list {
		lines = append(lines, p.Line)
	}
	return lines
}

// acceptedLine returns the canonical form of a line that is one accepted order, or "", and the receipt's trailer, which
// names the units that then have no order.
func (s *speaker) acceptedLine(line string) (canonical, others string) {
	_, r := s.rules.ReadMail(s.desk, line)
	if len(r.Entries) != 1 || r.Entries[0].Refusal != nil {
		return "", ""
	}
	return r.Entries[0].Canonical, strings.Join(r.Trailer, "\n")
}

// firstFor returns the first order that names the unit, rewritten for this unit alone. It then leaves the same units
// without orders as the order to hold does.
func (s *speaker) firstFor(list []string, unit, alone string) string {
	for _, line := range list {
		words := strings.Fields(line)
		i := slices.IndexFunc(words, func(w string) bool { return strings.Trim(w, ",:") == unit })
		if i < 0 {
			continue
		}
		from, to := i, i
		for from > 0 && strings.HasSuffix(words[from-1], ",") {
			from--
		}
		for to < len(words)-1 && strings.HasSuffix(words[to], ",") {
			to++
		}
		colon := strings.Repeat(":", strings.Count(words[to], ":"))
		one := strings.Join(slices.Concat(words[:from], []string{unit + colon}, words[to+1:]), " ")
		if canonical, others := s.acceptedLine(one); canonical != "" && others == alone {
			return canonical
		}
	}
	return ""
}

// standing returns the unit's standing order, or "".
func (s *speaker) standing(given []adjudicator.Given, unit, alone string) (line string) {
	const mark, end = "STANDING ", "CANCEL STANDING"
	for _, g := range given {
		switch order, stands := strings.CutPrefix(g.Line, mark); {
		case stands:
			if one := s.firstFor([]string{order}, unit, alone); one != "" {
				line = mark + one
			} else if strings.Contains(order, unit) {
				line = "" // the standing order ends
			}
		case g.Line == end || strings.HasPrefix(g.Line, end) && slices.Contains(strings.Fields(g.Line), unit):
			line = ""
		}
	}
	return line
}

// withUnitName replaces the unit's id with its name if the line still reads as the same order.
func (s *speaker) withUnitName(line, unit string) string {
	name := s.name(unit)
	bare, suggested := strings.CutPrefix(line, orders.Suggested)
	said := strings.Replace(bare, unit, name, 1)
	if is, _ := s.acceptedLine(said); name == "" || is != bare {
		return line
	}
	if suggested {
		return orders.Suggested + said
	}
	return said
}
