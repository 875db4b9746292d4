package orders

import (
	"cmp"
	"slices"
)

// maxNearest limits the near names that a refusal offers.
const maxNearest = 3

// nearest returns the words within a typing error or two of the written one, nearest first. Ties keep their order.
func nearest(written string, words []string) []string {
	return nearestBy(string(appendKey(nil, Fold(written))), len(words), func(i int) (string, string) {
		return words[i], string(appendKey(nil, Fold(words[i])))
	})
}

// Nearest returns the ids nearest to the words.
func (n *Names) Nearest(words []Word) []string {
	if n == nil {
		return nil
	}
	best, found := -1, []string(nil)
	var key []byte
	for i, w := range words {
		if i == 4 || w.isPunctuation() {
			break
		}
		key = appendKey(key, w.Fold)
		got, d := nearestKeys(string(key), len(n.keys), func(i int) (string, string) {
			return n.list[n.keys[i].index].ID, n.keys[i].key
		})
		if len(got) > 0 && (best < 0 || d <= best) {
			best, found = d, got
		}
	}
	return found
}

func nearestBy(key string, count int, at func(int) (shown, key string)) []string {
	found, _ := nearestKeys(key, count, at)
	return found
}

// nearestKeys returns the texts to show for the nearest keys, and the smallest distance.
func nearestKeys(key string, count int, at func(int) (shown, key string)) ([]string, int) {
	type near struct {
		shown    string
		distance int
	}
	limit := (len(key) + 2) / 3
	var all []near
	for i := range count {
		shown, other := at(i)
		if d := editDistance(key, other, limit); d <= limit && d < len(key) {
			all = append(all, near{shown, d})
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var out []string
	for _, n := range all {
		if !slices.Contains(out, n.shown) && len(out) < maxNearest {
			out = append(out, n.shown)
		}
	}
	if len(all) == 0 {
		return nil, 0
	}
	return out, all[0].distance
}

// Misspelt returns the known word that is a single typing error away from word and begins with the same letter, or ""
// unless there is exactly one.
func Misspelt(word string, known []string) (right string) {
	for _, k := range known {
		if k == right || k == "" || len(k) < 4 || k[0] != word[0] || editDistance(word, k, 1) > 1 {
			continue
		}
		if right != "" {
			return ""
		}
		right = k
	}
	return right
}

// Distance returns the number of letters to insert, drop, change or swap between two words. A result above the limit
// only means that the distance exceeds it.
func Distance(a, b string, limit int) int { return editDistance(a, b, limit) }

func editDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	var short [3][32]int // on the stack, and enough for most words
	before, row, next := short[0][:], short[1][:], short[2][:]
	if len(b) >= len(row) {
		before, row, next = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j-1]+cost, row[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			least = min(least, next[j])
		}
		if least > limit {
			return limit + 1
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
