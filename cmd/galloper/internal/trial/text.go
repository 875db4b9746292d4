package trial

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Text returns the summary for a terminal.
func (s *Summary) Text() string {
	var b strings.Builder
	line := func(format string, a ...any) { fmt.Fprintf(&b, format+"\n", a...) }
	line("%s: %d battles of staff against staff", s.Title, s.Games)
	line("")
	for _, k := range most(s.Wins, len(s.Wins)) {
		line("  %-22s %4d  %3d %%  %s", k, s.Wins[k], percent(s.Wins[k], s.Games), bar(s.Wins[k], s.Games, 40))
	}
	line("  by    %s", s.countList(s.By))
	var tempers []string
	for _, k := range slices.Sorted(maps.Keys(s.Tempers)) {
		t := s.Tempers[k]
		tempers = append(tempers, fmt.Sprintf("%s %d %%", k, percent(t.Won, t.Of)))
	}
	line("  won   %s", strings.Join(tempers, ", "))
	line("")
	line("length in turns (mean %d.%d; %d %% decided before the last)", s.Turns/max(s.Games, 1),
		s.Turns*10/max(s.Games, 1)%10, percent(s.Early, s.Games))
	turns, counts, high := s.histogram()
	for i, t := range turns {
		line("  %3d  %4d  %s", t, counts[i], bar(counts[i], high, 50))
	}
	line("")
	line("quiet turns     %d %%", percent(s.Quiet, s.Turns))
	line("units lost      %s", s.perBattle(s.Lost))
	line("orders          %s a battle of the staff's, %d refused", s.average(s.Orders), len(s.Refused))
	line("riders          %s a battle, %d %% late, %d %% lost", s.average(s.Riders), percent(s.Late, s.Riders),
		percent(s.Missing, s.Riders))
	line("deeds           %s", s.perBattle(s.Deeds))
	line("barred          by friends %d %% of marches%s", percent(s.Friendly, s.Deeds["moved"]+s.Friendly),
		s.examples(s.Barred))
	line("told why not    %s", s.countList(s.Omitted))
	line("stood, unsaid   %s", s.countList(s.Stood))
	line("follies         %s", s.countList(s.Follies))
	for _, e := range s.Examples {
		line("                %s", e)
	}
	line("did nothing     %s", s.percentList(s.Idle))
	line("places taken    %s", s.percentList(s.Taken))
	if s.Proved > 0 {
		line("proved          %d turns, %d of them broken", s.Proved, len(s.Broken))
	}
	for _, b := range s.Broken {
		line("                %s", b)
	}
	if len(s.Warnings) > 0 {
		line("")
	}
	for _, w := range s.Warnings {
		line("! %s", w)
	}
	b.WriteString(s.advice())
	return b.String()
}

func bar(n, of, width int) string { return strings.Repeat("#", n*width/max(of, 1)) }

// histogram returns the lengths of battles in turns, the number of battles of each length, and the highest
// number.
func (s *Summary) histogram() (turns, counts []int, high int) {
	by := map[int]int{}
	for _, t := range s.Lengths {
		by[t]++
	}
	turns = slices.Sorted(maps.Keys(by))
	for _, t := range turns {
		counts, high = append(counts, by[t]), max(high, by[t])
	}
	return turns, counts, high
}

// average returns n per battle, with one decimal.
func (s *Summary) average(n int) string {
	return fmt.Sprintf("%d.%d", n/max(s.Games, 1), n*10/max(s.Games, 1)%10)
}

func (s *Summary) perBattle(of map[string]int) string {
	return list(of, 12, func(k string) string { return k + " " + s.average(of[k]) })
}

func (s *Summary) percentList(of map[string]int) string {
	return list(of, 12, func(k string) string { return fmt.Sprintf("%s %d %%", k, percent(of[k], s.Games)) })
}

func (s *Summary) countList(of map[string]int) string {
	return list(of, 8, func(k string) string { return fmt.Sprintf("%s %d", k, of[k]) })
}

func (s *Summary) examples(of map[string]int) string {
	if len(of) == 0 {
		return ""
	}
	return ": " + list(of, 3, func(k string) string { return fmt.Sprintf("%s %d", k, of[k]) })
}

func list(of map[string]int, n int, say func(key string) string) string {
	var parts []string
	for _, k := range most(of, n) {
		parts = append(parts, say(k))
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, ", ")
}

// SVG returns the histogram of lengths as a picture.
func (s *Summary) SVG() string {
	turns, counts, high := s.histogram()
	const left, base, step, tall = 40, 220, 28, 180
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="serif" font-size="12">`+"\n",
		left+step*len(turns)+20, base+40)
	fmt.Fprintf(&b, `<text x="%d" y="18">%d battles by their length in turns</text>`+"\n", left, s.Games)
	for i, t := range turns {
		x, h := left+step*i, counts[i]*tall/max(high, 1)
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#456"/>`, x, base-h, step-6, h)
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%d</text>`, x+step/2-3, base-h-4, counts[i])
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%d</text>`+"\n", x+step/2-3, base+16, t)
	}
	return b.String() + "</svg>\n"
}
