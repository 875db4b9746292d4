package campaign_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"galloper/events"
	"galloper/projections/campaign"
)

func wantPhase(t *testing.T, r *record, want campaign.Phase) *campaign.Campaign {
	t.Helper()
	c := r.fold()
	if got := c.Phase(); got != want {
		t.Fatalf("phase %s, want %s", got, want)
	}
	return c
}

func TestTurnGoesThroughItsCycle(t *testing.T) {
	r := newRecord(t)
	r.write(created(events.Settings{Review: "umpire"}))
	wantPhase(t, r, campaign.Made)
	r.write(events.TurnOpened{Turn: 1})
	wantPhase(t, r, campaign.Open)
	r.write(events.TurnClosed{Turn: 1, Reason: "ready"})
	wantPhase(t, r, campaign.Closed)
	r.write(events.DecisionAsked{Turn: 1, Number: 1, Decision: "reaction/1foot", Seat: south,
		Options: []string{"stand", "flee"}, Default: "stand"})
	wantPhase(t, r, campaign.Deciding)
	r.write(events.DecisionAnswered{Turn: 1, Number: 1, Decision: "reaction/1foot", Seat: south, Option: "flee",
		By: "answer"})
	wantPhase(t, r, campaign.Closed)
	r.write(result(1, "t1.1"))
	wantPhase(t, r, campaign.Review)
	r.write(events.TurnHeld{Turn: 1, Reason: "a mail is missing"})
	wantPhase(t, r, campaign.Held)
	r.write(events.TurnResumed{Turn: 1})
	wantPhase(t, r, campaign.Review)
	r.write(events.TurnApproved{Turn: 1})
	wantPhase(t, r, campaign.Reporting)
	r.write(events.TurnOpened{Turn: 2})
	c := wantPhase(t, r, campaign.Open)
	if c.Number() != 2 || c.Turn(1).Result == nil {
		t.Errorf("turn %d, result of the first %v", c.Number(), c.Turn(1).Result)
	}
}

func TestResultUnderReviewDoesNotEndTheGame(t *testing.T) {
	r := started(t, events.Settings{Review: "umpire"})
	over := result(1, "t1.1")
	over.Over = "The Dutch hold the mill"
	r.write(events.TurnClosed{Turn: 1, Reason: "ready"}, over)
	if c := wantPhase(t, r, campaign.Review); c.Result() != "" {
		t.Errorf("result %q before the umpire approved", c.Result())
	}
	r.write(events.TurnApproved{Turn: 1})
	if c := wantPhase(t, r, campaign.Over); c.Result() != over.Over {
		t.Errorf("result %q after the umpire approved", c.Result())
	}
}

func TestLaterMailReplacesOrders(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.OrdersAccepted{Seat: north, Turn: 1, Orders: []string{"TO f: HOLD"}, Mail: events.Sum([]byte("1"))})
	r.write(events.OrdersAccepted{Seat: east, Turn: 1, Orders: []string{"RIDE TO mill"}})
	r.write(events.OrdersAccepted{Seat: north, Turn: 1, Orders: []string{"TO f: ASSAULT mill", "RIDE TO mill"},
		How: "add", Mail: events.Sum([]byte("2"))})
	in, ok := r.fold().TurnInput(1)
	if !ok {
		t.Fatal("no input for turn 1")
	}
	want := []events.SeatOrders{
		{Seat: east, Orders: []string{"RIDE TO mill"}},
		{Seat: north, Orders: []string{"TO f: ASSAULT mill", "RIDE TO mill"}},
	}
	if d := cmp.Diff(want, in.Orders); d != "" {
		t.Error(d)
	}
	o, _ := r.fold().Current().Of(north)
	if o.Mail != events.Sum([]byte("2")) || o.Event != 6 {
		t.Errorf("orders of %s from mail %s, event %d", north, o.Mail, o.Event)
	}
}

func TestSeatWhoseOrdersAreCancelledIsLeftOut(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.OrdersAccepted{Seat: north, Turn: 1, Orders: []string{"TO f: HOLD"}})
	r.write(events.OrdersAccepted{Seat: north, Turn: 1, Orders: nil, How: "cancel"})
	if in, _ := r.fold().TurnInput(1); len(in.Orders) != 0 {
		t.Errorf("orders %v are still there", in.Orders)
	}
}

