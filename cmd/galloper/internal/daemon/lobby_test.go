package daemon

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/lobby"
	"galloper/scenarios"
)

const (
	guestAnna = "anna@players.test"
	guestBen  = "ben@players.test"
	guestCora = "cora@players.test"
	guestDirk = "dirk@players.test"
	guestEve  = "eve@strange.test"
)

// newLobbyWorld returns a world in which strangers may write and the skirmish gathers players.
func newLobbyWorld(t *testing.T, change func(*admin.NewGame), invited ...string) *world {
	t.Helper()
	w := newWorld(t)
	w.change = func(o *host.Options) { o.Guests = true; o.Limits.Guests = 3 }
	w.start()
	n := admin.NewGame{Name: "mill", File: "mill.yaml", Scenario: skirmish, Umpires: []string{umpireAddress},
		Invite: invited, Settings: events.Settings{Every: "3d"}, Turns: 40}
	if change != nil {
		change(&n)
	}
	if res, err := w.d.New(w.ctx, n); err != nil || !res.Gathers {
		t.Fatalf("%+v, %v", res, err)
	}
	w.settle()
	return w
}

// offer returns the offer in the log.
func (w *world) offer() lobby.Offer {
	w.t.Helper()
	g, err := game.Load(w.d.Rulesets, w.log.Game(w.ctx, game.Lobby, events.Head{}))
	if err != nil {
		w.t.Fatal(err)
	}
	o, _ := g.Offers.Offer("mill")
	return o
}

func public(n *admin.NewGame) { n.Public = true }

func TestInvitedPlayersFillAGameAndItBegins(t *testing.T) {
	t.Parallel()
	w := newLobbyWorld(t, nil, guestAnna, guestBen, guestCora, guestDirk)
	mustSay(t, w.last(guestAnna).text, umpireAddress+" invites you to a game of war by mail: A skirmish",
		"a turn comes every 3 days", "JOIN mill french.north", "LEAVE mill says no")
	mustSay(t, w.writesFrom(guestAnna, "With pleasure!\n\nJOIN mill Surville\n\n-- \nAnna"), "JOINED. You play Marquis "+
		"de "+
		"Surville (french.west)", "It begins when every seat has a player", "french.west Marquis de Surville yours")
	mustSay(t, w.last(umpireAddress).text, guestAnna+" has taken Marquis de Surville", "Free: french.north, dutch.south "+
		"and dutch.east.", "START mill STAFF")
	w.start() // the record has all of it
	// Two want one seat: the second is told, waits, and loses nothing.
	mustSay(t, w.writesFrom(guestBen, "JOIN mill french.west"), "Marquis de Surville is already taken. "+
		"Free: french.north, dutch.south and dutch.east.")
	mustSay(t, w.writesFrom(guestBen, "join dutch.south"), "JOINED. You play Heer van Fagel")
	mustSay(t, w.writesFrom(guestCora, "JOIN mill french or dutch"), `"french or dutch" may be french.north `+
		"and dutch.east; write which.")
	mustSay(t, w.writesFrom(guestCora, "JOIN mill"), "JOINED. You play Comte de Guiche") // evens the sides
	mustSay(t, w.writesFrom(guestCora, "WHO"), "french.north Comte de Guiche yours", "dutch.south Heer van Fagel taken",
		"1 of 4 seats are free")
	for _, a := range []string{guestAnna, guestBen, guestCora, guestDirk} {
		if strings.Contains(w.last(guestCora).text, a) {
			t.Errorf("a player is told the address of another:\n%s", w.last(guestCora).text)
		}
	}
	mustSay(t, w.writesFrom(guestDirk, "JOIN mill"), "JOINED. You play Heer van Dedem", "Every seat has its player",
		"answer a mail of the game with the line RESIGN")
	w.settle()
	mustSay(t, w.last(guestAnna).text, "A skirmish", "Marquis de Surville")
	if o := w.offer(); o.Stage != lobby.Begun {
		t.Fatalf("the offer is %s", o.Stage)
	}
	played := map[string]string{"french.west": guestAnna, "dutch.south": guestBen, "french.north": guestCora}
	for seat, address := range played {
		if ids := w.game().Addresses(seat); len(ids) != 1 || w.d.AddressOf(w.ctx, ids[0]) != address {
			t.Errorf("%s is played by %v, not by %s", seat, ids, address)
		}
	}
	mustSay(t, w.writesFrom(guestAnna, "To Picardie: hold"), "TO picardie: HOLD: accepted")
	w.mustVerify()
}

