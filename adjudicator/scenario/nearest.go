package scenario

// Nearest returns the name with the smallest edit distance to the word, the first of equals. It returns "" if no name
// is near.
func Nearest(word string, names []string) string {
	best, least := "", 1+len(word)/3
	for _, name := range names {
		if d := editDistance(word, name, least); d <= least && (best == "" || d < least) {
			best, least = name, d
		}
	}
	return best
}

// editDistance returns the number of letters to change, insert or delete between two words. If that exceeds most, it
// may return any number above most.
func editDistance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return most + 1
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before := row[0]
		row[0] = i + 1
		for j := range y {
			cost := before
			if x[i] != y[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, before+1)
		}
	}
	return row[len(y)]
}
