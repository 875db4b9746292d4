package rulesets_test

// rashFieldcommand is fieldcommand as nobody should write it.
var rashFieldcommand = rash{
	Ruleset: "fieldcommand",
	Grammar: map[string][]string{
		"order": {"<field>", "<field>", "<field>", "<field>", "IF <conds> THEN <field>", "IF <conds> THEN <order>", "TO <units>: <order>", "TO <seat>: <order>",
			"TO <self>: <order>", "REPORT TO <seat>", "REPORT TO <self>", "LETTER TO <seat>: come\n.", "LETTER TO <seat>, <mate>: come to <loc>\n.",
			"LETTER TO <self>: note\n.", "ASSIGN <units> TO <seat>", "ASSIGN <units> TO <self>", "RIDE TO <loc>", "RIDE WITH <unit>", "<play>", "<play>",
			"STANDING <stand>", "STANDING <stand>", "<staff>", "<staff>", "WAIT", "HOLD <units>", "CANCEL STANDING", "1 <order>"},
		"field": {"ATTACK <loc> WITH <units>", "ATTACK <loc> WITH <group><ending>", "ASSAULT <loc> WITH <group> LED BY <units> SUPPORTED BY <units><ending>",
			"ADVANCE <group> TO <loc><ending>", "MANEUVER <group> TO <loc> ELSE STAY<ending>", "CHARGE <loc> WITH <group><ending>", "CHARGE <loc> VIA <loc> WITH <group>",
			"BOMBARD <loc> WITH <group>", "CAVALRY MARCH <group> VIA <loc> TO <loc><ending>", "CAVALRY MARCH <group> TO <loc>", "FIELD MARCH <group> TO <loc><ending>",
			"LOCAL MARCH <group> TO RESERVE<ending>", "LOCAL MARCH <group> TO APPROACH <loc>", "SECURE <loc> WITH <group>", "FALL BACK <group>",
			"ROAD MARCH <group> VIA <loc>, <loc> TO <loc>", "ROAD MARCH <group> TO <loc><ending>", "MARCH <group> TO <loc>", "MARCH <group> VIA <loc> TO <loc>",
			"MARCH <group> TO <pos>", "MARCH <group> TO RESERVE", "FIELD MARCH TO <loc>"},
		"ending": {"", "", "", " DEPLOY TOWARD <loc>", " DEPLOY <units> TOWARD <loc>", " LED BY <units>"},
		"staff": {"RANGE <unit>", "LIMBER <units>", "SPIKE <unit>", "RANGE <units>", "MERGE <unit>, <unit>", "SPLIT <unit> INTO 2, 1", "SPLIT <unit> INTO 1+1",
			"SPLIT <unit> INTO <n>, <n>, <n>", "RALLY <unit>, <unit>", "RALLY ALL AT <loc>", "MOBILIZE GROUP <n> AT <loc>", "REORGANIZE <unit>, <unit>"},
		"play":  {"PLAY <card>", "PLAY <card> FOR <seat>", "PLAY <card> AT <loc>", "PLAY <card> FOR <self>"},
		"card":  {"orders", "steel", "forced", "works", "colors", "guns", "steady", "horses", "aces"},
		"units": {"<unit>", "<unit>", "<unit>, <unit>", "<unit>, <unit> and <unit>", "<foe>"},
		"group": {"<units>", "<units>", "ALL AT <pos>", "ALL INFANTRY AT <pos>", "ALL CAVALRY AT <loc>", "ALL ARTILLERY AT <loc>"},
		"stand": {"HOLD", "AT <loc>: IF <n> OR MORE WITHDRAW TO <loc>, <loc> ELSE HOLD WITH <units>", "ASK", "AT <loc>: ASK", "WITHDRAW", "FALL BACK FROM <loc> TO <loc>",
			"LEAD <units>", "LOSSES FIRST <units>", "LOSSES LAST <units>", "RANGE <units>", "NONE", "IF <n> OR MORE ASK ELSE WITHDRAW"},
		"conds": {"<cond>", "<cond>", "NOT <cond>", "<cond> AND <conds>"},
		"cond": {"<loc> IS EMPTY", "<loc> IS NOT ENEMY", "<loc> IS OURS", "<loc>/<loc> IS SECURED", "<loc>/<loc> IS UNSECURED", "<n> OR MORE BLOCKS AT <loc>",
			"ORDER <n> SUCCEEDED", "ORDER <n> FAILED", "MORALE BELOW <n>"},
		"loc": {"7", "8", "9", "10", "13", "14", "15", "16", "17", "20", "21", "22", "23", "24", "31", "2", "4", "5"},
		"pos": {"<loc>", "15/14", "14/15", "<loc>/<loc>", "RESERVE OF <loc>"},
		"n":   {"1", "2", "3", "0", "9", "-1", "99999999999999999999"},
	},
}

