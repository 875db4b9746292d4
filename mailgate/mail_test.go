package mailgate

import (
	"strings"
	"testing"
)

// crlf returns a mail with the line ends of the wire.
func crlf(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) }

func TestReadsReplyAboveQuote(t *testing.T) {
	m := Read(crlf(`Return-Path: <anna@players.test>
Delivered-To: orders+quiberon.french.north.kaaaaaaaaaaaaaaaa@example.test
From: Anna <anna@Players.test>
To: Galloper <orders+quiberon.french.north.kaaaaaaaaaaaaaaaa@example.test>
Subject: Re: [quiberon] Turn 3, french.north
Message-ID: <1@players.test>
Content-Type: text/plain; charset=utf-8

1foot: HOLD
TO 2foot: march to the wood

Anna

On Tue, Nov 25, 2025 at 9:00 AM Galloper <orders@example.test> wrote:
> === galloper: quiberon, turn 3, reply above this line ===
> 1foot: ADVANCE
`), Options{Own: []string{"orders@example.test"}})
	if m.Refuse != "" || m.Auto != "" || len(m.Problems) != 0 {
		t.Fatalf("refused %q, auto %q, problems %q", m.Refuse, m.Auto, m.Problems)
	}
	if want := "1foot: HOLD\nTO 2foot: march to the wood\n\nAnna"; m.Text != want {
		t.Errorf("text %q, want %q", m.Text, want)
	}
	if m.Game != "quiberon" || m.Seat != "french.north" || m.Turn != 3 || m.Token != "kaaaaaaaaaaaaaaaa" ||
		m.From != "anna@players.test" {
		t.Errorf("read %+v", m)
	}
}
