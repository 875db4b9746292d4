package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
)

// finale shows the last reports, follows the courier through the log, and checks the
// archive.
func (s *stage) finale(ctx context.Context) error {
	s.say("\n--- the last reports")
	for _, c := range cast {
		m, err := s.players[c.seat].report(ctx, len(play)+1)
		if err != nil {
			return err
		}
		s.say("\n%s", indented(between(m.text, "===\n", "\nTHE PROOF")))
	}
	if err := s.followCourier(ctx); err != nil {
		return err
	}
	if err := s.checkArchive(ctx); err != nil {
		return err
	}
	return s.writeMaps(ctx)
}

// followCourier tells from the log how the directive of turn 3 rode.
func (s *stage) followCourier(ctx context.Context) error {
	s.say("\n--- the directive of turn 3, from the log")
	const id = "french.north.t3.1"
	told := 0
	for c, err := range s.store.Log.Game(ctx, slug, events.Head{}) {
		if err != nil {
			return err
		}
		for _, e := range c.Events {
			data, err := events.Decode(e)
			if err != nil {
				return err
			}
			result, ok := data.(events.TurnAdjudicated)
			if !ok {
				continue
			}
			for _, o := range result.Outcomes {
				if o.Get("id") == id && strings.HasPrefix(o.Name, "dispatch.") || o.Name == "directive.acted" &&
					o.Get("unit") == "royal" && result.Turn > 3 {
					s.say("turn %d  %s", result.Turn, o.String())
					told++
				}
			}
		}
	}
	if told == 0 {
		return errors.New("demo: the log knows nothing of the directive")
	}
	return nil
}

// checkArchive exports the game and verifies the file.
func (s *stage) checkArchive(ctx context.Context) error {
	var b bytes.Buffer
	if err := s.d.Export(ctx, &b, slug, admin.ExportOptions{}); err != nil {
		return err
	}
	file := filepath.Join(s.Dir, slug+".jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		return err
	}
	sum, err := verify.Record(rulesets.All(), archive.Read(&b))
	if err != nil {
		return fmt.Errorf("demo: the archive does not verify: %w", err)
	}
	s.say("\n--- the archive")
	s.say("%s verifies: %d commits, %d events, %d turns adjudicated again, %d dice rolled again", file, sum.Commits,
		sum.Events, sum.Turns, sum.Dice)
	return nil
}

// writeMaps draws what each seat knows, and what the umpire does.
func (s *stage) writeMaps(ctx context.Context) error {
	g, err := game.Load(rulesets.All(), s.store.Log.Game(ctx, slug, events.Head{}))
	if err != nil {
		return err
	}
	seats := []string{game.Umpire}
	for _, c := range cast {
		seats = append(seats, c.seat)
	}
	for _, seat := range seats {
		pic := game.Map(g, g.Known(seat))
		if pic == nil {
			return nil
		}
		if err := os.WriteFile(filepath.Join(s.Dir, "map."+seat+".svg"), pic.SVG(), 0o644); err != nil {
			return err
		}
	}
	s.say("\n--- where to look (done in %s)", s.elapsed())
	s.say("mails as they were sent and received:  %s", filepath.Join(s.Dir, "mails"))
	s.say("maps, the umpire's and each seat's:    %s", filepath.Join(s.Dir, "map.*.svg"))
	s.say("the history, both sides:               galloper audit --data %s %s", s.Dir, slug)
	s.say("why a thing came about:                galloper why --data %s %s t5.1", s.Dir, slug)
	s.say("check the archive yourself:            galloper verify %s", filepath.Join(s.Dir, slug+".jsonl"))
	return nil
}

// keep leaves everything running, for one's own mail program.
func (s *stage) keep(ctx context.Context) error {
	s.say("\n--- it goes on: connect your own mail program (no encryption; password %q for all)", password)
	s.say("IMAP %s, SMTP %s", s.servers.imap, s.servers.smtp)
	for _, c := range cast {
		s.say("  %-22s plays %s", c.address, c.seat)
	}
	s.say("  %-22s the umpire", umpire)
	s.say("Answer a report to send orders. The turn closes when all four seats are READY, or by")
	s.say("  galloper rule --data %s %s CLOSE TURN %d", s.Dir, slug, len(play)+1)
	s.say("Ctrl-C ends it; the files stay.")
	<-ctx.Done()
	return nil
}
