package web

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/projections/campaign"
	"galloper/projections/history"
	"galloper/projections/knowledge"
)

// deskView is the umpire's desk: first the matters that need a decision, then the possible acts.
type deskView struct {
	place
	Exceptions []exception
	Questions  []question
	Quick      []quickAct
	Acts       []act
	Text       string // in the form for free text
	Answer     *Answer
	Current    int // the turn that the forms apply to
	Seats      []seatState
	Draft      string // address of the result that waits for approval
	DraftNo    int    // its number, which an approval must name
	Proposals  []proposal
	Forms      []deskForm
	Suggest    suggestions
	Map        *picture // the true state; nil if hidden from the umpire
	Readings   []Reading
	Couriers   []rider
	Asks       []deskForm // forms for what-if questions
	Made       string     // the state of the game that the page shows
}

// PageTitle implements page.
func (v deskView) PageTitle() string { return "The desk, " + v.Title }

// exception is a matter that needs the umpire's attention.
type exception struct {
	Kind, Head, Text, Href string
	Quote                  []string // quoted text of a player
	Act, Say               string   // an act that would settle it, ready to be sent, and a text for it
	Mark                   string   // names the players who will read it
}

// question is a question that waits for an answer.
type question struct {
	Number         int
	Who, Text, Due string
	Options        []string
	Default        string
}

// quickAct is a form for an act of the current phase.
type quickAct struct {
	Word, Label string
	Span        bool // needs a time span
	Reason      bool // accepts a reason
	Must        bool // requires a reason
	Mark        string
}

// act is a row of the table of all acts.
type act struct{ Word, Grammar, Href string }

// seatState is the state of a seat in the turn.
type seatState struct {
	Name, Seat, State string
	Orders            []numberedOrder // as far as the umpire may see them
	Heard, Addresses  string
}

func (s *Server) deskPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	if !v.umpire {
		return notUmpire
	}
	view, err := s.desk(v)
	if err != nil {
		return err
	}
	for _, a := range view.Acts {
		if a.Word == r.FormValue("act") {
			view.Text = a.Grammar
		}
	}
	return s.show(w, http.StatusOK, view)
}

var notUmpire = refuse(http.StatusForbidden, "This is the umpire's desk", "You are not the umpire of this game.")

// rule performs the act of a submitted form. It refuses a form that was made for an earlier state of the turn, and an
// act that the game refuses; both show the current desk.
func (s *Server) rule(w http.ResponseWriter, r *http.Request) error {
	var text, address string
	var answer *Answer
	status := http.StatusOK
	err := s.visit(w, r, func(v *visit) error {
		if !v.umpire {
			return notUmpire
		}
		answer = v.stale(r)
		text, address = v.actText(r), v.address
		return nil
	})
	if err != nil || text == "" && answer == nil {
		return err // nil if the sign-in page was shown
	}
	once := strings.Join([]string{r.PathValue("game"), address, r.PostFormValue("made"), text}, "\n")
	again := r.PostFormValue("made") != "" && !strings.HasPrefix(text, "CONFIRM ") && // the game accepts only one
		!strings.HasPrefix(text, "CHECK\n")
	if answer == nil && again && !s.done.allow(once, s.now()) {
		answer = &Answer{Text: "Nothing was done: this was sent from this page already, and is done. Should it be done once " +
			"more, do it from the page as it stands now."}
		text = ""
	}
	if answer != nil {
		status = http.StatusConflict
	} else {
		done, err := s.House.Rule(r.Context(), r.PathValue("game"), address, text)
		if err != nil {
			s.done.undo(once)
			return err
		}
		if answer = &done; !done.Done && !done.Waiting {
			s.done.undo(once)
			status = http.StatusUnprocessableEntity
		}
	}
	return s.visit(w, r, func(v *visit) error {
		view, err := s.desk(v)
		if err != nil {
			return err
		}
		view.Answer = answer
		if text, checked := strings.CutPrefix(text, "CHECK\n"); checked || !answer.Done && !answer.Waiting {
			view.Text = strings.TrimSpace(text)
		}
		return s.show(w, status, view)
	})
}

