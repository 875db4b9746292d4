package easel

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
	"galloper/projections/mapview"
)

// handle is a draggable item of the map: a unit, an officer, a corner, a point of a road.
type handle struct {
	Path  string     `json:"path"`
	Name  string     `json:"name"`
	Kind  string     `json:"kind"` // unit, officer, road, corner
	At    [2]float64 `json:"at"`   // on the picture
	Texts []string   `json:"texts"`
}

// kinds maps the file's keys to kinds of handles.
var kinds = map[string]string{"units": "unit", "seats": "officer", "officers": "officer", "roads": "road"}

// inCells matches the values that name a cell, on a board without distances.
var inCells = regexp.MustCompile(`^(units|seats|officers)\..*\.at$|^map\.(terrain\.\w+|rough|impassable)\[|^plan\.roads\[`)

// handlesOf lists the draggable values of the text, with their positions on the picture.
func handlesOf(rulesets []*adjudicator.Ruleset, text []byte, g *board.Ground, f mapview.Field) (list []handle) {
	paper := scenario.Parse("", text)
	var known []string
	for _, r := range rulesets {
		known = append(known, r.Name)
	}
	name, faults := paper.Ruleset(known)
	if len(faults) > 0 {
		return nil
	}
	values := map[string]string{}
	for v := range paper.Values() {
		values[v.Path()] = v.String()
	}
	add := func(path string, at board.Point, texts ...string) {
		list = append(list, handle{path, labelOf(path, values), kindOf(path), toPicture(g, f, []board.Point{at})[0], texts})
	}
	for _, n := range paper.Points(adjudicator.Find(rulesets, name).Keys) {
		x, y, _ := n.AsPoint()
		add(n.Path(), board.Point{X: x, Y: y}, n.Items()[0].String(), n.Items()[1].String())
	}
	for v := range paper.Values() {
		id, _, _ := strings.Cut(v.String(), "/") // an approach: `15/14`
		if cell, ok := g.CellOf(id); ok && inCells.MatchString(v.Path()) {
			add(v.Path(), cell.At, v.String())
		}
	}
	return list
}

func kindOf(path string) string {
	top, _, _ := strings.Cut(path, ".")
	if kind := kinds[top]; kind != "" {
		return kind
	}
	if strings.HasPrefix(path, "map.lines.") || strings.HasPrefix(path, "plan.roads") {
		return "road"
	}
	return "corner"
}

// labelOf returns the name or id of the item at the path, and the number of its corner.
func labelOf(path string, values map[string]string) string {
	owner, corner, _ := strings.Cut(path, "[")
	if i := strings.LastIndexByte(path, '['); i > 0 {
		owner, corner = path[:i], strings.TrimSuffix(path[i+1:], "]")
	}
	for _, key := range []string{".at", ".polygon", ".points", ".crossings", ".xy"} {
		owner = strings.TrimSuffix(owner, key)
	}
	name := values[owner+".name"]
	if name == "" {
		_, name, _ = strings.Cut(owner, ".")
	}
	if corner != "" {
		name += " " + corner
	}
	return name
}

// marked is a fault with its position on the picture.
type marked struct {
	Text   string     `json:"text"`
	Source string     `json:"source"` // the line of the file
	At     [2]float64 `json:"at"`     // on the picture; 0, 0: it has no position
}

// locateFaults finds the source line and the handle of each fault.
func locateFaults(err error, faults []scenario.Fault, text []byte, handles []handle) (list []marked) {
	if len(faults) == 0 {
		return []marked{{Text: err.Error()}}
	}
	lines := strings.Split(string(text), "\n")
	for i := range faults {
		f := faults[i]
		f.File = filepath.Base(f.File)
		m := marked{Text: f.String()}
		if f.Line <= len(lines) {
			m.Source = strings.TrimSpace(lines[f.Line-1])
		}
		for _, h := range handles {
			if isPartOf(h.Path, f.Path) || isPartOf(f.Path, h.Path) {
				m.At = h.At
				break
			}
		}
		list = append(list, m)
	}
	return list
}

// isPartOf reports whether a path equals the other or is a part of it.
func isPartOf(path, of string) bool {
	rest, ok := strings.CutPrefix(path, of)
	return ok && of != "" && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

type source struct {
	name string
	text func(file string) ([]byte, error)
	sync.Mutex
}

// read returns the text of the file and its version, which changes with every byte.
func (s *source) read() (text []byte, version string, err error) {
	if text, err = s.text(s.name); err != nil {
		return nil, err.Error(), err
	}
	sum := sha256.Sum256(text)
	return text, hex.EncodeToString(sum[:8]), nil
}

// errChanged is the error for a page that shows an old version of the file.
var errChanged = errors.New("the file has changed since this page showed it, so nothing was written; it " +
	"shows the new version now, so drag again")

// edit writes dragged values. An edit of an old version changes nothing, so that no change made by hand is lost.
func (s *source) edit(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Version string          `json:"version"`
		Edits   []scenario.Edit `json:"edits"`
	}
	if host, _, err := net.SplitHostPort(r.Host); err != nil || net.ParseIP(host) == nil && host != "localhost" {
		http.Error(w, "Open this page by its number, such as http://127.0.0.1:8080, to change the file.", http.StatusForbidden)
		return
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&asked)
	if err != nil {
		http.Error(w, "The page sent something that is no edit: reload it.", http.StatusBadRequest)
		return
	}
	s.Lock()
	defer s.Unlock()
	var stale *scenario.StaleError
	switch err := s.rewrite(asked.Version, asked.Edits); {
	case errors.As(err, &stale), errors.Is(err, errChanged):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// rewrite changes the file if it has that version.
func (s *source) rewrite(version string, edits []scenario.Edit) error {
	text, now, err := s.read()
	if err != nil {
		return err
	}
	if now != version {
		return errChanged
	}
	raw, err := os.ReadFile(s.name)
	if err != nil {
		return err
	}
	if !bytes.Equal(raw, text) {
		return errors.New("the file is not in UTF-8: save it as UTF-8, and drag again")
	}
	out, err := scenario.Rewrite(raw, edits...)
	if err != nil {
		return err
	}
	return replace(s.name, raw, out)
}

// replace writes a new file beside the old one and renames it, so that no reader sees half a file. It fails if the old
// one has changed.
func replace(file string, was, now []byte) error {
	file, err := filepath.EvalSymlinks(file)
	if err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".*.yaml")
	if err != nil {
		return fmt.Errorf("the file cannot be written: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(now)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close())
	if err != nil {
		return fmt.Errorf("the file cannot be written: %w", err)
	}
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, was) {
		return errChanged
	}
	return os.Rename(f.Name(), file)
}

// toPicture converts points of the ground to points of the picture.
func toPicture(g *board.Ground, f mapview.Field, at []board.Point) (out [][2]float64) {
	for _, p := range at {
		out = append(out, [2]float64{
			f.X + f.W*float64(p.X-g.West)/float64(g.East-g.West),
			f.Y + f.H*float64(g.North-p.Y)/float64(g.North-g.South),
		})
	}
	return out
}
