package web

import (
	"context"
	"crypto/hmac"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"galloper/events"
	"galloper/projections/knowledge"
)

// Options configure a Server.
type Options struct {
	House       House
	Invitations Invitations
	Keeper      Keeper
	Practice    Practice // nil if there is no practice
	Push        Push     // nil if there are no push notifications
	// Open returns the games that everyone may join by mail. It is nil if there are none.
	Open func(ctx context.Context) []OpenGame
	// Calendar formats deadlines as iCalendar. The list may be empty.
	Calendar func(due []Deadline, now time.Time) string
	URL      string // public base URL, for links in mails
	Now      func() time.Time
	Logger   *slog.Logger
}

// Server serves the page. It is safe for concurrent use.
type Server struct {
	Options
	handler http.Handler
	pushMu  sync.Mutex // guards the stored lists of devices
	links   limiter    // sign-in links per address id
	checks  limiter    // checked texts per person
	done    limiter    // umpires' acts per page that they were sent from
	looks   limiter    // pages rendered for spectators
	looked  kept       // their cache
	behind  sync.WaitGroup
}

//go:embed static
var files embed.FS

// maxForm limits the size of a form in bytes.
const maxForm = 256 << 10

// New returns a server.
func New(o Options) *Server {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.URL = strings.TrimRight(o.URL, "/")
	s := &Server{Options: o, links: limiter{most: 3, span: linkLasts},
		checks: limiter{most: mostChecks, span: time.Minute}, looks: limiter{most: mostLooks, span: time.Minute},
		done: limiter{most: 1, span: 24 * time.Hour}}
	s.handler = http.NewCrossOriginProtection().Handler(s.routes())
	return s
}

// Wait waits for background work to finish.
func (s *Server) Wait() { s.behind.Wait() }

