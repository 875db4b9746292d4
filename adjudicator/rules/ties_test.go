package rules

import (
	"slices"
	"testing"
)

func TestTiesAreMutual(t *testing.T) {
	type field [4][]int
	ties := Ties[field](func(s *field, i int) *[]int { return &s[i] })
	var s field
	ties.Tie(&s, 2, 0)
	ties.Tie(&s, 0, 1)
	ties.Tie(&s, 0, 1)
	before := s
	if !slices.Equal(s[0], []int{1, 2}) || !slices.Equal(s[1], []int{0}) || !slices.Equal(s[2], []int{0}) {
		t.Fatalf("after three ties: %v", s)
	}
	ties.Bind(&s, 0, 3)
	if !slices.Equal(s[0], []int{3}) || len(s[1])+len(s[2]) > 0 || !slices.Equal(s[3], []int{0}) {
		t.Fatalf("bound to the last alone: %v", s)
	}
	ties.Part(&s, 3, 0)
	if len(s[0])+len(s[3]) > 0 {
		t.Fatalf("after the last has parted: %v", s)
	}
	if !slices.Equal(before[0], []int{1, 2}) || !slices.Equal(before[1], []int{0}) {
		t.Fatalf("a list that was shared has changed: %v", before)
	}
}
