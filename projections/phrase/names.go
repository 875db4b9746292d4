package phrase

import "strings"

// Shorten returns the short form of a name: `Lee's` for `Lee's Regiment`.
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

// Surname returns the last word of a person's name.
func Surname(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }
