package web

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"galloper/projections/campaign"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// stand describes the state of the game in its cycle. It mentions an open question only to those who were asked and
// to those who may see everything.
func (g *Game) stand(asked func(seat string) bool) string {
	n := g.Campaign.Number()
	switch g.Campaign.Phase() {
	case campaign.Over:
		return "over: " + g.Campaign.Result()
	case campaign.Held:
		return fmt.Sprintf("turn %d is held", n)
	case campaign.Open:
		return fmt.Sprintf("turn %d is open for orders", n)
	case campaign.Review:
		return fmt.Sprintf("turn %d waits for the umpire's approval", n)
	case campaign.Deciding:
		if !slices.ContainsFunc(g.Campaign.Current().OpenQuestions(),
			func(q campaign.Question) bool { return asked(q.Seat) }) {
			break
		}
		return fmt.Sprintf("turn %d waits for the answer to a question", n)
	case campaign.Made:
		return "being set up"
	}
	return fmt.Sprintf("turn %d is being adjudicated", n)
}

// turnStatus tells the player of the seats whose turn it is. Without seats it tells the umpire which ones are awaited.
func (g *Game) turnStatus(seats []string) (text string) {
	t := g.Campaign.Current()
	if t == nil || g.Campaign.Phase() != campaign.Open {
		return ""
	}
	for _, seat := range seats {
		switch moves := g.Table.Moves(seat); {
		case moves != "":
			text = cmp.Or(text, moves)
		case !t.IsReady(seat):
			return "It is your turn."
		default:
			text = "You have said READY, and others are waited for."
		}
	}
	if waiting := g.Campaign.Waiting(); len(seats) == 0 && len(waiting) > 0 {
		text = "It waits for " + g.names(waiting) + "."
	}
	return text
}

// place holds the data that all pages of a game share.
type place struct {
	Game, Title, Stand, Due string
	Whose                   string // whose turn it is
	Turn, Last              int
	Seat, SeatName          string
	Eyes                    []eye
	Own                     []eye // seats that the viewer may write orders for
	Umpire                  bool
	Truth                   bool
	Over                    bool
	Form                    string
	Draft                   bool // the turn is not reported yet
	Page                    string
}

// eye is a seat whose view the viewer may choose.
type eye struct {
	Seat, Name string
	Shown      bool
}

func (v *visit) place(page string) place {
	p := place{
		Game: v.Campaign.Game(), Title: v.title(), Stand: v.stand(v.sees), Turn: v.turn, Last: v.lastTurn(),
		Seat: v.seat, SeatName: v.seatName(v.seat), Umpire: v.umpire, Truth: v.seesTruth(), Form: v.session.formToken(),
		Draft: v.turn > v.Reported, Over: v.over(), Page: page, Whose: v.turnStatus(v.seats),
	}
	if slices.Contains(v.seats, v.seat) {
		p.Whose = v.turnStatus([]string{v.seat})
	}
	if t := v.Campaign.Current(); t != nil && !v.over() {
		p.Due = v.moment(t.Deadline)
	}
	for _, id := range v.eyes(v.Game) {
		p.Eyes = append(p.Eyes, eye{id, v.seatName(id), id == v.seat})
	}
	for _, id := range v.seats {
		p.Own = append(p.Own, eye{id, v.name(id), id == v.seat})
	}
	return p
}

func (v *visit) seatName(id string) string {
	if id == knowledge.Umpire {
		return "Everything, as it was"
	}
	return v.name(id)
}

// URL returns the address of the turn in the seat's view, or of its record if more holds pairs of query parameters.
func (p place) URL(turn int, more ...string) string {
	q := url.Values{"seat": {p.Seat}}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	page := "?"
	if len(more) > 0 {
		page = "/record?"
	}
	return "/games/" + p.Game + "/turns/" + strconv.Itoa(turn) + page + q.Encode()
}

// Named returns the title of the turn.
func (p place) Named(turn int) string {
	if turn == 0 {
		return "The opening"
	}
	return "Turn " + strconv.Itoa(turn)
}

// Earlier returns the turn before, or -1.
func (p place) Earlier() int { return p.Turn - 1 }

// Later returns the turn after, or -1.
func (p place) Later() int {
	if p.Turn >= p.Last {
		return -1
	}
	return p.Turn + 1
}

// Turns returns all visible turns.
func (p place) Turns() []int {
	all := make([]int, p.Last+1)
	for i := range all {
		all[i] = i
	}
	return all
}

// turnView is a turn's record: the map, the diary and the proof.
type turnView struct {
	place
	Map    *picture
	Diary  diary
	Orders []seatOrders
	Proof  *proof
}

// PageTitle implements page.
func (v turnView) PageTitle() string { return v.Named(v.Turn) + ", " + v.Title }

// picture is a map on a page, fetched by the browser from Src.
type picture struct {
	Src, Alt      string
	Narrow        string // the map for a phone; "" if there is none or the script makes the map interactive
	Spots         string // address of the map's clickable things; "" if there are none
	Width, Height int
	Fold          int // height without the legend, which the script folds on a phone; 0 if it does not
}

// pointedAt returns a picture that the script makes interactive.
func pointedAt(pic *mapview.Picture, src, spots string) *picture {
	w, h := pic.Size()
	return &picture{Src: src, Spots: spots, Alt: pic.Alt(), Width: w, Height: h, Fold: pic.Fold()}
}

// seatOrders are the orders of a seat that were in force for the turn.
type seatOrders struct {
	Seat, Name string
	Lines      []numberedOrder
}

// numberedOrder is an order with its number in the receipt. Ref is the number in the causes of outcomes.
type numberedOrder struct {
	Number, Ref int
	Text        string
}

// numberOrders numbers orders like their receipts. If the ruleset uses the receipts' numbers, an order with a gap
// before it is recorded with its number in front.
func numberOrders(o *campaign.Orders) []numberedOrder {
	list := make([]numberedOrder, len(o.Orders))
	ref := 0
	for i, text := range o.Orders {
		ref++
		if digits, rest, ok := strings.Cut(text, ". "); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				ref, text = n, rest
			}
		}
		list[i] = numberedOrder{ref, ref, text}
		if i < len(o.Numbers) {
			list[i].Number = o.Numbers[i]
		}
	}
	return list
}

// proof holds the values for verifying the dice of a turn.
type proof struct {
	Game         string
	Turn         int    // in the messages of the dice: the opening's dice belong to turn 1
	Seed, Before string // hex: S[t], S[t-1]
	Sealed       string // hex: P[t], once the game is over
	SealedBefore string
	Mails        string // hex: the hashes, concatenated, of the mails that contribute to the dice
}

func (s *Server) latestTurn(w http.ResponseWriter, r *http.Request, v *visit) error {
	http.Redirect(w, r, v.place("turn").URL(v.lastTurn()), http.StatusSeeOther)
	return nil
}

// chosenTurn redirects from the slider's form to the turn.
func (s *Server) chosenTurn(w http.ResponseWriter, r *http.Request, v *visit) error {
	n, err := strconv.Atoi(r.FormValue("turn"))
	if err != nil || n < 0 || n > v.lastTurn() {
		return refuse(http.StatusNotFound, "There is no such turn", "The game has turns 0 (the opening) to %d.", v.Reported)
	}
	http.Redirect(w, r, v.place("turn").URL(n), http.StatusSeeOther)
	return nil
}

// recordPage shows the turn outcome by outcome, with its dice.
func (s *Server) recordPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	view := turnView{place: v.place("turn"), Proof: v.proof(), Orders: v.ordersOfTurn()}
	var err error
	if view.Map, err = v.picture(v.seat, ""); err != nil {
		return err
	}
	if view.Diary, err = v.diary(r, &view.place); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, view)
}

// picture describes the map of the turn, to the seat's knowledge. It returns nil if the ruleset has no map.
func (v *visit) picture(seat, side string) (*picture, error) {
	pic, err := v.Table.Map(seat, v.turn, side, false)
	if err != nil || pic == nil {
		return nil, err
	}
	src := fmt.Sprintf("/games/%s/turns/%d/map.svg?seat=%s", v.Campaign.Game(), v.turn, url.QueryEscape(seat))
	if side != "" {
		src += "&side=" + url.QueryEscape(side)
	}
	return pointedAt(pic, src, strings.Replace(src, "/map.svg?", "/map.json?", 1)), nil
}

