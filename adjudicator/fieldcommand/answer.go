package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator"
)

// answered is the enemy's answer to a maneuver or a charge.
type answered struct {
	option string
	units  []int // that secure or defend
	where  []int // refuges named in the answer
}

// answers lists the options of each question: first to stand, then to give way.
var answers = map[string][2]string{"maneuver": {"secure", "withdraw"}, "charge": {"defend", "retreat"}}

// answer returns the answer of D's local commander to a maneuver or charge (§H5.1, §H5.2, §H5.4, §H11.4).
func (p *play) answer(c *plan, question string) answered {
	seat := p.s.localCommander(c.D, 1-c.Side)
	options := answers[question]
	standing, by := p.standingAct(c, seat)
	ready := p.mayAnswer(c, question)
	var a answered
	switch {
	case len(ready) == 0:
		a, by = answered{option: options[1], where: standing.Where}, "forced"
	case standing.Do == actAsk:
		standing, by = p.ask(c, seat, question)
		a = p.met(c, options, standing, ready)
	default:
		a = p.met(c, options, standing, ready)
	}
	p.Emit("decision.taken", "seat", p.seatID(seat), "question", question, "locale", p.b.localeText(c.D),
		"option", a.option, "by", by)
	return a
}

// met turns an act into the answer.
func (p *play) met(c *plan, options [2]string, does act, ready []int) answered {
	if does.Do == actWithdraw {
		return answered{option: options[1], where: does.Where}
	}
	return answered{option: options[0], units: p.chosen(c, does.With, ready)}
}

// standingAct returns the seat's standing answer for D, or else the doctrine's (§H5.4).
func (p *play) standingAct(c *plan, seat int) (act, string) {
	o := p.s.Seats[seat].Standing.answer(c.D)
	switch {
	case o == nil && p.b.Options.AskAlways:
		return act{Do: actAsk}, ""
	case o == nil:
		return act{Do: actHold}, "doctrine"
	}
	if does := o.against(len(c.Units)); does.Do != "" {
		return does, "standing"
	}
	return act{Do: actHold}, "doctrine"
}

// mayAnswer returns the units of D's reserve that could secure or defend, or nil if that is not possible (§H5.1,
// §H5.3).
func (p *play) mayAnswer(c *plan, question string) []int {
	units := p.s.unitsThat(func(u *Unit) bool { return u.At == reserveOf(c.D) && u.Status == Ready })
	horseOrFoot := slices.ContainsFunc(units, func(u int) bool { return p.s.Units[u].Kind != Artillery })
	if question == "charge" && !horseOrFoot {
		return nil
	}
	return units
}

// chosen returns the units that secure or defend: the named ones, or as many as the width allows, infantry before
// cavalry, the strongest first. Artillery is taken only if there is neither (§H5.3).
func (p *play) chosen(c *plan, named, may []int) []int {
	var list []int
	arms := false
	for _, u := range named {
		if slices.Contains(may, u) && !slices.Contains(list, u) {
			list = append(list, u)
			arms = arms || p.s.Units[u].Kind != Artillery
		}
	}
	if len(list) > 0 && (arms || c.Verb != verbCharge) {
		return list
	}
	list = nil
	for _, kind := range kinds {
		if kind == Artillery && len(list) > 0 {
			break
		}
		of := slices.DeleteFunc(slices.Clone(may), func(u int) bool { return p.s.Units[u].Kind != kind })
		list = append(list, p.s.strongest(of)...)
	}
	return list[:min(len(list), p.b.width(c.D, c.A))]
}

// ask asks the seat during the turn (§H5.4).
func (p *play) ask(c *plan, seat int, question string) (act, string) {
	options := answers[question]
	p.Emit("decision.opened", "id", p.NextQuestion(), "seat", p.seatID(seat), "question", question,
		"locale", p.b.localeText(c.D), "options", options[:], "default", options[0])
	reply := p.Ask(adjudicator.Decision{Name: question, Seat: p.seatID(seat), Options: options[:], Default: options[0],
		Text: p.question(c, question)})
	if reply.By == "default" {
		return act{Do: actHold}, "default"
	}
	return p.readAnswer(seat, reply.Option), "answer"
}

// readAnswer reads an option and its parameters. It skips names that don't fit.
func (p *play) readAnswer(seat int, text string) act {
	item := language.Item("STANDING " + text)
	o, _ := newDesk(p.b, p.s, seat, p.Number).say(&item)
	a := o.Standing.Then
	a.Where = slices.DeleteFunc(a.Where, func(l int) bool { return l < 0 })
	return a
}

// question returns the question that the person reads. It describes the attackers only as the seat sees them.
func (p *play) question(c *plan, question string) string {
	var list []string
	for _, u := range c.Units {
		list = append(list, p.seenAs(u))
	}
	what := "moves against"
	if question == "charge" {
		what = "charges into"
	}
	text := "The enemy " + what + " " + p.b.written(c.D) + " from " + p.b.written(c.A) + " with " +
		countBlocks(len(list)) +
		" (" + strings.Join(list, ", ") + "). "
	options := answers[question]
	return text + "Answer " + options[0] + ", perhaps WITH names of units in the reserve; or " + options[1] +
		", perhaps TO locales. Without an answer: " + options[0] + "."
}

// seenAs returns the enemy's name for a unit: its token, or its id in open fog.
func (p *play) seenAs(unit int) string {
	u := &p.s.Units[unit]
	if p.b.Options.Fog == fogOpen {
		return u.ID
	}
	if !u.Up {
		return p.s.token(unit)
	}
	return p.s.token(unit) + " " + shown(u)
}
