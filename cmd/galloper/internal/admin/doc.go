// Package admin does what is done to whole games: it makes, exports, imports, forgets, repairs and
// verifies them, and keeps the snapshot that a start reads.
package admin