// rashCommandchaos is commandchaos as nobody should write it.
var rashCommandchaos = rash{
	Ruleset: "commandchaos",
	Grammar: map[string][]string{
		"order": {"<move>", "<move>", "<move>", "<move>", "IF <conds> THEN <branch>", "IF <conds> THEN <branch> ELSE <branch>", "IF <conds> THEN <branch> ELSE <branch>",
			"IF <conds> THEN <order> ELSE <order>", "TO <zone>: <order>", "TO <officer>: <order>", "TO <zone>: IF <conds> THEN <branch> ELSE <branch>",
			"STANDING <branch>", "STANDING IF <conds> THEN <branch> ELSE <branch>", "TO <zone>: STANDING IF <conds> THEN <move> ELSE <move>", "<side>", "<side>", "<officers>", "<officers>",
			"<card>", "<card>", "LETTER TO <seat>: come\n.", "LETTER TO <self>, <mate>: note\n.", "CANCEL STANDING", "CANCEL STANDING <unit>",
			"PLACE <unit> AT <space>", "PLACE <unit> AT <space> RESERVE", "CHIT <unit> <n>V", "CHIT <unit> <n>"},
		"branch": {"<move>", "<move>", "<side>", "<officers>", "<card>"},
		"move": {"ADVANCE <unit>", "ADVANCE <units> <n>", "ADVANCE <units> TO <space>", "ADVANCE <units> TO CONTACT WITH <unit>", "BACK <units>", "BACK <units> <n> WITH <unit>",
			"BACK <unit> TO <space>", "HOLD <units>", "CHARGE <units>", "CHARGE <units> AT <foe> OR HOLD WITH <unit>", "FLANK <unit>", "FLANK <unit> LEFT ON <foe> SIDE", "REACT <units> COUNTER",
			"REACT <units> STAND", "STRIKE <unit> AT <foe>", "SHIFT <unit> LEFT", "SHIFT <unit> RIGHT <n>", "SHIFT <unit> TO <column>"},
		"side":     {"INITIATIVE SECOND", "INITIATIVE FIRST", "CARDS SECOND", "CARDS FIRST", "ZONES <zone>, <zone>", "PASS <zone>", "WAIT <zone> UNTIL <conds>", "DISCARD <kind>", "DISCARD <kind>, <kind>"},
		"officers": {"RIDE TO <zone>", "RIDE <officer> TO <zone>", "ATTACH TO <unit>", "ATTACH <officer> TO <unit>", "DETACH", "DETACH <officer>"},
		"card":     {"CARD <kind> ON <unit>", "CARD <kind> OR <kind> ON <unit>"},
		"kind":     {"onslaught", "shieldwall", "steady", "inspire", "feint", "relief", "pila", "push", "giveground", "secondwind", "wedge", "riposte", "rideround", "aces"},
		"units":    {"<unit>", "<unit>", "<unit>, <unit>", "<unit>, <unit> and <unit>", "<foe>"},
		"officer":  {"paullus", "servilius", "hanno", "maharbal", "<leader>"},
		"zone":     {"left wing", "left", "centre", "right", "right wing", "moon"},
		"conds":    {"<cond>", "<cond>", "NOT <cond>", "<cond> AND <conds>"},
		"cond": {"WE ARE FIRST", "WE ARE SECOND", "ENEMY WITHIN <n> OF <unit>", "ENEMY LINE WITHIN <n>", "CLEAR AHEAD", "CLEAR AHEAD OF <unit>", "<unit> ENGAGED", "<foe> ROUTED", "<unit> FLANKED",
			"<unit> HITS > <n>", "<foe> STAMINA AT MOST <n>", "<unit> MORALE>=<n>", "CARD ON <foe>", "OPPOSITE <zone> MOVED"},
		"space":  {"c3", "d3", "e4", "f1", "b2", "a1", "j7", "z9"},
		"column": {"a", "c", "j", "z"},
		"n":      {"1", "2", "3", "5", "0", "-1", "99999999999999999999"},
	},
}

