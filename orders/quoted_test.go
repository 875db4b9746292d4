package orders

import (
	"slices"
	"strings"
	"testing"
)

// TestReplyHeadersOfMailPrograms checks that nothing that a mail program puts below an order is read.
func TestReplyHeadersOfMailPrograms(t *testing.T) {
	for name, below := range map[string]string{
		"Gmail": "On Fri, Nov 21, 2025 at 9:00\u202fAM Galloper <galloper@example.org> wrote:\n> TO royal: HOLD",
		"Gmail, wrapped": "On Fri, Nov 21, 2025 at 9:00 AM Galloper of the Long Name <\ngalloper@example.org> " +
			"wrote:\n\n> TO royal: HOLD",
		"Thunderbird": "Am 21.11.25 um 09:00 schrieb Galloper:\n> TO royal: HOLD",
		"French":      "Le ven. 21 nov. 2025 à 09:00, Galloper <g@example.org> a écrit :\n> TO royal: HOLD",
		"Spanish":     "El vie, 21 nov 2025 a las 9:00, Galloper (<g@example.org>) escribió:\n> TO royal: HOLD",
		"Czech":       "pá 21. 11. 2025 v 9:00 odesílatel Galloper <g@example.org> napsal:\n> TO royal: HOLD",
		"Russian":     "пт, 21 нояб. 2025 г. в 09:00, Galloper <g@example.org>:\n> TO royal: HOLD",
		"Chinese":     "Galloper <g@example.org> 于2025年11月21日周五 09:00写道：\n> TO royal: HOLD",
		"Outlook":     "From: Galloper <g@example.org>\nSent: Friday\nTo: me\nSubject: Turn 3\n\nTO royal: HOLD",
		"Outlook, German": "________________________________\nVon: Galloper <g@example.org>\nGesendet: Freitag\nAn: " +
			"ich\nBetreff: Zug 3\n\nTO royal: HOLD",
		"Outlook, bold":    "*From:* Galloper\n*Sent:* Friday\n*To:* me\n\nTO royal: HOLD",
		"Original Message": "-----Original Message-----\nTO royal: HOLD",
		"Outlook Express":  "----- Ursprüngliche Nachricht -----\nVon: G\nTO royal: HOLD",
		"Japanese":         "差出人: G\n送信日時: 金\n宛先: me\n件名: Turn\nTO royal: HOLD",
	} {
		doc, entries := readTestMail("lane: hold\n\n" + below + "\n")
		if len(entries) != 1 || entries[0].Canonical != "lane: HOLD" {
			t.Errorf("%s: %+v, not read: %v", name, doc.Items, doc.NotRead())
		}
		if len(doc.NotRead()) > 0 {
			t.Errorf("%s: listed as not read: %v", name, doc.NotRead())
		}
	}
}

// TestOrdersThatLookLikeHeaders checks that no order is taken for a mail program's header.
func TestOrdersThatLookLikeHeaders(t *testing.T) {
	for _, mail := range []string{
		"To: royal\nlane: hold",
		"TO royal: HOLD\nTO lane: HOLD\nTO davis: HOLD",
		"From: PAR\nTo: BUR\nlane: hold",
		"-----\nlane: hold",
		"move lane to 20,25 at 9:00:\n\nlane: hold",
		"- lane: hold",
		"* lane: hold",
	} {
		doc, _ := readTestMail(mail)
		for _, l := range doc.Lines {
			if l.Use == UsedHeader || l.Use == UsedEarlier {
				t.Errorf("%q: line %d was passed over", mail, l.Number)
			}
		}
		if len(doc.Items) == 0 || !strings.Contains(doc.Items[len(doc.Items)-1].Text, "HOLD") &&
			!strings.HasSuffix(doc.Items[len(doc.Items)-1].Text, "lane: hold") {
			t.Errorf("%q: the order was lost: %+v", mail, doc.Items)
		}
	}
}

func TestForwardedMailIsReadBelowItsHeader(t *testing.T) {
	_, entries := readTestMail("-----Forwarded Message-----\nFrom: me\nDate: today\nTo: you\nSubject: " +
		"orders\n\nlane: hold\n")
	if len(entries) != 1 || entries[0].Refusal != nil {
		t.Errorf("%+v", entries)
	}
}

func TestNumbersBeforeOrders(t *testing.T) {
	doc, entries := readTestMail("1. lane: hold\n2) dance royal\n(3) move davis\n   to 1,2\n20 maine hold\n4. fly " +
		"away\n1.5 miles\n")
	var got []string
	for i, e := range entries {
		got = append(got, doc.Items[i].Text)
		if e.Refusal == nil {
			got[i] = e.Canonical
		}
	}
	want := "lane: HOLD|dance royal|MOVE davis TO 1,2|20maine: HOLD|fly away|1.5 miles"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
}