func (s *Server) mapSVG(w http.ResponseWriter, r *http.Request, v *visit) error {
	pic, err := v.Table.Map(v.seat, v.turn, v.sideNamed(r.FormValue("side")), r.FormValue("narrow") != "")
	if err != nil {
		return err
	}
	if pic == nil {
		return noMap
	}
	writeSVG(w, pic)
	return nil
}

var noMap = refuse(http.StatusNotFound, "There is no map", "These rules have none.")

// chronicle shows the whole battle as one self-contained page that can be saved and shared.
func (s *Server) chronicle(w http.ResponseWriter, _ *http.Request, v *visit) error {
	page, err := v.Table.Chronicle()
	if err != nil {
		return err
	}
	if page == nil {
		return noChronicle
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", loneFile)
	_, _ = w.Write(page) // the reader may be gone
	return nil
}

var noChronicle = refuse(http.StatusNotFound, "There is no chronicle", "It is told when the game is over.")

// loneFile is the content security policy of a self-contained file.
const loneFile = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

func writeSVG(w http.ResponseWriter, pic *mapview.Picture) {
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", loneFile)
	h.Set("Cache-Control", "private, max-age=60")
	_, _ = w.Write(pic.SVG()) // the reader may be gone
}

// sideNamed returns the side if a seat of the game is on it, or "".
func (v *visit) sideNamed(side string) string {
	if slices.ContainsFunc(v.Campaign.Created().Seats, func(seat string) bool { return sideOf(seat) == side }) {
		return side
	}
	return ""
}

// sideOf returns the side of a seat `SIDE.NAME`.
func sideOf(seat string) string {
	side, _, _ := strings.Cut(seat, ".")
	return side
}

// ordersOfTurn returns the orders in force that the viewer may see in this view.
func (v *visit) ordersOfTurn() []seatOrders {
	t := v.Campaign.Turn(v.turn)
	if t == nil {
		return nil
	}
	var list []seatOrders
	for _, o := range t.Orders {
		if o.Seat == v.seat || v.seat == knowledge.Umpire {
			list = append(list, seatOrders{o.Seat, v.name(o.Seat), numberOrders(&o)})
		}
	}
	return list
}

// proof returns the seeds of the turn, or nil before they are revealed: to players when the game is over, or with the
// turn if the ruleset shows every die. Sealed values are revealed to all when the game is over.
func (v *visit) proof() *proof {
	turn := max(v.turn, 1)
	t := v.Campaign.Turn(turn)
	if t == nil || t.Result == nil || turn > v.Reported || v.Opened(v.seat) == campaign.OpenNothing && !v.seesTruth() {
		return nil
	}
	made := v.Campaign.Created()
	p := &proof{Game: v.Campaign.Game(), Turn: turn, Seed: t.Result.Seed.String(), Before: made.SeedCommit.String()}
	for _, m := range t.Result.Shared {
		if v.turn > 0 { // the opening was rolled before any mail
			p.Mails += m.String()
		}
	}
	sealedBefore := made.SealedCommit
	if before := v.Campaign.Turn(turn - 1); before != nil && before.Result != nil {
		p.Before, sealedBefore = before.Result.Seed.String(), before.Result.SealedSeed
	}
	if v.over() {
		p.Sealed, p.SealedBefore = t.Result.SealedSeed.String(), sealedBefore.String()
	}
	return p
}

type reportView struct {
	place
	Text string
}

// PageTitle implements page.
func (v reportView) PageTitle() string {
	return "Report of turn " + strconv.Itoa(v.Turn) + ", " + v.Title
}

func (s *Server) reportPage(w http.ResponseWriter, r *http.Request, v *visit) error {
	rep, err := v.Table.Report(v.seat, v.turn)
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, reportView{v.place("report"), rep.Text()})
}

// ordersInForce reports whether the page shows the order with that id.
func (v *visit) ordersInForce(id string) bool {
	return slices.ContainsFunc(v.ordersOfTurn(), func(o seatOrders) bool {
		return slices.ContainsFunc(o.Lines, func(l numberedOrder) bool { return o.Seat+"."+strconv.Itoa(l.Ref) == id })
	})
}
