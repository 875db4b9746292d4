package canvas

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// PNG encodes an indexed picture with at most the given number of colours. A pixel takes a byte, or four bits for up
// to sixteen colours. No filter is used, which suits a palette best.
func PNG(img *image.Paletted, colours int) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	return e.encode(img, colours)
}

// SmallPNG does the same with an eighth fewer bytes, in twenty times the time.
func SmallPNG(img *image.Paletted, colours int) ([]byte, error) {
	const thorough = 9
	return newEncoder(thorough).encode(img, colours)
}

// encoder holds the memory for encoding, most of a megabyte.
type encoder struct {
	z    *zlib.Writer
	data bytes.Buffer
	rows []byte
}

func newEncoder(level int) *encoder {
	z, err := zlib.NewWriterLevel(nil, level)
	if err != nil {
		panic(err) // unreachable: the level is valid
	}
	return &encoder{z: z}
}

var encoders = sync.Pool{New: func() any { return newEncoder(6) }}

func (e *encoder) encode(img *image.Paletted, colours int) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(96 << 10)
	b.WriteString("\x89PNG\r\n\x1a\n")
	few, becomes := reduced(img, colours)
	wide, high, depth := img.Rect.Dx(), img.Rect.Dy(), 8
	if len(few) <= 16 {
		depth = 4
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(wide))
	head = binary.BigEndian.AppendUint32(head, uint32(high))
	const indexed = 3
	chunk(&b, "IHDR", append(head, byte(depth), indexed, 0, 0, 0))
	var palette []byte
	for _, c := range few {
		c := c.(color.RGBA)
		palette = append(palette, c.R, c.G, c.B)
	}
	chunk(&b, "PLTE", palette)
	if err := e.pack(img, depth, &becomes); err != nil {
		return nil, fmt.Errorf("canvas: %w", err)
	}
	chunk(&b, "IDAT", e.data.Bytes())
	chunk(&b, "IEND", nil)
	return b.Bytes(), nil
}

// pack compresses the pixels, mapped by becomes, at depth bits each, a few rows at a time.
func (e *encoder) pack(img *image.Paletted, depth int, becomes *[256]uint8) error {
	const atOnce = 32
	e.data.Reset()
	e.z.Reset(&e.data)
	wide, high := img.Rect.Dx(), img.Rect.Dy()
	row := 1 + (wide*depth+7)/8
	e.rows = slices.Grow(e.rows[:0], atOnce*row)[:atOnce*row]
	for y := 0; y < high; y += atOnce {
		n := min(atOnce, high-y)
		for i := range n {
			to := e.rows[i*row:][:row]
			to[0] = 0 // no filter
			packRow(to[1:], img.Pix[(y+i)*img.Stride:][:wide], depth, becomes)
		}
		if _, err := e.z.Write(e.rows[:n*row]); err != nil {
			return err
		}
	}
	return e.z.Close()
}

// packRow writes a row of pixels, mapped by becomes, at depth bits each, with the leftmost in the high bits.
func packRow(to, from []byte, depth int, becomes *[256]uint8) {
	if depth == 8 {
		to = to[:len(from)]
		for i, v := range from {
			to[i] = becomes[v]
		}
		return
	}
	for i := range to {
		low := uint8(0)
		if 2*i+1 < len(from) {
			low = becomes[from[2*i+1]]
		}
		to[i] = becomes[from[2*i]]<<4 | low
	}
}

func chunk(b *bytes.Buffer, name string, data []byte) {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(data)))
	b.Write(n[:])
	from := b.Len()
	b.WriteString(name)
	b.Write(data)
	binary.BigEndian.PutUint32(n[:], crc32.ChecksumIEEE(b.Bytes()[from:]))
	b.Write(n[:])
}

// reduced returns a palette of at most the given number of colours, and the mapping of the old colours to it. The
// most frequent colours are kept; shades at the edges of letters map to the nearest one.
func reduced(img *image.Paletted, most int) (palette color.Palette, becomes [256]uint8) {
	palette = img.Palette
	if len(palette) > most {
		counts := counted(img.Pix)
		for i, c := range img.Palette {
			if shaded(c.(color.RGBA)) { // other colours can replace it
				counts[i] /= 8
			}
		}
		palette = commonest(img.Palette, counts[:], most)
	}
	for i, c := range img.Palette {
		becomes[i] = uint8(i)
		if len(palette) < len(img.Palette) {
			becomes[i] = uint8(nearest(palette, c.(color.RGBA)))
		}
	}
	return palette, becomes
}

// counted returns the number of pixels of each colour. It uses four tables in turn: adjacent pixels are mostly equal,
// and the processor would stall on a single counter.
func counted(pix []uint8) (counts [256]int) {
	var by [4][256]int
	whole := len(pix) &^ 3
	for i := 0; i < whole; i += 4 {
		four := pix[i:][:4]
		by[0][four[0]]++
		by[1][four[1]]++
		by[2][four[2]]++
		by[3][four[3]]++
	}
	for _, v := range pix[whole:] {
		by[0][v]++
	}
	for i := range counts {
		counts[i] = by[0][i] + by[1][i] + by[2][i] + by[3][i]
	}
	return counts
}

// commonest returns at most the given number of colours, the most frequent first and ties by index. Colours with a
// large share of the picture, such as paper and ground, come first. After them, a colour close to a kept one yields
// to a rarer one that is not; otherwise a few shades of the ground would leave no room for the troops.
func commonest(palette color.Palette, counts []int, most int) color.Palette {
	order := make([]int, len(palette))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	all := 0
	for _, n := range counts {
		all += n
	}
	var kept color.Palette
	for _, i := range order {
		if large := counts[i]*256 > all; large && len(kept) < most/2-6 {
			kept = append(kept, palette[i])
		}
	}
	type pass struct {
		apart int
		inks  bool // only inks
	}
	passes := []pass{{48, false}, {12, true}, {24, false}, {12, false}, {1, false}}
	if most >= 64 { // there is room for all inks
		passes = slices.Insert(passes, 0, pass{1, true})
	}
	for _, pass := range passes {
		for _, i := range order {
			c := palette[i].(color.RGBA)
			if len(kept) < most && !(pass.inks && shaded(c)) &&
				!slices.ContainsFunc(kept, func(k color.Color) bool { return near(k.(color.RGBA), c, pass.apart) }) {
				kept = append(kept, c)
			}
		}
	}
	return kept
}

// shaded reports whether a colour is rounded like a shade. Hardly any ink is.
func shaded(c color.RGBA) bool { return (c.R&c.G&c.B)&7 == halfShade && (c.R|c.G|c.B)&7 == halfShade }

// nearest returns the index of the closest colour in a palette. It equals color.Palette.Index, without interface
// calls for each colour.
func nearest(palette color.Palette, c color.RGBA) int {
	best, least := 0, uint32(math.MaxUint32)
	square := func(a, b uint8) uint32 { // of 16-bit channels; the sum of three just fits into 32 bits
		d := (uint32(a) - uint32(b)) * 0x101
		return d * d >> 2
	}
	for i := range palette {
		p := palette[i].(color.RGBA)
		if d := square(p.R, c.R) + square(p.G, c.G) + square(p.B, c.B); d < least {
			best, least = i, d
		}
	}
	return best
}

// near reports whether two colours differ by less than the limit, summed over the channels.
func near(a, b color.RGBA, by int) bool {
	d := 0
	for _, v := range [3]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		d += max(v, -v)
	}
	return d < by
}