func TestRevertedTurnsAreKeptButDoNotCount(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.OrdersAccepted{Seat: north, Turn: 1, Orders: []string{"TO f: HOLD"}})
	r.write(events.RulingGiven{Turn: 1, Text: "the bridge holds"}, events.TurnClosed{Turn: 1, Reason: "deadline"})
	r.write(result(1, "t1.1"), events.TurnOpened{Turn: 2})
	r.write(events.TurnClosed{Turn: 2, Reason: "ready"}, result(2, "t2.1"))
	r.write(events.TurnReverted{Turn: 1, Reason: "a mail was lost"})
	c := wantPhase(t, r, campaign.Open)
	if c.Number() != 1 || c.Turn(1).Result != nil || c.Turn(2) != nil {
		t.Errorf("turn %d, with the result %v", c.Number(), c.Turn(1).Result)
	}
	past := c.Superseded()
	if len(past) != 2 || past[0].Number != 1 || past[1].Number != 2 || past[0].Reverted != "a mail was lost" {
		t.Errorf("superseded: %+v", past)
	}
	in, _ := c.TurnInput(1)
	if len(in.Orders) != 1 || len(in.Rulings) != 0 || in.Seed != [32]byte{} {
		t.Errorf("the turn opened again is adjudicated from %+v", in)
	}
	if got := past[0].Input(); len(got.Rulings) != 1 {
		t.Errorf("the turn as it was had the ruling; now its input is %+v", got)
	}
}

func TestReadyAndSilence(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.SeatReady{Seat: north, Turn: 1}, events.SeatAbsent{Seat: east, Turn: 1})
	c := r.fold()
	if got := c.Waiting(); !slices.Equal(got, []string{south}) {
		t.Errorf("waiting for %v", got)
	}
	r.write(events.SeatReady{Seat: north, Turn: 1, Not: true})
	if got := r.fold().Waiting(); !slices.Equal(got, []string{north, south}) {
		t.Errorf("waiting for %v", got)
	}
	r.write(events.TurnClosed{Turn: 1, Reason: "deadline"}, result(1), events.TurnOpened{Turn: 2})
	c = r.fold()
	for id, want := range map[string]int{north: 1, south: 1, east: 0} {
		if s, _ := c.Seat(id); s.Silent != want {
			t.Errorf("%s was silent for %d turns, want %d", id, s.Silent, want)
		}
	}
	if got := c.Silent(); !slices.Equal(got, []string{north, south, east}) {
		t.Errorf("silent: %v", got)
	}
	if anew, of := c.SilentAnew(); anew != 1 || of != 3 {
		t.Errorf("silent anew %d of %d, want 1 of 3", anew, of)
	}
}

func TestAbsenceUntilADateHoldsForLaterTurns(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.SeatAbsent{Seat: east, Turn: 1, Until: r.now.Add(10 * time.Hour)})
	r.write(result(1), events.TurnOpened{Turn: 2})
	if !r.fold().Current().IsAbsent(east) {
		t.Error("away until a date, but not absent in the next turn")
	}
	r.now = r.now.Add(24 * time.Hour)
	r.write(result(2), events.TurnOpened{Turn: 3})
	if r.fold().Current().IsAbsent(east) {
		t.Error("back since yesterday, but still absent")
	}
}

func TestMailIsUnsentUntilAServerTookIt(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.MailQueued{Mail: "m1", Seat: north, Kind: "report"}, events.MailQueued{Mail: "m2", Seat: south,
		Kind: "report"})
	r.write(events.MailSent{Mail: "m1"})
	if got := r.fold().Unsent(); len(got) != 1 || got[0].Mail != "m2" {
		t.Errorf("unsent: %+v", got)
	}
}

func TestOneMailIsSeenOnce(t *testing.T) {
	r := started(t, events.Settings{})
	raw, id := events.Sum([]byte("raw")), events.Sum([]byte("message-id"))
	r.write(events.MailReceived{Seat: north, SHA256: raw, Message: id, Proof: "token"})
	c := r.fold()
	if !c.Seen(raw) || !c.Seen(id) || c.Seen(events.Sum([]byte("other"))) || c.Seen(events.Hash{}) {
		t.Error("a mail was seen that was not, or not seen that was")
	}
}

func TestInputHasAnswersRulingsAndRerolls(t *testing.T) {
	r := started(t, events.Settings{Review: "umpire"})
	r.write(events.DecisionAsked{Turn: 1, Number: 1, Decision: "a", Seat: south, Default: "stand"})
	r.write(events.DecisionAnswered{Turn: 1, Number: 1, Decision: "a", Seat: south, Option: "flee", By: "answer"})
	r.write(events.DecisionAsked{Turn: 1, Number: 2, Decision: "b", Seat: north, Default: "stand"})
	r.write(events.RulingGiven{Turn: 1, Outcome: "t1.4", Text: "no",
		Sets: []events.Setting{{Path: "unit.f.boxes", Value: "0"}}})
	r.write(events.CourierRuled{Turn: 1, Dispatch: "french.north.t1.1", Fate: "lost"})
	r.write(events.DieRerolled{Turn: 1, Die: "volley/fire/a>b#1", Salt: "1", Reason: "cocked"})
	in, _ := r.fold().TurnInput(1)
	want := events.TurnInput{
		Turn:    1,
		Answers: []events.Answer{{Seat: south, Option: "flee", By: "answer", Decision: "a"}},
		Rulings: []events.Ruling{
			{Outcome: "t1.4", Text: "no", Sets: []events.Setting{{Path: "unit.f.boxes", Value: "0"}}},
		},
		Rerolls:  []events.Reroll{{Die: "volley/fire/a>b#1", Salt: "1"}},
		Couriers: []events.CourierRuling{{Dispatch: "french.north.t1.1", Fate: "lost"}},
	}
	if d := cmp.Diff(want, in); d != "" {
		t.Error(d)
	}
}

