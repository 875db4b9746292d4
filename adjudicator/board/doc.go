// Package board has the geometry of the boards.
package board

// Ground is the map of a scenario without what moves on it.
type Ground struct{}