// TestContextOfBegins checks that Begins sees the order so far and the line below.
func TestContextOfBegins(t *testing.T) {
	var seen []string
	language := Language{Begins: func(c Context) Start {
		seen = append(seen, joinText(c.Before)+"|"+joinText(c.Line)+"|"+joinText(c.Next))
		switch {
		case c.Line[0].Fold == "THEN":
			return Continues
		case len(c.Before) == 0 || c.Line[len(c.Line)-1].Fold == "HOLD":
			return Begins
		}
		return Undecided
	}}
	doc := Read("45e hold\nthen hold\n2. 17e hold; x hold\n\ny\n", language)
	if len(doc.Items) != 4 || doc.Items[0].Text != "45e hold then hold" {
		t.Errorf("items %+v", doc.Items)
	}
	want := "|45e hold|then hold\n45e hold|then hold|17e hold\n45e hold then hold|17e hold|\n|x hold|\n|y|"
	if got := strings.Join(seen, "\n"); got != want {
		t.Errorf("asked\n%s\nwant\n%s", got, want)
	}
}

// TestHostileMailsAreRead reads mails of the maximum length. Each takes a tenth of a second; an algorithm that is not
// linear would take many minutes, and run into the time limit of the test binary.
func TestHostileMailsAreRead(t *testing.T) {
	const size = 300_000
	for _, piece := range []string{
		"orders\n", "lane,", "a ", "TO royal: HOLD\n", "From: x\n", "x wrote 2025:\n", "LETTER TO west:\n", ";",
		"move lane, ", "x\n\n", "1. x\n", "On 1 May 2025\n", "\u0301", "é", "#", "(", "then and\n", "-", "lane lane\n",
	} {
		doc, entries := readTestMail(strings.Repeat(piece, size/len(piece)))
		if (&Receipt{Document: doc, Entries: entries}).Text() == "" {
			t.Errorf("%q repeated has no receipt", piece)
		}
	}
}

// A name on the last line signs the mail if an order or a command stands above it, however it could be meant.
func TestNamesBelowCommandsSignTheMail(t *testing.T) {
	language := testLanguage
	language.Meant = func([]Word) bool { return true }
	for text, items := range map[string]int{
		"lane: HOLD\n\nBen":                             1,
		"READY\n\nBen":                                  0,
		"ABSENT UNTIL 2026-12-04\n\nBen":                0,
		"ABSENT UNTIL 2026-12-04\n\nBest regards,\nBen": 0,
		"Ben\n\nREADY":                                  1,
		"READY\n\nBen\n\nlane: HOLD":                    2,
	} {
		if doc := Read(text, language); len(doc.Items) != items {
			t.Errorf("%q: %d items, want %d: %+v", text, len(doc.Items), items, doc.Items)
		}
	}
}

// A closing below orders is neither an order nor a remark, and neither is the signature below it. Words that only begin
// like a closing are answered.
func TestClosings(t *testing.T) {
	for _, text := range []string{"Yours truly", "Best regards,", "Cheers, Bob", "Warmest regards, Bob",
		"With kind regards,\nBob", "Thanks again, Bob", "Thank you and best regards\nBob Miller",
		"I remain, Sir, your obedient servant", "Ever yours", "I remain etc., Bob",
		"Your most humble servant,\nBob Miller\nQuiberon Games", "BR, Bob", "-Bob", "Have a nice weekend!", "Vive le Roi!"} {
		for _, gap := range []string{"\n", "\n\n"} {
			doc := Read("lane: HOLD"+gap+text, testLanguage)
			if len(doc.Items) != 1 {
				t.Errorf("%q: items %+v", text, doc.Items)
			}
			for _, l := range doc.NotRead() {
				if !l.Polite {
					t.Errorf("%q: %q is a remark", text, l.Text)
				}
			}
		}
	}
	for _, text := range []string{"With best speed", "Thanks, lane: HOLD", "All lane: HOLD",
		"Best of the foot to the ridge"} {
		if doc := Read("lane: HOLD\n"+text, testLanguage); len(doc.Items) == 1 && len(doc.NotRead()) > 0 {
			t.Errorf("%q is lost", text)
		}
	}
	language := testLanguage
	language.Calls = func(words []Word) bool { return words[0].Fold == "LANE" && len(words) > 1 }
	language.Meant = func(words []Word) bool {
		return slices.ContainsFunc(words, func(w Word) bool { return w.Fold == "HOLD" || w.Fold == "MARCH" })
	}
	for text, items := range map[string]int{
		"Cheers everyone": 0, "Good luck all": 0, "Best wishes to all": 0, "Hi lane": 0,
		"Dear all, march": 1, "Hi, lane hold": 1, "Good day lane hold": 1, "Thanks, march to the ridge": 1,
	} {
		if doc := Read(text, language); len(doc.Items) != items {
			t.Errorf("%q: %d items, want %d", text, len(doc.Items), items)
		}
	}
	doc := Read("lane: HOLD\n\nCheers,\nBob\nPlease call me", testLanguage)
	last := doc.NotRead()
	if len(last) != 3 || last[2].Polite {
		t.Errorf("a remark below the name: %+v", last)
	}
}

// A writer who says that they are away is told of ABSENT, unless the mail has it.
func TestAwayIsAskedForABSENT(t *testing.T) {
	const away = "I am on holiday until Friday, sorry!\n"
	for text, hint := range map[string]bool{away: true, away + "ABSENT UNTIL 2026-12-04\n": false,
		"ABSENT UNTIL 2026-12-04\n" + away: false} {
		notes := strings.Join(Read(text, testLanguage).Notes, " ")
		if strings.Contains(notes, "line 1: if you are away, write ABSENT") != hint {
			t.Errorf("%q: notes %q, want the hint: %v", text, notes, hint)
		}
	}
}
