// Package board has the geometry of the boards.
package board
