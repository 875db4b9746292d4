package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Int moves past an unsigned whole number of at most nine digits and returns it.
func (s *Scanner) Int() (int, bool) {
	n, ok := parseInt(s.fold())
	if ok {
		s.Next()
	}
	return n, ok
}

func parseInt(s string) (int, bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// Decimal moves past a number with at most the given decimal places, and returns it in units of the last place: `6.5`
// with two places is 650.
func (s *Scanner) Decimal(places int) (int64, bool) {
	n, ok := parseDecimal(s.fold(), places)
	if ok {
		s.Next()
	}
	return n, ok
}

func parseDecimal(s string, places int) (int64, bool) {
	whole, part, point := strings.Cut(s, ".")
	if point && (part == "" || len(part) > places) {
		return 0, false
	}
	if whole == "" && point {
		whole = "0"
	}
	n, ok := parseInt(whole)
	value := int64(n)
	for i := range places {
		digit := byte('0')
		if i < len(part) {
			digit = part[i]
		}
		if digit < '0' || digit > '9' {
			return 0, false
		}
		value = value*10 + int64(digit-'0')
	}
	return value, ok
}

// Measure is Decimal with an optional unit after the number, joined to it or apart: `200 yds`, `200yards`, `6"`. Units
// are in capitals.
func (s *Scanner) Measure(places int, units ...string) (int64, bool) {
	fold := s.fold()
	if fold == "" || fold[0] != '.' && class(fold[0]) != classDigit {
		return 0, false
	}
	for _, unit := range units {
		number, cut := strings.CutSuffix(fold, unit)
		if !cut {
			continue
		}
		if n, ok := parseDecimal(number, places); ok {
			s.Next()
			return n, true
		}
	}
	n, ok := s.Decimal(places)
	if ok {
		s.Accept(units...)
	}
	return n, ok
}

// Point moves past a point `x,y`, `(x, y)` or `x/y` and returns its coordinates in the units of Decimal.
func (s *Scanner) Point(places int) (x, y int64, ok bool) {
	mark := s.Mark()
	bracket := s.Accept("(")
	if x, y, ok = s.pair(places); ok && bracket {
		ok = s.Accept(")")
	}
	if !ok {
		s.Back(mark)
	}
	return x, y, ok
}

func (s *Scanner) pair(places int) (x, y int64, ok bool) {
	if left, right, slash := strings.Cut(s.fold(), "/"); slash {
		x, okX := parseDecimal(left, places)
		y, okY := parseDecimal(right, places)
		if okX && okY {
			s.Next()
		}
		return x, y, okX && okY
	}
	if x, ok = s.Decimal(places); !ok || !s.Accept(",") {
		return 0, 0, false
	}
	y, ok = s.Decimal(places)
	return x, y, ok
}

// Compass is a point of the compass: 0 is north, 1 NNE, … 15 NNW.
type Compass int

var compassPoints = [16]string{"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW",
	"NW", "NNW"}

// String returns the point in letters, `NNE`.
func (c Compass) String() string { return compassPoints[c] }

var compassWords = func() (words [16]string) {
	letters := strings.NewReplacer("N", "north-", "E", "east-", "S", "south-", "W", "west-")
	for i, point := range compassPoints {
		words[i] = strings.TrimSuffix(letters.Replace(point), "-")
	}
	return words
}()

// Towards returns the compass point nearest to a bearing in degrees, in words: `north-east`.
func Towards(degrees int) string { return compassWords[(degrees*2+22)/45%16] }

// Degrees returns whole degrees clockwise from north, rounded half up: NNE is 23.
func (c Compass) Degrees() int { return (int(c)*45 + 1) / 2 }

// Compass moves past a compass point in letters or words (`NE`, `n.e.`, `north-east`, `north east`, `north-north-east`)
// and returns it.
func (s *Scanner) Compass() (Compass, bool) {
	mark, found := s.Mark(), Compass(-1)
	end := mark
	var buffer [8]byte
	letters := buffer[:0]
	for len(letters) < 3 && !s.Done() {
		more := appendPoint(letters, s.Next().Fold)
		if len(more) == len(letters) {
			break
		}
		letters = more
		for i, p := range compassPoints {
			if p == string(letters) {
				found, end = Compass(i), s.Mark()
			}
		}
	}
	s.Back(end)
	return max(found, 0), found >= 0
}

// appendPoint appends the compass letters, at most three, that a word stands for, if any.
func appendPoint(letters []byte, word string) []byte {
	before := len(letters)
	for i := 0; i < len(word); {
		size := 1
		for _, name := range [4]string{"NORTH", "EAST", "SOUTH", "WEST"} {
			if strings.HasPrefix(word[i:], name) {
				size = len(name)
			}
		}
		c := word[i]
		if c != 'N' && c != 'E' && c != 'S' && c != 'W' || len(letters)-before == 3 {
			return letters[:before]
		}
		letters = append(letters, c)
		if i += size; i < len(word)-1 && (word[i] == '-' || word[i] == '.') {
			i++
		}
	}
	return letters
}

// Bearing moves past a compass point or whole degrees 0…360, and returns degrees clockwise from north, 0…359.
func (s *Scanner) Bearing() (int, bool) {
	if c, ok := s.Compass(); ok {
		return c.Degrees(), true
	}
	mark := s.Mark()
	w := s.Next()
	deg, ok := parseInt(strings.TrimSuffix(strings.TrimSuffix(w.Fold, "°"), "DEG"))
	if !ok || deg > 360 {
		s.Back(mark)
		return 0, false
	}
	s.Accept("DEGREES", "DEG", "°")
	return deg % 360, true
}

// Hex moves past a hex number in any common form, `E6`, `e 6`, `E06` or `0506`, and returns its column and row, counted
// from 1 (`E6` is 5, 6).
func (s *Scanner) Hex() (column, row int, ok bool) {
	mark := s.Mark()
	fold := s.Next().Fold
	if n, figures := parseInt(fold); figures && len(fold) == 4 {
		return n / 100, n % 100, true
	}
	letters := strings.TrimRightFunc(fold, unicode.IsDigit)
	figures := fold[len(letters):]
	if figures == "" {
		figures = s.Next().Fold
	}
	row, ok = parseInt(figures)
	if column = hexColumn(letters); !ok || column == 0 || len(figures) > 2 {
		s.Back(mark)
		return 0, 0, false
	}
	return column, row, true
}

// hexColumn returns the number of a column: A is 1, Z 26, AA 27. It returns 0 for other text.
func hexColumn(letters string) int {
	n := 0
	for _, r := range letters {
		if r < 'A' || r > 'Z' || len(letters) > 2 {
			return 0
		}
		n = n*26 + int(r-'A') + 1
	}
	return n
}

func runes(s string) int { return utf8.RuneCountInString(s) }