// An invited player may accept and name a seat in any words; courtesies around them are ignored.
func TestJoinInOnesOwnWords(t *testing.T) {
	t.Parallel()
	taken := "JOINED. You play "
	for text, want := range map[string]string{
		"Join mill please": taken,
		"Hi!\nI'll join mill, thank you.\n\nBest regards,\nAnna":   taken,
		"Join the skirmish please":                                 taken,
		"french.west please":                                       taken + "Marquis de Surville",
		"Hello,\nfrench.west\nCheers, Anna":                        taken + "Marquis de Surville",
		"french.east please":                                       "write which. Free: ",
		"Count me in!":                                             taken,
		"Yes, with pleasure. Who else plays?":                      taken,
		"Join mill as Surville please":                             taken + "Marquis de Surville",
		"JOIN mill, I would like to be french.west":                taken + "Marquis de Surville",
		"I should be happy to play the Marquis.\nRegards, A. Best": taken + "Marquis de Surville",
		"Count me in, I would like Survile":                        taken + "Marquis de Surville",
		"Count me in, I would like the southern Dutch":             taken + "Heer van Fagel",
		"Count me in, I would like the Dutch.":                     taken + "Heer van Fagel",
		"JOIN mill dutch or french":                                "may be french.north, french.west, dutch.south and dutch.east",
		"Count me in as the Spanish":                               `no seat "Spanish"; the seats are french.north`,
		"JOIN mill spanish please":                                 `no seat "spanish"`,
		"I can't join, I fear.":                                    "NOT UNDERSTOOD",
		"Please count me out":                                      "NOT UNDERSTOOD",
		"Could I join later?":                                      "NOT UNDERSTOOD",
		"My horse is ill.":                                         "NOT UNDERSTOOD",
	} {
		w := newLobbyWorld(t, nil, guestAnna)
		mustSay(t, w.writesFrom(guestAnna, text), want)
		if joined := len(w.offer().Players) == 1; joined != strings.HasPrefix(want, taken) {
			t.Errorf("%q: joined %v", text, joined)
		}
		told := w.mailed(umpireAddress, guestAnna+" has written, and it was not understood: > ") == 1
		if told != (want == "NOT UNDERSTOOD") {
			t.Errorf("%q: the umpire was shown it: %v", text, told)
		}
	}
	// Of two possible seats, only one is free.
	w := newLobbyWorld(t, nil, guestAnna, guestBen)
	w.writesFrom(guestAnna, "JOIN mill dutch.south")
	mustSay(t, w.writesFrom(guestBen, "Put me down for the Dutch, please."), taken+"Heer van Dedem")
}

// A stranger is asked to confirm, once a day, and told nothing before.
func TestAStrangerJoinsBySayingSoTwice(t *testing.T) {
	t.Parallel()
	w := newLobbyWorld(t, public)
	const to = "orders@galloper.test"
	mustSay(t, w.writesTo(guestEve, to, "Hello!\nJOIN mill french.north"), "JOIN mill french.north",
		"answer this mail with the same line")
	if text := w.last(guestEve).text; strings.Contains(text, "skirmish") || len(w.offer().Players) != 0 {
		t.Errorf("a stranger who is not proved was told of the game, or joined it:\n%s", text)
	}
	if got := w.writesTo(guestEve, to, "JOIN mill"); got != "" {
		t.Errorf("asked twice within a day:\n%s", got)
	}
	// A secret in another person's hands proves nothing.
	reply := w.last(guestEve).msg.Header.Get("Reply-To")
	if w.writesTo("mallory@strange.test", reply, "JOIN mill"); len(w.offer().Players) != 0 {
		t.Error("another address joined with the secret of the first")
	}
	w.pass(25 * time.Hour)
	w.writesTo(guestEve, to, "LIST")
	mustSay(t, w.writesFrom(guestEve, "LIST"), "mill", "A skirmish", "4 of 4 seats are free")
	mustSay(t, w.writesFrom(guestEve, "JOIN mill french.north"), "JOINED. You play Comte de Guiche")
	mustSay(t, w.writesFrom(guestEve, "JOIN windmill"), `A skirmish has no seat "windmill"; the seats are french.north`)
	mustSay(t, w.writesFrom(guestEve, "LEAVE mill"), "LEFT. You are out of A skirmish")
	if len(w.offer().Players) != 0 {
		t.Error("who has left plays still")
	}
}

