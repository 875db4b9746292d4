package easel

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/scenario"
)

// post sends edits of a version of the file.
func (w *watched) post(version string, header func(*http.Request), edits ...scenario.Edit) (status int, body string) {
	w.t.Helper()
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(map[string]any{"version": version, "edits": edits}); err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "http://127.0.0.1:8080/edit", &b)
	header(r)
	rec := httptest.NewRecorder()
	w.page.ServeHTTP(rec, r)
	return rec.Code, strings.TrimSpace(rec.Body.String())
}

func usual(*http.Request) {}

func (w *watched) read() string {
	w.t.Helper()
	text, err := os.ReadFile(w.file)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// In each shipped scenario every unit, officer, corner and road with a position has a handle within the picture, with
// the texts of the file.
func TestAllThatStandsOnTheMapIsDragged(t *testing.T) {
	files, err := filepath.Glob("../../../../scenarios/*/scenario.yaml")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		w := watch(t, filepath.Base(filepath.Dir(file)))
		s, has, text := w.state(), map[string]handle{}, w.read()
		for _, h := range s.Handles {
			has[h.Path] = h
			if f := s.Field; h.At[0] < f.X-1 || h.At[0] > f.X+f.W+1 || h.At[1] < f.Y-1 || h.At[1] > f.Y+f.H+1 ||
				h.Name == "" || h.Kind == "" {
				t.Errorf("%s: %+v is off the picture, or has no name", file, h)
			}
		}
		for v := range scenario.Parse(file, []byte(text)).Values() {
			p := strings.TrimSuffix(strings.TrimSuffix(v.Path(), "[0]"), "[1]")
			if (strings.HasPrefix(p, "units.") || strings.HasPrefix(p, "seats.")) && strings.HasSuffix(p, ".at") &&
				has[p].Path == "" {
				t.Errorf("%s: %s cannot be dragged", file, p)
			}
		}
		for _, corners := range []string{"terrain.", "roads.", "map.areas.", "map.lines.", "map.places.",
			"map.terrain.", "map.rough[", "map.locales."} {
			top, rest, _ := strings.Cut(strings.TrimRight(corners, ".["), ".")
			written := strings.Contains(text, "\n"+top+":") && (rest == "" || strings.Contains(text, "\n  "+rest+":"))
			dragged := false
			for path := range has {
				dragged = dragged || strings.HasPrefix(path, corners)
			}
			if written && !dragged {
				t.Errorf("%s: nothing of %s can be dragged", file, corners)
			}
		}
	}
}

func TestEditsOfAnotherVersionAreRefused(t *testing.T) {
	w := watch(t, "demo")
	text, version := w.read(), w.state().Version
	edit := scenario.Edit{Path: "units.oyen.at[0]", From: "650", To: "640"}
	byHand := strings.Replace(text, "title:", "title: My", 1)
	w.save(byHand)
	if status, said := w.post(version, usual, edit); status != http.StatusConflict ||
		!strings.Contains(said, "drag again") || w.read() != byHand {
		t.Errorf("an edit of a file that was changed by hand: %d %s", status, said)
	}
	version = w.state().Version
	for what, c := range map[string]struct {
		edit   scenario.Edit
		header func(*http.Request)
		status int
	}{
		"another value":   {scenario.Edit{Path: "units.oyen.at[0]", From: "651", To: "640"}, usual, http.StatusConflict},
		"no such value":   {scenario.Edit{Path: "units.oyen.at[2]", From: "650", To: "640"}, usual, http.StatusConflict},
		"no plain value":  {scenario.Edit{Path: "units.oyen.at[0]", From: "650", To: "1]\nx: ["}, usual, 422},
		"another site":    {edit, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"a name rebound":  {edit, func(r *http.Request) { r.Host = "evil.example:8080" }, http.StatusForbidden},
		"not JSON at all": {edit, func(r *http.Request) { r.Body = http.NoBody }, http.StatusBadRequest},
	} {
		if status, said := w.post(version, c.header, c.edit); status != c.status || said == "" || w.read() != byHand {
			t.Errorf("%s: %d %s", what, status, said)
		}
	}
	if err := os.Chmod(w.file, 0o640); err != nil {
		t.Fatal(err)
	}
	if status, said := w.post(version, usual, edit); status != http.StatusNoContent ||
		w.read() != strings.Replace(byHand, "[650, 480]", "[640, 480]", 1) {
		t.Errorf("an edit: %d %s\n%s", status, said, w.read())
	}
	info, err := os.Stat(w.file)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file's mode is %v", info.Mode())
	}
}

// The page would convert a UTF-16 file to UTF-8 without the editor's knowledge.
func TestFilesInUTF16AreShownAndNotWritten(t *testing.T) {
	w := watch(t, "demo")
	text := w.read()
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	w.save(wide)
	decoded := func(string) ([]byte, error) { return []byte(text), nil }
	w.page = New(Easel{File: w.file, Rulesets: rulesets.All(), Read: decoded})
	s := w.state()
	if len(s.Faults) > 0 || len(s.Handles) < 20 {
		t.Errorf("it is not shown: %+v", s.Faults)
	}
	status, said := w.post(s.Version, usual, scenario.Edit{Path: "units.oyen.at[0]", From: "650", To: "640"})
	if status != http.StatusUnprocessableEntity || !strings.Contains(said, "save it as UTF-8") || w.read() != wide {
		t.Errorf("%d %s", status, said)
	}
}
