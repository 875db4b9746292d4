package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// ordersView is where a seat writes its orders.
type ordersView struct {
	place
	Current int // the turn that they are for
	InForce []numberedOrder
	Text    string
	Receipt string // what the text would be answered
	Answer  *Answer
	Open    bool
	Signed  bool   // the game takes only signed mails: none is sent from here
	To      string // where they go
	Head    string // what a link begins with that opens the text in a mail program
	Map     *picture
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
	if !slices.Contains(v.seats, v.seat) {
		return ordersView{}, notYourSeat
	}
	view := ordersView{place: v.place("orders"), Current: v.Campaign.Number(), Open: v.Campaign.Result() == ""}
	if t := v.Campaign.Current(); t != nil {
		o, _ := t.Of(v.seat)
		view.InForce, view.Open = numberOrders(&o), view.Open && t.Closed == ""
	}
	v.turn = v.Reported
	var err error
	if view.Map, err = v.picture(v.seat, ""); err != nil {
		return view, err
	}
	return view, s.letterhead(r, v, &view)
}

func (s *Server) ordersPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	view, err := s.writing(r, v)
	if err != nil {
		return err
	}
	rep, err := v.Table.Report(v.seat, v.Reported)
	if err != nil {
		return err
	}
	view.Text = rep.Template
	return s.show(w, r, http.StatusOK, view)
}

// mostChecks is how many texts a person may have read in a minute: one for each pause
// between words, and no more than the service can bear.
const mostChecks = 60

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
	view.Receipt = v.Table.Read(v.seat, view.Text)
	if r.Header.Get("Accept") != "text/plain" {
		return s.show(w, r, http.StatusOK, view)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(view.Receipt)) // a reader that went away needs no answer
	return nil
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
	text, turn := "", 0
	status := http.StatusOK
	err := s.visit(w, r, func(v *visit) error {
		view, err := s.writing(r, v)
		address, seat, text, turn = v.address, view.Seat, lines(r.PostFormValue("text")), view.Current
		if r.PostFormValue("ready") != "" {
			text = readied(text)
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
		done, err := s.House.Orders(r.Context(), r.PathValue("game"), seat, address, text)
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
		view, err := s.writing(r, v)
		if err != nil {
			return err
		}
		view.Text, view.Answer = text, answer
		return s.show(w, r, status, view)
	})
}
