package events

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// RollVersion is the version of the roll's format that this program writes and reads.
const RollVersion = 1

// Roll lists the units and the lost officers after a battle, for the next one. People read it as a file.
type Roll struct {
	Version  int           `json:"roll"` // of the format
	Game     string        `json:"game"`
	Title    string        `json:"title"`
	Ruleset  string        `json:"ruleset"`
	Rules    int           `json:"version"` // of the ruleset
	Head     Hash          `json:"head"`    // of the archive that it was made from
	Turn     int           `json:"turn"`    // the last
	State    Hash          `json:"state"`   // after that turn
	Result   string        `json:"result"`
	Winner   string        `json:"winner"` // the side that held the field, or `draw`
	Units    []RollUnit    `json:"units"`
	Officers []RollOfficer `json:"officers"`
	Check    Hash          `json:"check"` // of all the above
}

// RollUnit is a unit with its strength before and after the battle.
type RollUnit struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Side  string `json:"side"`
	Seat  string `json:"seat,omitempty"` // that commands it
	Began int    `json:"began"`
	Left  int    `json:"left"`
}

// RollOfficer is a person who was lost in this battle or an earlier one.
type RollOfficer struct {
	Who  string `json:"who"` // the seat, unit or officer of the scenario that the person was
	Name string `json:"name"`
	Side string `json:"side"`
	Fate string `json:"fate,omitempty"` // `dead`, `captured`, `wounded`; "" if the rules of the battle do not say
	Game string `json:"game"`           // in which the person was lost
}

// Sealed returns the roll with its Check. A roll that was changed by hand no longer has the right one.
func (r Roll) Sealed() Roll {
	r.Units, r.Officers, r.Check = list(r.Units), list(r.Officers), Hash{}
	text, err := encode(r)
	if err != nil {
		panic("events: a roll cannot be encoded: " + err.Error()) // unreachable: it has only text and numbers
	}
	r.Check = Sum(text)
	return r
}

// MarshalFile returns the text of the roll's file.
func (r Roll) MarshalFile() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(r)
	return b.Bytes(), err
}

// ReadRoll reads the file of a roll. The error says why it cannot be one that a program has written.
func ReadRoll(text []byte) (r Roll, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if err := json.Unmarshal(text, &struct {
		Version *int `json:"roll"`
	}{&r.Version}); err != nil {
		return r, fmt.Errorf("it is not a roll: %w", err)
	}
	if r.Version != RollVersion {
		return r, fmt.Errorf("it is a roll of version %d, and this program reads version %d", r.Version, RollVersion)
	}
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, fmt.Errorf("it is not a roll: %w", err)
	}
	if r.Check != r.Sealed().Check {
		return r, fmt.Errorf("it was changed after it was written")
	}
	return r, nil
}

// ArmyCarried records that the game's armies come from earlier battles. It stands in the game's first commit; the key
// `carried` of the scenario follows from it and from S[1].
type ArmyCarried struct {
	Rolls   []Roll        `json:"rolls"`
	Held    int           `json:"held"` // per cent of the losses that come back to the side that held the field
	Lost    int           `json:"lost"` // and to the side that lost it
	Rulings []CarryRuling `json:"rulings,omitempty"`
	Dice    []Die         `json:"dice"`
	Away    []RollOfficer `json:"away"` // who misses this battle
}

// EventType implements Data.
func (ArmyCarried) EventType() string { return "army.carried" }

// CarryRuling is the umpire's ruling on a unit's strength or a person's fate between two battles.
type CarryRuling struct {
	Who    string `json:"who"`
	Is     string `json:"is"` // a strength, or a fate; `fit` for a person who fights
	Reason string `json:"reason"`
}

func (d ArmyCarried) filled() Data {
	d.Rolls, d.Dice, d.Away = list(d.Rolls), list(d.Dice), list(d.Away)
	return d
}
