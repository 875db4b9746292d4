package mapview

import (
	"bytes"
	"fmt"
	"image/gif"

	"galloper/projections/mapview/canvas"
)

// Durations of the steps of an animation, in hundredths of a second.
const (
	stepTime = 90
	lastTime = 300
)

// GIF returns the pictures as an animated GIF, at half the resolution of a PNG. It returns an error if there are no
// pictures.
func GIF(pictures []*Picture) ([]byte, error) {
	if len(pictures) == 0 {
		return nil, fmt.Errorf("mapview: there is no step to draw")
	}
	out := gif.GIF{}
	for i, p := range pictures {
		img := p.Image(int(p.Width))
		out.Image = append(out.Image, img)
		out.Delay = append(out.Delay, stepTime)
		if i == len(pictures)-1 {
			out.Delay[i] = lastTime
		}
		out.Config.Width, out.Config.Height = img.Rect.Dx(), max(out.Config.Height, img.Rect.Dy())
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &out); err != nil {
		return nil, fmt.Errorf("mapview: %w", err)
	}
	return b.Bytes(), nil
}

// Film returns the pictures as an animated SVG. A viewer without animation shows the last picture.
func Film(pictures []*Picture) []byte {
	if len(pictures) == 0 {
		return nil
	}
	last := pictures[len(pictures)-1]
	return canvas.Film(pages(pictures), last.title, last.alt, stepTime/100.)
}

// Strip returns the pictures side by side in rows as one SVG: an overview of a battle. Bare pictures are best for it.
func Strip(pictures []*Picture, columns int) []byte {
	if len(pictures) == 0 {
		return nil
	}
	first, last := pictures[0], pictures[len(pictures)-1]
	alt := fmt.Sprintf("%d maps, from %s to %s. The last: %s", len(pictures), first.title, last.title, last.alt)
	return canvas.Strip(pages(pictures), columns, stripWidth, last.title, alt)
}

// stripWidth is the width of a strip in points.
const stripWidth = 900

func pages(pictures []*Picture) []*canvas.Page {
	list := make([]*canvas.Page, len(pictures))
	for i, p := range pictures {
		list[i] = &p.Page
	}
	return list
}
