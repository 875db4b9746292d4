package board

// cellSize is the side of a cell of an Index, about the neighbourhood of a company.
const cellSize = 60 * Yard

// Index finds points near a place without a scan of all points, by a grid of cells. It is cheap enough to be
// rebuilt whenever points have moved.
type Index struct {
	origin     Point
	cols, rows int
	start      []int32 // first item of each cell; one more entry than cells
	items      []int32
}

// Fill rebuilds the index for the points and reuses its memory.
func (x *Index) Fill(points []Point) {
	x.cols, x.rows = 0, 0
	if len(points) == 0 {
		return
	}
	b := BoxOf(points...)
	x.origin = b.Min
	x.cols = (b.Max.X-b.Min.X)/cellSize + 1
	x.rows = (b.Max.Y-b.Min.Y)/cellSize + 1
	cells := x.cols * x.rows
	x.start = append(x.start[:0], make([]int32, cells+1)...)
	x.items = append(x.items[:0], make([]int32, len(points))...)
	for _, p := range points {
		x.start[x.cell(p)]++
	}
	end := int32(0)
	for i := range x.start {
		end += x.start[i]
		x.start[i] = end
	}
	for i := len(points) - 1; i >= 0; i-- { // backwards, so that a cell's items are in order
		c := x.cell(points[i])
		x.start[c]--
		x.items[x.start[c]] = int32(i)
	}
}

func (x *Index) cell(p Point) int {
	return (p.Y-x.origin.Y)/cellSize*x.cols + (p.X-x.origin.X)/cellSize
}

// In yields the indices of all points in the cells that the box meets: those in the box and some others, cell
// by cell and not in order.
func (x *Index) In(b Box, yield func(int) bool) {
	if x.cols == 0 || b.Max.X < x.origin.X || b.Max.Y < x.origin.Y {
		return
	}
	c0, c1 := max(0, b.Min.X-x.origin.X)/cellSize, min(x.cols-1, (b.Max.X-x.origin.X)/cellSize)
	r0, r1 := max(0, b.Min.Y-x.origin.Y)/cellSize, min(x.rows-1, (b.Max.Y-x.origin.Y)/cellSize)
	for r := r0; r <= r1; r++ {
		if c0 > c1 {
			return
		}
		for _, i := range x.items[x.start[r*x.cols+c0]:x.start[r*x.cols+c1+1]] {
			if !yield(int(i)) {
				return
			}
		}
	}
}
