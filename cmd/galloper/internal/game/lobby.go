package game

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/lobby"
)

// Before a game begins, its players are found in the lobby: by invitation or, if the service accepts strangers, by
// answering a mail of the lobby from their own address. The effect of a mail is a pure function of the lobby's chain.

// lobbyAct is one line of a mail to the lobby.
type lobbyAct struct {
	word  string   // in capitals
	rest  []string // the words after it
	prose bool     // from free prose
}

var lobbyLine = regexp.MustCompile(
	`(?im)^[ \t]*(LIST|WHO|JOIN|LEAVE|HELP|START|CONFIRM|REFUSE|INVITE|WITHDRAW)\b[ \t]*:?[ \t]*(.*?)[ \t.!]*$`)

// Phrases of a player who accepts, and of one who declines or only asks.
var (
	inSentences = regexp.MustCompile(`\S.*?(?:[.!?;]+(?:\s|$)|$)`)
	accepts     = regexp.MustCompile(`(?i)\b(join|accept|gladly|with pleasure|yes|count me in|sign me up|put me down|` +
		`(i am|i'm) in|(happy|glad|will|would|'ll|can) (to )?play|(i want|i would like|i'd like|i would love|i'd love)|` +
		`(i will|i'll) (take|have|be))\b|^[\w-]+\.[\w-]+( please)?[.!]*$`) // or the id of a seat, and no more
	declines = regexp.MustCompile(`(?i)\b(not|cannot|no|never|out|unable|unless|\w+n't)\b|\?`)
)

// readLobbyAct returns the first act in the text. If its writer accepts in other words, it returns JOIN with the whole
// text.
func readLobbyAct(text string) (a lobbyAct, ok bool) {
	if f := lobbyLine.FindStringSubmatch(text); f != nil {
		return lobbyAct{word: strings.ToUpper(f[1]), rest: strings.Fields(f[2])}, true
	}
	a = lobbyAct{word: "JOIN", prose: true}
	for _, l := range orders.Outline(text, func(string) bool { return false }) {
		for _, sentence := range inSentences.FindAllString(l.Text, -1) {
			if l.Use == orders.NotRead && !declines.MatchString(sentence) {
				ok = ok || accepts.MatchString(sentence)
				a.rest = append(a.rest, strings.Fields(sentence)...)
			}
		}
	}
	return a, ok
}

// wordAt returns the lower-case word at that place, or "" after the last.
func (a lobbyAct) wordAt(place int) string {
	if place < len(a.rest) {
		return strings.ToLower(a.rest[place])
	}
	return ""
}

func (a lobbyAct) because() string {
	if at := slices.IndexFunc(a.rest, func(w string) bool { return strings.EqualFold(w, "because") }); at >= 0 {
		return strings.Join(a.rest[at+1:], " ")
	}
	return ""
}

// reasonClause returns the reason as the end of a sentence.
func (a lobbyAct) reasonClause() string {
	if because := a.because(); because != "" {
		return ", because " + because
	}
	return ""
}

// hall is the context of a mail's acts in the lobby.
type hall struct {
	l        *lobby.Lobby
	s        *Decision
	by       Actor
	from     string
	rulesets []*adjudicator.Ruleset
}

// sees reports whether the writer may know of the offer.
func (h *hall) sees(o lobby.Offer) bool {
	return h.by.Address == "" || o.Public || o.Concerns(h.by.Address)
}

// offer finds the game that an act names. If it names none, the only game that concerns the writer is taken.
func (h *hall) offer(a lobbyAct) (o lobby.Offer, rest lobbyAct, refused string) {
	for i := range a.rest {
		name := strings.Trim(a.wordAt(i), courteous)
		if o, ok := h.l.Offer(name); ok && h.sees(o) && (i == 0 || a.word == "JOIN") {
			a.rest = slices.Delete(slices.Clone(a.rest), i, i+1)
			return o, a, ""
		}
	}
	var mine, names []string
	for _, o := range h.l.Offers() {
		if h.sees(o) {
			names = append(names, o.Game)
		}
		if h.by.Address != "" && o.Concerns(h.by.Address) {
			mine = append(mine, o.Game)
		}
	}
	if len(mine) == 1 && (len(a.rest) == 0 || a.word == "JOIN") {
		o, _ := h.l.Offer(mine[0])
		return o, a, ""
	}
	known := "No game gathers players here now."
	if len(names) > 0 {
		known = "The games are " + prose.List(names) + "."
	}
	if len(a.rest) == 0 {
		return o, a, fmt.Sprintf("Write which game is meant, as %s mill. %s", a.word, known)
	}
	return o, a, fmt.Sprintf("There is no game %s that you could join. %s", a.rest[0], known)
}

