package phrase

import "strings"

// Shorten cuts a name down to what people call it by: `Lee's` of `Lee's Regiment`.
func Shorten(name string) string {
	if _, of, ok := strings.Cut(name, " of "); ok {
		return of
	}
	for _, lead := range []string{"Régiment de ", "Regiment de ", "Regimiento de ", "Regiment "} {
		if rest, ok := strings.CutPrefix(name, lead); ok {
			return rest
		}
	}
	if i := strings.Index(name, "'s "); i > 0 && !strings.Contains(name, " and ") {
		return name[:i+2]
	}
	return name
}

// Surname is the last word of a person's name, by which others call them.
func Surname(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }
