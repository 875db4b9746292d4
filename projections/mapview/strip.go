package mapview

import (
	"fmt"

	"galloper/projections/mapview/canvas"
)

// Strip returns the pictures side by side in rows as one SVG: an overview of a battle. Bare pictures are best for it.
func Strip(pictures []*Picture, columns int) []byte {
	if len(pictures) == 0 {
		return nil
	}
	first, last := pictures[0], pictures[len(pictures)-1]
	alt := fmt.Sprintf("%d maps, from %s to %s. The last: %s", len(pictures), first.title, last.title, last.alt)
	return canvas.Strip(pages(pictures), columns, stripWidth, last.title, alt)
}

const stripWidth = 900

func pages(pictures []*Picture) []*canvas.Page {
	list := make([]*canvas.Page, len(pictures))
	for i, p := range pictures {
		list[i] = &p.Page
	}
	return list
}
