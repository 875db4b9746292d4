// Package easel shows a scenario while it is written: `galloper map FILE --watch`. It redraws the file whenever it is
// saved, marks its faults on the map, and adds measurements for the writer: the ground as the rules have it, distances,
// gaps between units, and the view from a point. Units, corners and roads dragged on the map are written back into the
// file.
package easel

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

//go:embed page.html
var page []byte

// Easel is the scenario in one file.
type Easel struct {
	File     string
	Rulesets []*adjudicator.Ruleset
	Zones    bool // draw kill zones too
	// Read reads the file as text; nil: [os.ReadFile].
	Read   func(file string) ([]byte, error)
	file   *source
	memory *memory
}

// memory is the last state of the file without faults.
type memory struct {
	sync.Mutex
	state state
	drawn *drawing
}

// New returns the handler of the page: the page itself, `state.json` with its version and the data over the map, and
// `map.svg`.
func New(e Easel) http.Handler {
	e.memory, e.file = &memory{}, &source{name: e.File, text: e.Read}
	if e.Read == nil {
		e.file.text = os.ReadFile
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "+
			"img-src 'self' data:; connect-src 'self'")
		w.Write(page)
	})
	mux.HandleFunc("GET /state.json", e.state)
	mux.HandleFunc("GET /map.svg", e.picture)
	mux.HandleFunc("POST /edit", e.file.edit)
	return http.NewCrossOriginProtection().Handler(mux)
}

// state is the data that the page polls.
type state struct {
	Version string     `json:"version"` // changes with the file
	Title   string     `json:"title"`
	Faults  []marked   `json:"faults"`
	Handles []handle   `json:"handles"`
	Edges   [4]int     `json:"edges"` // west, south, east, north, in hundredths
	Step    int        `json:"step"`  // dragged values are rounded to this many hundredths
	Seats   []seat     `json:"seats"`
	Field   spread     `json:"field"`
	Areas   []outline  `json:"areas"`
	Units   []position `json:"units"`
	Cells   []position `json:"cells"` // of a board without distances
}

type seat struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// spread is the board's position on the picture, in points, with the picture's size.
type spread struct {
	mapview.Field
	Width, Height int
}

// outline is a piece of ground as the rules have it, in points of the picture.
type outline struct {
	Name string       `json:"name"`
	At   [][2]float64 `json:"at"`
}

// position is a unit's bounding box in points of the picture.
type position struct {
	Name string     `json:"name"`
	Side string     `json:"side"`
	Box  [4]float64 `json:"box"` // x, y, width, height
}