func TestOutcomesComeAsTheyWereStored(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.TurnClosed{Turn: 1, Reason: "ready"}, result(1, "t1.1", "t1.2"))
	c := r.fold()
	for turn, want := range map[int][]events.Outcome{0: outcomes("t0.1"), 1: outcomes("t1.1", "t1.2"), 2: nil} {
		got, err := c.Outcomes(turn)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("turn %d: %s", turn, d)
		}
	}
	if in, _ := c.TurnInput(1); in.Seed != events.Sum([]byte{1}) {
		t.Errorf("the seed recorded with the result is not in the input")
	}
}

func TestSecondResultOfATurnReplacesTheFirst(t *testing.T) {
	r := started(t, events.Settings{Review: "umpire"})
	r.write(result(1, "t1.1")).write(result(1, "t1.1", "t1.2"))
	c := r.fold()
	list, err := c.Outcomes(1)
	if err != nil || len(list) != 2 || c.Current().Drafts != 1 {
		t.Errorf("%d outcomes, %d drafts, %v", len(list), c.Current().Drafts, err)
	}
}

func TestCommitOutOfOrderIsRefused(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.TurnClosed{Turn: 1, Reason: "ready"})
	c := new(campaign.Campaign)
	if err := c.Apply(&r.commits[1]); err == nil {
		t.Error("a game was begun with its second commit")
	}
	for range 2 { // the second time they are ignored
		for i := range r.commits[:2] {
			if err := c.Apply(&r.commits[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if c.Number() != 1 || len(c.Superseded()) != 0 {
		t.Errorf("turn %d after commits applied twice", c.Number())
	}
}

func TestUnknownEventChangesNothing(t *testing.T) {
	r := started(t, events.Settings{})
	c := r.fold()
	next, err := events.Commit{Game: "mill", ID: "x", At: r.now, Actor: "clock", Events: []events.Event{
		{Type: "turn.closed", Schema: 1, Data: []byte(`{"turn":1,"reason":"ready"}`)},
		{Type: "turn.painted", Schema: 1, Data: []byte(`{}`)},
	}}.Follow(r.head)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Apply(&next); err == nil || c.Phase() != campaign.Open || c.Head() != r.head {
		t.Errorf("error %v, phase %s", err, c.Phase())
	}
}

// TestFoldInStepsIsFoldAtOnce: a fold that was interrupted and resumed anywhere gives the same result.
func TestFoldInStepsIsFoldAtOnce(t *testing.T) {
	r := started(t, events.Settings{Review: "umpire"})
	r.write(events.OrdersAccepted{Seat: north, Turn: 1, Orders: []string{"TO f: HOLD"}},
		events.SeatReady{Seat: north, Turn: 1})
	r.write(events.TurnClosed{Turn: 1, Reason: "ready"}, result(1, "t1.1")).write(events.TurnApproved{Turn: 1},
		events.TurnOpened{Turn: 2})
	r.write(events.TurnReverted{Turn: 1, Reason: "x"}, events.TurnExtended{Turn: 1, Deadline: r.now.Add(time.Hour),
		Reason: "x"})
	whole := r.fold()
	for stop := range r.commits {
		c := new(campaign.Campaign)
		for _, part := range [][]events.Commit{r.commits[:stop], r.commits} {
			for i := range part {
				if err := c.Apply(&part[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
		in, _ := c.TurnInput(1)
		want, _ := whole.TurnInput(1)
		if d := cmp.Diff(want, in); d != "" || c.Phase() != whole.Phase() || c.Head() != whole.Head() {
			t.Errorf("stopped behind commit %d: %s", stop, d)
		}
		if d := cmp.Diff(whole.Superseded(), c.Superseded(), cmpopts.IgnoreUnexported(campaign.Turn{})); d != "" {
			t.Errorf("stopped behind commit %d: %s", stop, d)
		}
	}
}

func BenchmarkApply(b *testing.B) {
	t := new(testing.T)
	r := started(t, events.Settings{})
	var refs []string
	for i := range 500 {
		refs = append(refs, "t1."+strconv.Itoa(i+1))
	}
	r.write(result(1, refs...))
	size := 0
	for i := range r.commits {
		size += len(r.commits[i].Line())
	}
	for b.Loop() {
		c := new(campaign.Campaign)
		for i := range r.commits {
			if err := c.Apply(&r.commits[i]); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.SetBytes(int64(size))
}

// A changed input makes the result stale: the turn is adjudicated again, or asks a question first.
func TestRulingInReviewMakesTheResultStale(t *testing.T) {
	for what, input := range map[string]events.Data{
		"a ruling":  events.RulingGiven{Turn: 1, Text: "x"},
		"a die":     events.DieRerolled{Turn: 1, Die: "a/b/c", Salt: "1"},
		"a courier": events.CourierRuled{Turn: 1, Dispatch: "french.north.t1.1", Fate: "lost"},
		"an order":  events.OrdersAccepted{Seat: south, Turn: 1, Orders: []string{"x"}, How: "amend"},
	} {
		r := started(t, events.Settings{Review: "umpire"})
		r.write(events.TurnClosed{Turn: 1, Reason: "ready"}, result(1, "t1.1"))
		wantPhase(t, r, campaign.Review)
		r.write(input)
		if c := wantPhase(t, r, campaign.Closed); !c.Current().Stale || c.Current().Inputs != 1 {
			t.Errorf("%s: stale %v after %d inputs", what, c.Current().Stale, c.Current().Inputs)
		}
		r.write(events.DecisionAsked{Turn: 1, Number: 1, Decision: "a", Seat: south, Default: "stand"})
		wantPhase(t, r, campaign.Deciding)
		r.write(events.DecisionAnswered{Turn: 1, Number: 1, Decision: "a", Seat: south, Option: "flee", By: "answer"})
		wantPhase(t, r, campaign.Closed)
		r.write(result(1, "t1.1"))
		wantPhase(t, r, campaign.Review)
	}
}

func TestRevertsProposalsAndEpochs(t *testing.T) {
	r := started(t, events.Settings{})
	r.write(events.SeatAssigned{Seat: south, Address: "a9"}, events.SeatReleased{Seat: south, Address: "a9"})
	r.write(events.TurnClosed{Turn: 1, Reason: "ready"}, result(1, "t1.1"), events.TurnReported{Turn: 1},
		events.TurnOpened{Turn: 2})
	r.write(events.ActProposed{Number: 1, Turn: 2, Text: "REVERT TO TURN 1 BECAUSE x", Code: "k7qx"})
	if c := r.fold(); c.SeenBefore() != 0 || len(c.Proposals()) != 1 || c.Proposals()[0].Done {
		t.Errorf("before: seen %d, %v", c.SeenBefore(), c.Proposals())
	}
	r.write(events.ActConfirmed{Number: 1}, events.TurnReverted{Turn: 1, Reason: "x"})
	c := r.fold()
	if c.SeenBefore() != 2 || len(c.Reverts()) != 1 || !c.Proposals()[0].Done || c.Number() != 1 {
		t.Errorf("after: seen %d, %v, %v, turn %d", c.SeenBefore(), c.Reverts(), c.Proposals(), c.Number())
	}
	if s, _ := c.Seat(south); s.Epoch != 1 {
		t.Errorf("epoch %d after one address was taken away", s.Epoch)
	}
}

func TestResignationCountsUntilSomebodyTakesTheSeat(t *testing.T) {
	resigned := func(c *campaign.Campaign, turn int) []string {
		in, ok := c.TurnInput(turn)
		if !ok {
			t.Fatalf("no turn %d", turn)
		}
		return in.Resigned
	}
	r := started(t, events.Settings{Review: "umpire"})
	r.write(events.SeatResigned{Seat: east, Turn: 1}, result(1), events.TurnApproved{Turn: 1},
		events.TurnReported{Turn: 1}, events.TurnOpened{Turn: 2})
	r.write(events.SeatResigned{Seat: north, Turn: 2}, result(2))
	c := r.fold()
	if got := resigned(c, 1); !slices.Equal(got, []string{east}) {
		t.Errorf("turn 1: %v resigned", got)
	}
	if got := resigned(c, 2); !slices.Equal(got, []string{east, north}) {
		t.Errorf("turn 2: %v resigned", got)
	}
	r.write(events.SeatAssigned{Seat: north, Address: "a2"}) // the umpire finds a player during review
	c = r.fold()
	if got := resigned(c, 2); !slices.Equal(got, []string{east}) || !c.Current().Stale {
		t.Errorf("turn 2 after the seat was taken: %v resigned, stale %v", got, c.Current().Stale)
	}
	if got := resigned(c, 1); !slices.Equal(got, []string{east}) {
		t.Errorf("turn 1 after the seat was taken: %v resigned", got)
	}
}
