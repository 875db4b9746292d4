package mapview

import (
	"image/color"
	"math"

	"galloper/projections/mapview/canvas"
)

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// mix interpolates between two colours: part 0 is a, 1 is b.
func mix(a, b color.NRGBA, part float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*part)) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

var (
	paper   = rgb(0xF4ECD8)
	plain   = rgb(0xEFE6C9)
	dark    = rgb(0x2B2418)
	faint   = mix(plain, dark, .12)
	bank    = rgb(0x4C7686)
	water   = rgb(0xB9CFD2)
	brown   = rgb(0x8A6A3C)
	carmine = rgb(0xC8494B)
	stone   = rgb(0x6B3A24)
	track   = rgb(0xFBF5E4)
)

// army holds a side's colours: the fill of its blocks, their outline, and a pale tint.
type army struct{ full, edge, pale color.NRGBA }

// uniforms lists the colours that a scenario can assign to a side.
var uniforms = map[string]army{
	"scarlet":   {rgb(0xB5372E), rgb(0x4A0D0A), rgb(0xF3D9C6)},
	"blue":      {rgb(0x1F4E79), rgb(0x0A2038), rgb(0xD5E3EE)},
	"ochre":     {rgb(0xD9A441), rgb(0x5C3E08), rgb(0xF6E7C4)},
	"butternut": {rgb(0xB9824A), rgb(0x4E3212), rgb(0xEEDFC9)},
	"white":     {rgb(0xF7F3E8), rgb(0x2B2418), rgb(0xFFFFFF)},
	"violet":    {rgb(0x5B2A5E), rgb(0x2A0F2C), rgb(0xE6D7E7)},
	"green":     {rgb(0x4F6B3A), rgb(0x22311A), rgb(0xDDE5D2)},
}

// unnamed lists the uniforms of sides without a colour in the scenario, in order.
var unnamed = []string{"scarlet", "blue", "ochre", "violet"}

// neutral is for troops whose side is unknown.
var neutral = army{rgb(0x8C8471), rgb(0x3F3A2E), rgb(0xDCD5C2)}

// The letterings of the map. Each kind of name has its own.
func roman(size float64) canvas.Lettering {
	return canvas.Lettering{Font: canvas.Roman, Size: size, Colour: dark}
}

func italic(size float64) canvas.Lettering {
	return canvas.Lettering{Font: canvas.Italic, Size: size, Colour: dark}
}

func boldItalic(size float64) canvas.Lettering {
	return canvas.Lettering{Font: canvas.BoldItalic, Size: size, Colour: dark}
}

// spacedItalic is for large areas of water and ground; the text must be in capitals.
func spacedItalic(size float64) canvas.Lettering {
	l := italic(size)
	l.Spaced, l.Colour = size*.4, mix(dark, bank, .35)
	return l
}

// capitals is for objectives and titles; the text must be in capitals.
func capitals(size float64) canvas.Lettering {
	return canvas.Lettering{Font: canvas.Roman, Size: size, Spaced: size * .12, Colour: dark}
}
