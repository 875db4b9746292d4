package events

// Tale defines how a report's story tells an outcome: its part in the fight or errand that it belongs to (its scene),
// its weight, and its wording.
//
// Sentences are templates as in Words. Besides the outcome's own fields they may use
//
//	fell   known losses of On in the scene, in words: `some forty`
//	lost   the same for By
//	n      number of outcomes of this kind that were merged
//	blame  the units that caused it according to Blames: a list of ids, or their names
//	traced the field that Traces names
//	troops the troops that Sent was sent to
//	alone  yes if nothing else of the scene is told
type Tale struct {
	// Like is a tale that provides the fields left empty here.
	Like *Tale
	Kind Scene
	// By and On are the fields with the acting or affected party and with its opponent: unit, stand, list or seat.
	By, On string
	// Place is the field with the place concerned, Holder the field with the side that holds it now, and From the
	// field with the place of origin if By is empty.
	Place, Holder, From string
	// Stands means that By awaits the enemy in place, so the map draws no movement for it.
	Stands bool
	// Herald means that every seat learns of it without a sentence in the ruleset.
	Herald bool
	// After lists outcome names, separated by blanks. The outcome joins the last of these before it, whoever is
	// affected, so that the losses of a fight are told with it.
	After string
	// Blames lists outcome names, separated by blanks. The last of these against By, in this turn or the one before,
	// caused the outcome.
	Blames string
	// Traces is the name of an outcome that this one followed from, and the field there with the reason.
	Traces string
	// Sent is the field with the reader's dispatch that ordered it; its recipients are `troops` in the sentences.
	Sent string
	// Retakes means that the outcome that caused this one is rolled again and is void.
	Retakes bool
	// Loss is the field with the losses of By, Hits the field with the visible losses of On. The unit of both is the
	// stage's Men.
	Loss, Hits string
	// Part is the unit of Loss if that is not men: `company`. Without Loss, one is lost.
	Part string
	// Sum lists further fields to add up when outcomes of this kind are merged.
	Sum string
	// Weight is the importance: 100 for the death of a general, 10 for a march. 0 marks an intermediate step, which
	// connects related outcomes and is never told.
	Weight int
	// Rise changes the weight if a field has a value.
	Rise []Rise
	// Says are its sentences; turn and scene choose one. The first is also the entry in the diary if Words has none.
	// Without sentences the outcome is an intermediate step.
	Says []string
	// Hand means that all its sentences appear below the reader's cards, if any, and nowhere else.
	Hand bool
	// Head is the headline if the reader's side is affected, Theirs if the enemy is; "" means the same as Head.
	Head, Theirs string
	// Why is shown in the table beside By, if that is the reader's: the reason why it cannot follow its orders.
	Why string
	// Mend is shown after Why: a remedy. It may be empty.
	Mend string
	// IfIdle limits Why to units that did nothing else in the turn.
	IfIdle bool
	// Acts is the field with the order that By, the reader's own unit, is acting on now.
	Acts string
}

// Rise is a conditional weight: `{"fate", "dead", 100}`.
type Rise struct {
	Field, Value string
	Weight       int
}

// Scene is a kind of scene.
type Scene string

// The kinds of scenes.
const (
	SceneFire    Scene = "fire"
	SceneCharge  Scene = "charge"
	SceneMelee   Scene = "melee"
	SceneRout    Scene = "rout"
	SceneLoss    Scene = "loss"
	ScenePlace   Scene = "place"
	SceneOfficer Scene = "officer"
	SceneMarch   Scene = "march"
	SceneOrder   Scene = "order"
	SceneArmy    Scene = "army"
)

// Stage is the public information in a scenario, for use in mails.
type Stage struct {
	Turns  int // the last turn, 0 if there is none
	Clock  Clock
	Men    int               // men per unit of loss and strength; 0 if strength is not counted in men
	Sides  map[string]string // by unit, officer and seat
	Seats  map[string]string // commanding seat, by unit
	Places []Place
	// Persons maps officers with an id of their own to the seats that they command.
	Persons map[string]string
	// Commanders are the commanders of a unit or seat in order of succession: the first, then those who take over
	// when one falls.
	Commanders map[string][]string
	Pace       int // of a courier, per turn, in hundredths of the board's unit; 0 if unknown
	// Briefing and Aims are paragraphs by seat: for all, for the side, for the seat.
	Briefing, Aims map[string][]string
	Play           Play
}

// Play is the level and length of a battle.
type Play struct {
	Level   string // one of scenario.Levels, or ""
	Minutes int    // for the whole battle, for one player alone
}

// Clock is the start of turn 1, in minutes after midnight, and the length of a turn in minutes, 0 if there is no
// clock.
type Clock struct{ Start, Minutes int }

// Place is a place that counts for victory.
type Place struct {
	ID     string
	Points int
	Holder string // the side that holds it at the start, or ""
	Stood  bool   // it belongs to the side that stands on it
}

// Role is the part of a kind of fact in the tables of a report.
type Role string

// The roles of facts.
const (
	RoleOwn     Role = "own"     // a unit of the reader's side
	RoleEnemy   Role = "enemy"   // an enemy unit, identified
	RoleGuess   Role = "guess"   // a unit that is seen but not identified
	RoleGone    Role = "gone"    // out of play
	RoleOfficer Role = "officer" // a commander; the field `with` has the unit they are with
	RoleCourier Role = "courier" // a rider in sight
	RoleHand    Role = "hand"    // cards held by a seat
)

// WeightOf returns the outcome's weight, regardless of whose it is.
func (t *Tale) WeightOf(o *Outcome) int {
	w := t.Weight
	for _, r := range t.Rise {
		if o.Get(r.Field) == r.Value {
			w = r.Weight
		}
	}
	return w
}
