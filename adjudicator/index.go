package adjudicator

// Index is an optional list index. It cannot be used to index a list directly, so callers must handle its absence. The
// zero value is absent.
type Index struct {
	next int // the index plus one; 0 means absent
}

// None is the absent index.
var None Index

// At returns the Index of place i. At(-1) is [None], because the searches of package slices return -1 if they find
// nothing.
func At(i int) Index {
	if i < -1 {
		panic("adjudicator: an index below zero")
	}
	return Index{i + 1}
}

// Some reports whether the index is present.
func (x Index) Some() bool { return x.next > 0 }

// None reports whether the index is absent.
func (x Index) None() bool { return x.next == 0 }

// Is reports whether the index is [At] i.
func (x Index) Is(i int) bool { return x.next == i+1 }

// Get returns the place. ok is false if the index is absent.
func (x Index) Get() (i int, ok bool) { return x.next - 1, x.next > 0 }

// Or returns the place, or other if the index is absent.
func (x Index) Or(other int) int {
	if x.next == 0 {
		return other
	}
	return x.next - 1
}

// Must returns the place. It panics if the index is absent, which the rules must have ruled out.
func (x Index) Must() int {
	if x.next == 0 {
		panic("adjudicator: an index is missing that the rules require")
	}
	return x.next - 1
}
