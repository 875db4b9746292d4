package board

// Point is a place on the continuous table, in hundredths of a yard: x counts
// east, y north, from the south-west corner.
type Point struct{ X, Y int }
