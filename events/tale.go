package events

// Tale says how the story of a report tells an outcome: what part it has in the fight or errand that
// it belongs to (its scene), how much it matters, and in which words.
//
// Sentences are templates as in Words; beside the outcome's own fields they may use
//
//	fell   how many men the other is known to have lost in the scene: `some forty`
//	lost   the same of who acts
//	n      how many outcomes of the kind were drawn together
//	blame  by whom it came about, as Blames has it: a list of ids, or what these are called
//	traced the field that Traces names
//	alone  yes where nothing else is told of the scene
type Tale struct {
	// Like is a tale from which this one has what it leaves out.
	Like *Tale
	Kind Scene
	// By and On are the fields with who acts or suffers and against whom: unit, stand, list or seat.
	By, On string
	// Place is the field with the place that it is about, Holder that with the side which has it now, From
	// that with the place from which it was done, where By names nobody.
	Place, Holder, From string
	// Stands: By awaits it where they stand, so that the map draws no way of theirs.
	Stands bool
	// Herald: every seat is told of it; a ruleset need not say so, its outcome does.
	Herald bool
	// After are the names of outcomes, with blanks between, to the last of which before it this one belongs,
	// whoever it befell: what is lost in a fight is told with it.
	After string
	// Blames are the names of outcomes, with blanks between, the last of which upon By brought it about, in the turn
	// or in the one before.
	Blames string
	// Traces is the name of an outcome from which this one followed, and a field of it with the reason.
	Traces string
	// Retakes: the outcome from which this one follows is rolled again, and does not stand.
	Retakes bool
	// Loss is the field with how much By lost, Hits that with how much On was seen to lose. Both
	// count as the stage's Men says.
	Loss, Hits string
	// Part is what By lost one of, or as many as Loss says, where it is not counted in men: `company`.
	Part string
	// Sum are further fields that are added up where outcomes of the kind are drawn together.
	Sum string
	// Points is the field with the points that By, a side, has at the end, or with those of all sides: `red:5,blue:3`.
	Points string
	// Weight is how much it matters, 100 the fall of a general, 10 a march; 0 is a step on the way,
	// which joins what belongs together and is never told.
	Weight int
	// Rise gives it another weight where a field has a value.
	Rise []Rise
	// Says are its sentences, one of which is chosen by turn and scene; none: it is a step.
	Says []string
	// Hand: its sentences, all of them, stand below what cards the reader holds, if any, and nowhere else.
	Hand bool
	// Head is the headline where it befell the reader's side, Theirs where it befell the enemy; "": the same.
	Head, Theirs string
	// Why stands in the table beside By, if it is the reader's: what keeps it from its orders.
	Why string
	// Mend stands behind Why: a remedy. It may come to nothing.
	Mend string
	// IfIdle: Why is told only of a unit that did nothing else in the turn.
	IfIdle bool
	// Acts is the field with the order that By, the reader's own, now acts on.
	Acts string
}

// Rise is another weight: `{"fate", "dead", 100}`.
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

// Stage is what a scenario says of itself that all its players know, for the mails.
type Stage struct {
	Turns  int // the last turn, 0 none
	Clock  Clock
	Men    int               // in one unit of loss and strength; 0: strength is not counted in men
	Sides  map[string]string // by unit, officer and seat
	Seats  map[string]string // who commands, by unit
	Places []Place
	// Persons are the seats whose commanders officers are, by officer, where these have an id of their own.
	Persons map[string]string
	// Commanders are the names of who commands a unit, and of who takes over from the commander of a seat: the
	// first, and those behind who follow when one falls.
	Commanders map[string][]string
	Goals      map[string]int // what a side must reach to have won, where the scenario says so
	Pace       int            // of a courier, a turn, in hundredths of the board's measure; 0: not known so
	// Briefing and Aims are paragraphs by seat: those for all, for the side, for the seat.
	Briefing, Aims map[string][]string
	Play           Play
}

// Play has the level and the length of a battle.
type Play struct {
	Level   string // one of scenario.Levels; "": it does not say
	Minutes int    // the whole battle, alone
}

// Clock is the hour of turn 1, in minutes after midnight, and the minutes of a turn; 0 minutes: none.
type Clock struct{ Start, Minutes int }

// Place is one that counts.
type Place struct {
	ID     string
	Points int
	Holder string // the side that has it at the outset, "" none
	Stood  bool   // whoever stands on it has it
}

// Role is the part that a kind of fact has in the tables of a report.
type Role string

// The roles of facts.
const (
	RoleOwn     Role = "own"     // a unit of the reader's side
	RoleEnemy   Role = "enemy"   // one of the enemy's, known by name
	RoleGuess   Role = "guess"   // one that is seen and not known
	RoleGone    Role = "gone"    // what is out of play
	RoleOfficer Role = "officer" // a commander; the field `with` has the unit that they are with
	RoleCourier Role = "courier" // a rider in sight
	RoleScore   Role = "score"   // how it stands
	RoleHand    Role = "hand"    // the cards that somebody holds
)

// WeightOf is how much an outcome of the tale matters, before it is asked whose it is.
func (t *Tale) WeightOf(o *Outcome) int {
	w := t.Weight
	for _, r := range t.Rise {
		if o.Get(r.Field) == r.Value {
			w = r.Weight
		}
	}
	return w
}
