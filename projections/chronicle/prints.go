package chronicle

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	g "maragu.dev/gomponents"
)

// The maps of a battle repeat the same ground up to thirty times. Runs of lines that several maps share are therefore
// written once and referenced, which makes the file five times smaller, small enough to mail.

// prints deduplicates the maps of a chronicle.
type prints struct {
	in     map[string]string // by line: the indices of the maps that contain it, a byte each
	times  map[string]int    // number of occurrences of a run of lines
	shared map[string]string // run → its id, once written
	stamps []string          // definitions within maps
	runs   []string
	maps   int
}

// stamp matches a definition within a map. Equal names have equal definitions in all maps.
var stamp = regexp.MustCompile(`(?s)<defs>.*?</defs>\n`)

// worth is the minimum length of a shared run in bytes, longer than a reference to it.
const worth = 60

// press finds the common parts of all maps.
func press(plates []Plate) *prints {
	p := &prints{in: map[string]string{}, times: map[string]int{}, shared: map[string]string{}}
	each := func(do func(v View)) {
		for _, plate := range plates {
			for _, v := range plate.Views {
				do(v)
			}
		}
	}
	each(p.look)
	each(func(v View) {
		for _, run := range p.cut(v) {
			p.times[run]++
		}
	})
	return p
}

// look records the lines of a map.
func (p *prints) look(v View) {
	for _, def := range stamp.FindAllString(string(v.SVG), -1) {
		if p.shared[def] == "" {
			p.shared[def] = "stamp"
			p.stamps = append(p.stamps, def)
		}
	}
	p.maps++
	mark := string(rune(p.maps))
	for line := range bytes.Lines(stamp.ReplaceAll(v.SVG, nil)) {
		if text := string(line); isWhole(text) && !strings.HasSuffix(p.in[text], mark) {
			p.in[text] += mark
		}
	}
}

// isWhole reports whether a line consists of complete elements.
func isWhole(line string) bool {
	begins := strings.HasPrefix(line, "<path ") || strings.HasPrefix(line, "<text ") || strings.HasPrefix(line, "<use ")
	return begins && (strings.HasSuffix(line, "/>\n") || strings.HasSuffix(line, "</text>\n"))
}

// cut splits a map into runs of lines that occur in the same maps.
func (p *prints) cut(v View) (runs []string) {
	from, of := 0, ""
	svg := string(stamp.ReplaceAll(v.SVG, nil))
	at := 0
	for line := range strings.Lines(svg) {
		if in := p.in[line]; in != of || in == "" {
			runs = append(runs, svg[from:at])
			from, of = at, in
		}
		at += len(line)
	}
	return append(runs, svg[from:])
}

// view renders a map with references to its shared runs.
func (p *prints) view(v View) g.Node {
	var b strings.Builder
	for _, run := range p.cut(v) {
		if p.times[run] < 2 || len(run) < worth || !isWhole(run[strings.LastIndex(run[:len(run)-1], "\n")+1:]) {
			b.WriteString(run)
			continue
		}
		id := p.shared[run]
		if id == "" {
			id = fmt.Sprintf("p%d", len(p.runs))
			p.shared[run] = id
			p.runs = append(p.runs, `<g id="`+id+`">`+"\n"+run+"</g>\n")
		}
		b.WriteString(`<use href="#` + id + `"/>` + "\n")
	}
	return g.Raw(b.String())
}

// common renders the definitions of the shared runs, which are invisible by themselves.
func (p *prints) common() g.Node {
	return g.Raw(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="common" aria-hidden="true">` + "\n" +
		strings.Join(p.stamps, "") + "<defs>\n" + strings.Join(p.runs, "") + "</defs>\n</svg>\n")
}
