// Package board has the geometry of the boards: tables, hexes, columns and graphs of locales.
package board