func (s *Server) now() time.Time { return s.Now() }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy",
		"default-src 'none'; img-src 'self'; manifest-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "+
			"worker-src 'self'; "+
			"form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
	if s.secure() {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	s.handler.ServeHTTP(w, r)
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	static, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // unreachable: the folder is embedded
	}
	mux.HandleFunc("GET /static/{name...}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		if info, err := fs.Stat(static, name); err != nil || info.IsDir() { // ServeFileFS fails for other paths
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "max-age=3600")
		http.ServeFileFS(w, r, static, name)
	})
	mux.HandleFunc("GET /{$}", s.handle(s.home))
	mux.HandleFunc("POST /signin", s.handle(s.askLink))
	mux.HandleFunc("GET /signin/{token}", s.handle(s.confirmLink))
	mux.HandleFunc("POST /signin/{token}", s.handle(s.useLink))
	mux.HandleFunc("POST /signout", s.handle(s.signOut))
	mux.HandleFunc("GET /games/{game}", s.inGame(s.latestTurn))
	mux.HandleFunc("GET /games/{game}/turn", s.inGame(s.chosenTurn))
	mux.HandleFunc("GET /games/{game}/turns/{turn}", s.inGame(s.turnPage))
	mux.HandleFunc("GET /games/{game}/turns/{turn}/record", s.inGame(s.recordPage))
	mux.HandleFunc("GET /games/{game}/turns/{turn}/map.svg", s.inGame(s.mapSVG))
	mux.HandleFunc("GET /games/{game}/turns/{turn}/map.json", s.inGame(s.mapJSON))
	mux.HandleFunc("GET /games/{game}/turns/{turn}/both", s.inGame(s.bothPage))
	mux.HandleFunc("GET /games/{game}/turns/{turn}/report", s.inGame(s.reportPage))
	mux.HandleFunc("GET /games/{game}/turns/{turn}/shots/{shot}", s.inGame(s.shotPage))
	mux.HandleFunc("GET /games/{game}/turns/{turn}/shots/{shot}/map.svg", s.inGame(s.shotSVG))
	mux.HandleFunc("GET /games/{game}/turns/{turn}/shots/{shot}/map.json", s.inGame(s.shotJSON))
	mux.HandleFunc("GET /games/{game}/whatif", s.inGame(s.whatIf))
	mux.HandleFunc("GET /games/{game}/whatif/map.svg", s.inGame(s.whatIfMap))
	mux.HandleFunc("GET /games/{game}/chronicle", s.inGame(s.chronicle))
	mux.HandleFunc("GET /games/{game}/why/{ref}", s.inGame(s.whyPage))
	mux.HandleFunc("GET /games/{game}/desk", s.inGame(s.deskPage))
	mux.HandleFunc("POST /games/{game}/desk", s.handle(s.rule))
	mux.HandleFunc("GET /games/{game}/orders", s.inGame(s.ordersPage))
	mux.HandleFunc("GET /games/{game}/pulse", s.inGame(s.pulse))
	mux.HandleFunc("POST /games/{game}/orders/check", s.inGame(s.checkOrders))
	mux.HandleFunc("POST /games/{game}/orders", s.handle(s.sendOrders))
	mux.HandleFunc("POST /games/{game}/feeds", s.inGame(s.follow))
	mux.HandleFunc("POST /games/{game}/push", s.inGame(s.subscribe))
	mux.HandleFunc("GET /worker.js", serviceWorker)
	mux.HandleFunc("GET /feeds/{token}/turns.atom", s.handle(s.atom))
	mux.HandleFunc("GET /feeds/{token}/deadlines.ics", s.handle(s.deadlines))
	const page, svg = "text/html; charset=utf-8", "image/svg+xml"
	mux.HandleFunc("GET /public/{game}", s.looking("page", page, s.publicPage))
	mux.HandleFunc("GET /public/{game}/turns/{turn}", s.looking("page", page, s.publicPage))
	mux.HandleFunc("GET /public/{game}/turns/{turn}/map.svg", s.looking("map", svg, s.publicMap))
	mux.HandleFunc("GET /public/{game}/chronicle", s.looking("chronicle", page, s.publicChronicle))
	mux.HandleFunc("GET /manifest.webmanifest", manifest)
	mux.HandleFunc("POST /practise", s.handle(s.begin))
	mux.HandleFunc("GET /practise/{battle}/map.svg", s.handle(s.opening))
	mux.HandleFunc("/", s.handle(func(w http.ResponseWriter, r *http.Request) error { return notFound }))
	return mux
}

// refusal is a refusal that is shown as a page.
type refusal struct {
	status int
	message
}

// Error implements error.
func (r *refusal) Error() string { return r.Head + ": " + r.Text }

func refuse(status int, head, format string, a ...any) error {
	return &refusal{status, message{Head: head, Text: fmt.Sprintf(format, a...)}}
}

var notFound = refuse(http.StatusNotFound, "There is no such page",
	"The address is wrong, or you have no seat in the game.")

// handle shows a handler's refusal, or an error page for other errors.
func (s *Server) handle(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		var no *refusal
		var big *http.MaxBytesError
		switch {
		case err == nil:
			return
		case errors.As(err, &no):
		case errors.As(err, &big):
			no = &refusal{http.StatusRequestEntityTooLarge,
				message{Head: "That is too long", Text: "A form may bring 256 kilobytes."}}
		case errors.Is(err, ErrNoGame):
			no = notFound.(*refusal)
		default:
			s.Logger.Error("a page could not be shown", "path", r.URL.Path, "error", err)
			no = &refusal{http.StatusInternalServerError, message{Head: "This page cannot be shown",
				Text: "Something is wrong on our side; it is in the operator's log."}}
		}
		answer := no.message
		answer.Kept = written(r)
		if err := s.show(w, no.status, answer); err != nil {
			s.Logger.Error("a page could not be shown", "path", r.URL.Path, "error", err)
		}
	}
}

