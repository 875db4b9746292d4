package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"galloper/events"
)

// Import appends the commits of an archive to the log, byte for byte, and passes the extras to extra, which may be
// nil. It returns the head of the game and the number of commits that were new to the log.
//
// If the log has the beginning of the game, the rest is added. If it has a different history of the game, it is not
// changed. Import stops at the first bad line (*LineError), so run Check before.
func Import(ctx context.Context, lines iter.Seq2[Line, error], log events.Log, extra func(Extra) error) (events.Head,
	int, error) {
	im := importer{log: log, extra: extra}
	for line, err := range lines {
		if err == nil {
			err = im.line(ctx, line)
			if err != nil {
				err = &LineError{line.Number, err}
			}
		}
		if err != nil {
			return im.at, im.added, err
		}
	}
	if im.game == "" {
		return im.at, 0, errors.New("the archive is empty")
	}
	return im.at, im.added, nil
}

type importer struct {
	log   events.Log
	extra func(Extra) error
	game  string
	there []events.Head // heads of the game in the log that are not compared yet
	at    events.Head
	added int
}

func (im *importer) line(ctx context.Context, l Line) error {
	if l.Commit == nil {
		if im.extra == nil {
			return nil
		}
		return im.extra(*l.Extra)
	}
	c := l.Commit
	if im.game == "" {
		if err := im.begin(ctx, c.Game); err != nil {
			return err
		}
	}
	if c.Game != im.game {
		return fmt.Errorf("it belongs to game %s, but the lines before it to %s", c.Game, im.game)
	}
	if err := c.Follows(im.at); err != nil {
		return err
	}
	return im.commit(ctx, c)
}

func (im *importer) begin(ctx context.Context, game string) error {
	im.game = game
	for c, err := range im.log.Game(ctx, game, events.Head{}) {
		if err != nil {
			return err
		}
		im.there = append(im.there, c.Head)
	}
	return nil
}

func (im *importer) commit(ctx context.Context, c *events.Commit) error {
	var head events.Head
	if len(im.there) > 0 {
		head, im.there = im.there[0], im.there[1:]
	} else {
		var err error
		if head, err = im.log.Append(ctx, im.at, *c); err != nil {
			return err
		}
		im.added++
	}
	if head.Hash != c.Head.Hash {
		return fmt.Errorf("the log has a different history of game %s: its event %d is not the "+
			"archive's", c.Game, c.First)
	}
	im.at = head
	return nil
}