// stale returns a refusal if the form was made for a turn other than the current one.
func (v *visit) stale(r *http.Request) *Answer {
	made, now := number(r.PostFormValue("turn")), v.Campaign.Number()
	if made == now {
		return nil
	}
	return &Answer{Text: fmt.Sprintf("Nothing was done: this form was for turn %d, but turn %d is the current one "+
		"(%s). The page below is up to date.", made, now, v.stand(v.sees))}
}

// oneLine joins a field into one line, so that it cannot start another act.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (s *Server) desk(v *visit) (deskView, error) {
	d := deskView{place: v.place("desk"), Current: v.Campaign.Number()}
	t := v.Campaign.Current()
	if t == nil {
		return d, nil
	}
	d.Exceptions = v.exceptions(t, s.now())
	for _, q := range t.OpenQuestions() {
		if !v.sees(q.Seat) {
			continue
		}
		d.Questions = append(d.Questions, question{q.Number, v.name(q.Seat), q.Text, v.moment(q.Deadline), q.Options,
			q.Default})
	}
	d.Quick, d.Forms, d.Proposals = quickActs(v.Campaign.Phase()), v.deskForms(), v.proposals()
	for i := range d.Quick {
		d.Quick[i].Mark = s.House.Mark(d.Quick[i].Word)
	}
	for i := range d.Forms {
		d.Forms[i].Mark = s.House.Mark(d.Forms[i].Word)
	}
	for i := range d.Exceptions {
		d.Exceptions[i].Mark = s.House.Mark(d.Exceptions[i].Act)
	}
	d.Made = v.Campaign.Head().Hash.String()[:16]
	d.DraftNo, d.Suggest = t.Drafts+1, v.suggestions(t)
	if v.Campaign.Phase() == campaign.Review && v.seesTruth() {
		d.Draft = d.URL(t.Number)
	}
	for _, g := range s.House.Acts() {
		g = namedTurn.ReplaceAllString(g, "TURN "+strconv.Itoa(t.Number))
		word, _, _ := strings.Cut(g, " ")
		word = strings.TrimRight(word, ":")
		d.Acts = append(d.Acts, act{word, g, "/games/" + d.Game + "/desk?act=" + word + "#any"})
	}
	d.Seats = v.seatStates(t)
	return d, v.addTruth(&d, t)
}

// addTruth adds the parts that require access to the whole truth of the turn: the map, the riders, the draft.
func (v *visit) addTruth(d *deskView, t *campaign.Turn) (err error) {
	if !v.truthOf(t.Number) {
		return nil
	}
	now := *v
	now.turn = v.lastTurn()
	if d.Map, err = now.picture(knowledge.Umpire, ""); err != nil {
		return err
	}
	d.Couriers, d.Asks = v.riders(), v.asks(t)
	if v.Campaign.Phase() != campaign.Review {
		return nil
	}
	draft, err := v.Table.Draft()
	for _, n := range draft.Judge {
		d.Exceptions = append(d.Exceptions, exception{Kind: "judge", Text: n.Text, Act: n.Act, Say: n.Say})
	}
	slices.SortStableFunc(d.Exceptions, func(a, b exception) int { return a.rank() - b.rank() })
	d.Readings = draft.Readings
	return err
}

// rank sorts decisions before news.
func (e exception) rank() int {
	switch {
	case e.Act == "" && e.Href == "":
		return 2
	case e.Kind == "silent", e.Kind == "quarantine":
		return 1
	}
	return 0
}

// rider is a dispatch under way.
type rider struct{ ID, Text string }

// riders returns the dispatches under way, with sender, recipient and turn.
func (v *visit) riders() (list []rider) {
	sent := map[string]*history.Entry{}
	for e := range v.History.Select(history.Filter{Type: "dispatch.sent", Current: true}) {
		sent[e.Outcome.Get("id")] = e
	}
	for _, id := range v.Table.UnderWay() {
		r := rider{id, id}
		if e := sent[id]; e != nil {
			var to []string
			for one := range strings.SplitSeq(e.Outcome.Get("to"), ",") {
				to = append(to, v.name(one))
			}
			r.Text = fmt.Sprintf("%s – %s – since turn %d", v.name(e.Outcome.Get("from")), strings.Join(to, ", "), e.Turn)
		}
		list = append(list, r)
	}
	return list
}