// rashFirediscipline is firediscipline as nobody should write it.
var rashFirediscipline = rash{
	Ruleset: "firediscipline",
	Names:   map[string][]string{"place": {"terrain"}, "road": {"roads"}},
	Grammar: map[string][]string{
		"order": {
			"TO <units>: <directive>", "TO <units>: <directive>", "TO <units>: <directive>",
			"TO <units>: <directive>", "TO <units>: <directive>", "TO <units>: <directive>", "TO ALL: <directive>",
			"TO <seat>: <directive>", "STANDING TO <units>: <directive>", "CHIT <units> <chit>",
			"STANDING CHIT <unit> <chit>", "To the <unit> and <unit>, please: <directive>", "RIDE TO <goal>",
			"RIDE TO <goal>", "RIDE <unit>", "RIDE TO <seat>", "ATTACH TO <unit>", "JOIN <foe>", "DETACH", "STAY",
			"LETTER TO <seat>: come to <place>\n.", "LETTER TO <seat>, <mate>: come\n.", "LETTER TO <self>: note\n.",
			"<directive>", "CANCEL <n>", "ASSAULT <place> WITH <units>",
		},
		"directive": {
			"<act>", "<act>", "<act> <details>", "<act>, <details>", "<details>", "<act> IF <cond> THEN <act>",
			"<act> <details> IF <cond> THEN <act> <details>", "<act> IF <cond> THEN <act> IF <cond> THEN <act>",
			"<act>, but if <cond> then <directive>", "IF <cond> THEN <directive>", "<act> ELSE <act>",
		},
		"act": {
			"ADVANCE", "ADVANCE <dir>", "ADVANCE TO <goal>", "general advance towards <dir>", "ASSAULT <place>",
			"storm <place>", "ASSAULT <goal>", "HOLD", "HOLD <goal>", "HOLD here", "march to <goal>",
			"WITHDRAW TO <goal>", "WITHDRAW <n> YDS", "fall back <n>", "WITHDRAW", "HOLD FIRE", "HOLD FIRE AT <n>",
		},
		"details": {
			"<detail>", "<detail>", "<detail> <detail>", "<detail>, <details>", "<detail> and <details>",
		},
		"detail": {
			"FACING <dir>", "IN LINE", "IN COLUMN", "IN OPEN ORDER", "form square", "FIRE AT <n>", "FIRE AT <n> YDS",
			"FIRE AT WILL", "HOLD FIRE", "VIA <goal>", "VIA <goal>, <goal>, <goal>", "BY ROAD", "BY ROAD <road>",
			"DRESS ON <unit>", "DRESS ON <foe>", "PURSUE", "NO PURSUIT", "CHIT <chit>", "UNLIMBER", "DISMOUNT",
			"MOUNT",
		},
		"chit": {"R <n>", "L <n>", "H", "C", "A", "U", "R", "X 5"},
		"cond": {
			"ENEMY WITHIN <n>", "ENEMY WITHIN <n> YDS", "TURN <n>", "HALF SPENT", "ENEMY IN <place>",
			"an enemy comes within <n>", "NOT HALF SPENT", "<unit> ROUTED",
		},
		"goal": {
			"<place>", "<place>", "<place>", "<x>,<y>", "(<x>, <y>)", "<x>/<y>", "<n> YDS <dir>",
			"<n> YDS <dir> OF <place>", "<unit>", "<road>",
		},
		"dir":   {"N", "NNE", "east", "WSW", "SSW", "NW", "south", "45", "0", "360", "361", "-5", "up"},
		"place": {"moon", "here"},
		"road":  {"moon road"},
		"x":     {"450", "0", "900", "120", "700", "1", "-5", "99999", "300.5"},
		"y":     {"300", "0", "600", "100", "1000", "-1", "420"},
		"n": {
			"60", "100", "1", "30", "200", "2", "3", "5", "0", "-1", "900", "901", "99999999999999999999",
		},
		"units": {"<unit>", "<unit>", "<unit>", "<unit>", "<unit>", "<unit>, <unit>", "<unit>, <unit> and <unit>", "<foe>"},
	},
}

