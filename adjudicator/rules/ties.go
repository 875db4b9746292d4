package rules

import "slices"

// Ties are who is bound to whom among the things of one list, in melee as a rule: each stands in the list of
// the other, ascending. The lists are replaced, never changed: copies of a state may share them.
type Ties[S any] func(s *S, i int) *[]int

// Tie binds two to each other.
func (t Ties[S]) Tie(s *S, a, b int) {
	*t(s, a), *t(s, b) = With(*t(s, a), b), With(*t(s, b), a)
}

// Part unbinds two from each other.
func (t Ties[S]) Part(s *S, a, b int) {
	*t(s, a), *t(s, b) = Without(*t(s, a), b), Without(*t(s, b), a)
}

// Bind binds one to those, and to nobody else.
func (t Ties[S]) Bind(s *S, i int, to ...int) {
	for _, other := range *t(s, i) {
		*t(s, other) = Without(*t(s, other), i)
	}
	*t(s, i) = nil
	for _, other := range to {
		t.Tie(s, i, other)
	}
}

// Set binds one to those whose ids an item is given, and to nobody else: to whom it may be; want says to whom.
func (t Ties[S]) Set(s *S, i int, value string, ids *IDs, may func(other int) bool, want string) error {
	list, err := ids.ReadList(value, want)
	if err != nil {
		return err
	}
	for _, other := range list {
		if !may(other) {
			return Expected(ids.list[other], want)
		}
	}
	t.Bind(s, i, list...)
	return nil
}

// With is an ascending list with a number in it, once.
func With(list []int, n int) []int {
	i, found := slices.BinarySearch(list, n)
	if found {
		return list
	}
	return slices.Insert(slices.Clone(list), i, n)
}

// Without is a list without a number.
func Without(list []int, n int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(m int) bool { return m == n })
}