// namedTurn matches the turn in the example of an act.
var namedTurn = regexp.MustCompile(`\bTURN \d+`)

// sees reports whether the umpire may see the seat's orders and questions of the current turn. An umpire who also
// plays sees those of their own seats, until the turn is revealed to them.
func (v *visit) sees(seat string) bool {
	return v.truthOf(v.Campaign.Number()) || slices.Contains(v.seats, seat)
}

func quickActs(p campaign.Phase) []quickAct {
	extend := quickAct{Word: "EXTEND", Label: "Move the deadline", Span: true, Reason: true, Must: true}
	closing := quickAct{Word: "CLOSE", Label: "Close the turn now", Reason: true}
	holding := quickAct{Word: "HOLD", Label: "Hold the turn", Reason: true, Must: true}
	switch p {
	case campaign.Open:
		return []quickAct{closing, extend, holding}
	case campaign.Held:
		return []quickAct{{Word: "RESUME", Label: "Let the turn go on", Reason: true}, extend}
	case campaign.Review:
		return []quickAct{{Word: "APPROVE", Label: "Approve, and send the reports"}, holding}
	case campaign.Closed, campaign.Deciding:
		return []quickAct{holding}
	}
	return nil
}

// exceptions returns the matters that need attention, the most urgent first.
func (v *visit) exceptions(t *campaign.Turn, now time.Time) (list []exception) {
	if t.Held != "" {
		list = append(list, exception{Kind: "held", Head: "The turn is held", Text: t.Held,
			Act: fmt.Sprintf("RESUME TURN %d", t.Number)})
	}
	if v.Campaign.Phase() == campaign.Review {
		list = append(list, exception{Kind: "review", Head: "The turn waits for approval",
			Text: "It is adjudicated, but not reported yet.",
			Act:  fmt.Sprintf("APPROVE TURN %d DRAFT %d", t.Number, t.Drafts+1)})
	}
	for _, q := range t.OpenQuestions() {
		e := exception{Kind: "question", Head: fmt.Sprintf("Question %d to %s is open", q.Number, v.name(q.Seat)),
			Text: q.Text, Href: "#question." + strconv.Itoa(q.Number)}
		if !v.sees(q.Seat) {
			e.Text, e.Href = "The question is hidden from you because you play a seat yourself.", ""
		}
		list = append(list, e)
	}
	list = append(list, v.writtenExceptions(t)...)
	if t.Closed == "" {
		if silent := v.Campaign.Silent(); len(silent) > 0 {
			list = append(list, exception{Kind: "silent", Head: "Nothing was heard of " + v.names(silent),
				Text: "Standing orders go on unless orders come before the deadline.",
				Act:  fmt.Sprintf("EXTEND 24h TURN %d BECAUSE …", t.Number)})
		}
	}
	return append(list, v.postExceptions(t, now)...)
}

// writtenExceptions returns letters to the umpire, and the parts of players' mails that could not be read.
func (v *visit) writtenExceptions(t *campaign.Turn) (list []exception) {
	for _, l := range t.Letters {
		if slices.Contains(l.To, knowledge.Umpire) && !v.answered(l.From) {
			list = append(list, exception{Kind: "letter", Head: v.name(l.From) + " has written to you",
				Quote: []string{l.Text}, Act: "LETTER TO " + l.From + ": …"})
		}
	}
	quoted := map[string]bool{}
	for _, q := range v.Table.NotRead() {
		if !v.sees(q.Seat) {
			continue
		}
		if quoted[q.Seat] = true; v.answered(q.Seat) {
			continue
		}
		list = append(list, exception{Kind: "unread", Head: "Of the mail of " + v.name(q.Seat) + " this was not read",
			Text: "The player was told in the receipt.", Quote: q.Lines, Act: "LETTER TO " + q.Seat + ": …"})
	}
	for _, o := range t.Orders { // the mail was erased, or the umpire plays
		if o.Refused > 0 && !quoted[o.Seat] {
			list = append(list, exception{Kind: "unread", Head: fmt.Sprintf("%s of %s could not be read",
				counted(o.Refused, "line"), v.name(o.Seat)),
				Text: "The player was told in the receipt."})
		}
	}
	return list
}

