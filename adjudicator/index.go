package adjudicator

// Index is the place of something in a list, or none. It cannot index a list by
// itself: who uses it has to say what happens where there is none. Its zero value is none.
type Index struct {
	next int // the place and one more; 0 is none
}

// None is the index of nothing.
var None Index

// At is the index of place i. Minus one, which the searches of package slices
// return where they find nothing, is none.
func At(i int) Index {
	if i < -1 {
		panic("adjudicator: an index below zero")
	}
	return Index{i + 1}
}

// Some reports whether there is one.
func (x Index) Some() bool { return x.next > 0 }

// None reports whether there is none.
func (x Index) None() bool { return x.next == 0 }

// Is reports whether it is [At] of i.
func (x Index) Is(i int) bool { return x.next == i+1 }

// Get returns the place; ok is false where there is none.
func (x Index) Get() (i int, ok bool) { return x.next - 1, x.next > 0 }

// Or returns the place, or the other where there is none.
func (x Index) Or(other int) int {
	if x.next == 0 {
		return other
	}
	return x.next - 1
}

// Must returns the place where by the rules there must be one: none is a broken invariant.
func (x Index) Must() int {
	if x.next == 0 {
		panic("adjudicator: there is none where the rules say that there must be one")
	}
	return x.next - 1
}
