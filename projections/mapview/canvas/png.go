package canvas

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// PNG writes an indexed picture: a byte a pixel, or four bits where sixteen colours do. No filter is
// tried, which is right for a palette.
func PNG(img *image.Paletted) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	return e.encode(img)
}

// encoder is what encoding wants of memory, kept for the next picture: most of a megabyte.
type encoder struct {
	z    *zlib.Writer
	data bytes.Buffer
	row  []byte
}

var encoders = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(nil, 6)
	if err != nil {
		panic(err) // unreachable: the level is one
	}
	return &encoder{z: z}
}}

func (e *encoder) encode(img *image.Paletted) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(96 << 10)
	b.WriteString("\x89PNG\r\n\x1a\n")
	wide, high, depth := img.Rect.Dx(), img.Rect.Dy(), 8
	if len(img.Palette) <= 16 {
		depth = 4
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(wide))
	head = binary.BigEndian.AppendUint32(head, uint32(high))
	const indexed = 3
	chunk(&b, "IHDR", append(head, byte(depth), indexed, 0, 0, 0))
	var palette []byte
	for _, c := range img.Palette {
		c := color.NRGBAModel.Convert(c).(color.NRGBA)
		palette = append(palette, c.R, c.G, c.B)
	}
	chunk(&b, "PLTE", palette)
	e.data.Reset()
	e.z.Reset(&e.data)
	row := append(e.row[:0], make([]byte, 1+(wide*depth+7)/8)...)
	e.row = row
	for y := range high {
		pack(row[1:], img.Pix[y*img.Stride:][:wide], depth)
		if _, err := e.z.Write(row); err != nil {
			return nil, fmt.Errorf("canvas: %w", err)
		}
	}
	if err := e.z.Close(); err != nil {
		return nil, fmt.Errorf("canvas: %w", err)
	}
	chunk(&b, "IDAT", e.data.Bytes())
	chunk(&b, "IEND", nil)
	return b.Bytes(), nil
}

// pack writes a row of pixels of so many bits, the leftmost in the high ones.
func pack(to, from []byte, depth int) {
	if depth == 8 {
		copy(to, from)
		return
	}
	clear(to)
	for i, v := range from {
		to[i/2] |= v << (4 * (1 - i%2))
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

// Reduce returns the picture in so many colours at most: the commonest are kept, and the shades at
// the edges of letters go to the nearest of them.
func Reduce(img *image.Paletted, most int) *image.Paletted {
	if len(img.Palette) <= most {
		return img
	}
	counts := make([]int, len(img.Palette))
	for _, i := range img.Pix {
		counts[i]++
	}
	palette := commonest(img.Palette, counts, most)
	var to [256]uint8
	for i, c := range img.Palette {
		to[i] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(img.Rect, palette)
	for i, v := range img.Pix {
		out.Pix[i] = to[v]
	}
	return out
}

// commonest returns so many colours, the commonest first and equals by place. A colour close to one
// that is kept gives way to a rarer one that is not: else a few shades of the ground would leave none
// for the troops.
func commonest(palette color.Palette, counts []int, most int) color.Palette {
	order := make([]int, len(palette))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	var kept color.Palette
	for _, apart := range []int{48, 24, 12, 1} {
		for _, i := range order {
			c := palette[i].(color.RGBA)
			if len(kept) < most &&
				!slices.ContainsFunc(kept, func(k color.Color) bool { return near(k.(color.RGBA), c, apart) }) {
				kept = append(kept, c)
			}
		}
	}
	return kept
}

// near reports whether two colours differ by less in all three channels together.
func near(a, b color.RGBA, by int) bool {
	d := 0
	for _, v := range [3]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		d += max(v, -v)
	}
	return d < by
}
