package chronicle

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	g "maragu.dev/gomponents"
)

// The maps of a battle are the same ground thirty times, so what several of them draw one after another
// is written once and used in the others: the file is a fifth as large, and can be mailed.

// prints are the maps of a chronicle as they stand in its page.
type prints struct {
	in     map[string]string // by line of drawing: the maps in which it stands, a byte each
	times  map[string]int    // how often a run of lines stands there
	shared map[string]string // its id, once it was written
	stamps []string          // what maps define for themselves
	runs   []string
	maps   int
}

// stamp is a definition in a map. Maps that have it by the same name have the same.
var stamp = regexp.MustCompile(`(?s)<defs>.*?</defs>\n`)

// worth is how long a run must be to be shared: that is longer than what refers to it.
const worth = 60

// press looks through all maps for what they share.
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

// look notes what a map draws.
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
		if text := string(line); whole(text) && !strings.HasSuffix(p.in[text], mark) {
			p.in[text] += mark
		}
	}
}

// whole reports whether a line is one or more elements, from beginning to end.
func whole(line string) bool {
	begins := strings.HasPrefix(line, "<path ") || strings.HasPrefix(line, "<text ") || strings.HasPrefix(line, "<use ")
	return begins && (strings.HasSuffix(line, "/>\n") || strings.HasSuffix(line, "</text>\n"))
}

// cut cuts a map into runs of lines that stand in the same maps.
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

// view is a map with references to what it shares with others.
func (p *prints) view(v View) g.Node {
	var b strings.Builder
	for _, run := range p.cut(v) {
		if p.times[run] < 2 || len(run) < worth || !whole(run[strings.LastIndex(run[:len(run)-1], "\n")+1:]) {
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

// common is what the maps share: it draws nothing where it stands.
func (p *prints) common() g.Node {
	return g.Raw(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="common" aria-hidden="true">` + "\n" +
		strings.Join(p.stamps, "") + "<defs>\n" + strings.Join(p.runs, "") + "</defs>\n</svg>\n")
}
