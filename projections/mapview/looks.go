package mapview

import (
	"image/color"
	"strings"
)

type rgba = color.NRGBA

// texture fills a kind of terrain with a pattern that is legible in grey too.
type texture func(d *drawing, pts []point, l *look)

// look is the style of a kind of terrain.
type look struct {
	wash    rgba
	edge    rgba // without alpha there is no outline
	width   float64
	dash    []float64 // of the edge; nil means solid
	natural bool      // its corners are rounded, unlike those of man-made terrain
	texture texture
	name    string // in the legend
}

var noEdge rgba

// looks holds the terrain kinds of all rulesets, and other looks that scenarios may choose. An unknown kind is drawn
// plain, with its own name.
var looks = map[string]look{
	"light_woods": {rgb(0xE2E5BF), noEdge, 0, nil, true, woods(10.5), "light woods"},
	"heavy_woods": {rgb(0xD0DBA9), noEdge, 0, nil, true, woods(7.2), "heavy woods"},
	"woods":       {rgb(0xD7E0B3), noEdge, 0, nil, true, woods(8.4), "woods"},
	"wood":        {rgb(0xD7E0B3), noEdge, 0, nil, true, woods(8.4), "wood"},
	"forest":      {rgb(0xD0DBA9), noEdge, 0, nil, true, woods(7.6), "forest"},
	"orchard":     {rgb(0xE2E5BF), rgb(0x8D9A5E), .5, dotted, false, orchard, "orchard"},
	"vineyard":    {rgb(0xE4E2B8), rgb(0x8D9A5E), .5, dotted, false, vines, "vineyard"},
	"rough":       {rgb(0xE7DCB7), noEdge, 0, nil, true, rocks, "rough"},
	"heath":       {rgb(0xE3DAB4), noEdge, 0, nil, true, heath, "heath"},
	"swamp":       {rgb(0xCBD9C4), rgb(0x6F9A9B), .6, nil, true, marsh, "swamp"},
	"marsh":       {rgb(0xCBD9C4), rgb(0x6F9A9B), .6, nil, true, marsh, "marsh"},
	"water":       {water, bank, .9, nil, true, waterLining, "water"},
	"river":       {water, bank, .9, nil, true, waterLining, "river"},
	"lake":        {water, bank, .9, nil, true, waterLining, "lake"},
	"ford":        {mix(water, plain, .35), rgb(0x6F9A9B), .6, nil, true, ripples, "ford"},
	"bridge":      {mix(water, plain, .35), stone, .6, nil, false, planks, "bridge"},
	"objective":   {mix(carmine, plain, .86), carmine, .7, dotted, false, nil, "objective"},
	"town":        {rgb(0xEDD9C0), noEdge, 0, nil, true, houses, "town"},
	"village":     {rgb(0xEDD9C0), stone, .5, dotted, false, houses, "village"},
	"farm":        {rgb(0xE6E0B8), noEdge, 0, nil, true, farm, "farm"},
	"house":       {rgb(0xEDD9C0), stone, .5, dotted, false, manor, "house"},
	"park":        {rgb(0xDFE3B8), carmine, 1.2, nil, false, park, "park"},
	"cover":       {rgb(0xDFE0B4), rgb(0x44592F), 1.6, nil, false, nil, "hedge or wall"},
	"earthworks":  {rgb(0xE0CFAA), rgb(0x5C4322), 1.4, nil, false, works, "earthworks"},
	"works":       {rgb(0xE0CFAA), rgb(0x5C4322), 1.4, nil, false, works, "earthworks"},
	"crags":       {rgb(0xDCCFAE), noEdge, 0, nil, true, crags, "crags"},
	"impassable":  {rgb(0xCFC6B2), rgb(0x6B655A), .6, nil, true, crags, "impassable"},
	"stubble":     {rgb(0xEADCAB), rgb(0xB79F63), .5, dotted, true, furrows, "fields, of no effect"},
	"ploughland":  {rgb(0xE7D6AE), rgb(0xA98F5E), .5, dotted, true, furrows, "fields, of no effect"},
	"meadow":      {rgb(0xDFE0B4), rgb(0x9DA871), .5, dotted, true, grass, "fields, of no effect"},
}

var dotted = []float64{1, 1.6}

// isOpen reports whether the ground has no terrain.
func isOpen(kind string) bool { return kind == "" || kind == "clear" || kind == "open" }

// high reports whether the kind is a hill or ridge.
func high(kind string) bool { return kind == "hill" || kind == "ridge" }

func lookOf(kind string) look {
	if l, ok := looks[kind]; ok {
		return l
	}
	if high(kind) {
		return look{wash: heights[1], natural: true, texture: slopes, name: "hill"}
	}
	return look{wash: rgb(0xE8E0C8), edge: rgb(0x8A8270), width: .6, name: strings.ReplaceAll(kind, "_", " ")}
}

// drawnAs returns the look of a piece of ground: its own, or that of its kind.
func drawnAs(kind, own string) string {
	if high(kind) && own == "" {
		return "hill"
	}
	return orID(own, kind)
}
