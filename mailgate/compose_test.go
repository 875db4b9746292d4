package mailgate

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func sample() Outgoing {
	return Outgoing{
		ID: "c17.2", Domain: "example.test", From: "orders@example.test", Name: "Galloper", To: "anna@players.test",
		ReplyTo: "orders+quiberon.french.north.kaaaaaaaaaaaaaaaa@example.test", Bounces: "orders+quiberon.kbbbbbbbbbbbbbbbb@example.test",
		Date: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Game: "quiberon", Seat: "french.north", Turn: 3,
		Subject: "[quiberon] Turn 3, french.north: Légion", Text: "The enemy is in the wood.\n1foot HOLD\n",
		HTML:   HTML("The enemy is in the wood.", &Image{Name: "map.png"}),
		Images: []Image{{Name: "map.png", Type: "image/png", Data: []byte("not really")}},
	}
}

func TestComposesTheSameBytesTwice(t *testing.T) {
	a, err := Compose(sample())
	if err != nil {
		t.Fatal(err)
	}
	b, err := Compose(sample())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("two renderings differ")
	}
	for _, want := range []string{"multipart/alternative", "multipart/related", "Auto-Submitted: auto-generated", "References: <quiberon.turn3.french.north@example.test>", "List-Id: <quiberon.galloper.example.test>", "=== galloper: quiberon, turn 3, reply above this line ==="} {
		if !strings.Contains(string(a), want) {
			t.Errorf("mail lacks %q:\n%s", want, a)
		}
	}
	m := Read(a, Options{})
	if m.Auto != "own mail" {
		t.Errorf("own mail is read as auto %q", m.Auto)
	}
}
