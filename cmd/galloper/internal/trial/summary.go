package trial

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"galloper/adjudicator/scenario"
)

// Summary adds up the results of many battles.
type Summary struct {
	Title    string          `json:"title"`
	Games    int             `json:"games"`
	Wins     map[string]int  `json:"wins"` // by side, and `draw`
	By       map[string]int  `json:"by"`   // `french: decisive`
	Lengths  []int           `json:"lengths"`
	Early    int             `json:"early"` // battles that ended before the last turn
	Turns    int             `json:"turns"`
	Quiet    int             `json:"quiet"`
	Lost     map[string]int  `json:"lost"`
	Orders   int             `json:"orders"`
	Refused  []string        `json:"refused,omitempty"`
	Riders   int             `json:"riders"`
	Late     int             `json:"late"`
	Missing  int             `json:"missing"`
	Deeds    map[string]int  `json:"deeds"`
	Barred   map[string]int  `json:"barred"`
	Friendly int             `json:"friendly"` // total of moves blocked by friends
	Omitted  map[string]int  `json:"omitted"`
	Stood    map[string]int  `json:"stood"` // by unit: orders to move that no report followed
	Follies  map[string]int  `json:"follies"`
	Examples []string        `json:"instances,omitempty"` // the first instances of folly
	Idle     map[string]int  `json:"idle"`                // by unit: battles in which it did nothing
	Taken    map[string]int  `json:"taken"`               // by place: battles in which it changed hands
	Tempers  map[string]Tale `json:"tempers"`
	Warnings []string        `json:"warnings"`
	Broken   []string        `json:"broken,omitempty"` // invariants of a turn that failed
	Proved   int             `json:"proved,omitempty"` // turns whose invariants were checked
	// Suggestions are the changes that brought a lopsided battle nearest to 50 %, if any were tried.
	Suggestions []Suggestion `json:"suggestions,omitempty"`
	First       string       `json:"-"` // the side whose rate the suggestions give
	Tried       bool         `json:"-"`
}

// Suggestion is a change of the scenario with the result of trying it.
type Suggestion struct {
	Change string          `json:"change"` // `victory.turns: 8 -> 10`
	Edits  []scenario.Edit `json:"edits"`
	Games  int             `json:"games"`
	Rate   int             `json:"rate"` // percentage that the first side won, a draw counting as half
	match  *Match
	score  int // two for each win of the first side, one for each draw
}

// Tale counts how many battles one temper won and drew against another, of how many.
type Tale struct {
	Won  int `json:"won"`
	Of   int `json:"of"`
	Even int `json:"even"`
}

// Terms describes the scenario that a summary judges.
type Terms struct {
	Title  string
	Last   int      // the scenario's last turn, or 0 if it has none
	Sides  []string // in order
	Places []string // that count for victory
	Proved bool     // whether the invariants of each turn were checked
}

// Sum adds up battles, in order.
func Sum(terms Terms, battles []Battle) *Summary {
	s := &Summary{Title: terms.Title, Games: len(battles), Wins: map[string]int{}, By: map[string]int{},
		Lost: map[string]int{}, Deeds: map[string]int{}, Barred: map[string]int{}, Omitted: map[string]int{},
		Stood: map[string]int{}, Follies: map[string]int{},
		Idle: map[string]int{}, Taken: map[string]int{}, Tempers: map[string]Tale{}}
	for i := range battles {
		s.add(&battles[i], terms)
	}
	for _, n := range s.Barred {
		s.Friendly += n
	}
	if terms.Proved {
		s.Proved = s.Turns
	}
	s.Warnings = s.warn(terms)
	return s
}

func (s *Summary) add(b *Battle, terms Terms) {
	s.Wins[b.Winner]++
	s.By[b.Winner+": "+b.By]++
	s.Lengths = append(s.Lengths, b.Turns)
	if terms.Last == 0 || b.Turns < terms.Last {
		s.Early++
	}
	s.Turns += b.Turns
	s.Quiet += b.Quiet
	s.Orders += b.Orders
	if len(s.Refused) < 20 {
		s.Refused = append(s.Refused, b.Refused...)
	}
	s.Riders, s.Late, s.Missing = s.Riders+b.Sent, s.Late+b.Late, s.Missing+b.Missing
	addAll(s.Lost, b.Lost)
	addAll(s.Deeds, b.Counts)
	addAll(s.Barred, b.Barred)
	addAll(s.Omitted, b.Omitted)
	s.Broken = append(s.Broken, b.Broken...)
	addAll(s.Stood, b.Stood)
	addAll(s.Follies, b.Follies)
	s.Examples = append(s.Examples, b.Instances[:min(len(b.Instances), max(0, toldFollies-len(s.Examples)))]...)
	for _, u := range b.Idle {
		s.Idle[u]++
	}
	for p := range b.Taken {
		s.Taken[p]++
	}
	for side, temper := range b.Tempers {
		t := s.Tempers[temper]
		t.Of++
		switch b.Winner {
		case side:
			t.Won++
		case "draw":
			t.Even++
		}
		s.Tempers[temper] = t
	}
}

func addAll(to, from map[string]int) {
	for k, n := range from {
		to[k] += n
	}
}

// warn returns warnings about problems that the scenario's writer can fix.
func (s *Summary) warn(terms Terms) []string {
	var list []string
	say := func(format string, a ...any) { list = append(list, fmt.Sprintf(format, a...)) }
	for _, side := range terms.Sides {
		if share := percent(s.Wins[side], s.Games); share > 60 {
			say("%s wins %d %% of the battles: give the other side points, troops or time", side, share)
		}
	}
	if share := percent(s.Wins["draw"], s.Games); share > 20 {
		say("%d %% of the battles are drawn: let some place count more", share)
	}
	if share := percent(s.Quiet, s.Turns); share > 15 {
		say("%d %% of the turns pass without a shot: put the sides nearer to each other, or less time", share)
	}
	if share := percent(s.Early, s.Games); terms.Last > 0 && share < 50 {
		say("only %d %% of the battles are decided before turn %d: say when a side breaks, or give them time", share,
			terms.Last)
	}
	for _, p := range terms.Places {
		if percent(s.Taken[p], s.Games) < 3 {
			say("%s never changes hands: it is too far off, too strong, or counts too little", p)
		}
	}
	for _, u := range most(s.Idle, len(s.Idle)) {
		if percent(s.Idle[u], s.Games) > 50 {
			say("%s does nothing in %d %% of the battles: it has no way, no enemy or no task", u, percent(s.Idle[u], s.Games))
		}
	}
	if share := percent(s.Friendly, s.Deeds["moved"]+s.Friendly); share > 5 {
		say("%d %% of the marches are barred by friends, most often %s", share, most(s.Barred, 1)[0])
	}
	for _, kind := range most(s.Follies, len(s.Follies)) {
		say("%s: %d", kind, s.Follies[kind])
	}
	for _, u := range most(s.Stood, 1) {
		say("%s was told to go somewhere and stood for turns without a word, %d times", u, s.Stood[u])
	}
	if len(s.Refused) > 0 {
		say("the staff wrote orders that were refused, which is no fault of the scenario; the first: %s", s.Refused[0])
	}
	return list
}

func percent(part, of int) int { return (200*part + max(of, 1)) / (2 * max(of, 1)) }

// most returns the n keys with the highest counts, or all if there are fewer.
func most(of map[string]int, n int) []string {
	keys := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b))
	})
	return keys[:min(n, len(keys))]
}