func TestTheLobbyAnswersNobodyElse(t *testing.T) {
	t.Parallel()
	w := newLobbyWorld(t, public)
	const to = "orders@galloper.test"
	for _, text := range []string{"Buy our pills", "Join us for a great offer", "JOIN millions of happy people",
		"list price only 3.99", "Who are you?"} {
		if got := w.writesTo("spam@strange.test", to, text); got != "" {
			t.Errorf("%q is answered:\n%s", text, got)
		}
	}
	w.arrive(w.mailFrom("away@strange.test", "To: orders@galloper.test\r\nAuto-Submitted: auto-replied\r\n", "JOIN mill"), w.now)
	if n := len(w.mailsTo("away@strange.test")); n != 0 {
		t.Error("an automatic mail is answered")
	}
	for n := range 6 {
		w.writesTo(fmt.Sprintf("s%d@flood.test", n), to, "JOIN mill")
	}
	asked := 0
	for n := range 6 {
		asked += len(w.mailsTo(fmt.Sprintf("s%d@flood.test", n)))
	}
	if asked != 3 {
		t.Errorf("%d strangers were asked within the hour, 3 are allowed", asked)
	}
	w.change = nil // strangers may not write
	w.start()
	if got := w.writesTo("late@strange.test", to, "LIST"); got != "" {
		t.Errorf("a service without guests answers a stranger:\n%s", got)
	}
}

func TestTheUmpireConfirmsStartsAndFillsWithStaff(t *testing.T) {
	t.Parallel()
	w := newLobbyWorld(t, func(n *admin.NewGame) { n.Confirm = true }, guestAnna, guestBen)
	mustSay(t, w.writesFrom(guestAnna, "JOIN mill french.north"), "The umpire confirms each player")
	mustSay(t, w.last(umpireAddress).text, "CONFIRM mill french.north")
	mustSay(t, w.writesFrom(guestAnna, "START mill"), "NOT DONE. START is the umpire's.")
	mustSay(t, w.writesFrom(umpireAddress, "CONFIRM mill french.north"), "CONFIRMED. Free: french.west")
	mustSay(t, w.last(guestAnna).text, "The umpire has confirmed you")
	mustSay(t, w.writesFrom(guestBen, "JOIN mill dutch.south"), "JOINED")
	mustSay(t, w.writesFrom(umpireAddress, "WHO mill"), guestAnna, guestBen+", not confirmed yet")
	mustSay(t, w.writesFrom(umpireAddress, "REFUSE mill "+guestBen+" BECAUSE we wait for a friend"), "REFUSED, and told.")
	mustSay(t, w.last(guestBen).text, "could not take you, because we wait for a friend")
	mustSay(t, w.writesFrom(umpireAddress, "START mill"), "NOT DONE. Free: french.west", "START mill STAFF")
	res, err := w.d.Lobby(w.ctx, LobbyRequest{Text: "START mill STAFF:bold"})
	if err != nil || !res.Done {
		t.Fatalf("%+v, %v", res, err)
	}
	w.settle()
	if s, _ := w.game().Campaign.Seat("dutch.south"); s.Staff != "bold" {
		t.Errorf("dutch.south is played by %+v", s)
	}
	w.mustBeWhole()
	if w.mailed(guestAnna, "Comte de Guiche") == 0 {
		t.Error("the player has no report")
	}
}

