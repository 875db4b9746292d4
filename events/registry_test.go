package events_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"galloper/events"
)

var update = flag.Bool("update", false, "write the golden files anew; read the difference before you commit it")

// samples returns each type with all fields set.
func samples() []events.Data {
	at := time.Date(2027, 1, 31, 18, 0, 0, 0, time.UTC)
	sha, id := events.Sum([]byte("a mail")), events.Sum([]byte("<id@example.org>"))
	list := []events.Outcome{forms[1].o, forms[3].o}
	return []events.Data{
		events.GameCreated{Ruleset: "firediscipline", Version: 1, Scenario: "title: <x>\n",
			Seats: []string{"french", "british"}, SeedCommit: sha, SealedCommit: id, Turns: 40, Title: "Quiberon",
			Settings: events.Settings{Review: "umpire", Letters: "none", Auth: "both", Every: "3d",
				Days: []string{"mon 18:00"}, Zone: "Europe/London", Grace: "1h", Remind: []string{"24h"}, Early: "never",
				OnSilence: "hold", Silent: 2, Absence: "7d", Open: true}},
		events.GameOpened{Outcomes: list, State: sha},
		events.ArmyCarried{Held: 50, Lost: 65, Rolls: []events.Roll{events.Roll{Version: 1, Game: "mill", Title: "The mill",
			Ruleset: "firediscipline", Rules: 6, Head: sha, Turn: 8, State: id, Result: "Victory: French.", Winner: "french",
			Units:    []events.RollUnit{{ID: "royal", Name: "Royal", Side: "french", Seat: "french.north", Began: 4, Left: 3}},
			Officers: []events.RollOfficer{{Who: "royal", Name: "Louis", Side: "french", Fate: "dead", Game: "mill"}}}.Sealed()},
			Rulings: []events.CarryRuling{{Who: "royal", Is: "4", Reason: "a draft came"}},
			Dice:    []events.Die{{Name: "carried/return/royal", Die: "d100", Value: 7}},
			Away:    []events.RollOfficer{{Who: "royal", Name: "Louis", Side: "french", Fate: "dead", Game: "mill"}}},
		events.SecretsOpened{Turn: 8, Reason: "the campaign is over"},
		events.GameEnded{Reason: "by agreement"},
		events.SeatAssigned{Seat: "french", Address: "a1", Reason: "new"}, events.SeatReleased{Seat: "french",
			Address: "a1", Reason: "gone"},
		events.SeatRenewed{Seat: "french", Reason: "a report was passed on"}, events.SeatBounced{Seat: "french",
			Address: "a1", Count: 3, Reason: "550", Lost: true},
		events.StandInAsked{Seat: "french", Turn: 3, Address: "a2", Silent: 2}, events.StandInDeclined{Seat: "french",
			Turn: 4, Address: "a2"},
		events.SeatReady{Seat: "french", Turn: 1, Not: true}, events.SeatAbsent{Seat: "french", Turn: 1, Until: at},
		events.SeatResigned{Seat: "french", Turn: 1},
		events.OrdersAsked{Seat: "french", Turn: 1, Mail: sha,
			Readings: []events.Reading{{Number: 2, Order: "TO a: HOLD"}}},
		events.SeatStaffed{Seat: "french", Temper: "bold", Turn: 1, Reason: "away"},
		events.SeatTakenBack{Seat: "french", Turn: 2},
		events.SeatReminded{Seat: "french", Turn: 1, Before: "24h", Question: 2},
		events.TurnOpened{Turn: 1, Deadline: at}, events.TurnClosed{Turn: 1, Reason: "deadline"},
		events.TurnHeld{Turn: 1, Reason: "mail was lost"},
		events.Blinded{Bits: "nbswy3dpeb3w64tmmqqq"}, events.TurnResumed{Turn: 1, Reason: "found"},
		events.TurnExtended{Turn: 1, Deadline: at, Reason: "holiday"}, events.TurnReverted{Turn: 1, Reason: "error"},
		events.TurnAdjudicated{Turn: 1, Seed: sha, SealedSeed: id, Salt: "5f3a", Outcomes: list, State: sha,
			Over: "the French withdraw"},
		events.TurnApproved{Turn: 1, Reason: "fine"}, events.TurnReported{Turn: 1},
		events.MailReceived{Seat: "french", SHA256: sha, Proof: "token", Message: id, Received: at, Turn: 1, Unread: 2},
		events.MailQuarantined{SHA256: sha, Reason: "not proved", Seat: "french", Message: id, Received: at},
		events.MailQueued{Mail: "m1", Seat: "french", Address: "a1", Kind: "report", Turn: 1, SHA256: sha, Answers: id},
		events.MailSent{Mail: "m1"}, events.MailBounced{Mail: "m1", Reason: "550"},
		events.OrdersAccepted{Seat: "french", Turn: 1, Orders: []string{"1foot advance 200", "LETTER TO british: \"no\""},
			Numbers: []int{1, 3}, How: "add", Mail: sha, Replaced: id, Refused: 1, Reason: "typing error"},
		events.LetterSent{From: "french", To: []string{"british"}, Turn: 1, Text: "hold", As: "Louis"},
		events.Announced{Turn: 1, Text: "all"},
		events.Revealed{Turn: 1, Seats: []string{"french"}, Subject: "unit.2swiss", Text: "there", Reason: "a deserter"},
		events.PageOpened{Turn: 1, Delay: 3, Reason: "friends ask"},
		events.PageClosed{Turn: 2, Reason: "it was enough"},
		events.DecisionAsked{Turn: 1, Number: 2, Decision: "reaction/1foot", Seat: "french", Text: "Hold?",
			Options: []string{"hold", "withdraw"}, Default: "hold", Deadline: at},
		events.DecisionAnswered{Turn: 1, Number: 2, Decision: "reaction/1foot", Seat: "french", Option: "hold",
			By: "answer", Reason: "he is away"},
		events.RulingGiven{Turn: 1, Outcome: "t1.3", Anchor: events.Anchor{Text: "volley.fired firer=a hits=1 clause=7.4",
			Nth: 1, Of: 2}, Text: "the wood is dense", Sets: []events.Setting{{Path: "unit.a.x", Value: "1"}}, Reason: "map"},
		events.DieRerolled{Turn: 1, Die: "volley/fire/a>b#1", Salt: "again", Reason: "cocked"},
		events.ActProposed{Number: 1, Turn: 2, Text: "REVERT TO TURN 1 BECAUSE x", Code: "k7qx"},
		events.ActConfirmed{Number: 1},
		events.LobbyOffered{Game: "mill", Title: "The mill", Ruleset: "firediscipline", File: "mill.yaml",
			Scenario: "title: <x>\n", Seats: []events.LobbySeat{{ID: "french", Name: "The French", Side: "french"}},
			Staff: []events.SeatStaffed{{Seat: "british", Temper: "bold"}}, Umpires: []string{"a1"},
			StandIns: []string{"a2"}, Turns: 40, Settings: events.Settings{Every: "3d"}, Public: true, Confirm: true},
		events.LobbyInvited{Game: "mill", Address: "a3"}, events.LobbyAsked{Address: "a4"},
		events.LobbyReminded{Game: "mill", Address: "a3"}, events.LobbyLapsed{Game: "mill", Address: "a3"},
		events.LobbyJoined{Game: "mill", Address: "a3", Seat: "french", Wanted: "british"},
		events.LobbyConfirmed{Game: "mill", Address: "a3"},
		events.LobbyLeft{Game: "mill", Address: "a3", Reason: "no time"},
		events.LobbyStarted{Game: "mill", Reason: "full", Staff: "steady"}, events.LobbyMade{Game: "mill"},
		events.LobbyHalted{Game: "mill", Reason: "an address was erased"},
		events.LobbyWithdrawn{Game: "mill", Reason: "no players"},
		events.CourierRuled{Turn: 1, Dispatch: "french.t1.1", Fate: "captured", By: "british", Turns: 2, Reason: "ford"},
	}
}

