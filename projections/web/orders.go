package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"galloper/projections/story"
)

// ordersView is where a seat plays: map, orders, troops, letters and the card in one place.
type ordersView struct {
	place
	Current  int // the turn that they are for
	InForce  []numberedOrder
	Held     string // what is in force when the form is made, as a hash
	Ready    bool
	Text     string
	Receipt  *Receipt // what the text would be answered; nil: it was not read
	Suggests []Mend   // orders that would do
	Answer   *Answer
	Open     bool
	Signed   bool   // the game takes only signed mails: none is sent from here
	To       string // where they go
	Head     string // what a link begins with that opens the text in a mail program
	Map      *picture
	Story    *story.Story // of the last turn; nil for rules that tell none
	Threads  []thread
	Roster   []player
	Tells    bool // the game tells who has written
	Card     string
	March    string // an order for who draws it on the map
	Deadline time.Time
	Follows  bool   // in a feed reader and a calendar
	PushKey  string // under which a device subscribes to be notified; "": none can
}

// Mailto is a link that opens the text in the reader's mail program. It is the mail
// that an answer to the report would be.
func (v ordersView) Mailto() string {
	return v.Head + strings.ReplaceAll(url.QueryEscape(strings.ReplaceAll(v.Text, "\n", "\r\n")), "+", "%20")
}

// letterhead says how the orders are addressed, if the page does not send them.
func (s *Server) letterhead(r *http.Request, v *visit, view *ordersView) error {
	h, err := s.House.Letterhead(r.Context(), view.Game, view.Seat, v.address)
	view.Signed, view.To = h.Signed, h.To
	view.Head = "mailto:" + h.To + "?subject=" + url.PathEscape(h.Subject) + "&body="
	return err
}

// PageTitle implements page.
func (v ordersView) PageTitle() string { return "Orders, " + v.Title }

var notYourSeat = refuse(http.StatusForbidden, "You do not play this seat", "Only its player writes its orders.")

// writing is the page of the seat whose orders are written, as it stands.
func (s *Server) writing(r *http.Request, v *visit) (ordersView, error) {
	if r.FormValue("seat") == "" && len(v.seats) > 0 {
		v.seat = v.seats[0]
	}
	switch {
	case !slices.Contains(v.seats, v.seat):
		return ordersView{}, notYourSeat
	case v.Campaign.Result() != "":
		return ordersView{}, refuse(http.StatusConflict, "The game is over", "It has ended: %s. No more orders are taken.",
			v.Campaign.Result())
	}
	v.turn = v.Reported
	view := ordersView{place: v.place("orders"), Current: v.Campaign.Number()}
	if t := v.Campaign.Current(); t != nil {
		o, _ := t.Of(v.seat)
		view.InForce, view.Open = numberOrders(&o), t.Closed == ""
		view.Ready, view.Deadline = t.IsReady(v.seat), t.Deadline
	}
	view.Held = heldHash(view.InForce)
	return view, nil
}

// around adds what stands round the orders.
func (s *Server) around(r *http.Request, v *visit, view *ordersView) error {
	var err error
	if view.Map, err = v.picture(v.seat, ""); err != nil {
		return err
	}
	rep, err := v.Table.Report(v.seat, v.Reported)
	if err != nil {
		return err
	}
	view.Story, view.Roster = rep.Story, v.roster()
	view.Card, view.March = v.Table.Card(), v.Table.March()
	view.Suggests = v.Table.Read(v.seat, "").Examples
	view.Follows = s.Practice == nil
	if s.Push != nil {
		if view.PushKey, err = s.Push.Key(r.Context()); err != nil {
			return err
		}
	}
	view.Tells = v.Campaign.Created().Settings.Open
	if view.Threads, err = v.threads(); err != nil {
		return err
	}
	return s.letterhead(r, v, view)
}

// check is where a text is read without sending it.
func (p place) check() string { return "/games/" + p.Game + "/orders/check" }

