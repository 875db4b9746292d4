package easel

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
)

// watched is the page of a copy of a shipped scenario.
type watched struct {
	t    *testing.T
	file string
	page http.Handler
}

func watch(t *testing.T, name string) *watched {
	t.Helper()
	text, err := os.ReadFile("../../../../scenarios/" + name + "/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{t: t, file: filepath.Join(t.TempDir(), "scenario.yaml")}
	w.save(string(text))
	w.page = New(Easel{File: w.file, Rulesets: rulesets.All()})
	return w
}

func (w *watched) save(text string) {
	w.t.Helper()
	if err := os.WriteFile(w.file, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *watched) get(path string) (status int, body string) {
	rec := httptest.NewRecorder()
	w.page.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
	return rec.Code, rec.Body.String()
}

func (w *watched) state() (s state) {
	w.t.Helper()
	_, body := w.get("/state.json")
	if err := json.Unmarshal([]byte(body), &s); err != nil {
		w.t.Fatal(err)
	}
	return s
}

// Every shipped scenario has a picture with ground and units within it, and a commander has another view from another
// place.
func TestEachBoardIsMeasured(t *testing.T) {
	for _, c := range []struct{ name, seat, place string }{
		{"prestonpans", "government.cope", "10000,10000"}, {"gettysburg-first-day", "", ""},
		{"sauren", "", ""}, {"maida", "", ""}, {"allifae", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := watch(t, c.name)
			s := w.state()
			if len(s.Faults) > 0 || len(s.Seats) < 2 || len(s.Units) < 8 || s.Version == "" {
				t.Fatalf("the state is %+v", s)
			}
			for _, a := range s.Areas {
				for _, p := range a.At {
					if p[0] < -99 || p[0] > float64(s.Field.Width)+99 || a.Name == "" {
						t.Errorf("%q lies at %v, far from the picture", a.Name, p)
					}
				}
			}
			if status, svg := w.get("/map.svg"); status != 200 || !strings.Contains(svg, "<svg") {
				t.Errorf("the picture: %d", status)
			}
			if c.seat == "" {
				return
			}
			_, here := w.get("/map.svg?seat=" + c.seat)
			if status, there := w.get("/map.svg?seat=" + c.seat + "&from=" + c.place); status != 200 || there == here {
				t.Errorf("from %s as much is seen as from where the commander stands (%d)", c.place, status)
			}
		})
	}
}

func TestFaultsAreShownAndGoAway(t *testing.T) {
	w := watch(t, "demo")
	before := w.state().Version
	text, err := os.ReadFile(w.file)
	if err != nil {
		t.Fatal(err)
	}
	w.save(strings.Replace(string(text), "title:", "tilte:", 1))
	s := w.state()
	if len(s.Faults) == 0 || !strings.Contains(s.Faults[0].Text, "tilte") || s.Version == before {
		t.Errorf("the faults are %+v, the version %s", s.Faults, s.Version)
	}
	if status, _ := w.get("/map.svg"); status != http.StatusUnprocessableEntity {
		t.Errorf("a scenario with faults is drawn: %d", status)
	}
	w.save(string(text))
	if s := w.state(); len(s.Faults) > 0 {
		t.Errorf("mended it has %+v", s.Faults)
	}
	if status, _ := w.get("/map.svg?seat=nobody"); status != http.StatusUnprocessableEntity {
		t.Errorf("a seat that is none: %d", status)
	}
}