// An invitation that bounces costs no one a seat: the umpire is told the address.
func TestAnInvitationThatBounces(t *testing.T) {
	t.Parallel()
	w := newLobbyWorld(t, nil, guestAnna, "wrong@players.test")
	invitation := w.last("wrong@players.test")
	w.uid++
	raw := fmt.Appendf(nil, "From: MAILER-DAEMON@mx.test\r\nTo: %s\r\nMessage-ID: <b%d@mx.test>\r\n"+
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nNo such user.\r\n--b\r\n"+
		"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; "+
		"wrong@players.test\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user\r\n--b--\r\n",
		invitation.from, w.uid)
	w.arrive(raw, w.now)
	mustSay(t, w.last(umpireAddress).text, "The mail to wrong@players.test was not delivered", "no such user",
		"INVITE mill name@example.org")
	if o := w.offer(); len(o.Invited) != 1 {
		t.Errorf("invited: %v", o.Invited)
	}
	mustSay(t, w.writesFrom(umpireAddress, "INVITE mill right@players.test"), "INVITED. The mail to right@players.test")
	mustSay(t, w.last("right@players.test").text, "JOIN mill")
	mustSay(t, w.writesFrom(guestAnna, "JOIN"), "JOINED")
}

// An invited player who doesn't answer is reminded once; then the umpire is told once. A late answer still counts.
func TestAnInvitationThatNobodyAnswers(t *testing.T) {
	t.Parallel()
	w := newLobbyWorld(t, nil, guestAnna, guestBen, guestCora)
	w.writesFrom(guestAnna, "JOIN mill")
	w.writesFrom(guestCora, "LEAVE mill")
	count := func(address, subject string) (n int) {
		for _, s := range w.mailsTo(address) {
			if strings.Contains(s, subject) {
				n++
			}
		}
		return n
	}
	w.pass(4*24*time.Hour - time.Hour)
	if got := w.mailsTo(guestBen); len(got) != 1 {
		t.Fatalf("before four days: %q", got)
	}
	w.pass(2 * time.Hour)
	mustSay(t, w.last(guestBen).text, "You were invited to play A skirmish, and have not answered yet. Free: ",
		"JOIN mill", "LEAVE mill", "You are not reminded again.")
	w.start() // the record has all of it
	w.pass(10 * 24 * time.Hour)
	mustSay(t, w.last(umpireAddress).text, guestBen+" has not answered the invitation to A skirmish for 14 days",
		"INVITE mill name@example.org", "START mill STAFF")
	mustSay(t, w.writesFrom(umpireAddress, "WHO mill"), "no answer "+guestBen)
	w.pass(20 * 24 * time.Hour)
	if b, u := len(w.mailsTo(guestBen)), count(umpireAddress, "does not answer"); b != 2 || u != 1 {
		t.Errorf("who was invited got %d mails, want 2; the umpire was told %d times, want once", b, u)
	}
	for _, settled := range []string{guestAnna, guestCora} {
		if n := count(settled, "your invitation"); n != 0 {
			t.Errorf("%s has answered, and was reminded", settled)
		}
	}
	mustSay(t, w.writesFrom(guestBen, "JOIN mill dutch.south"), "JOINED. You play Heer van Fagel")
}

// When a player gives up, a waiting one is asked, and alone gets the seat.
func TestASeatThatFallsFreeIsOfferedToWhoWaits(t *testing.T) {
	t.Parallel()
	w := newLobbyWorld(t, public, guestAnna, guestBen, guestCora, guestDirk)
	for _, a := range []string{guestAnna, guestBen, guestCora, guestDirk} {
		w.writesFrom(a, "JOIN mill")
	}
	w.settle()
	w.writesTo(guestEve, "orders@galloper.test", "JOIN mill")
	mustSay(t, w.writesFrom(guestEve, "JOIN mill"), "A skirmish has begun. You are on the waiting list")
	w.settle()
	if got := len(w.game().StandIns); got != 1 {
		t.Fatalf("%d wait", got)
	}
	seat := w.game().Campaign.Seats()[0].ID
	holder := w.d.AddressOf(w.ctx, w.game().Addresses(seat)[0])
	old := w.last(holder).msg.Header.Get("Reply-To")
	w.writesFrom(holder, "RESIGN")
	mustSay(t, w.last(umpireAddress).text, "gives up the game", "A player who waits for a seat was asked")
	mustSay(t, w.last(guestEve).text, "A seat is free in A skirmish", "ACCEPT "+seat)
	mustSay(t, w.writesFrom(guestEve, "ACCEPT "+seat), "You now play", "KEY ")
	mustSay(t, w.writesFrom(guestEve, "STATUS"), "turn 1")
	if s, _ := w.game().Campaign.Seat(seat); s.Resigned || len(s.Addresses) != 1 {
		t.Errorf("the seat is %+v", s)
	}
	if filing := w.arrive(fmt.Appendf(nil, "From: <%s>\r\nTo: %s\r\nMessage-ID: <old@players.test>\r\n\r\nSTATUS\r\n", holder, old),
		w.now); filing != mailgate.Quarantine {
		t.Error("who has resigned writes for the seat still")
	}
	w.mustVerify()
}

