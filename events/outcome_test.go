package events_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"galloper/events"
	"galloper/events/mutate"
)

// forms are outcomes with both written forms.
var forms = []struct {
	o          events.Outcome
	text, json string
}{
	{
		events.Outcome{Name: "turn.began"},
		`turn.began`,
		`{"event":"turn.began"}`,
	},
	{
		events.Outcome{Ref: "t3.17", Name: "volley.fired", Clause: "7.4", Cause: "order:french.north.3",
			Fields: events.Fields("firer", "1foot.b", "target", "2swiss", "hits", 1, "second", true, "by", []string{"a", "b"},
				"lost", []string(nil)),
			Dice: []events.Die{{Name: "volley/fire/1foot.b>2swiss#1", Die: "d10", Value: 3},
				{Name: "volley/fire/1foot.b>2swiss#2", Die: "d10"}}},
		`volley.fired firer=1foot.b target=2swiss hits=1 second=yes by=a,b lost=- clause=7.4 dice=volley/fire/1foot.b>2swiss#1:3,volley/fire/1foot.b>2swiss#2:0`,
		`{"event":"volley.fired","firer":"1foot.b","target":"2swiss","hits":"1","second":"yes","by":"a,b","lost":"-","clause":"7.4",` +
			`"dice":[{"name":"volley/fire/1foot.b>2swiss#1","die":"d10","value":3},{"name":"volley/fire/1foot.b>2swiss#2","die":"d10","value":0}],` +
			`"ref":"t3.17","follows":"order:french.north.3"}`,
	},
	{
		events.Outcome{Name: "letter.read", Fields: events.Fields("text", "Hold \"the\" wood\n\u2028at Légion & co <now>",
			"empty", "", "path", `C:\`, "wide", "été")},
		`letter.read text="Hold \"the\" wood\n\u2028at Légion & co <now>" empty="" path=C:\ wide=été`,
		`{"event":"letter.read","text":"Hold \"the\" wood\n\u2028at Légion & co <now>","empty":"","path":"C:\\","wide":"été"}`,
	},
	{
		events.Outcome{Name: "card.dealt", Clause: "2.1",
			Dice: []events.Die{{Name: "cards/deal#51", Die: "draw52", Value: 17, Salt: "again", Sealed: true, Set: "umpire"}},
			Views: []events.View{{Seats: []string{"french", "british"}, Hide: []string{"dice"},
				As: []events.Field{{Key: "to", Value: "a seat"}, {Key: "at", Value: "7"}}}, {Seats: []string{"umpire"}}}},
		`card.dealt clause=2.1 dice=cards/deal#51:17`,
		`{"event":"card.dealt","clause":"2.1","dice":[{"name":"cards/deal#51","die":"draw52","value":17,"salt":"again","sealed":true,"set":"umpire"}],` +
			`"told":[{"seats":["french","british"],"hide":["dice"],"as":{"to":"a seat","at":"7"}},{"seats":["umpire"]}]}`,
	},
}

func TestOutcomeForms(t *testing.T) {
	for _, f := range forms {
		if got := f.o.String(); got != f.text {
			t.Errorf("text\n got %s\nwant %s", got, f.text)
		}
		b, err := f.o.MarshalJSON()
		if err != nil || string(b) != f.json {
			t.Errorf("JSON, %v\n got %s\nwant %s", err, b, f.json)
		}
		if !json.Valid(b) {
			t.Errorf("not JSON: %s", b)
		}
		var back events.Outcome
		if err := json.Unmarshal([]byte(f.json), &back); err != nil {
			t.Errorf("%s: %v", f.json, err)
		}
		if diff := cmp.Diff(f.o, back); diff != "" {
			t.Errorf("JSON read otherwise (-was +is):\n%s", diff)
		}
		wantTextBack(t, f.o, f.text)
	}
}

// wantTextBack compares the part of an outcome that is in its canonical text: not the kinds of the dice, Ref, Cause
// and Views.
func wantTextBack(t testing.TB, o events.Outcome, text string) {
	t.Helper()
	back, err := events.ParseText(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if back.String() != text || back.Name != o.Name || back.Clause != o.Clause || !cmp.Equal(back.Fields, o.Fields) {
		t.Errorf("%q was read as %+v", text, back)
	}
}

func TestOutcomeJSONFromOtherHands(t *testing.T) {
	var o events.Outcome
	err := json.Unmarshal([]byte("{ \"ref\" : \"t1.1\",\n\t\"event\": \"a.b\", \"x\": \"\\u00e9\\ud83d\\ude00\\/\", "+
		"\"clause\": \"1\", \"dice\": [ ] }"), &o)
	if want := (events.Outcome{Ref: "t1.1", Name: "a.b", Fields: events.Fields("x", "é😀/"), Clause: "1"}); err != nil ||
		!cmp.Equal(o, want) {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestBadOutcomesAreRefused(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"event":""}`, `{"event":"a b"}`, `{"event":"a","x":1}`, `{"event":"a","x":"1","x":"2"}`,
		`{"event":"a","x y":"1"}`,
		`{"event":"a","dice":[{"name":"n","die":"d6","value":1.5}]}`,
		`{"event":"a","dice":[{"name":"n m","die":"d6","value":1}]}`,
		`{"event":"a","dice":[{"name":"n","die":"d6","value":99999999999999999999}]}`, `{"event":"a","dice":[{"face":1}]}`,
		`{"event":"a","told":[{"who":[]}]}`, `{"event":"a","x":"\ud800"}`,
		`{"event":"a","dice":[{"name":"n","die":"d6","value":01}]}`,
	} {
		var o events.Outcome
		if err := json.Unmarshal([]byte(text), &o); err == nil {
			t.Errorf("%s was read as %+v", text, o)
		}
	}
	for _, o := range []events.Outcome{
		{}, {Name: "a=b"}, {Name: "a", Fields: events.Fields("clause", "1")}, {Name: "a", Fields: events.Fields("x", "\xff")},
		{Name: "a", Dice: []events.Die{{Name: "a,b", Die: "d6"}}}, {Name: "a", Dice: []events.Die{{Name: "a"}}},
		{Name: "a", Views: []events.View{{As: []events.Field{{Key: "", Value: "x"}}}}},
		{Name: "a", Views: []events.View{{Seats: []string{"\xff"}}}},
		{Name: "a", Dice: []events.Die{{Name: "a", Die: "d6", Salt: "\xff"}}},
	} {
		if b, err := json.Marshal(o); err == nil {
			t.Errorf("%+v was written as %s", o, b)
		}
	}
	for _, text := range []string{``, ` `, `a b`, `a =b`, `a x="1`, `a x="1"2`, `a dice=n`, `a dice=n:x`, `a dice=:1`,
		`a x=1 x=2`, `a follows=x`} {
		if o, err := events.ParseText(text); err == nil {
			t.Errorf("%q was read as %+v", text, o)
		}
	}
}

func TestFields(t *testing.T) {
	o := events.Outcome{Fields: events.Fields("a", 12, "b", "x", "c", false)}
	if o.Int("a") != 12 || o.Int("b") != 0 || o.Get("c") != "no" || o.Get("d") != "" {
		t.Errorf("%+v", o)
	}
	for _, bad := range [][]any{{"a"}, {"a", 1.5}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Fields(%v) did not panic", bad)
				}
			}()
			events.Fields(bad...)
		}()
	}
}

