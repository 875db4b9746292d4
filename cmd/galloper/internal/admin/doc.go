// Package admin performs operations on whole games: it makes, exports, imports, forgets, repairs and verifies them, and
// keeps the snapshot that speeds up a start.
package admin