// mayDo returns why the writer may not do this, or "".
func (h *hall) mayDo(o lobby.Offer, a lobbyAct) string {
	own := h.by.Address == "" || o.Umpired(h.by.Address)
	switch a.word {
	case "WHO":
		return ""
	case "JOIN", "LEAVE":
		if h.by.Address == "" {
			return "Players join and leave by mail. INVITE " + o.Game + " name@example.org invites one."
		}
		return ""
	}
	switch {
	case !own:
		return a.word + " is the umpire's."
	case o.Stage != lobby.Gathering:
		return fmt.Sprintf("%s has begun: to give a player a seat, use galloper rule %s SUBSTITUTE … or ADDRESS "+
			"…", o.Title, o.Game)
	}
	return ""
}

// courteous are the punctuation marks trimmed from a word.
const courteous = ".,:;!?()'\""

// courtesy lists words that may surround the name of a seat but aren't part of one.
var courtesy = strings.Fields("A AM AN AND ANY AS BE BY CAN COMMAND COUNT DOWN FINE FOR GAME GLADLY I I'D I'LL IN IS IT " +
	"JOIN LIKE LOVE ME MY OF ON ONE OR PLAY PLEASE PLEASED PLEASURE PUT SEAT SIDE SIGN TAKE THANK THANKS THAT THE THEM " +
	"THIS TO UP US WANT WILL WITH WOULD YES YOU")

// findSeat finds the seat that the words mean; "" for any. Other words around its id, name or side are ignored. Of
// several free seats of one side it takes the first. If the words match no seat, or seats of both sides, the refusal
// lists the seats.
func findSeat(o lobby.Offer, a lobbyAct) (seat, refused string) {
	var words, rest []string
	for i, w := range a.rest {
		words = append(words, partsOf(w)...)
		w = strings.Trim(w, courteous)
		named := i > 0 && w != "" && unicode.IsUpper([]rune(w)[0]) // in prose other words can be anything
		passed := slices.Contains(courtesy, orders.Fold(w)) || slices.Contains(partsOf(o.Title), orders.Fold(w))
		if !passed && (named || !a.prose) {
			rest = append(rest, w)
		}
	}
	var all, found, free []string
	best := 0
	for _, s := range o.Seats {
		n := 0
		for _, part := range partsOf(s.ID + " " + s.Name + " " + s.Side) {
			if slices.ContainsFunc(words, func(w string) bool { return meansPart(w, part) }) {
				n++
			}
		}
		if n > best {
			best, found, free = n, nil, nil
		}
		if all = append(all, s.ID); n > 0 && n == best {
			found = append(found, s.ID)
			if o.Holder(s.ID) == "" && !o.Staffed(s.ID) {
				free = append(free, s.ID)
			}
		}
	}
	if len(found) != 1 && len(free) > 0 {
		found = free
	}
	if len(found) > 1 && len(free) > 0 { // a player who names only a side takes any of its seats
		side, _, _ := strings.Cut(found[0], ".")
		if !slices.ContainsFunc(found, func(id string) bool { return !strings.HasPrefix(id, side+".") }) {
			found = found[:1]
		}
	}
	switch {
	case len(found) == 1:
		return found[0], ""
	case len(found) > 1:
		return "", fmt.Sprintf("%q may be %s; write which.", strings.Join(a.rest, " "), prose.List(found))
	case len(rest) > 0:
		return "", fmt.Sprintf("%s has no seat %q; the seats are %s.", o.Title, strings.Join(rest, " "), prose.List(all))
	}
	return "", ""
}

// partsOf returns the words of an id or name in capitals, each once, without those that aren't part of a name.
func partsOf(text string) []string {
	words := strings.FieldsFunc(orders.Fold(text), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(courtesy, w) })
	return slices.Compact(slices.Sorted(slices.Values(words)))
}

