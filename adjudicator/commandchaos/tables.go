package commandchaos

import (
	"slices"

	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// Card is one kind of battle card.
//
// §B10, §B11
type Card struct {
	ID, Name string
	Heavy    bool // heavy infantry may play it
	Cavalry  bool
	Cost     int      // stamina
	Needs    []string // §B8
	Effect
}

// Effect is what a battle card does. The zero Effect is that of no card but for Dice.
//
// §B11
type Effect struct {
	Dice     int // attack dice; 1 without a card
	Attack   int // added to each of its attack dice
	Defence  int // added to each attack die aimed at it
	Cancel   int // hits on it in the knot that are struck off
	Missile  int // one extra die first, so much or more is a hit; 0: none
	Riposte  int // each attack die aimed at it that shows so much or less hits the one who rolled
	Void     bool
	Relief   bool
	Push     bool
	Steady   bool
	Fallback int
	Recover  int
	Refresh  int
}

// NamedDeck is a deck that sides may name.
type NamedDeck struct {
	Name  string
	Count rules.Pile
}

// Tables are the charts; a scenario may replace any of them.
type Tables struct {
	Need       [2]int // average, veteran (§K5)
	Angle      [3]int // front, flank, rear (§K6)
	Javelin    int    // §L3
	ChargeDice int    // §C5
	Runner     int    // §H7
	Cards      []Card // in deck table order
	Decks      []NamedDeck
}

// What a card may need (§B8).
var needWords = []string{"target", "attacked", "face", "fresh", "officer", "second-line", "room"}

// printed are the charts as the digest has them. The cards are house rulings:
// the prototype gives no card's text.
//
// §B10, §K5, §K6, §L3, §C5
func printed() Tables {
	t := Tables{Need: [2]int{4, 5}, Angle: [3]int{0, 1, 2}, Javelin: 6, ChargeDice: 2, Runner: 2}
	house := NamedDeck{Name: "house"}
	for _, c := range houseCards {
		t.Cards = append(t.Cards, c.Card)
		house.Count = append(house.Count, c.Count)
	}
	t.Decks = []NamedDeck{house}
	return t
}

// houseCards is the house deck, 36 cards.
//
// §B10
var houseCards = []struct {
	Count int
	Card
}{
	{4, Card{"onslaught", "Onslaught", true, true, 1, []string{"target"}, Effect{Dice: 2}}},
	{4, Card{"shieldwall", "Shieldwall", true, true, 1, []string{"attacked"}, Effect{Dice: 1, Cancel: 1}}},
	{3, Card{"steady", "Steady, men", true, true, 0, nil, Effect{Dice: 1, Steady: true}}},
	{3, Card{"inspire", "Inspire", true, true, 0, []string{"officer"}, Effect{Dice: 1, Recover: 1}}},
	{3, Card{"feint", "Feint", true, true, 1, []string{"target"}, Effect{Dice: 1, Void: true}}},
	{3, Card{"relief", "Relief of the lines", true, false, 0, []string{"target", "second-line"}, Effect{Dice: 1, Relief: true, Attack: 1}}},
	{3, Card{"pila", "Volley of pila", true, false, 0, []string{"target", "fresh"}, Effect{Dice: 1, Missile: 5}}},
	{3, Card{"push", "Push of shields", true, false, 1, []string{"face"}, Effect{Dice: 1, Push: true}}},
	{2, Card{"giveground", "Give ground", true, true, 0, []string{"attacked", "room"}, Effect{Cancel: 1, Fallback: 1}}},
	{2, Card{"secondwind", "Second wind", true, true, 0, nil, Effect{Refresh: 1}}},
	{2, Card{"wedge", "Wedge", true, true, 2, []string{"target"}, Effect{Dice: 2, Attack: 1}}},
	{2, Card{"riposte", "Riposte", true, true, 1, []string{"attacked"}, Effect{Dice: 1, Riposte: 2}}},
	{2, Card{"rideround", "Ride round", false, true, 1, []string{"target"}, Effect{Dice: 1, Attack: 1, Defence: -1}}},
}

// numbers are the effects that are numbers, by the key that a scenario writes.
func (e *Effect) numbers() []struct {
	Key  string
	Into *int
} {
	return []struct {
		Key  string
		Into *int
	}{
		{"dice", &e.Dice}, {"attack", &e.Attack}, {"defence", &e.Defence}, {"cancel", &e.Cancel}, {"missile", &e.Missile},
		{"riposte", &e.Riposte}, {"fallback", &e.Fallback}, {"recover", &e.Recover}, {"refresh", &e.Refresh},
	}
}

// marks are the effects that are yes or no.
func (e *Effect) marks() []struct {
	Key  string
	Into *bool
} {
	return []struct {
		Key  string
		Into *bool
	}{{"void", &e.Void}, {"relief", &e.Relief}, {"push", &e.Push}, {"steady", &e.Steady}}
}

// readTables replaces what a scenario writes. Its cards add to the house kinds or replace them.
func (l *loader) readTables(n scenario.Node) {
	t := printed()
	for i, key := range []string{"average", "veteran"} {
		t.Need[i] = n.At("need").Int(key, t.Need[i])
	}
	for i, key := range []string{"front", "flank", "rear"} {
		t.Angle[i] = n.At("angle").Int(key, t.Angle[i])
	}
	t.Javelin, t.ChargeDice = n.Int("javelin", t.Javelin), n.Int("charge_dice", t.ChargeDice)
	t.Runner = n.Int("runner", t.Runner)
	for id, c := range n.Each("cards") {
		card := readCard(id, c)
		if i := t.card(id); i >= 0 {
			t.Cards[i] = card
		} else {
			t.Cards = append(t.Cards, card)
		}
	}
	for id, d := range n.Each("decks") {
		deck := NamedDeck{id, make(rules.Pile, len(t.Cards))}
		for card, count := range d.Entries() {
			i := t.card(card)
			if i < 0 {
				l.doc.Refuse(count, scenario.UnknownName, "a battle card")
				continue
			}
			deck.Count[i] = count.AsInt(0)
		}
		t.Decks = slices.DeleteFunc(t.Decks, func(d NamedDeck) bool { return d.Name == id })
		t.Decks = append(t.Decks, deck)
	}
	for i := range t.Decks {
		for len(t.Decks[i].Count) < len(t.Cards) {
			t.Decks[i].Count = append(t.Decks[i].Count, 0)
		}
	}
	l.b.Tables = t
}

// readCard reads a card that a scenario adds.
//
// §B11
func readCard(id string, n scenario.Node) Card {
	c := Card{ID: id, Name: n.Text("name", id), Heavy: true, Cavalry: true, Cost: n.Int("cost", 0), Needs: n.Texts("needs"), Effect: Effect{Dice: 1}}
	if n.Has("who") {
		c.Heavy, c.Cavalry = slices.Contains(n.Texts("who"), "heavy"), slices.Contains(n.Texts("who"), "cavalry")
	}
	for _, e := range c.numbers() {
		*e.Into = n.Int(e.Key, *e.Into)
	}
	for _, e := range c.marks() {
		*e.Into = n.Bool(e.Key, false)
	}
	return c
}

// card returns the index of a kind of card, or -1.
func (t *Tables) card(id string) int {
	return slices.IndexFunc(t.Cards, func(c Card) bool { return c.ID == id })
}

// deck returns the deck of that name, nil if there is none.
func (t *Tables) deck(name string) rules.Pile {
	for i := range t.Decks {
		if t.Decks[i].Name == name {
			return t.Decks[i].Count
		}
	}
	return nil
}