func TestOffersThatCannotBe(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := admin.NewGame{Name: "mill", File: "mill.yaml", Scenario: skirmish, Umpires: []string{umpireAddress}, Public: true}
	if _, err := w.d.New(w.ctx, n); err == nil || !strings.Contains(err.Error(), "does not answer strangers") {
		t.Errorf("public on a service without guests: %v", err)
	}
	n.Public, n.Invite, n.Umpires = false, []string{guestAnna}, nil
	if _, err := w.d.New(w.ctx, n); err == nil || !strings.Contains(err.Error(), "needs an umpire") {
		t.Errorf("without an umpire: %v", err)
	}
	n.Umpires = []string{umpireAddress}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Fatal(err)
	}
	if _, err := w.d.New(w.ctx, n); err == nil || !strings.Contains(err.Error(), "gathers players") {
		t.Errorf("the name twice: %v", err)
	}
	w.settle()
	// The rules check the game when it begins: their refusal is reported, and nothing is lost.
	mustSay(t, w.writesFrom(umpireAddress, "LIST"), "")
	if res, err := w.d.Lobby(w.ctx, LobbyRequest{Text: "WITHDRAW mill BECAUSE nobody came"}); err != nil || !res.Done {
		t.Errorf("%+v %v", res, err)
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Errorf("the name is free again, but: %v", err)
	}
	if names := w.d.PublicOffers(w.ctx); len(names) != 0 {
		t.Errorf("public: %v", names)
	}
	if !slices.Contains(w.mailsTo(guestAnna), "you are invited to play A skirmish") {
		t.Errorf("mails to guestAnna: %v", w.mailsTo(guestAnna))
	}
}

// An invitation describes the battle and the time it takes, without knowledge of one side only.
func TestInvitationTellsTheBattle(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"prestonpans", "maida", "sauren", "allifae", "gettysburg-first-day"} {
		file, err := scenarios.Files.ReadFile(name + "/scenario.yaml")
		if err != nil {
			t.Fatal(err)
		}
		w := newWorld(t)
		w.rules = rulesets.All() // with their maps
		w.start()
		if _, err := w.d.New(w.ctx, admin.NewGame{Name: "mill", File: "mill.yaml", Scenario: string(file),
			Umpires: []string{umpireAddress}, Invite: []string{guestAnna}, Settings: events.Settings{Every: "3d"}}); err != nil {
			t.Fatal(err)
		}
		w.settle()
		_, sc, err := game.LoadScenario(w.d.Rulesets, "mill.yaml", file)
		if err != nil {
			t.Fatal(err)
		}
		stage, invitation := adjudicator.StageOf(sc), w.last(guestAnna)
		mustSay(t, invitation.text, "There are at most "+fmt.Sprint(stage.Turns)+" turns, which take about ", " weeks.",
			"A turn takes you some ", " minutes.")
		if !bytes.Contains(invitation.raw, []byte("image/png")) {
			t.Errorf("%s: the invitation has no map", name)
		}
		first := slices.Collect(maps.Values(stage.Briefing))
		for seat, paragraphs := range stage.Briefing {
			for _, text := range paragraphs {
				common := !slices.ContainsFunc(first, func(list []string) bool { return !slices.Contains(list, text) })
				said := strings.Contains(strings.Join(strings.Fields(invitation.text), " "),
					strings.Join(strings.Fields(text), " "))
				if said != common {
					t.Errorf("%s: %q, for %s, is told: %v", name, text, seat, said)
				}
			}
		}
		for unit := range stage.Seats {
			if name := adjudicator.Names(sc)(unit); name != "" && strings.Contains(invitation.text, name) {
				t.Errorf("%s: the invitation names %s", unit, name)
			}
		}
	}
}