// TestGoldenShapes: every schema ever written has a file in testdata and must remain readable.
func TestGoldenShapes(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range samples() {
		seen[d.EventType()] = true
		list, err := events.Pack(d)
		if err != nil {
			t.Fatal(err)
		}
		schema := events.Types.Schema(d.EventType())
		file := goldenShape(d.EventType(), schema)
		got := string(list[0].Data) + "\n"
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s\n got %swant %s", d.EventType(), got, want)
		}
		back, err := events.Decode(events.Event{Type: d.EventType(), Schema: schema, Data: want})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, back); diff != "" {
			t.Errorf("%s is read otherwise (-was +is):\n%s", d.EventType(), diff)
		}
	}
	for _, name := range events.Types.Names() {
		if !seen[name] {
			t.Errorf("%s has no sample", name)
		}
	}
	if files, _ := filepath.Glob("testdata/*.json"); len(files) < len(seen) {
		t.Errorf("%d golden files for %d types", len(files), len(seen))
	}
}

// goldenShape returns the file of a type in the given schema.
func goldenShape(name string, schema int) string {
	return filepath.Join("testdata", fmt.Sprintf("%s.%d.json", name, schema))
}

// TestListsAreNeverNull: the archive contains empty lists as the contract requires, never null.
func TestListsAreNeverNull(t *testing.T) {
	list, err := events.Pack(events.GameCreated{}, events.GameOpened{}, events.TurnAdjudicated{},
		events.OrdersAccepted{}, events.LetterSent{}, events.Revealed{}, events.DecisionAsked{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if strings.Contains(string(e.Data), "null") {
			t.Errorf("%s: %s", e.Type, e.Data)
		}
		if _, err := events.Decode(e); err != nil {
			t.Error(err)
		}
	}
}

func TestUnknownEventsAreNeverPassedOver(t *testing.T) {
	for _, e := range []events.Event{{Type: "turn.folded", Schema: 1}, {Type: "turn.closed", Schema: 2},
		{Type: "turn.closed"}} {
		_, err := events.Decode(e)
		var unknown *events.UnknownTypeError
		if !errors.As(err, &unknown) || unknown.Type != e.Type || unknown.Schema != e.Schema {
			t.Errorf("%+v: %v", e, err)
		}
	}
	for _, data := range []string{`{"turn":"one"}`, `{"turn":1`, `[]`} {
		if _, err := events.Decode(events.Event{Type: "turn.closed", Schema: 1, Data: []byte(data)}); err == nil {
			t.Errorf("%s was decoded", data)
		}
	}
	for _, data := range []string{`{"turn":1,"outcomes":[{}]}`, `{"turn":1,"outcomes":[`, `{"turn":1,"seed":"ab"}`,
		`{"turn":"1"}`, `{"outcomes":{}}`} {
		if got, err := events.Decode(events.Event{Type: "turn.adjudicated", Schema: 1, Data: []byte(data)}); err == nil {
			t.Errorf("%s was decoded as %+v", data, got)
		}
	}
	if _, err := events.Pack(stranger{}); err == nil {
		t.Error("a type that is not registered was packed")
	}
	if _, err := events.Pack(events.TurnAdjudicated{Outcomes: []events.Outcome{{}}}); err == nil {
		t.Error("an outcome without a name was packed")
	}
}

// stranger is a type in its third schema: `n` was `count`, and in the first schema a string.
type stranger struct {
	N int `json:"n"`
}

func (stranger) EventType() string { return "stranger.came" }

func textToNumber(old json.RawMessage) (json.RawMessage, error) {
	return json.RawMessage(strings.NewReplacer(`:"`, `:`, `"}`, `}`).Replace(string(old))), nil
}

func countToN(old json.RawMessage) (json.RawMessage, error) {
	if !strings.Contains(string(old), `"count"`) {
		return nil, errors.New("no count")
	}
	return json.RawMessage(strings.Replace(string(old), `"count"`, `"n"`, 1)), nil
}

func TestOldShapesAreBroughtUpToDate(t *testing.T) {
	r := new(events.Registry)
	events.Register[stranger](r, 3, textToNumber, countToN)
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	for schema, data := range map[int]string{1: `{"count":"7"}`, 2: `{"count":7}`, 3: `{"n":7}`} {
		got, err := r.Decode(events.Event{Type: "stranger.came", Schema: schema, Data: []byte(data)})
		if err != nil || got != (stranger{7}) {
			t.Errorf("schema %d: %+v, %v", schema, got, err)
		}
	}
	if _, err := r.Decode(events.Event{Type: "stranger.came", Schema: 2, Data: []byte(`{}`)}); err == nil ||
		!strings.Contains(err.Error(), "from schema 2 to 3: no count") {
		t.Errorf("an upcast that fails: %v", err)
	}
	if list, err := r.Pack(stranger{7}); err != nil || list[0].Schema != 3 || r.Schema("stranger.came") != 3 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestRegistryFaultsShowAtStart(t *testing.T) {
	for what, register := range map[string]func(*events.Registry){
		"twice":           func(r *events.Registry) { events.Register[stranger](r, 1); events.Register[stranger](r, 1) },
		"2 and 0 upcasts": func(r *events.Registry) { events.Register[stranger](r, 2) },
		"1 and 1 upcasts": func(r *events.Registry) { events.Register[stranger](r, 1, countToN) },
		"3 and 2 upcasts": func(r *events.Registry) { events.Register[stranger](r, 3, countToN, nil) },
		"0 and 0 upcasts": func(r *events.Registry) { events.Register[stranger](r, 0) },
	} {
		r := new(events.Registry)
		register(r)
		if err := r.Check(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := events.Types.Check(); err != nil {
		t.Error(err)
	}
}