// heldHash stands for the orders in force: a form that was made before others came says so.
func heldHash(list []numberedOrder) string {
	h := sha256.New()
	for _, o := range list {
		fmt.Fprintln(h, o.Number, o.Text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// replaces reports whether the text would take the place of what is in force.
func (v *visit) replaces(text string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return !strings.EqualFold(strings.TrimSpace(word), "ADD") && len(v.Table.Read(v.seat, text).Orders) > 0
}

func (s *Server) ordersPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	if v.Campaign.Result() != "" {
		return s.latestTurn(w, r, v)
	}
	view, err := s.writing(r, v)
	if err != nil {
		return err
	}
	view.Text = v.Table.OrderForm(v.seat)
	if len(view.InForce) > 0 && view.Open {
		receipt := v.Table.Read(v.seat, view.Text)
		view.Receipt = &receipt
	}
	if err := s.around(r, v, &view); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, view)
}

// mostChecks is how many texts a person may have read in a minute: one for each pause
// between words, and no more than the service can bear.
const mostChecks = 200

var tooManyChecks = refuse(http.StatusTooManyRequests, "That is too often",
	"Your text was read %d times within a minute. Wait a little; nothing of it is lost.", mostChecks)

// checkOrders answers what the parser makes of the text, and records nothing. The
// script asks for the receipt alone.
func (s *Server) checkOrders(w http.ResponseWriter, r *http.Request, v *visit) error {
	view, err := s.writing(r, v)
	if err != nil {
		return err
	}
	if !s.checks.allow(v.address, s.now()) {
		return tooManyChecks
	}
	view.Text = lines(r.PostFormValue("text"))
	if change := r.PostFormValue("mend"); change != "" { // a proposal of the receipt is taken
		view.Text = mended(view.Text, change)
	}
	receipt := v.Table.Read(v.seat, view.Text)
	view.Receipt = &receipt
	if r.Header.Get("Accept") == partType {
		return writePart(w, receipt.node(view.check()))
	}
	if err := s.around(r, v, &view); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, view)
}

// lines undoes the line ends that browsers send.
func lines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// readied is the text of a mail with READY at its end, within the frame of the template where it has one.
func readied(text string) string {
	list := strings.Split(strings.TrimRight(text, "\n"), "\n")
	end := slices.IndexFunc(list, func(line string) bool { return strings.TrimSpace(line) == "END" })
	if end < 0 {
		end = len(list)
	}
	return strings.Join(slices.Insert(list, end, "READY"), "\n") + "\n"
}

// sendOrders hands the text in as a mail of the seat. A form that was made before the
// turn moved on is refused, with the text kept.
func (s *Server) sendOrders(w http.ResponseWriter, r *http.Request) error {
	var address, seat string
	var answer *Answer
	text, sent, turn := "", "", 0
	status := http.StatusOK
	err := s.visit(w, r, func(v *visit) error {
		view, err := s.writing(r, v)
		address, seat, text, turn = v.address, view.Seat, lines(r.PostFormValue("text")), view.Current
		if sent = text; r.PostFormValue("ready") != "" {
			sent = readied(text)
		}
		if held := r.PostFormValue("held"); err == nil && held != "" && held != view.Held && v.replaces(text) {
			answer = &Answer{Text: "Nothing was sent: since this page was made, other orders of yours came by mail or from " +
				"another window. They are in force, and stand below. Your text is kept; send it again, and it takes their place."}
		}
		if made := number(r.PostFormValue("turn")); err == nil && made != view.Current {
			answer = &Answer{Text: fmt.Sprintf("Nothing was sent: this form was made for turn %d, and turn %d is the "+
				"current one (%s). "+
				"Your text is kept below.", made, view.Current, v.stand(v.sees))}
		}
		return err
	})
	switch {
	case err != nil || seat == "": // seat: the sign-in page was shown
		return err
	case answer != nil:
		status = http.StatusConflict
	default:
		done, err := s.House.Orders(r.Context(), r.PathValue("game"), seat, address, sent)
		if err != nil {
			return err
		}
		answer = &done
	}
	if s.Practice != nil && r.PostFormValue("ready") != "" && answer.Done &&
		s.Practice.Played(r.Context(), r.PathValue("game"), turn) {
		http.Redirect(w, r, "/games/"+r.PathValue("game"), http.StatusSeeOther)
		return nil
	}
	return s.visit(w, r, func(v *visit) error {
		if v.Campaign.Result() != "" { // with these orders
			return s.latestTurn(w, r, v)
		}
		view, err := s.writing(r, v)
		if err != nil {
			return err
		}
		view.Text, view.Answer = text, answer
		if err := s.around(r, v, &view); err != nil {
			return err
		}
		return s.show(w, status, view)
	})
}

// pulse says in a word where the game stands, for who has the page open: whether the turn that
// they write for is still the one.
func (s *Server) pulse(w http.ResponseWriter, _ *http.Request, v *visit) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = fmt.Fprintf(w, "%d %s", v.Campaign.Number(), v.stand(v.sees)) // a reader that went away needs no answer
	return nil
}
