package demo

import (
	"bytes"
	"context"
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

// finale prints the end, and checks the archive.
func (s *stage) finale(ctx context.Context) error {
	for _, c := range cast {
		m, err := s.players[c.seat].report(ctx, s.turns+1)
		if err != nil {
			return err
		}
		s.detail("\n%s", indented(between(m.text, "===\n", "\nTHE PROOF")))
	}
	g, err := game.Load(rulesets.All(), s.store.Log.Game(ctx, slug, events.Head{}))
	if err != nil {
		return err
	}
	if s.result != "" {
		if err := s.tellBattle(g); err != nil {
			return err
		}
	}
	if err := s.checkArchive(ctx); err != nil {
		return err
	}
	if err := s.writeMaps(g); err != nil {
		return err
	}
	s.printNextSteps()
	return nil
}

// tellBattle prints the battle's turning points and late orders, and writes its chronicle.
func (s *stage) tellBattle(g *game.Game) error {
	told, err := game.Chronicle(g)
	if err != nil {
		return err
	}
	s.printf("--- the end: %s", s.result)
	for _, m := range told.Moments {
		s.printf("  turn %d  %s", m.Turn, m.Headline)
	}
	for _, l := range told.Late {
		s.printf("  turn %d  late: %s to %s, %q, %s", l.Turn, l.From, l.To, l.Text, l.Fate)
	}
	page, err := told.HTML()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.Dir, game.ChronicleName), page, 0o644)
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
	s.printf("--- the archive")
	s.printf("  %s verifies: %d commits, %d events, %d turns adjudicated again, %d dice rolled again", file, sum.Commits,
		sum.Events, sum.Turns, sum.Dice)
	return nil
}

// writeMaps draws the knowledge of each seat and of the umpire.
func (s *stage) writeMaps(g *game.Game) error {
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
	return nil
}

// printNextSteps prints where to find the files, and the next steps.
func (s *stage) printNextSteps() {
	galloper := "galloper"
	if strings.Contains(os.Args[0], "go-build") { // `go run` leaves no program to call again
		galloper = "go run ./cmd/galloper"
	}
	s.printf("--- where to look (done in %s)", s.elapsed())
	s.printf("  mails as they were sent and received:  %s", filepath.Join(s.Dir, "mails"))
	s.printf("  maps, the umpire's and each seat's:    %s", filepath.Join(s.Dir, "map.*.svg"))
	if s.result != "" {
		s.printf("  the battle told, for a browser:        %s", filepath.Join(s.Dir, game.ChronicleName))
	}
	s.printf("  the history, both sides:               %s audit --data %s %s", galloper, s.Dir, slug)
	s.printf("  why a thing came about:                %s why --data %s %s t5.1", galloper, s.Dir, slug)
	s.printf("  check the archive yourself:            %s verify %s", galloper, filepath.Join(s.Dir, slug+".jsonl"))
	s.printf("--- what to try next")
	s.printf("  play this battle, in your browser:     %s practise demo", galloper)
	s.printf("  set up a game by mail:                 %s setup", galloper)
}

// keep leaves everything running, so that people can connect their own mail programs.
func (s *stage) keep(ctx context.Context) error {
	s.printf("\n--- it goes on: connect your own mail program (no encryption; password %q for all)", password)
	s.printf("IMAP %s, SMTP %s", s.servers.imap, s.servers.smtp)
	for _, c := range cast {
		s.printf("  %-22s plays %s", c.address, c.seat)
	}
	s.printf("  %-22s the umpire", umpire)
	s.printf("Answer a report to send orders. The turn closes when all four seats are READY, or by")
	s.printf("  galloper rule --data %s %s CLOSE TURN %d", s.Dir, slug, s.turns+1)
	s.printf("Ctrl-C ends it; the files stay.")
	<-ctx.Done()
	return nil
}
