package commandchaos

import (
	"cmp"
	"slices"

	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// Card is one kind of battle card (§B10, §B11).
type Card struct {
	ID      string
	Name    string `key:"name,name" doc:"as players write it"`
	Heavy   bool   // heavy infantry may play it
	Cavalry bool
	Cost    int      `key:"cost,0..9,0" doc:"stamina"`
	Needs   []string `key:"needs,target|attacked|face|fresh|officer|second-line|room" doc:"none; B8"`
	Effect
}

// Effect is the effect of a battle card. The zero Effect, but with 1 as Dice, applies without a card (§B11).
type Effect struct {
	Dice     int  `key:"dice,0..9,1" doc:"attack dice"` // 1 without a card
	Attack   int  `key:"attack,-9..9,0" doc:"added to each of its attack dice"`
	Defence  int  `key:"defence,-9..9,0" doc:"added to each attack die aimed at it"`
	Cancel   int  `key:"cancel,0..99,0" doc:"hits on it in the knot that are struck off"`
	Missile  int  `key:"missile,0..6" doc:"none; one extra die first, so much or more is a hit"`
	Riposte  int  `key:"riposte,0..6" doc:"none; attack dice aimed at it that show so much or less hit the one who rolls"`
	Void     bool `key:"void" doc:"the card of its target is void"`
	Relief   bool `key:"relief" doc:"K9"`
	Push     bool `key:"push" doc:"K10"`
	Fallback int  `key:"fallback,0..9,0" doc:"spaces back"`
	Recover  int  `key:"recover,0..9,0" doc:"hits taken off"`
	Refresh  int  `key:"refresh,0..9,0" doc:"stamina gained"`
	Steady   bool `key:"steady" doc:"R4"`
}

// NamedDeck is a deck that sides can name.
type NamedDeck struct {
	Name  string
	Count rules.Pile
}

// Tables holds the charts. A scenario may replace any of them.
type Tables struct {
	Need       [2]int // average, veteran (§K5)
	Angle      [3]int // front, flank, rear (§K6)
	Javelin    int    // §L3
	ChargeDice int    // §C5
	Runner     int    // §H7
	Cards      []Card // in deck table order
	Decks      []NamedDeck
}

// charts lists the figures by their names in a scenario.
var charts = rules.Charts[Tables]{
	{Name: "need", Rows: []string{"average", "veteran"}, Figure: rules.Whole(1, 99),
		Of: func(t *Tables) any { return &t.Need }},
	{Name: "angle", Rows: []string{"front", "flank", "rear"}, Figure: rules.Whole(-9, 9),
		Of: func(t *Tables) any { return &t.Angle }},
	{Name: "javelin", Figure: rules.Whole(1, 7), Of: func(t *Tables) any { return &t.Javelin }},
	{Name: "charge_dice", Figure: rules.Whole(0, 9), Of: func(t *Tables) any { return &t.ChargeDice }},
	{Name: "runner", Figure: rules.Whole(0, 6), Of: func(t *Tables) any { return &t.Runner }},
}

// printed returns the charts of the digest. The cards are house rulings, because the prototype gives no text for them
// (§B10, §K5, §K6, §L3, §C5).
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

// houseCards is the house deck, 36 cards (§B10).
var houseCards = []struct {
	Count int
	Card
}{
	{4, Card{"onslaught", "Onslaught", true, true, 1, []string{"target"}, Effect{Dice: 2}}},
	{4, Card{"shieldwall", "Shieldwall", true, true, 1, []string{"attacked"}, Effect{Dice: 1, Cancel: 1}}},
	{3, Card{"steady", "Steady, men", true, true, 0, nil, Effect{Dice: 1, Steady: true}}},
	{3, Card{"inspire", "Inspire", true, true, 0, []string{"officer"}, Effect{Dice: 1, Recover: 1}}},
	{3, Card{"feint", "Feint", true, true, 1, []string{"target"}, Effect{Dice: 1, Void: true}}},
	{3, Card{"relief", "Relief of the lines", true, false, 0, []string{"target", "second-line"}, Effect{Dice: 1,
		Relief: true, Attack: 1}}},
	{3, Card{"pila", "Volley of pila", true, false, 0, []string{"target", "fresh"}, Effect{Dice: 1, Missile: 5}}},
	{3, Card{"push", "Push of shields", true, false, 1, []string{"face"}, Effect{Dice: 1, Push: true}}},
	{2, Card{"giveground", "Give ground", true, true, 0, []string{"attacked", "room"}, Effect{Cancel: 1, Fallback: 1}}},
	{2, Card{"secondwind", "Second wind", true, true, 0, nil, Effect{Refresh: 1}}},
	{2, Card{"wedge", "Wedge", true, true, 2, []string{"target"}, Effect{Dice: 2, Attack: 1}}},
	{2, Card{"riposte", "Riposte", true, true, 1, []string{"attacked"}, Effect{Dice: 1, Riposte: 2}}},
	{2, Card{"rideround", "Ride round", false, true, 1, []string{"target"}, Effect{Dice: 1, Attack: 1, Defence: -1}}},
}

// readTables applies a scenario's tables. Its cards add to the house kinds or replace them.
func (l *loader) readTables(n scenario.Node) {
	t := charts.Read(n, printed())
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

// readCard reads a card that a scenario adds (§B11).
func readCard(id string, n scenario.Node) Card {
	c := rules.Written[Card](n)
	c.ID, c.Name, c.Heavy, c.Cavalry = id, cmp.Or(c.Name, id), true, true
	if n.Has("who") {
		who := n.Texts("who")
		c.Heavy, c.Cavalry = slices.Contains(who, "heavy"), slices.Contains(who, "cavalry")
	}
	return c
}

// card returns the index of a kind of card, or -1.
func (t *Tables) card(id string) int {
	return slices.IndexFunc(t.Cards, func(c Card) bool { return c.ID == id })
}

// deck returns the deck with the name, or nil.
func (t *Tables) deck(name string) rules.Pile {
	for i := range t.Decks {
		if t.Decks[i].Name == name {
			return t.Decks[i].Count
		}
	}
	return nil
}