func (e *Easel) state(w http.ResponseWriter, _ *http.Request) {
	e.memory.Lock()
	defer e.memory.Unlock()
	text, version, err := e.file.read()
	var d *drawing
	if err == nil {
		d, err = e.load(text)
	}
	if err == nil {
		e.memory.state, e.memory.drawn = state{}, d
		err = d.fill(&e.memory.state)
	}
	s := e.memory.state
	s.Version, s.Faults = version, []marked{}
	if e.memory.drawn != nil {
		s.Handles = handlesOf(e.Rulesets, text, e.memory.drawn.ground(), s.Field.Field)
	}
	if err != nil {
		var faulty *game.ScenarioError
		errors.As(err, &faulty)
		var faults []scenario.Fault
		if faulty != nil {
			faults = faulty.Faults
		}
		s.Faults = locateFaults(err, faults, text, s.Handles)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	json.NewEncoder(w).Encode(s)
}

// picture draws the file; with `last` in its query, the file's last drawable state if it has faults.
func (e *Easel) picture(w http.ResponseWriter, r *http.Request) {
	text, _, err := e.file.read()
	var d *drawing
	if err == nil {
		d, err = e.load(text)
	}
	if e.memory.Lock(); err != nil && r.FormValue("last") != "" && e.memory.drawn != nil {
		d, err = e.memory.drawn, nil
	}
	e.memory.Unlock()
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	pic, err := d.draw(r.FormValue("seat"), r.FormValue("from"), e.Zones)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(pic.SVG())
}

// drawing is a scenario without faults, before its first turn.
type drawing struct {
	rules  *adjudicator.Ruleset
	sc     adjudicator.Scenario
	opened []events.Outcome
}

func (d *drawing) ground() *board.Ground {
	g := d.rules.Ground(d.sc)
	return &g
}

func (e *Easel) load(text []byte) (*drawing, error) {
	rules, sc, err := game.LoadScenario(e.Rulesets, e.File, text)
	if err != nil {
		return nil, err
	}
	if rules.Ground == nil {
		return nil, errors.New("these rules have no map")
	}
	pos := adjudicator.Position{Game: "easel", Ruleset: rules, Scenario: sc, State: sc.Start()}
	return &drawing{rules, sc, adjudicator.Open(pos, events.TurnInput{Turn: 1}).Outcomes}, nil
}

func (d *drawing) knowledgeOf(seat string, opened []events.Outcome) *knowledge.Known {
	var seats []string
	for _, s := range d.sc.Seats() {
		seats = append(seats, s.ID)
	}
	book := knowledge.Open(seats, d.rules.Words.Facts)
	book.Apply(0, opened)
	return book.Seat(seat)
}

// draw draws a seat's view, or the umpire's for "". If from is set, the seat's commander looks from that place: `x,y`
// in hundredths, or a cell.
func (d *drawing) draw(seat, from string, zones bool) (*mapview.Picture, error) {
	known := d.knowledgeOf(knowledge.Umpire, d.opened)
	if seat != "" {
		if known = d.knowledgeOf(seat, d.opened); known == nil {
			return nil, fmt.Errorf("the scenario has no seat %q", seat)
		}
	}
	sheet := game.Sheet(d.rules, d.sc, known)
	sheet.Zones = zones
	if from != "" && seat != "" && d.rules.Outlook != nil {
		there := d.knowledgeOf(seat, d.standing(seat, from))
		sheet.Sees = d.rules.Outlook(adjudicator.Desk{Scenario: d.sc, Seat: seat, Turn: 1, Known: there})
	}
	return game.Draw(d.rules, d.sc, known, sheet), nil
}

// standing returns the outcomes of the opening with only the seat's commander moved.
func (d *drawing) standing(seat, place string) (opened []events.Outcome) {
	role := map[string]events.Role{}
	for _, f := range d.rules.Words.Facts {
		role[f.Kind] = f.Role
	}
	x, y, _ := strings.Cut(place, ",")
	for _, o := range d.opened {
		told := slices.ContainsFunc(o.Views, func(v events.View) bool { return slices.Contains(v.Seats, seat) })
		switch {
		case !told || role[o.Name] == events.RoleOwn:
			continue
		case role[o.Name] == events.RoleOfficer:
			for _, s := range d.rules.Symbols {
				if s.Kind == o.Name {
					o.Fields = withValues(o.Fields, map[string]string{s.X: x, s.Y: y, s.Place: place})
				}
			}
		}
		opened = append(opened, o)
	}
	return opened
}

func withValues(fields []events.Field, values map[string]string) []events.Field {
	fields = slices.Clone(fields)
	for i, f := range fields {
		if v, there := values[f.Key]; there {
			fields[i].Value = v
		}
	}
	return fields
}

// fill adds the measurements for the picture.
func (d *drawing) fill(s *state) error {
	pic, err := d.draw("", "", false)
	if err != nil {
		return err
	}
	names := adjudicator.Names(d.sc)
	for _, x := range d.sc.Seats() {
		s.Seats = append(s.Seats, seat{x.ID, names(x.ID)})
	}
	ground := *d.ground()
	s.Edges, s.Step = [4]int{ground.West, ground.South, ground.East, ground.North}, 25
	if ground.East-ground.West > 200*board.Yard {
		s.Step = board.Yard
	}
	w, h := pic.Size()
	s.Title, s.Field = pic.Title(), spread{pic.Field(), w, h}
	for i := range ground.Areas {
		a := &ground.Areas[i]
		s.Areas = append(s.Areas, outline{describe(a), toPicture(&ground, pic.Field(), a.At)})
	}
	for i := range ground.Cells {
		if c := &ground.Cells[i]; c.Kind != "" {
			s.Areas = append(s.Areas, outline{c.ID + " " + c.Kind, toPicture(&ground, pic.Field(), c.Shape)})
		}
	}
	for _, spot := range pic.Spots() {
		box := [4]float64{spot.X, spot.Y, spot.W, spot.H}
		switch {
		case spot.Kind == mapview.OwnSpot || spot.Kind == mapview.OtherSpot:
			s.Units = append(s.Units, position{spot.Title, string(spot.Kind), box})
		case s.Field.Unit == "" && len(ground.Cells) > 0:
			s.Cells = append(s.Cells, position{spot.Name, "", box})
		}
	}
	return nil
}

func describe(a *board.Area) string {
	text := strings.ReplaceAll(a.Kind, "_", " ")
	if a.Level > 0 {
		text += " " + strconv.Itoa(a.Level)
	}
	if a.Name != "" {
		text = a.Name + ": " + text
	}
	return text
}