// answered reports whether the umpire has written to the seat since its last mail.
func (v *visit) answered(seat string) (yes bool) {
	for e := range v.History.Select(history.Filter{Turn: v.Campaign.Number()}) {
		switch at := strings.LastIndex(e.Text, " to "); {
		case e.Type == "mail.received" && e.Seat == seat:
			yes = false
		case e.Type == "letter.sent" && e.Seat == knowledge.Umpire && at >= 0:
			yes = yes || slices.Contains(strings.Split(e.Text[at+len(" to "):], ", "), seat)
		}
	}
	return yes
}

// quarantined describes a quarantined mail with its sender and text.
func (v *visit) quarantined(q campaign.Quarantined) exception {
	from := "a stranger"
	if q.Seat != "" {
		from = v.name(q.Seat)
	}
	e := exception{Kind: "quarantine", Head: "A mail from " + from + " is in quarantine", Text: q.Reason}
	if q.Seat != "" && !v.sees(q.Seat) {
		return e
	}
	sender, lines, ok := v.Table.Quarantined(q)
	if !ok {
		return e
	}
	e.Head, e.Quote = "A mail from "+sender+" is in quarantine", lines
	if q.Seat != "" {
		e.Text = "It would be for " + from + ": " + q.Reason
	}
	if q.Unregistered {
		e.Act = "ADDRESS " + q.Seat + " +" + sender + " BECAUSE …"
	}
	return e
}

// stuck limits how long a mail may wait before the umpire is informed.
const stuck = 10 * time.Minute

// postExceptions returns mails that had no effect, that bounced, or that cannot be sent.
func (v *visit) postExceptions(t *campaign.Turn, now time.Time) (list []exception) {
	for _, q := range v.Campaign.Quarantine() {
		if !q.At.Before(t.Opened) {
			list = append(list, v.quarantined(q))
		}
	}
	for e := range v.History.Select(history.Filter{Type: "mail.bounced"}) {
		if !e.At.Before(t.Opened) {
			list = append(list, exception{Kind: "bounce", Head: "A mail came back", Text: e.Text})
		}
	}
	waiting := slices.DeleteFunc(v.Campaign.Unsent(), func(m campaign.Mail) bool { return now.Sub(m.At) < stuck })
	if n := len(waiting); n > 0 {
		list = append(list, exception{Kind: "unsent", Head: counted(n, "mail") + " could not be sent yet",
			Text: "They are tried again until the server takes them."})
	}
	return list
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func (v *visit) seatStates(t *campaign.Turn) (list []seatState) {
	waiting := v.Campaign.Waiting()
	for _, seat := range v.Campaign.Seats() {
		state := "nothing heard"
		o, ordered := t.Of(seat.ID)
		given := ", " + counted(len(o.Orders), "order")
		if !v.sees(seat.ID) {
			given = ", orders are in"
			if !ordered {
				given = ", no orders"
			}
		}
		switch {
		case seat.Resigned:
			state = "resigned"
		case seat.Staff != "":
			state = "the staff writes for it, " + seat.Staff
		case !t.Awaits(seat.ID) && !t.Heard(seat.ID):
			state = "not waited for: it has nothing to order"
		case t.IsAbsent(seat.ID):
			state = "absent"
		case t.IsReady(seat.ID):
			state = "ready" + given
		case ordered:
			state = strings.TrimPrefix(given, ", ") + ", not ready"
		}
		if !slices.Contains(waiting, seat.ID) && state == "nothing heard" {
			state = "not waited for"
		}
		if len(seat.Addresses) > 0 && len(seat.Lost) == len(seat.Addresses) {
			state += "; mail to it comes back"
		}
		row := seatState{Name: v.name(seat.ID), Seat: seat.ID, State: state, Heard: "never",
			Addresses: v.addresses(seat.Addresses)}
		if n := v.Campaign.LastHeard(seat.ID); n > 0 {
			row.Heard = "turn " + strconv.Itoa(n)
		}
		if v.sees(seat.ID) {
			row.Orders = numberOrders(&o)
		}
		list = append(list, row)
	}
	return list
}

func (v *visit) addresses(ids []string) string {
	var list []string
	for _, id := range ids {
		list = append(list, cmp.Or(v.AddressOf(id), "(erased)"))
	}
	return strings.Join(list, ", ")
}