// rashOrderdiscipline is orderdiscipline as nobody should write it.
var rashOrderdiscipline = rash{
	Ruleset: "orderdiscipline",
	Names:   map[string][]string{"place": {"map.places", "map.areas", "map.lines"}},
	Grammar: map[string][]string{
		"order": {
			"<do>", "<do>", "<do>", "<do>", "<do>", "<do>", "<do>", "<do>", "STANDING <do>", "STANDING <do>",
			"STANDING <chief>", "<chief>", "<chief>", "<chief>", "TO <seat>: <do>", "TO <leader>: <do>",
			"TO <mate>: <chief>", "TO <leader>: STANDING <do>", "TO <seat>: TO <leader>: <do>", "OBEY <self>.t<n>.1",
			"OBEY <mate>.t1.<n>", "OBEY <mate>.t2.1", "OBEY <unit>", "SEQUENCE <units>",
			"SEQUENCE <unit>, THEN <units>", "LETTER TO <seat>: come\n.", "LETTER TO <mate>, <seat>: come\n.",
			"CANCEL STANDING", "CANCEL STANDING <units>", "CANCEL STANDING SEIZE", "CANCEL STANDING SELF",
			"<self-move>", "<self-move>", "STANDING <self-move>", "CANCEL <n>",
		},
		"do": {
			"<who> <move>", "<who> <move>", "<who>: <move>", "<who> <group>", "<who> <steps>",
			"<who> IF <conds> THEN <group>", "<who>: IF <conds> THEN <group> ELSE <group>",
			"IF <conds> THEN <who> <group> ELSE <group>", "<who> <group> IF <conds>", "<who> will please <steps>",
		},
		"group": {"<move>", "<move>", "<fire>", "<react>", "<steps>"},
		"move": {
			"HOLD", "HOLD FACING <dir>", "MOVE TO <place>", "MOVE TO <place> VIA <place> AND <place>",
			"MOVE TO <place> IN <form> FACING <dir> KEEPING FRONT", "ADVANCE <len>", "MOVE <len> <dir>",
			"MOVE <len> <dir> KEEPING FRONT", "FALL BACK <len>", "FALL BACK TO <place>", "FORM <form>",
			"FORM <form> FACING <dir>", "LIMBER", "UNLIMBER", "FACE <dir>", "CHARGE <target>", "CHARGE <target>",
			"attack <target>", "SUPPORT <unit>", "SUPPORT <foe>", "RALLY",
		},
		"steps": {
			"<move> THEN <move>", "<move> THEN <move>", "<move> THEN <move> THEN <move>", "<move> THEN <steps>",
			"<move> THEN <fire>",
		},
		"fire": {
			"FIRE AT <target>", "FIRE AT <target>", "FIRE AT WILL", "HOLD FIRE", "HOLD FIRE UNTIL <len>",
			"hold fire until the enemy is within <len>",
		},
		"react": {
			"ON CHARGE STAND", "ON CHARGE SQUARE", "ON CHARGE EVADE", "ON CHARGE COUNTERCHARGE",
			"if charged form square", "ON CHARGE FLY",
		},
		"self-move": {
			"SELF JOIN <unit>", "SELF MOVE TO <place>", "I ride to <place>", "SELF LEAVE", "SELF STAY",
			"<leader> JOIN <unit>", "SELF CHARGE <foe>", "I join <unit> IF <conds>",
		},
		"chief": {
			"SEIZE", "SEIZE WITH <cards>", "SEIZE WITH <cards> IF <conds>", "SEIZE NEVER", "CONTEST",
			"CONTEST WITH <cards> IF <conds>", "CONTEST NEVER", "do not contest", "REROLL <leader>",
			"REROLL <leader>, <leader> IF BELOW <n>", "REROLL ANY IF BELOW <n> WITH <cards> TWICE",
			"REROLL <unit> TWICE", "REROLL <seat> WITH <cards>", "INITIATIVE FIRST", "INITIATIVE SECOND",
			"INITIATIVE LAST",
		},
		"cards": {"<card>", "<card> OR <card>", "<card>, <card> OR <card>"},
		"card":  {"JOKER", "KING", "QUEEN", "JACK", "LOWEST", "HIGHEST", "knave", "ace"},
		"conds": {"<cond>", "<cond>", "NOT <cond>", "<cond> AND <conds>"},
		"cond": {
			"ENEMY WITHIN <len>", "ENEMY <kind> WITHIN <len>", "NO ENEMY WITHIN <len>", "<unit> WITHIN <len>",
			"<foe> WITHIN <len>", "FIRST", "SECOND", "WE HAVE THE INITIATIVE", "STEADY", "<unit> UNSTEADY",
			"<unit> ROUTING", "LOST <n>", "TURN <n>", "CHARGED", "HAND <n>", "BELOW <n>", "LOST",
		},
		"target": {
			"<foe>", "<foe>", "<foe>", "NEAREST ENEMY", "NEAREST ENEMY <kind>", "ENEMY AT <point>",
			"ENEMY <kind> AT <point>", "<unit>", "the enemy",
		},
		"kind": {"INFANTRY", "CAVALRY", "ARTILLERY", "guns", "horse", "dragons"},
		"form": {
			"line", "column", "march column", "skirmish order", "square", "deployed", "limbered", "attack column",
			"battery", "wedge",
		},
		"dir": {
			"NE", "north", "west", "180", "0", "359", "360", "-1", "<place>", "<unit>", "<foe>", "nearest enemy",
			"to the north-east",
		},
		"place": {"<point>", "<point>", "<point>", "<unit>", "moon"},
		"point": {
			"20,12", "(20.5, 12.25)", "34,22", "46,31", "0,0", "64,44", "30,5", "17,20", "999,1", "-3,4", "1,1,1",
		},
		"len": {
			"6", "4 inches", "6.5 in", "12", "8", "24", "2", "0", "-1", "0.01", "100", "99999999999999999999",
		},
		"n":   {"1", "2", "3", "4", "6", "8", "0", "-1", "99999999999999999999"},
		"who": {"<unit>", "<unit>", "<unit>", "<units>", "ALL", "our <unit>", "SELF", "<leader>"},
		"units": {
			"<unit>", "<unit>", "<unit>, <unit>", "<unit>, <unit> and <unit>", "<unit> & <unit>", "<foe>",
		},
	},
}

