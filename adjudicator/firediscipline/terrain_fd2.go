package firediscipline

import "galloper/adjudicator/board"

// clearSight reports whether the line of sight from p to q is clear (§T2).
func (b *Battle) clearSight(p, q board.Point) bool { return true }

// holds reports whether the point lies in the feature (§G8).
func (f *Feature) holds(p board.Point) bool { return false }
