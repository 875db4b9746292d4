package simulate

import (
	"fmt"
	"maps"
	"slices"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// check tests the invariants that must hold whatever faults occurred.
func (s *sea) check() {
	report, err := s.log.Verify(s.ctx)
	if err != nil || !report.OK() {
		s.broken("the chain does not hold: %v %v", report.Broken, err)
	}
	g, err := game.Load(mapless(), s.log.Game(s.ctx, mill, events.Head{}))
	if err != nil {
		s.broken("the game cannot be folded: %v", err)
		return
	}
	s.res.Turns = g.Campaign.Number()
	times := map[string]int{}
	for c, err := range s.log.Game(s.ctx, mill, events.Head{}) {
		if err != nil {
			s.broken("the game cannot be read: %v", err)
			return
		}
		for _, e := range c.Events {
			data, err := events.Decode(e)
			if err != nil {
				s.broken("an event cannot be read: %v", err)
				continue
			}
			if what := once(data); what != "" {
				times[what]++
			}
			if d, ok := data.(events.OrdersAccepted); ok && times[fmt.Sprint("turn closed ", d.Turn)] > 0 {
				s.broken("orders of %s were accepted for turn %d, which was closed", d.Seat, d.Turn)
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(times)) {
		if times[what] > 1 {
			s.broken("%s: %d times", what, times[what])
		}
	}
	for _, m := range g.Campaign.Unsent() {
		s.broken("a mail was never sent: %+v", m)
	}
	s.checkMails()
}

// once returns a name for an event that may happen only once, or "" if it may happen again.
func once(data events.Data) string {
	switch d := data.(type) {
	case events.TurnClosed:
		return fmt.Sprint("turn closed ", d.Turn)
	case events.TurnAdjudicated:
		return fmt.Sprint("turn adjudicated ", d.Turn)
	case events.TurnReported:
		return fmt.Sprint("turn reported ", d.Turn)
	case events.TurnOpened:
		return fmt.Sprint("turn opened ", d.Turn)
	case events.MailReceived:
		return fmt.Sprint("mail received ", d.SHA256)
	case events.MailQueued:
		return "mail queued " + d.Mail
	case events.MailSent:
		return "mail sent " + d.Mail
	}
	return ""
}

// checkMails checks that the mails sent are those recorded.
func (s *sea) checkMails() {
	recorded := map[events.Hash]bool{}
	for c, err := range s.log.All(s.ctx, 0) { // includes commits that belong to no game
		if err != nil {
			return
		}
		for _, e := range c.Events {
			if data, err := events.Decode(e); err == nil {
				if q, ok := data.(events.MailQueued); ok {
					recorded[q.SHA256] = true
				}
			}
		}
	}
	for _, m := range s.handed {
		if !recorded[events.Sum([]byte(m.body))] {
			s.broken("a mail was sent that no game knows")
			return
		}
	}
}