// rashActivationchits is activationchits as nobody should write it.
var rashActivationchits = rash{
	Ruleset: "activationchits",
	Grammar: map[string][]string{
		"order": {
			"<plan>", "<plan>", "<plan>", "<plan>", "<plan>", "<plan>", "<plan>", "<plan>", "PLAN <plan>",
			"STANDING <plan>", "STANDING <plan>", "STANDING NONE", "STANDING <unit> NONE", "STANDING <order>",
			"IF <conds> THEN <plan>", "UNLESS <conds> THEN <plan>", "REACT <who>: <clauses>",
			"REACT <who>: <clauses>", "REACT ALL <arm>: <clauses>", "REACT ALL: <clauses>", "ADC ON <kinds>",
			"ADC ON <kinds> OF <units>", "ADC ON <kinds> OF ANY UNDER <n> HITS",
			"ADC ON COMBAT OF <unit> UNDER <n> HITS", "ADC NONE", "BONUS <units>", "BONUS NONE",
			"ON EVENT MOVE TO <hex>", "ON EVENT <action>", "PRECEDENCE <seat>, <seat>",
			"PRECEDENCE <leader>, <leader>, <leader>", "TO <seat>: <plan>", "TO <mate>: <plan>",
			"TO <leader>: STANDING <plan>", "TO <leader>: REACT <who>: <clauses>", "TO <seat>: TO <leader>: <plan>",
			"LETTER TO <seat>: come\n.", "LETTER TO <leader>, <mate>: come\n.", "LETTER TO <self>: note\n.",
			"<leader>: <lead>", "ME: <lead>", "STANDING ME: <lead>", "CANCEL <n>",
		},
		"plan": {
			"<who>: <action>", "<who>: <action>", "<who>: <action> <when>", "<who>: <action> <when> ELSE <action>",
			"<who>: <action> ELSE <action> <when> ELSE <action>",
			"<who> <action>, else <action> <when>, else <action> <when>", "ME: <lead> ELSE <lead>",
		},
		"when": {"IF <conds>", "IF <conds>", "UNLESS <conds>"},
		"action": {
			"MOVE TO <hex>", "MOVE TO <hex>", "MOVE <hex> VIA <hex>, <hex> FACING <face>",
			"MOVE TO <hex> AND FIRE AT <target>", "MOVE TO <hex> FACING <face> AND ATTACK <target>",
			"MOVE TOWARDS <target>", "close with <target>", "ATTACK <target>", "ATTACK <target>",
			"ATTACK <target> FROM <hex> IN FLANK ONLY WITH <units>", "charge <target> WITH <units> FROM <hex>",
			"ATTACK <target> IN FLANK", "FIRE AT <target>", "FIRE AT <target>", "FIRE", "FACE <face>", "RALLY",
			"LEAVE SQUARE", "LEAVE SQUARE FACING <face>", "HOLD", "FORM SQUARE", "<lead>",
		},
		"lead": {
			"MOVE TO <hex>", "ATTACH TO <unit>", "join <foe>", "DETACH TO <hex>", "DETACH", "HOLD",
			"MOVE TO <hex> FACING <face>", "RALLY",
		},
		"clauses": {"<clause>", "<clause>, <clause>", "<clause>, <clauses>"},
		"clause": {
			"SQUARE AT <n>", "SQUARE NEVER", "SQUARE AT 1", "RETIRE YES", "RETIRE NO", "RETIRE AT <n>",
			"BATTLE BACK YES", "BATTLE BACK NO", "GROUND YES", "GROUND NO", "BREAKTHROUGH YES", "BREAKTHROUGH NO",
			"FLAGS IGNORE", "FLAGS RETREAT", "RALLY YES", "RALLY NO", "FLAGS WAVE",
		},
		"kinds": {
			"ACTIVATION", "RALLY", "MORALE", "COMBAT", "COMBAT, RALLY", "ACTIVATION, MORALE, COMBAT", "COURAGE",
		},
		"arm":   {"INFANTRY", "CAVALRY", "ARTILLERY", "LEADERS"},
		"conds": {"<cond>", "<cond>", "NOT <cond>", "<cond> AND <conds>"},
		"cond": {
			"ENEMY WITHIN <n>", "<unit> WITHIN <n>", "<foe> WITHIN <n>", "STEADY", "SHAKEN", "BROKEN", "IN SQUARE",
			"<foe> SHAKEN", "<unit> BROKEN", "<foe> IN SQUARE", "<foe> LOST", "<unit> LOST", "<unit> SPENT",
			"<foe> SPENT", "SPENT", "AFTER <unit>", "AFTER <leader>", "ATTACKED", "<hex> EMPTY", "<hex> ENEMY",
			"<hex> OURS", "<leader> WITHIN <n>",
		},
		"target": {"<foe>", "<foe>", "<foe>", "NEAREST", "NEAREST", "<hex>", "<leader>", "<unit>"},
		"face":   {"ne", "n", "s", "sw", "nw", "ene", "wsw", "north", "east", "<hex>", "up"},
		"hex": {
			"<letter><row>", "<letter><row>", "<letter><row>", "<letter> <row>", "<letter>0<row>", "Z99", "A0",
		},
		"letter": {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"},
		"row":    {"1", "2", "3", "4", "5", "6", "7", "8", "9"},
		"n":      {"1", "2", "3", "4", "9", "30", "0", "31", "-1", "99999999999999999999"},
		"who":    {"<unit>", "<unit>", "<unit>", "<unit>", "<unit>", "<unit>", "<unit>", "<units>", "<units>", "<foe>"},
		"units":  {"<unit>", "<unit>", "<unit>", "<unit>", "<unit>", "<unit>, <unit>", "<unit>, <unit> and <unit>", "<foe>"},
	},
}