// meansPart reports whether a word means a part of a seat's name: it begins with that part, or has one typing error.
func meansPart(word, part string) bool {
	return word == part || len(part) > 3 && (strings.HasPrefix(word, part) ||
		len(word) > 4 && orders.Distance(word, part, 1) <= 1)
}

// tellUmpires queues a notice to the offer's umpires except the writer.
func (h *hall) tellUmpires(o lobby.Offer, subject, format string, a ...any) {
	for _, id := range o.Umpires {
		if id != h.by.Address {
			h.tell(o, id, subject, format, a...)
		}
	}
}

func (h *hall) tell(o lobby.Offer, id, subject, format string, a ...any) {
	h.s.Mail(Outgoing{Seat: id, Address: id, Kind: "notice", Subject: o.Game + ": " + subject,
		Text: prose.Letter(format, a...)})
}

func freeSeats(o lobby.Offer) string {
	var free []string
	for _, s := range o.Free() {
		free = append(free, s.ID)
	}
	if len(free) == 0 {
		return "No seat is free."
	}
	return "Free: " + prose.List(free) + "."
}

// An invited person may be busy: the invitation is repeated once, and after that the umpire is told that it is
// unanswered.
const (
	remindInvited = 4 * 24 * time.Hour
	lapseInvited  = 14 * 24 * time.Hour
)

// invitationDue returns the time of an invitation's next notice, or zero if there is no further one.
func invitationDue(i lobby.Invitation) time.Time {
	switch {
	case i.Lapsed || i.At.IsZero():
		return time.Time{}
	case i.Reminded:
		return i.At.Add(lapseInvited)
	}
	return i.At.Add(remindInvited)
}

// awaited returns the invitations that keep a game from beginning: they are unanswered, and a seat is free.
func awaited(o lobby.Offer) []lobby.Invitation {
	if o.Stage != lobby.Gathering || len(o.Free()) == 0 {
		return nil
	}
	return o.Unanswered()
}

// DecideInvitations reminds players of unanswered invitations, and later tells the umpires. seen is when the mailbox
// was last read: until a later read, an answer may be waiting there that came in time. names maps ids to addresses.
func DecideInvitations(g *Game, names map[string]string, now, seen time.Time) (s Decision) {
	for _, o := range g.Offers.Offers() {
		for _, i := range awaited(o) {
			at := invitationDue(i)
			switch {
			case at.IsZero() || now.Before(at) || seen.Before(at):
			case i.Reminded || !now.Before(i.At.Add(lapseInvited)):
				tellUnanswered(&s, o, i, names[i.Address])
			default:
				remind(&s, o, i)
			}
		}
	}
	return s
}

// WakeInvitations returns the time of the next notice about an invitation, or zero.
func WakeInvitations(g *Game) (next time.Time) {
	for _, o := range g.Offers.Offers() {
		for _, i := range awaited(o) {
			if at := invitationDue(i); !at.IsZero() && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
	}
	return next
}

func remind(s *Decision, o lobby.Offer, i lobby.Invitation) {
	s.Record(events.LobbyReminded{Game: o.Game, Address: i.Address})
	s.Mail(Outgoing{Seat: i.Address, Address: i.Address, Kind: "reminder", Subject: "your invitation to " + o.Title,
		Text: prose.Letter("You were invited to play %s, and have not answered yet. %s\n\n"+
			"To play, or not, answer this mail with one of these lines:\n\n\t  JOIN %s\n  LEAVE %[3]s\n\n"+
			"You are not reminded again.", o.Title, freeSeats(o), o.Game)})
}

// tellUnanswered tells the umpires that an invitation is unanswered.
func tellUnanswered(s *Decision, o lobby.Offer, i lobby.Invitation, name string) {
	s.Record(events.LobbyLapsed{Game: o.Game, Address: i.Address})
	name = cmp.Or(name, "somebody")
	h := hall{s: s}
	h.tellUmpires(o, name+" does not answer", "%s has not answered the invitation to %s for %s. A JOIN that comes all the "+
		"same counts. %s\n\nTo invite another player, or to begin with the staff in the free seats:\n\n"+
		"\t  INVITE %s name@example.org\n  START %[5]s STAFF", name, o.Title, prose.Span(lapseInvited), freeSeats(o), o.Game)
}