// written returns the text that the user wrote into the submitted form.
func written(r *http.Request) string {
	if r.Method != http.MethodPost || r.PostForm == nil {
		return ""
	}
	return normalizeLines(r.PostForm.Get("text"))
}

// visit is a request about a game by a participant.
type visit struct {
	*Game
	viewer
	session session
	seat    string // the seat whose view is shown; knowledge.Umpire sees everything
}

// inGame calls the handler with the game, the viewer, and the turn and seat in the address.
func (s *Server) inGame(h func(http.ResponseWriter, *http.Request, *visit) error) http.HandlerFunc {
	return s.handle(func(w http.ResponseWriter, r *http.Request) error {
		return s.visit(w, r, func(v *visit) error { return h(w, r, v) })
	})
}

// visit calls use if the signed-in person takes part in the game in the address. Otherwise it shows the sign-in page
// or refuses.
func (s *Server) visit(w http.ResponseWriter, r *http.Request, use func(*visit) error) error {
	signed, err := s.session(r)
	if err != nil {
		return err
	}
	if signed.address == "" {
		_ = r.ParseForm() // keep the text as far as it can be parsed
		return s.signInPage(w, r, http.StatusUnauthorized, "Sign in to see this page.")
	}
	if r.Method == http.MethodPost {
		if err := r.ParseForm(); err != nil {
			return formFault(err)
		}
		if !signed.owns(r) {
			return staleForm
		}
	}
	return s.House.View(r.Context(), r.PathValue("game"), func(g *Game) error {
		v := &visit{Game: g, viewer: g.viewer(signed.address), session: signed}
		if !v.any() {
			return notFound
		}
		if v.outdated(g.Campaign, signed.since) {
			return s.signInPage(w, r, http.StatusUnauthorized, secretsRenewed)
		}
		if err := v.read(r); err != nil {
			return err
		}
		return use(v)
	})
}

func formFault(err error) error {
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return err
	}
	return refuse(http.StatusBadRequest, "The form cannot be read", "Load the page again and send it from there.")
}

var staleForm = refuse(http.StatusForbidden, "This form is not yours",
	"It was made for another session. Go back, load the page again and send it from there.")

// owns reports whether the form was made for this session.
func (s session) owns(r *http.Request) bool {
	return hmac.Equal([]byte(r.PostFormValue("form")), []byte(s.formToken()))
}

// read parses turn and seat from the address of the page.
func (v *visit) read(r *http.Request) error {
	v.turn = v.Reported
	if n := events.TurnOf(r.PathValue("ref")); n >= 0 {
		v.turn = min(n, v.lastTurn())
	}
	if text := r.PathValue("turn"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > v.lastTurn() {
			return refuse(http.StatusNotFound, "There is no such turn", "The game has turns 0 (the opening) to %d.", v.Reported)
		}
		v.turn = n
	}
	v.seat = r.FormValue("seat")
	if v.seat == "" {
		v.seat = v.first()
	}
	if _, ok := v.Campaign.Seat(v.seat); !ok && v.seat != knowledge.Umpire {
		return refuse(http.StatusNotFound, "There is no such seat", "The seats of this game are %s.",
			strings.Join(v.Campaign.Created().Seats, ", "))
	}
	if !v.maySee(v.seat) && v.first() != v.seat {
		return refuse(http.StatusForbidden, "That is another seat's page",
			"You are signed in for %s. You can see the knowledge of other seats when the game is "+
				"over.", v.names(v.seats))
	}
	return nil
}

// lastTurn returns the last visible turn. If the viewer sees everything, that includes a turn that is adjudicated but
// not yet reported.
func (v *visit) lastTurn() int {
	if t := v.Campaign.Turn(v.Reported + 1); v.truthOf(v.Reported+1) && t != nil && t.Result != nil {
		return v.Reported + 1
	}
	return v.Reported
}

func (g *Game) names(ids []string) string {
	if len(ids) == 0 {
		return "no seat"
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = g.name(id)
	}
	return strings.Join(names, ", ")
}
