package events_test

import (
	"encoding/json"
	"testing"

	"galloper/events"
)

// BenchmarkParseCommit compares encoding/json with ParseCommit, which also hashes the line.
func BenchmarkParseCommit(b *testing.B) {
	c := follow(b, commitOf(b, samples()), events.Head{})
	line := c.Line()
	b.SetBytes(int64(len(line)))
	b.Run("encoding-json", func(b *testing.B) {
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			var v struct {
				Prev, Game, ID string
				Events         []struct {
					Type string
					Data json.RawMessage
				}
			}
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			if _, err := events.ParseCommit([]byte(line)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func commitOf(b *testing.B, data []events.Data) events.Commit {
	list, err := events.Pack(data...)
	if err != nil {
		b.Fatal(err)
	}
	return events.Commit{Game: "quiberon", ID: "id", Actor: "umpire", Events: list}
}

func BenchmarkOutcomeJSON(b *testing.B) {
	o := forms[1].o
	text := string(o.AppendJSON(nil))
	b.Run("write", func(b *testing.B) {
		buf := make([]byte, 0, 1024)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			buf = o.AppendJSON(buf[:0])
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			var back events.Outcome
			if err := back.UnmarshalJSON([]byte(text)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("text", func(b *testing.B) {
		buf := make([]byte, 0, 1024)
		for b.Loop() {
			buf = o.AppendText(buf[:0])
		}
	})
}
