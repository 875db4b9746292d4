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

// ordersView is the page for playing a seat: map, orders, troops, letters and the card.
type ordersView struct {
	place
	Current  int // the turn that the orders are for
	InForce  []numberedOrder
	Held     string // hash of the orders in force when the form was made
	Ready    bool
	Text     string
	Receipt  *Receipt // the receipt that the text would get; nil if it was not checked
	Suggests []Mend   // orders that would be valid
	Answer   *Answer
	Open     bool
	Signed   bool   // only signed mails are accepted, so the page sends none
	To       string // mail address for orders
	Head     string // start of a mailto link with the text
	Map      *picture
	Story    *story.Story // of the last turn; nil if the ruleset tells none
	Threads  []thread
	Roster   []player
	Tells    bool // the game shows which seats have sent orders
	Card     string
	March    string // template of the order that the user draws on the map
	Deadline time.Time
	Follows  bool   // feeds are available
	PushKey  string // the key for push subscriptions; "" if there are none
}

// Mailto returns a link that opens the text in a mail program, as the answer to the report.
func (v ordersView) Mailto() string {
	return v.Head + strings.ReplaceAll(url.QueryEscape(strings.ReplaceAll(v.Text, "\n", "\r\n")), "+", "%20")
}

// letterhead adds the addressing of the orders, if the page does not send them.
func (s *Server) letterhead(r *http.Request, v *visit, view *ordersView) error {
	h, err := s.House.Letterhead(r.Context(), view.Game, view.Seat, v.address)
	view.Signed, view.To = h.Signed, h.To
	view.Head = "mailto:" + h.To + "?subject=" + url.PathEscape(h.Subject) + "&body="
	return err
}

// PageTitle implements page.
func (v ordersView) PageTitle() string { return "Orders, " + v.Title }

var notYourSeat = refuse(http.StatusForbidden, "You do not play this seat", "Only its player writes its orders.")

// writing returns the current page of the seat that the user writes orders for.
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

// addSurroundings adds the rest of the page: map, report, roster, order card and letters.
func (s *Server) addSurroundings(r *http.Request, v *visit, view *ordersView) error {
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

// check returns the address that checks a text without sending it.
func (p place) check() string { return "/games/" + p.Game + "/orders/check" }

// heldHash returns a hash of the orders in force. It shows whether they have changed since the form was made.
func heldHash(list []numberedOrder) string {
	h := sha256.New()
	for _, o := range list {
		fmt.Fprintln(h, o.Number, o.Text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// replaces reports whether the text would replace the orders in force.
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
	if err := s.addSurroundings(r, v, &view); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, view)
}

// mostChecks limits how many texts per minute a person may check: enough for each pause in typing, and no more than
// the service can bear.
const mostChecks = 200

var tooManyChecks = refuse(http.StatusTooManyRequests, "That is too often",
	"Your text was read %d times within a minute. Wait a little; nothing of it is lost.", mostChecks)

// checkOrders shows how the parser reads the text, and records nothing. A script requests the receipt only.
func (s *Server) checkOrders(w http.ResponseWriter, r *http.Request, v *visit) error {
	view, err := s.writing(r, v)
	if err != nil {
		return err
	}
	if !s.checks.allow(v.address, s.now()) {
		return tooManyChecks
	}
	view.Text = normalizeLines(r.PostFormValue("text"))
	if change := r.PostFormValue("mend"); change != "" { // apply a proposal of the receipt
		view.Text = mended(view.Text, change)
	}
	receipt := v.Table.Read(v.seat, view.Text)
	view.Receipt = &receipt
	if r.Header.Get("Accept") == partType {
		return writePart(w, receipt.node(view.check()))
	}
	if err := s.addSurroundings(r, v, &view); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, view)
}

// normalizeLines converts the line ends that browsers send.
func normalizeLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// readied inserts READY at the end of the text, before END if the text has the template's frame.
func readied(text string) string {
	list := strings.Split(strings.TrimRight(text, "\n"), "\n")
	end := slices.IndexFunc(list, func(line string) bool { return strings.TrimSpace(line) == "END" })
	if end < 0 {
		end = len(list)
	}
	return strings.Join(slices.Insert(list, end, "READY"), "\n") + "\n"
}

// sendOrders submits the text as a mail of the seat. It refuses a form of an earlier turn, and keeps its text.
func (s *Server) sendOrders(w http.ResponseWriter, r *http.Request) error {
	var address, seat string
	var answer *Answer
	text, sent, turn := "", "", 0
	status := http.StatusOK
	err := s.visit(w, r, func(v *visit) error {
		view, err := s.writing(r, v)
		address, seat, text, turn = v.address, view.Seat, normalizeLines(r.PostFormValue("text")), view.Current
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
	case err != nil || seat == "": // seat is empty if the sign-in page was shown
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
		if v.Campaign.Result() != "" { // these orders ended it
			return s.latestTurn(w, r, v)
		}
		view, err := s.writing(r, v)
		if err != nil {
			return err
		}
		view.Text, view.Answer = text, answer
		if err := s.addSurroundings(r, v, &view); err != nil {
			return err
		}
		return s.show(w, status, view)
	})
}

// pulse writes the turn and the state of the game, so that an open page can notice when the turn moves on.
func (s *Server) pulse(w http.ResponseWriter, _ *http.Request, v *visit) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = fmt.Fprintf(w, "%d %s", v.Campaign.Number(), v.stand(v.sees)) // the reader may be gone
	return nil
}
