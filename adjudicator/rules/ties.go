package rules

import "slices"

// Ties is a symmetric relation between the things of one list, usually melee: each is in the other's list, in ascending
// order. Lists are replaced and never modified, so that copies of a state can share them.
type Ties[S any] func(s *S, i int) *[]int

// Tie relates two things.
func (t Ties[S]) Tie(s *S, a, b int) {
	*t(s, a), *t(s, b) = With(*t(s, a), b), With(*t(s, b), a)
}

// Part removes the relation of two things.
func (t Ties[S]) Part(s *S, a, b int) {
	*t(s, a), *t(s, b) = Without(*t(s, a), b), Without(*t(s, b), a)
}

// Bind relates one thing to the given things and no others.
func (t Ties[S]) Bind(s *S, i int, to ...int) {
	for _, other := range *t(s, i) {
		*t(s, other) = Without(*t(s, other), i)
	}
	*t(s, i) = nil
	for _, other := range to {
		t.Tie(s, i, other)
	}
}

// Set is Bind with ids from an item's value. It returns an error if may rejects one of them; want is the expected
// input.
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

// With returns an ascending list with n inserted, unless it is there already.
func With(list []int, n int) []int {
	i, found := slices.BinarySearch(list, n)
	if found {
		return list
	}
	return slices.Insert(slices.Clone(list), i, n)
}

// Without returns a copy of the list without n.
func Without(list []int, n int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(m int) bool { return m == n })
}
