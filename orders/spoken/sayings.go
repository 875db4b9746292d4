package spoken

// UntilNear are the ways to say that troops hold their fire until the enemy is so near; measure are the words behind
// the number, as a [Phrase] has them: `YARDS/YDS?`.
func UntilNear(measure string) (say []string) {
	const near = " UNTIL/TILL/BEFORE YOU? SEE? THEY/THEM/ENEMY/HE? COME/GET/CLOSE? WITHIN/AT/INSIDE/TO? # "
	for _, held := range []string{"HOLD/KEEP/RESERVE FIRE", "KEEP/STAY/REMAIN/BE QUIET/SILENT",
		"DO? NOT/NEVER OPEN? FIRE/SHOOT", "NOBODY FIRE/SHOOT",
		"NO ONE/MAN/FIRING FIRE/SHOOT?"} {
		until := held + near + measure + "? AWAY/OFF?"
		say = append(say, until)
		for _, fire := range []string{"FIRE/SHOOT/VOLLEY",
			"THEY/HE/YOU? GIVE/LET THEM/HIM HAVE? IT/FIRE/VOLLEY"} { // and so it is
			say = append(say, until+" ,? AND? THEN "+fire)
		}
	}
	return append(say, "LET THEM/HIM HAVE? IT/VOLLEY AT/FROM # "+measure+"?",
		"NOT/NEVER FIRE/SHOOT AT? ANYTHING/ANYONE/ANYBODY/THEM? FARTHER/FURTHER/BEYOND/MORE/OVER AWAY/OFF? THAN? # "+
			measure+"? AWAY/OFF?",
		"NO FIRE/FIRING/SHOT/SHOTS/SHOOTING AT? ANYTHING/ANYONE/ANYBODY? FARTHER/FURTHER/BEYOND/OVER AWAY/OFF? THAN? # "+
			measure+"? AWAY/OFF?",
		"FIRST? FIRE/SHOOT/VOLLEY WHEN/ONCE THEY/ENEMY/HE COME/GET? WITHIN/AT/INSIDE? # "+measure+"? AWAY/OFF?",
		"FIRE/SHOOT/VOLLEY WHEN/ONCE THEY/ENEMY/HE VERY/GET/COME? CLOSE/NEAR UP? ,? AT? # "+measure,
		"OPEN? FIRE AT/FROM # "+measure+"?", "OPEN? FIRE WITHIN/INSIDE # "+measure+"?",
		"FIRE WHEN/ONCE THEY/ENEMY WITHIN/AT # "+measure+"?", "GIVE THEM/HIM? FIRE/VOLLEY/IT AT/WITHIN/FROM # "+measure+"?",
		"VOLLEY WITHIN # "+measure+"?", "VOLLEY/SHOOT AT/WITHIN/FROM # "+measure,
		"FIRE/SHOOT/BLAZE AWAY? AT/ON? ANYONE/ANYBODY/ANYTHING/WHOEVER/WHATEVER THAT/WHO? COMES/GETS? WITHIN/INSIDE # "+
			measure+"?",
		"PICK OFF ANYONE/ANYBODY/ANYTHING/WHOEVER/WHATEVER COMES/GETS? WITHIN # "+measure+"?",
		"LET THEM/HIM/ENEMY COME TO/WITHIN? # "+measure+" THEN? AND? FIRE")
}

// AtWill and NoFiring are the ways to say that troops fire as they like, and not at all.
var (
	AtWill   = []string{"OPEN? FIRE/SHOOT AT WILL", "FIRE FREELY", "FIRE/SHOOT AS YOU/THEY/HE/IT/WE PLEASE/LIKE/WISH"}
	NoFiring = []string{"HOLD/RESERVE/KEEP FIRE", "DO? NOT STOP? TO? FIRE/SHOOT",
		"WITHOUT STOPPING? TO? FIRING/SHOOTING/FIRE/SHOOT", "NO FIRE/FIRING/SHOOTING", "NEVER MIND FIRING/SHOOTING"}
)

// Charged are the ways to say that something is done by those who are charged.
var Charged = []string{"IF/WHEN/WHENEVER/ONCE YOU/THEY/IT? GET? CHARGED/ATTACKED", "ON CHARGE", "AGAINST CHARGE",
	"IF/WHEN/WHENEVER/ONCE YOU/THEY/IT? CHARGED/ATTACKED BY ANYBODY/ANYONE/ANYTHING/ENEMY/THEM",
	"IF/WHEN/WHENEVER THEY/ENEMY/ANYONE/ANYBODY/SOMEBODY/HE CHARGE/ATTACK YOU/THEM/US/IT?",
	"IF/WHEN/WHENEVER/ONCE THEY/ENEMY/ANYONE/ANYBODY/SOMEBODY/HE COME/RIDE/RUSH/RUN/GO AT/FOR YOU/THEM/US/IT/ME"}
