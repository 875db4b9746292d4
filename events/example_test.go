package events_test

import (
	"context"
	"fmt"
	"time"

	"galloper/events"
	"galloper/events/memlog"
)

// A commit is appended after the head of its game, and read back.
func Example() {
	ctx, log := context.Background(), memlog.New()
	list, _ := events.Pack(events.TurnClosed{Turn: 1, Reason: "deadline"}, events.TurnOpened{Turn: 2})
	c := events.Commit{Game: "quiberon", ID: "close-1", At: time.Date(2027, 1, 31, 9, 0, 0, 0, time.UTC), Actor: "clock",
		Events: list}
	head, _ := log.Append(ctx, events.Head{}, c)
	fmt.Println("the game stands at event", head.Version)

	for c, err := range log.Game(ctx, "quiberon", events.Head{}) {
		if err != nil {
			fmt.Println(err)
		}
		for i, e := range c.Events {
			data, _ := events.Decode(e)
			fmt.Printf("%d %s %+v\n", c.First+uint64(i), e.Type, data)
		}
	}
	_, err := log.Append(ctx, events.Head{}, events.Commit{Game: "quiberon", ID: "other", Actor: "umpire", Events: list})
	fmt.Println(err)
	// Output:
	// the game stands at event 2
	// 1 turn.closed {Turn:1 Reason:deadline}
	// 2 turn.opened {Turn:2 Deadline:0001-01-01 00:00:00 +0000 UTC}
	// memlog: game quiberon: written after event 0, but another commit was stored first (the game is at event 2)
}

// An outcome has a canonical text for people and a flat JSON object for machines.
func ExampleOutcome() {
	o := events.Outcome{
		Ref: "t3.17", Name: "volley.fired", Clause: "7.4",
		Fields: events.Fields("firer", "1foot.b", "target", "2swiss", "hits", 1),
		Dice:   []events.Die{{Name: "volley/fire/1foot.b>2swiss#1", Die: "d10", Value: 3}},
	}
	fmt.Println(o.String())
	fmt.Println(string(o.AppendJSON(nil)))
	// Output:
	// volley.fired firer=1foot.b target=2swiss hits=1 clause=7.4 dice=volley/fire/1foot.b>2swiss#1:3
	// {"event":"volley.fired","firer":"1foot.b","target":"2swiss","hits":"1","clause":"7.4","dice":[{"name":"volley/fire/1foot.b>2swiss#1","die":"d10","value":3}],"ref":"t3.17"}
}
