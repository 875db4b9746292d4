package fieldcommand

import (
	"cmp"
	"slices"

	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// Tables holds the figures of section c. A scenario may replace any of them.
type Tables struct {
	Capacity [5]int // by terrain
	Penalty  [3]int // clear, obstructed, charge (§8.2)
	Losses   [3]int // winner, loser (plus the margin), tie (§8.2)
	Retreat  [3]int // approach, infantry, cavalry (§12)
	Morale   [7]int // objective, artillery, mobilize, rally, retreat, spike, point
	Courier  [9]int // points, main, minor, railroad, none, restricted, risk, lost, captured (§H6.3, §H6.4)
}

// printed holds the figures of section c.
var printed = Tables{
	//        open hill woods town swamp
	Capacity: [...]int{8, 6, 6, 4, 2},
	//       clear obstructed charge
	Penalty: [...]int{1, 2, 0},
	//      winner loser tie
	Losses: [...]int{1, 1, 1},
	//       approach infantry cavalry
	Retreat: [...]int{1, 1, 0},
	//      objective artillery mobilize rally retreat spike point
	Morale: [...]int{5, 1, 2, 1, 1, 1, 1},
	//       points main minor railroad none restricted risk lost captured
	Courier: [...]int{6, 2, 3, 3, 4, 6, 1, 4, 7},
}

// The columns of the tables.
const (
	penaltyClear, penaltyObstructed, penaltyCharge = 0, 1, 2

	lossWinner, lossLoser, lossTie = 0, 1, 2

	retreatApproach, retreatInfantry, retreatCavalry = 0, 1, 2

	moraleObjective, moraleArtillery, moraleMobilize, moraleRally = 0, 1, 2, 3
	moraleRetreat, moraleSpike, moralePoint                       = 4, 5, 6

	ridePoints, rideMain, rideMinor, rideRailroad = 0, 1, 2, 3
	rideNone, rideRestricted, rideRisk            = 4, 5, 6
	rideLost, rideCaptured                        = 7, 8
)

// charts lists the tables by their names in a scenario.
var charts = rules.Charts[Tables]{
	{Name: "capacity", Rows: terrains, Figure: rules.Whole(1, 99), Of: func(t *Tables) any { return &t.Capacity }},
	{Name: "penalty", Rows: []string{"clear", "obstructed", "charge"}, Figure: rules.Whole(0, 99),
		Of: func(t *Tables) any { return &t.Penalty }},
	{Name: "losses", Rows: []string{"winner", "loser", "tie"}, Figure: rules.Whole(0, 99),
		Of: func(t *Tables) any { return &t.Losses }},
	{Name: "retreat", Rows: []string{"approach", "infantry", "cavalry"}, Figure: rules.Whole(0, 99),
		Of: func(t *Tables) any { return &t.Retreat }},
	{Name: "morale", Rows: []string{"objective", "artillery", "mobilize", "rally", "retreat", "spike", "point"},
		Figure: rules.Whole(0, 99), Of: func(t *Tables) any { return &t.Morale }},
	{Name: "courier", Figure: rules.Whole(0, 99), Of: func(t *Tables) any { return &t.Courier },
		Rows: []string{"points", "main", "minor", "railroad", "none", "restricted", "risk", "lost", "captured"}},
}

// terrains lists the kinds of locales, in the order of the table `capacity`.
var terrains = []string{"open", "hill", "woods", "town", "swamp"}

// The effects of cards, a closed list (§H8.2).
const (
	effectCommands = "commands"
	effectAssault  = "assault"
	effectMarch    = "march"
	effectDefence  = "defence"
	effectRally    = "rally"
	effectGuns     = "guns"
	effectSteady   = "steady"
	effectCouriers = "couriers"
)

// standardDeck is the deck `standard` (§H8.2).
var standardDeck = []Card{
	{"orders", "Extra Orders", 4, effectCommands, 1},
	{"steel", "Cold Steel", 3, effectAssault, 1},
	{"forced", "Forced March", 2, effectMarch, 1},
	{"works", "Breastworks", 2, effectDefence, 1},
	{"colors", "Rally on the Colors", 2, effectRally, 0},
	{"guns", "Massed Batteries", 1, effectGuns, 1},
	{"steady", "Steady, Boys", 1, effectSteady, 0},
	{"horses", "Fresh Horses", 1, effectCouriers, 2},
}

// readDeck reads one deck.
func readDeck(n scenario.Node) []Card {
	var deck []Card
	for _, n := range n.Items() {
		c := rules.Written[Card](n)
		c.ID = n.Text("id", "")
		c.Name = cmp.Or(c.Name, c.ID)
		deck = append(deck, c)
	}
	return deck
}

// capacityOf returns how many blocks a locale of the terrain holds.
func (t *Tables) capacityOf(terrain string) int {
	return t.Capacity[max(0, slices.Index(terrains, terrain))]
}