// outcomes generates any outcome that passes Check.
func outcomes(t *rapid.T) events.Outcome {
	word := rapid.StringMatching(`[a-z0-9./>#é-]{1,12}`)
	text := rapid.String()
	fields := rapid.Custom(func(t *rapid.T) events.Field {
		key := word.Filter(func(s string) bool {
			return !strings.Contains(" event clause dice ref follows told ",
				" "+s+" ")
		})
		return events.Field{Key: key.Draw(t, "key"), Value: text.Draw(t, "value")}
	})
	list := rapid.SliceOfNDistinct(fields, 0, 6, func(f events.Field) string { return f.Key })
	die := rapid.Custom(func(t *rapid.T) events.Die {
		return events.Die{Name: word.Draw(t, "name"), Die: "d6", Value: rapid.Int().Draw(t, "value"),
			Salt: text.Draw(t, "salt"), Sealed: rapid.Bool().Draw(t, "sealed"), Set: text.Draw(t, "set")}
	})
	view := rapid.Custom(func(t *rapid.T) events.View {
		return events.View{Seats: rapid.SliceOfN(text, 0, 3).Draw(t, "seats"), Hide: rapid.SliceOfN(text, 0, 3).Draw(t,
			"hide"), As: list.Draw(t, "as")}
	})
	return events.Outcome{
		Ref: text.Draw(t, "ref"), Name: word.Draw(t, "name"), Clause: text.Draw(t, "clause"), Cause: text.Draw(t, "cause"),
		Fields: list.Draw(t, "fields"), Dice: rapid.SliceOfN(die, 0, 3).Draw(t, "dice"),
		Views: rapid.SliceOfN(view, 0, 3).Draw(t, "views"),
	}
}

func TestAnyOutcomeComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := outcomes(t)
		b, err := o.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var back events.Outcome
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if again := back.AppendJSON(nil); string(again) != string(b) {
			t.Fatalf("written  %s\nand then %s", b, again)
		}
		line := o.String()
		if strings.ContainsAny(line, "\n\r") {
			t.Fatalf("not one line: %q", line)
		}
		parsed, err := events.ParseText(line)
		if err != nil || parsed.String() != line {
			t.Fatalf("%q was read as %q, %v", line, parsed.String(), err)
		}
		for i, f := range o.Fields {
			if parsed.Fields[i] != f || back.Fields[i] != f {
				t.Fatalf("field %q came back as %q and %q", f, parsed.Fields[i], back.Fields[i])
			}
		}
	})
}

// TestStringsAreThoseOfEncodingJSON: strings are written as encoding/json does without HTML escapes.
func TestStringsAreThoseOfEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(),
			rapid.StringOf(rapid.RuneFrom([]rune("\x00\x01\b\f\n\r\t\"\\/<>&\u2028\u2029\x7fé😀")))).Draw(t, "s")
		o := events.Outcome{Name: "a", Clause: s}
		var want strings.Builder
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(map[string]string{"clause": s}); err != nil {
			t.Fatal(err)
		}
		rest := strings.TrimSuffix(strings.TrimPrefix(want.String(), "{"), "\n")
		if s != "" && string(o.AppendJSON(nil)) != `{"event":"a",`+rest {
			t.Fatalf("%s, encoding/json writes %s", o.AppendJSON(nil), want.String())
		}
	})
}

func FuzzOutcomeJSON(f *testing.F) {
	var known []string
	for _, form := range forms {
		known = append(known, form.json)
	}
	mutate.Add(f, nil, known...)
	f.Fuzz(func(t *testing.T, text string) {
		var o events.Outcome
		if json.Unmarshal([]byte(text), &o) != nil {
			return
		}
		b, err := o.MarshalJSON()
		if err != nil || !json.Valid(b) {
			t.Fatalf("%q was read but is written as %s, %v", text, b, err)
		}
		var back events.Outcome
		if err := json.Unmarshal(b, &back); err != nil || string(back.AppendJSON(nil)) != string(b) {
			t.Fatalf("%s came back as %s, %v", b, back.AppendJSON(nil), err)
		}
	})
}

func FuzzParseText(f *testing.F) {
	var known []string
	for _, form := range forms {
		known = append(known, form.text)
	}
	mutate.Add(f, nil, known...)
	f.Fuzz(func(t *testing.T, line string) {
		o, err := events.ParseText(line)
		if err != nil {
			return
		}
		canonical := o.String()
		again, err := events.ParseText(canonical)
		if err != nil || again.String() != canonical {
			t.Fatalf("%q is canonically %q, and then %q, %v", line, canonical, again.String(), err)
		}
	})
}

func TestRefsNameTheirTurn(t *testing.T) {
	for ref, want := range map[string]int{"t3.17": 3, "t0.1": 0, "t12.3.1": 12, "t4.1@french.north": 4, "": -1, "t3": -1,
		"3.1": -1, "tx.1": -1, "order:a.1": -1} {
		if got := events.TurnOf(ref); got != want {
			t.Errorf("%q: %d, want %d", ref, got, want)
		}
	}
}
