package spoken

import (
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// Verb is what troops are told to do, in whatever words.
type Verb string

// The verbs of the shared table.
const (
	Move     Verb = "move"
	Advance  Verb = "advance"
	Attack   Verb = "attack"
	Assault  Verb = "assault"
	Take     Verb = "take"
	Charge   Verb = "charge"
	Hold     Verb = "hold"
	Wait     Verb = "wait"
	Withdraw Verb = "withdraw"
	Fire     Verb = "fire"
	NoFire   Verb = "hold fire"
	Follow   Verb = "follow"
	Support  Verb = "support"
	Level    Verb = "keep level"
	Form     Verb = "form"
	Square   Verb = "form square"
	NoSquare Verb = "no square"
	Face     Verb = "face"
	Flank    Verb = "flank"
	Rally    Verb = "rally"
	Join     Verb = "join"
	Ride     Verb = "ride"
	Leave    Verb = "leave"
	Shift    Verb = "shift"
	Watch    Verb = "watch"
	Relieve  Verb = "relieve"
	Counter  Verb = "counter"
	Use      Verb = "use"
	Order    Verb = "order" // which moves first
)

// verbs are the words for each, as the imperative has them. `pull … back` parts for what is moved.
var verbs = map[Verb][]string{
	Move: {"MOVE", "MARCH", "GO", "PROCEED", "HEAD", "HEAD FOR", "MAKE FOR", "MAKE YOUR WAY", "GET TO", "WALK", "COME",
		"STEP OFF", "SEND", "BRING", "PUT", "LEAD", "OUT", "WORK YOUR WAY", "CROSS", "RUN", "HURRY", "HASTEN", "TROT",
		"DASH", "MOVE OUT", "GO OUT", "GET YOURSELF", "TAKE YOURSELF", "OFF YOU GO", "OFF TO", "BE OFF", "PLACE",
		"POST", "STATION", "BE SENT", "BE BROUGHT", "BE PUT", "GET OUT", "PLACE YOURSELF", "POST YOURSELF",
		"TAKE POST", "TAKE STATION", "COME OVER", "GO OVER", "PASS BY", "RIDE UP", "SET FOOT", "SCOUT", "CREEP",
		"CRAWL", "STEAL", "DESCEND", "CONDUCT", "FILL THE GAP", "FILL ANY GAP", "FILL A GAP", "PLUG THE GAP",
		"STOP THE GAP", "STATION YOURSELF", "TAKE YOUR PLACE", "TAKE YOUR STAND", "TAKE YOUR STATION",
		"TAKE YOUR POST", "REPAIR", "BETAKE YOURSELF", "STRIKE OUT FOR", "STRIKE FOR", "SET OUT", "SET OUT FOR",
		"SET OFF", "SET OFF FOR", "START FOR", "START OUT FOR", "STEP", "TRAVEL", "JOURNEY", "TREK", "TRUDGE", "NIP",
		"POP", "HOP", "SLIP", "SNEAK", "FILE", "RELOCATE", "MOVE ROUND", "MOVE AROUND", "REPOSITION",
		"CHANGE POSITION", "HIKE", "TAKE UP POSITION", "TAKE UP A POSITION", "TAKE UP POST", "TAKE UP STATION",
		"TAKE POSITION", "TAKE A POSITION", "INSTALL YOURSELF", "ESTABLISH YOURSELF", "PLANT YOURSELF", "SETTLE",
		"DRAW UP", "LINE UP", "MAKE TRACKS FOR", "TRANSFER", "SHIFT POSITION", "JOG", "WANDER", "STROLL", "GET GOING",
		"GET MOVING", "COME OUT", "RECON", "RECONNOITRE", "WORK UP", "WALK UP", "TROT UP", "STROLL UP", "JOG UP",
		"CANTER UP", "HURRY UP", "SWITCH OVER", "CLIMB", "CLIMB UP", "PUT YOURSELF", "TAKE YOUR PLACES", "SIDLE UP",
		"DRIFT", "FILTER", "TRICKLE", "SLOG", "SCRAMBLE", "BRANCH OFF", "DIVERT", "DETOUR", "HIDE",
		"CONCEAL YOURSELF", "HIDE YOURSELF"},
	Advance: {"ADVANCE", "FORWARD", "FORWARDS", "MOVE FORWARD", "GO FORWARD", "MOVE UP", "COME UP", "BRING UP",
		"COME ON", "COME IN", "COME IN CLOSER", "GO UP", "EDGE UP", "SWING", "SWING UP", "PUSH ON", "PUSH FORWARD",
		"PRESS ON", "PRESS FORWARD", "STEP FORWARD", "COME FORWARD", "BRING … UP", "UP", "BRING … FORWARD",
		"MOVE … UP", "MOVE … FORWARD", "SEND … FORWARD", "SEND … UP", "PUSH … FORWARD", "SKIRMISH FORWARD", "CREEP UP",
		"CRAWL UP", "STEAL UP", "RUN UP", "CREEP FORWARD", "CRAWL FORWARD", "WALK FORWARD", "TROT FORWARD",
		"RUN FORWARD", "DASH FORWARD", "ROLL FORWARD", "ROLL UP", "WORK FORWARD", "SURGE FORWARD", "GO ON AHEAD",
		"MOVE AHEAD", "PUSH AHEAD", "PRESS AHEAD", "MARCH AHEAD", "RIDE AHEAD", "RUN AHEAD", "MOVE ON AHEAD",
		"KEEP GOING", "GO ON", "GO AHEAD", "MARCH ON", "MARCH FORWARD", "ADVANCE FORWARD", "MOVE ON", "CLOSE UP",
		"SKIRMISH AHEAD", "SKIRMISH", "SKIRMISH IN FRONT", "STEP UP", "STRIDE FORWARD", "STEP ON", "FORGE AHEAD",
		"FORGE ON", "GAIN GROUND", "WIN GROUND", "GO IN CLOSER", "CLOSE IN", "CLOSE THE DISTANCE", "APPROACH",
		"STEP AHEAD", "GO FURTHER", "GO FARTHER", "EDGE FORWARD", "INCH FORWARD", "NOSE FORWARD", "STEP OUT",
		"PRESS UP", "CLOSE IN ON", "GO NEARER", "COME NEARER", "MOVE NEARER", "DRAW NEAR", "DRAW NEARER", "RUN OUT",
		"MARCH OUT", "TROT OUT", "SALLY", "SALLY OUT", "SALLY FORTH", "VENTURE FORWARD", "VENTURE OUT",
		"PROBE FORWARD", "STRIDE OUT", "STEAM AHEAD", "CANTER FORWARD", "PLOD FORWARD", "BOUND FORWARD",
		"SPRING FORWARD", "PROCEED FORWARD"},
	Attack: {"ATTACK", "GO STRAIGHT AT", "GO STRAIGHT FOR", "GO RIGHT AT", "GO FOR", "GO AT", "FALL ON", "FALL UPON",
		"HAVE AT", "HIT", "PITCH INTO", "GO IN", "GO STRAIGHT IN", "ENGAGE", "LAUNCH AN ATTACK ON", "STRIKE AT",
		"CLEAR", "DRIVE OFF", "DRIVE OUT", "DISLODGE", "SMASH", "SMASH INTO", "DRIVE … OUT", "DRIVE … FROM",
		"DRIVE … OFF", "THROW … OUT", "PUSH … OUT", "PUSH … OFF", "THROW YOURSELF AT", "ASSAIL", "SET UPON", "RUN AT",
		"RUSH", "RUSH AT", "DASH AT", "RUN IN ON", "GO IN AGAINST", "GO UP AGAINST", "MARCH AGAINST", "MOVE AGAINST",
		"GO AGAINST", "COME DOWN ON", "MAKE AN ATTACK ON", "MAKE THE ATTACK ON", "DELIVER AN ATTACK ON", "DRIVE BACK",
		"CHASE OFF", "TAKE ON", "TACKLE", "STRIKE", "BEAT", "CRUSH", "DESTROY", "DEFEAT", "OVERRUN", "OVERWHELM",
		"SWEEP AWAY", "DRIVE AWAY", "DRIVE … AWAY", "DRIVE … BACK", "PUSH BACK", "PUSH … BACK", "THROW BACK",
		"THROW … BACK", "EJECT", "EVICT", "EXPEL", "TURN … OUT", "KICK … OUT", "FORCE … OUT", "FORCE … BACK",
		"TAKE THE FIGHT TO", "CARRY THE FIGHT TO", "GIVE BATTLE TO", "FIGHT", "CONFRONT", "COME TO GRIPS WITH",
		"GET TO GRIPS WITH", "SWOOP ON", "SWOOP DOWN ON", "POUNCE ON", "FLING YOURSELF AT", "HURL YOURSELF AT",
		"LAY INTO", "TEAR INTO", "WADE INTO", "PILE INTO", "PLOUGH INTO", "GET AT", "SEE OFF", "SEE … OFF",
		"DEAL WITH", "MAKE SHORT WORK OF", "TURN ON", "PUT IN AN ATTACK ON", "MAKE FOR AND ATTACK", "FINISH OFF",
		"FINISH … OFF", "WIPE OUT", "CUT DOWN", "CUT … DOWN", "MAUL", "THRASH", "TROUNCE", "THROW YOURSELF ON",
		"THROW YOURSELF UPON", "FLING YOURSELF ON", "FLING YOURSELF UPON", "HURL YOURSELF ON", "HURL YOURSELF UPON",
		"KNOCK … OFF", "KNOCK … OUT", "CHASE … OFF", "CHASE … AWAY", "CHASE … OUT", "CHUCK … OUT", "TURF … OUT",
		"DIG … OUT", "CLEAN OUT", "CLEAR OUT OF", "THROW … FROM", "THROW … OFF", "PUSH … FROM", "CLEAR … FROM",
		"CLEAR … OFF", "CLEAR … OUT", "SWEEP … OFF", "SWEEP … FROM", "EJECT … FROM", "EXPEL … FROM", "DISLODGE … FROM",
		"FORCE … FROM", "FORCE … OFF", "HUNT … OFF", "HUNT … OUT", "KNOCK … FROM", "FLUSH … OUT", "HURL … OFF",
		"HURL … BACK", "TURN … OFF", "RUN … OFF", "RUN … OUT", "GO IN AT", "KEEP GOING AT",
		"GET BACK INTO THE FIGHT AGAINST", "GO BACK INTO THE FIGHT AGAINST",
		"GET BACK INTO THE FIGHT WITH", "RENEW THE ATTACK ON", "RENEW THE FIGHT AGAINST", "RENEW THE ATTACK AGAINST"},
	Assault: {"ASSAULT"},
	Take: {"TAKE", "CAPTURE", "SEIZE", "CARRY", "STORM", "OCCUPY", "SECURE", "GAIN", "GARRISON", "MOVE INTO",
		"GO INTO", "MARCH INTO", "POSSESS YOURSELF OF", "MAKE YOURSELF MASTER OF", "TAKE POST AT", "TAKE POSITION AT",
		"GET INTO", "RETAKE", "RECAPTURE", "TAKE OVER", "TRY FOR", "BID FOR", "GRAB", "SNATCH", "POSSESS",
		"LAY HOLD OF", "GET HOLD OF", "TAKE POSSESSION OF", "TAKE HOLD OF", "CLAIM", "NAB", "ESTABLISH YOURSELF IN",
		"INSTALL YOURSELF IN", "THROW YOURSELF INTO"},
	Charge: {"CHARGE", "RIDE DOWN", "RIDE … DOWN", "RIDE AT", "CLOSE WITH", "GO IN WITH THE BAYONET",
		"GO IN WITH THE SWORD", "GO IN WITH THE BROADSWORD", "GO IN WITH THE SABRE", "GO STRAIGHT IN WITH THE BAYONET",
		"GO STRAIGHT IN WITH THE SWORD", "GO STRAIGHT IN WITH THE BROADSWORD", "GO IN SWORD IN HAND", "CHARGE HOME",
		"AT THEM", "GO AT THEM WITH THE BAYONET", "GO AT THEM WITH THE SWORD", "IN WITH THE BAYONET",
		"IN WITH THE SWORD", "IN WITH THE BROADSWORD", "IN WITH THE CLAYMORE", "CLAYMORES", "COLD STEEL",
		"THE BAYONET", "GIVE THEM THE BAYONET", "GIVE THEM COLD STEEL", "GIVE THEM THE STEEL", "GIVE … BAYONET",
		"GIVE … STEEL", "GO IN WITH THE COLD STEEL", "CHARGE INTO", "RIDE INTO", "CRASH INTO", "GALLOP INTO",
		"SWOOP INTO", "UNLEASH", "LET … LOOSE", "TURN … LOOSE", "SET … LOOSE", "GALLOP AT", "GO IN AT THE GALLOP",
		"CUT INTO", "SLASH INTO", "SMASH HOME"},
	Hold: {"HOLD", "DO NOT ADVANCE", "NOT ADVANCE", "DO NOT WITHDRAW", "NOT WITHDRAW", "DO NOT RETREAT", "NOT RETREAT",
		"DO NOT GIVE GROUND", "DO NOT STIR", "DO NOT LEAVE", "NOT LEAVE", "STAY", "STAND", "STAND FAST", "STAND FIRM",
		"STAND TO YOUR GUNS", "STAND BY YOUR GUNS", "GIVE NO GROUND",
		"STAND STILL", "STAY PUT", "HOLD FAST", "HOLD FIRM", "HOLD YOUR GROUND", "HOLD GROUND", "HOLD POSITION",
		"HOLD YOUR POSITION", "HOLD YOUR POSITIONS", "STAND YOUR GROUND", "KEEP YOUR GROUND", "KEEP YOUR PLACE",
		"KEEP YOUR PLACES", "STAY WHERE YOU ARE", "REMAIN", "REMAIN WHERE YOU ARE", "HALT", "STOP", "DEFEND",
		"DO NOTHING", "SIT TIGHT", "STAY HERE", "HOLD HERE", "HOLD THE LINE", "STAY IN RESERVE",
		"STAY HERE IN RESERVE", "WAIT IN RESERVE", "STAND IN RESERVE", "HOLD IN RESERVE", "IN RESERVE", "HOLD ON",
		"HOLD IN PLACE", "STAY IN PLACE", "WAIT FOR ENEMY", "WAIT FOR THE ENEMY", "WAIT FOR THEM",
		"WAIT FOR THE ENEMY TO COME", "WAIT FOR THEM TO COME", "DO NOT MOVE", "NOT MOVE", "STAY THERE",
		"REMAIN IN RESERVE", "REMAIN IN PLACE", "RECEIVE THEM", "RECEIVE THE ENEMY", "AWAIT THEM", "AWAIT THE ENEMY",
		"AWAIT THE ATTACK", "STAND READY", "DIG IN", "KEEP … BACK", "HOLD … BACK", "KEEP … RESERVE", "HOLD … RESERVE",
		"NOBODY MOVE", "STAY BACK", "HANG BACK", "KEEP BACK", "HOLD BACK", "BE KEPT", "BE HELD", "WAIT FOR MY WORD",
		"WAIT FOR MY SIGNAL", "WAIT FOR MY ORDER", "WAIT FOR MY ORDERS", "WAIT FOR ORDERS", "AWAIT MY ORDERS",
		"REST WHERE YOU ARE", "REST IN PLACE", "HOLD STILL", "KEEP STILL", "KEEP IT", "STAY IN IT",
		"STAND WHERE YOU ARE", "HOLD YOUR PLACE", "KEEP QUIET", "NO ONE MOVE", "DO NOT BUDGE", "NOT BUDGE",
		"WAIT THERE", "KEEP YOUR POST", "LEAVE … WHERE", "KEEP … WHERE", "GO NO FURTHER", "GO NO FARTHER",
		"ADVANCE NO FURTHER",
		"ADVANCE NO FARTHER", "MOVE NO FURTHER", "MOVE NO FARTHER", "COME NO FURTHER", "COME NO NEARER",
		"COME NO CLOSER", "GO NO NEARER", "GO NO CLOSER", "KEEP POSSESSION OF", "RETAIN", "MAINTAIN",
		"MAINTAIN YOUR POSITION", "MAINTAIN YOUR GROUND", "KEEP WHERE YOU ARE", "STAY AS YOU ARE", "REMAIN AS YOU ARE",
		"STAND AS YOU ARE", "DO NOT MOVE AN INCH", "FREEZE", "PAUSE", "LINGER", "BIDE YOUR TIME", "SIT STILL", "SIT",
		"STAY OUT OF IT", "KEEP OUT OF IT", "STAY OUT OF THE FIGHT", "WAIT YOUR TURN", "LIE LOW",
		"KEEP YOUR HEADS DOWN", "STICK WHERE YOU ARE", "STAND IDLE", "STAY STATIONARY", "REMAIN STATIONARY",
		"BE STATIONARY", "HOLD THE GROUND", "DO NOT GO ANYWHERE", "GO NOWHERE", "STAND GUARD", "RECEIVE IT STANDING",
		"RECEIVE THEM STANDING", "RECEIVE HIM STANDING", "MOUNT GUARD", "KEEP GUARD", "TAKE NO PART", "SIT OUT",
		"SIT THIS ONE OUT", "SIT THIS OUT", "STAND THERE", "KEEP THE POST", "STAY ON THE SPOT", "STAND ON THE SPOT",
		"REMAIN ON THE SPOT", "KEEP STATIONARY", "STAY PRECISELY WHERE YOU ARE", "HOLD TIGHT", "NO MOVE",
		"NO MOVEMENT", "MAKE NO MOVE", "WATCH AND WAIT", "WAIT AND SEE", "STAND EASY", "SIT HERE", "SIT THERE",
		"STAY IN YOUR PLACE", "STAY IN YOUR PLACES", "STAND IN YOUR PLACE", "STAY RIGHT WHERE YOU ARE",
		"STAY EXACTLY WHERE YOU ARE", "BE STILL", "STAND STOCK STILL", "STAY AT YOUR POST", "STAY AT YOUR POSTS",
		"STAND TO YOUR GROUND", "HOLD THE FORT", "HOLD YOUR LINE", "KEEP YOUR LINE", "KEEP STEADY", "STAND STEADY",
		"HOLD STEADY", "STAY STEADY", "HOLD THE PLACE", "KEEP THE PLACE", "NOT STIR", "NOT STIR AN INCH",
		"NOT STIR A STEP", "NOBODY STIRS", "NOBODY STIR", "NO ONE STIRS", "NO ONE STIR", "NOBODY BUDGES",
		"NOBODY MOVES", "NOBODY STIRS AN INCH", "NOBODY STIRS A FOOT", "NOBODY MOVES AN INCH", "NOBODY MOVES A STEP",
		"BIDE", "BIDE WHERE YOU ARE", "BIDE THERE", "BIDE HERE", "STOP THERE", "STOP HERE", "STOP WHERE YOU ARE",
		"HANG ON TO", "HOLD ON TO", "CLING TO", "HANG ONTO", "HOLD ONTO", "KEEP HOLD OF", "CLING ONTO"},
	Wait: {"WAIT", "WAIT HERE", "HANG ON", "KEEP … WAITING", "LEAVE … WAITING"},
	Withdraw: {"WITHDRAW", "RETIRE", "RETREAT", "FALL BACK", "PULL BACK", "DRAW BACK", "GO BACK", "COME BACK", "BACK",
		"STEP BACK", "MARCH BACK", "WALK BACK", "DROP BACK", "GIVE GROUND", "GIVE WAY", "MOVE BACK", "PULL … BACK",
		"DRAW … BACK", "BRING … BACK", "BACK OFF", "EVACUATE", "QUIT", "TURN BACK", "MOVE … BACK", "TAKE … BACK",
		"SEND … BACK", "DISENGAGE", "BREAK OFF", "FALL … BACK", "GET BACK", "PULL OUT", "RUN BACK", "COME AWAY",
		"GO AWAY", "SLIP AWAY", "RIDE BACK", "RETURN", "RECOIL", "CEDE GROUND", "YIELD", "YIELD GROUND",
		"STEP BACKWARDS", "GO BACKWARDS", "MOVE BACKWARDS", "BACKWARDS", "BACK AWAY", "MOVE AWAY", "GET AWAY",
		"CLEAR OUT", "ABANDON", "VACATE", "EXTRICATE YOURSELF", "PULL AWAY", "DRAW OFF", "MARCH OFF", "BREAK CONTACT",
		"TO THE REAR", "GO TO THE REAR", "GO REARWARDS", "MOVE REARWARDS", "STEP REARWARDS", "FALL BACKWARDS",
		"SHRINK BACK", "LEAD … BACK", "MARCH … BACK", "GET … BACK", "CALL … BACK", "STEP REARWARD", "MOVE REARWARD",
		"GO REARWARD", "PEEL BACK", "EDGE BACK", "SLINK BACK", "CREEP BACK", "COME BACK IN", "RUN AWAY", "SCURRY BACK",
		"BREAK AWAY", "SKIP BACK", "MARCH AWAY", "WALK AWAY", "RIDE AWAY", "RETREAT BACK", "FADE BACK", "TAKE … AWAY",
		"LEAD … AWAY", "DRAW … AWAY", "BRING … AWAY", "PULL … AWAY", "PULL … OUT"},
	Fire: {"FIRE", "FIRE AT", "FIRE ON", "FIRE UPON", "OPEN FIRE", "OPEN FIRE ON", "SHOOT", "SHOOT AT", "SHELL",
		"PICK OFF", "BOMBARD", "TARGET", "AIM AT", "FIRE INTO", "POUR FIRE INTO", "POUR YOUR FIRE INTO",
		"POUR VOLLEYS INTO", "POUR A VOLLEY INTO", "RAKE", "BLAST", "BLAZE AWAY", "SWEEP", "PEPPER", "PLAY ON",
		"LOOSE ON", "CANNONADE", "POUND", "BLAZE AWAY AT", "PLAY UPON", "BATTER", "SILENCE", "OPEN ON", "OPEN UPON",
		"OPEN UP ON", "VOLLEY", "GIVE FIRE", "GIVE THEM FIRE", "GIVE THEM A VOLLEY", "GIVE THEM YOUR FIRE",
		"DELIVER A VOLLEY", "FIRE A VOLLEY", "OPEN THE FIRE", "OPEN A FIRE ON", "OPEN THE FIRE ON", "COMMENCE FIRE",
		"SNIPE AT", "DISCHARGE AT", "DIRECT FIRE AT", "DIRECT FIRE ON", "DIRECT YOUR FIRE AT", "DIRECT YOUR FIRE ON",
		"CONCENTRATE FIRE ON", "CONCENTRATE YOUR FIRE ON", "CONCENTRATE ON", "TURN YOUR FIRE ON", "TURN YOUR GUNS ON",
		"TRAIN YOUR GUNS ON", "LAY YOUR GUNS ON", "HAMMER", "PUMMEL", "FIRE AWAY", "FIRE AWAY AT", "KEEP UP A FIRE ON",
		"KEEP UP YOUR FIRE", "KEEP UP YOUR FIRE ON", "KEEP UP THE FIRE", "KEEP UP THE FIRE ON", "MAINTAIN FIRE",
		"MAINTAIN YOUR FIRE", "RETURN FIRE", "RETURN THE FIRE", "RETURN YOUR FIRE", "ANSWER YOUR FIRE", "SOFTEN UP",
		"SEND A VOLLEY INTO", "GIVE A VOLLEY", "PUT A VOLLEY INTO", "SHOOT UP", "WORK OVER", "VOLLEY INTO",
		"MUSKETRY", "MUSKETRY ON", "MUSKETRY AT", "MUSKETRY INTO",
		"KEEP … UNDER FIRE", "TAKE … UNDER FIRE", "OPEN UP", "OPEN UP WITH", "LOOSE OFF", "LOOSE OFF AT",
		"CRACK AWAY AT", "BANG AWAY AT", "BANG AWAY", "SHOOT DOWN", "SHOOT AWAY", "SHOOT AWAY AT", "GIVE THEM A TASTE",
		"ENGAGE WITH FIRE", "PUT FIRE ON", "PUT FIRE INTO", "POUR IT INTO", "POUR SHOT INTO", "POUR LEAD INTO",
		"DUEL WITH", "SPRAY", "STAND READY TO FIRE ON", "STAND READY TO FIRE AT", "BE READY TO FIRE ON",
		"BE READY TO FIRE AT",
		"GET READY TO FIRE ON", "GET READY TO FIRE AT", "PREPARE TO FIRE ON", "PREPARE TO FIRE AT"},
	NoFire: {"DO NOT FIRE", "DO NOT OPEN FIRE", "NOT OPEN FIRE", "NEVER OPEN FIRE", "HOLD FIRE", "HOLD YOUR FIRE",
		"CEASE FIRE", "NO FIRING", "RESERVE YOUR FIRE", "NEVER FIRE", "NOT FIRE", "DO NOT SHOOT", "STOP FIRING",
		"WITHHOLD FIRE", "WITHHOLD YOUR FIRE", "DO NOT WASTE POWDER", "DO NOT WASTE AMMUNITION", "SAVE YOUR POWDER",
		"SAVE YOUR SHOT", "SAVE YOUR AMMUNITION", "SAVE AMMUNITION", "KEEP YOUR POWDER DRY", "NOT A SHOT",
		"NOT ONE SHOT", "NO SHOTS", "NO MUSKETRY", "KEEP YOUR FIRE", "KEEP YOUR MUSKETS QUIET", "KEEP YOUR GUNS QUIET",
		"KEEP YOUR MUSKETS SILENT", "KEEP YOUR GUNS SILENT", "SAVE YOUR FIRE", "SPARE YOUR FIRE", "NURSE YOUR FIRE",
		"HUSBAND YOUR FIRE"},
	Follow: {"FOLLOW", "GET BEHIND", "STICK TO", "FALL IN BEHIND", "CLOSE UP BEHIND", "FOLLOW … UP", "KEEP BEHIND",
		"STAY BEHIND", "COME BEHIND", "GO BEHIND", "MOVE BEHIND", "COME UP BEHIND", "MOVE UP BEHIND", "STAND BEHIND",
		"FORM BEHIND", "ADVANCE BEHIND", "TRAIL", "TAIL", "TAG ALONG BEHIND", "TAG ALONG WITH", "TAG ALONG AFTER",
		"MARCH BEHIND", "WALK BEHIND", "RIDE BEHIND", "COME ON BEHIND", "COME ALONG BEHIND", "TRAIL BEHIND",
		"TRAIL AFTER", "FOLLOW BEHIND", "FOLLOW ON BEHIND", "FOLLOW ALONG BEHIND", "FOLLOW AFTER", "FOLLOW ON",
		"FOLLOW ALONG", "STAY ON THE HEELS OF", "FOLLOW ON THE HEELS OF", "FORM UP BEHIND", "TUCK IN BEHIND",
		"FALL IN AFTER", "MOVE IN BEHIND", "DROP IN BEHIND", "FOLLOW IN THE FOOTSTEPS OF", "FOLLOW IN THE WAKE OF",
		"BRING UP THE REAR BEHIND", "BRING UP THE REAR OF", "LINE UP BEHIND", "COME AFTER", "WALK AFTER",
		"MARCH AFTER", "RIDE AFTER", "COME ON AFTER", "GO ALONG BEHIND", "SLOT IN BEHIND", "STEP IN BEHIND",
		"SLIDE IN BEHIND", "MOVE UP AFTER", "STAY IN REAR OF", "KEEP IN REAR OF", "STICK CLOSE BEHIND",
		"STAY ON YOUR HEELS", "FOLLOW ON YOUR HEELS", "KEEP ON YOUR HEELS", "BE ON YOUR HEELS", "HANG ON YOUR HEELS",
		"KEEP ON THE HEELS OF", "BE ON THE HEELS OF", "COME ON THE HEELS OF", "KEEP … BEHIND"},
	Support: {"SUPPORT", "STAY CLOSE TO", "KEEP CLOSE TO", "STAY NEAR", "KEEP NEAR", "REMAIN CLOSE TO",
		"STAND CLOSE TO", "HELP", "ASSIST", "COVER", "BACK UP", "COME TO THE HELP OF", "AID", "REINFORCE", "PROTECT",
		"GUARD", "BOLSTER", "SHORE UP", "STIFFEN", "LOOK AFTER", "GO TO THE HELP OF", "GO HELP", "REMAIN NEAR",
		"IN SUPPORT", "BACK … UP", "SHIELD", "REMAIN IN SUPPORT", "STAY IN SUPPORT", "BE IN SUPPORT",
		"FOLLOW IN SUPPORT", "COME IN SUPPORT", "BE IN SUPPORT OF", "SECOND", "SUSTAIN", "LEND A HAND TO",
		"LEND SUPPORT TO", "GIVE SUPPORT TO", "GIVE A HAND TO", "GIVE … A HAND", "GIVE … HAND", "LEND … HAND",
		"COME TO THE AID OF", "GO TO THE AID OF", "COME TO THE ASSISTANCE OF", "GO TO THE ASSISTANCE OF",
		"COME TO THE RESCUE OF", "GO TO THE RESCUE OF", "RESCUE", "ACT AS A RESERVE FOR", "ACT AS RESERVE FOR",
		"ACT AS RESERVE TO", "ACT AS A RESERVE TO", "ACT AS SUPPORT FOR", "ACT AS SUPPORT TO", "BE A RESERVE FOR",
		"BE THE RESERVE FOR", "STAND IN SUPPORT OF", "STAY IN SUPPORT OF", "MOVE IN SUPPORT OF", "PROP UP", "ESCORT",
		"WATCH OVER", "KEEP WATCH OVER", "HELP OUT", "HELP … OUT", "BE AT HAND FOR", "STAND AT HAND FOR",
		"BE ON HAND FOR", "BE READY TO HELP", "STAND READY TO HELP", "BE READY TO SUPPORT", "STAND READY TO SUPPORT",
		"GIVE COVER TO", "PROVIDE COVER FOR", "PROVIDE SUPPORT FOR", "PROVIDE SUPPORT TO", "RENDER SUPPORT TO",
		"TAKE CARE OF", "ASSIST … IN", "BUTTRESS", "REINSURE", "STRENGTHEN", "KEEP CLOSE ON", "STAY CLOSE ON",
		"COVER THE REAR OF", "COVER THE BACK OF", "BE THE SUPPORT OF", "FORM THE SUPPORT OF", "FORM THE RESERVE OF"},
	Level: {"KEEP LEVEL", "KEEP LEVEL WITH", "KEEP PACE", "KEEP PACE WITH", "KEEP UP WITH", "DRESS ON", "KEEP STATION",
		"KEEP ABREAST OF", "KEEP IN LINE WITH", "STAY LEVEL WITH", "STAY ABREAST OF", "KEEP IN TOUCH",
		"KEEP IN TOUCH WITH", "KEEP TOUCH WITH", "STAY IN TOUCH WITH", "CONFORM TO", "CONFORM TO YOUR MOVEMENT",
		"CONFORM TO YOUR MOVEMENTS", "CONFORM TO MOVEMENT OF", "CONFORM WITH", "CONFORM", "LEAN ON", "KEEP BESIDE",
		"STAY BESIDE", "DRESS WITH", "MARCH LEVEL WITH", "MOVE LEVEL WITH", "ADVANCE LEVEL WITH", "ADVANCE ABREAST OF",
		"MARCH ABREAST OF", "ADVANCE BESIDE", "MARCH BESIDE", "MARCH ALONGSIDE", "ADVANCE ALONGSIDE", "MOVE ALONGSIDE",
		"GO ALONGSIDE", "STAY ALONGSIDE", "KEEP ALONGSIDE", "KEEP STEP WITH", "MATCH PACE WITH", "KEEP ALIGNED WITH",
		"ALIGN WITH", "ALIGN ON", "STAY ALIGNED WITH", "KEEP YOUR DRESSING ON", "KEEP LINE WITH", "MARCH IN LINE WITH",
		"ADVANCE IN LINE WITH", "STAY IN LINE WITH", "CONFORM TO YOUR MOTION", "CONFORM TO YOUR MOTIONS",
		"REGULATE YOUR MARCH BY", "REGULATE YOUR MOVEMENTS BY", "MOVE WHEN … MOVES", "KEEP ALIGNMENT WITH",
		"TAKE YOUR DRESSING FROM", "TAKE THE STEP FROM", "KEEP … BESIDE", "KEEP … ALONGSIDE"},
	Form: {"FORM", "DEPLOY", "FORM UP"},
	Square: {"FORM SQUARE", "GO INTO SQUARE", "MAKE SQUARE", "FORM A SQUARE", "FORM SQUARES",
		"BE READY TO FORM SQUARE"},
	NoSquare: {"NEVER FORM SQUARE", "NOT FORM SQUARE", "DO NOT FORM SQUARE", "NO SQUARE", "NO SQUARES"},
	Face: {"FACE", "TURN", "WHEEL", "FRONT", "LOOK", "TURN TO FACE", "CHANGE FRONT TO", "BRING … BEAR", "PIVOT",
		"ROTATE", "SWIVEL", "POINT", "TURN YOUR FRONT TO", "CHANGE FRONT", "CHANGE FACING", "CHANGE FACING TO",
		"SHOW A FRONT TO", "PRESENT A FRONT TO", "LOOK TOWARDS", "TURN TOWARDS", "SWING ROUND TO FACE",
		"TURN ROUND TO FACE", "WHEEL TO FACE", "PIVOT TO FACE", "TURN YOUR FACES TO", "TURN YOUR FACE TO",
		"MAKE FRONT TO", "MAKE FRONT", "SHOW FRONT TO", "HAVE YOUR FRONT TO", "LOOK TO"},
	Flank: {"FLANK", "OUTFLANK", "TURN YOUR FLANK", "TURN THE FLANK OF", "GO ROUND", "GET ROUND", "ENVELOP",
		"RIDE ROUND", "RIDE AROUND", "GALLOP ROUND", "SWING ROUND", "SWING AROUND", "WORK ROUND", "WORK AROUND",
		"MARCH ROUND", "GO ROUND THE FLANK OF", "GO AROUND", "GET AROUND", "CIRCLE", "CIRCLE ROUND", "CIRCLE AROUND",
		"LOOP ROUND", "HOOK ROUND", "SWEEP ROUND", "SWEEP AROUND", "SKIRT", "COME ROUND", "COME AROUND", "SLIP ROUND",
		"SLIP AROUND", "SNEAK ROUND", "SNEAK AROUND", "SWING WIDE OF"},
	Rally: {"RALLY", "RE-FORM", "REFORM", "RECOVER", "REGROUP", "RALLY ROUND", "CATCH BREATH",
		"PULL YOURSELF TOGETHER", "STEADY YOURSELF", "CATCH YOUR BREATH", "GET YOUR BREATH BACK", "REORGANISE",
		"REORGANIZE", "RESTORE ORDER", "RECOVER ORDER", "RESTORE YOUR ORDER", "RECOVER YOUR ORDER", "DRESS YOUR RANKS",
		"RE-ORDER", "GET A GRIP", "GET BACK INTO ORDER", "FIND YOUR ORDER", "COLLECT YOURSELF", "COMPOSE YOURSELF",
		"RECOVER YOUR NERVE", "TAKE BREATH", "DRAW BREATH", "SORT YOURSELF OUT", "TIDY UP", "RE-GROUP",
		"RALLY AROUND"},
	Join: {"JOIN", "RIDE WITH", "GO WITH", "STAY WITH", "ATTACH", "GO ALONG WITH", "RIDE ALONG WITH", "ATTACH TO",
		"ATTACH YOURSELF TO", "STAND WITH", "KEEP BY", "KEEP WITH", "STAY BY", "RIDE TO JOIN", "COME ALONG WITH",
		"ACCOMPANY", "PLACE MYSELF WITH", "BE WITH", "REMAIN WITH", "FIGHT ALONGSIDE", "FIGHT WITH", "FIGHT BESIDE",
		"BE ALONGSIDE", "RIDE ALONGSIDE", "RIDE BESIDE", "TAKE MY PLACE WITH", "TAKE MY STAND WITH",
		"TAKE MY POST WITH", "TAKE MY PLACE BESIDE", "STICK WITH", "TRAVEL WITH", "PUT MYSELF WITH",
		"ATTACH MYSELF TO", "PLACE ME WITH", "PUT ME WITH", "PUT ME BESIDE", "ATTACH ME TO", "STATION MYSELF WITH",
		"POST MYSELF WITH", "FIGHT IN THE RANKS OF", "FIGHT AMONG", "FIGHT IN THE MIDST OF", "BE FOUND WITH",
		"BE BESIDE", "STAY CLOSE BY", "REMAIN BY", "MARCH ALONG WITH", "JOIN UP WITH", "LINK UP WITH",
		"TAKE POST BESIDE", "TAKE STATION WITH", "TAKE STATION BESIDE", "BE AT THE SIDE OF",
		"PLACE MYSELF AT THE SIDE OF", "PUT MYSELF AT THE SIDE OF", "FIGHT AT THE SIDE OF",
		"TAKE MY PLACE AT THE SIDE OF", "TAKE MY PLACE IN THE RANKS OF", "STAND IN THE RANKS OF",
		"RIDE AT THE SIDE OF", "PLACE MYSELF BESIDE", "FIGHT THIS DAY WITH", "CAST IN MY LOT WITH",
		"SHARE THE FATE OF", "STAY AT THE SIDE OF", "STAY CLOSE BESIDE"},
	Ride: {"RIDE", "GALLOP", "RIDE OVER", "RIDE TO", "RIDE DOWN TO", "RIDE DOWN TOWARDS", "RIDE DOWN TOWARD",
		"RIDE DOWN INTO", "RIDE DOWN AND"},
	Leave: {"LEAVE", "DETACH", "DETACH FROM"},
	Shift: {"SHIFT", "SIDESTEP", "MOVE OVER", "MOVE ACROSS", "CLOSE", "EDGE", "CHANGE COLUMN", "TAKE GROUND", "SLIDE",
		"SLIDE OVER", "SLIDE … OVER", "SLIDE … ACROSS", "SIDLE", "SHUFFLE", "STEP ACROSS", "STEP OVER", "STEP ASIDE",
		"MOVE SIDEWAYS", "GO SIDEWAYS", "STEP SIDEWAYS", "SHUNT", "MOVE … ACROSS", "MOVE … OVER", "SHIFT OVER",
		"SHIFT ACROSS", "SHIFT … OVER", "SHIFT … ACROSS", "STEP TO THE SIDE", "MOVE TO THE SIDE"},
	Watch: {"WATCH", "HARRY", "HARASS", "SCREEN", "OBSERVE", "SHADOW", "MASK", "PIN", "FIX", "CONTAIN", "DELAY",
		"THREATEN", "ANNOY", "GALL", "TEASE", "WORRY", "KEEP AN EYE ON", "KEEP BUSY", "BOTHER", "PESTER", "TORMENT",
		"NEEDLE", "DISTURB", "STING", "VEX", "PROVOKE", "DISTRACT", "NIBBLE AT", "MOLEST", "PLAGUE", "TAUNT", "BAIT",
		"HECTOR", "NAG", "TROUBLE", "KEEP WATCH ON", "KEEP … BUSY", "KEEP … OCCUPIED", "KEEP OCCUPIED"},
	Relieve: {"RELIEVE", "REPLACE", "CHANGE PLACES WITH", "TAKE OVER FROM", "TAKE THE PLACE OF", "GO IN FOR",
		"STEP IN FOR", "COME IN FOR", "STAND IN FOR", "SWAP PLACES WITH", "SWAP WITH"},
	Counter: {"COUNTER", "COUNTER-CHARGE", "COUNTERCHARGE", "COUNTER CHARGE", "MEET THEM", "CHARGE BACK",
		"COUNTERATTACK", "COUNTER-ATTACK", "COUNTER ATTACK", "MAKE A COUNTER-CHARGE", "MAKE A COUNTERCHARGE",
		"RETAKE IT", "THROW THEM OUT", "CHARGE THEM BACK", "GO TO MEET THEM", "HIT BACK", "STRIKE BACK",
		"RIDE TO MEET THEM", "RIDE OUT TO MEET THEM", "GO OUT TO MEET THEM", "COME TO MEET THEM", "GET CHARGED BACK",
		"CHARGE TO MEET THEM", "CHARGE IN RETURN", "CHARGE IN TURN"},
	Use: {"USE", "PLAY", "SPEND"},
	Order: {"MOVE FIRST", "GO FIRST", "WE BEGIN", "WE START", "BE FIRST TO MOVE", "BE FIRST", "HAVE THE FIRST MOVE",
		"TAKE THE FIRST MOVE", "START FIRST", "BEGIN FIRST", "BEGIN THE TURN", "START THE TURN", "OPEN THE TURN"},
}

// nots may stand before a verb that bends: `they never form`, `it never forms`.
var nots = []string{"NOT", "NEVER"}

// falseFriends begin like one of the verbs and mean something else.
var falseFriends = []string{"TAKE CARE", "TAKE HEART", "TAKE COVER", "TAKE AIM", "TAKE COMMAND", "TAKE CHARGE",
	"STAND DOWN", "STAND TO", "STAND BY", "STAND AT EASE", "IN CHARGE", "CHARGE OF", "GO EASY",
	"CARRY ON",
	"COME UP WITH", "FALL IN", "LOOKING FORWARD", "LOOK FORWARD", "GET READY", "GET RID", "KEEP IT UP",
	"BRING UP THE REAR", "MOVE HEAVEN", "GO TO HELL", "FORWARD THIS", "FIRE AND",
	"LEAVE ALONE", "LIMBER UP", "NEXT TURN", "KEEP CLEAR OF", "STAY CLEAR OF", "STEER CLEAR OF", "KEEP AWAY FROM",
	"STAY AWAY FROM", "KEEP OUT OF", "STAY OUT OF", "KEEP OFF", "STAY OFF", "KEEP NORTH OF", "KEEP SOUTH OF",
	"KEEP EAST OF", "KEEP WEST OF", "KEEP TO THE NORTH OF", "KEEP TO THE SOUTH OF", "KEEP TO THE EAST OF",
	"KEEP TO THE WEST OF", "STAY NORTH OF", "STAY SOUTH OF", "STAY EAST OF", "STAY WEST OF", "HOLD YOUR BREATH",
	"HOLD ON TO YOUR",
	"HOLD YOUR TONGUE", "HOLD ON SOMEHOW", "WATCH OUT", "SEND WORD", "SEND NEWS", "SEND ME", "SEND MY",
	"LOOK FORWARD TO",
	"WAIT FOR MY NEXT"}

var idioms = phrases(falseFriends...)

// verbPhrase is one way to say a verb.
type verbPhrase struct {
	verb  Verb // "": it means none
	words []string
	split int // the place in words where what is moved stands, of `pull … back`; 0: nowhere
}

// verbIndex are the phrases by their first word, the longest first.
type verbIndex map[string][]verbPhrase

func (x verbIndex) add(verb Verb, said string) {
	for _, text := range forms(said) {
		words := strings.Fields(text)
		p := verbPhrase{verb: verb, words: words}
		if i := slices.Index(words, "…"); i > 0 {
			p.words, p.split = slices.Delete(words, i, i+1), i
		}
		x[p.words[0]] = inserted(x[p.words[0]], p, func(old verbPhrase) bool { return len(old.words) < len(p.words) })
	}
}

// sharedVerbs are the table by first words.
var sharedVerbs = func() verbIndex {
	x := verbIndex{}
	for _, verb := range slices.Sorted(maps.Keys(verbs)) {
		for _, said := range verbs[verb] {
			x.add(verb, said)
		}
	}
	for _, p := range falseFriends {
		x.add("", p)
	}
	return x
}()

// verbWords are the words with which verbs begin.
var verbWords = slices.Sorted(maps.Keys(sharedVerbs))

// imperative returns the forms that a word may have been made from: `advances` is ADVANCE, `charges` CHARGE.
func imperative(fold string) []string {
	forms := []string{fold}
	if cut, ok := strings.CutSuffix(fold, "S"); ok && len(cut) > 2 && !strings.HasSuffix(cut, "S") {
		forms = append(forms, cut)
		if cut, ok = strings.CutSuffix(fold, "ES"); ok {
			forms = append(forms, cut)
		}
		if cut, ok = strings.CutSuffix(fold, "IES"); ok {
			forms = append(forms, cut+"Y")
		}
	}
	return forms
}

// verbAt finds the longest verb that begins at a word, and the words that it takes there.
func (t *tagger) verbAt(i int) (best verbPhrase, count int) {
	rest := t.words[i:]
	for _, form := range imperative(rest[0].Fold) {
		for _, index := range []verbIndex{t.verbs, sharedVerbs} {
			for _, p := range index[form] {
				if t.fits(rest, p) && len(p.words) > len(best.words) {
					best = p
				}
			}
		}
	}
	if best.split > 0 {
		return best, best.split
	}
	if p := t.goingOn(rest); len(p.words) > len(best.words) {
		best = p
	}
	if best.words == nil && t.troopsLast() {
		if base := gerund(rest[0].Fold); base != "" { // `…, the Swiss following them`
			words := slices.Clone(t.words)
			words[i].Fold = base
			again := *t
			again.words = words
			return again.verbAt(i)
		}
	}
	return best, len(best.words)
}

// troopsLast reports whether troops of the seat's stand last, of whom nothing has been said yet.
func (t *tagger) troopsLast() bool {
	last := len(t.tokens) - 1
	return last >= 0 && t.tokens[last].ours() && t.tokens[last].prep == "" && !t.hasVerb()
}

// goingOn is a verb behind KEEP or BEGIN: `keep shelling`; or, in the passive, behind BE: `be placed`.
func (t *tagger) goingOn(rest []orders.Word) (p verbPhrase) {
	if len(rest) < 2 {
		return p
	}
	ending := ""
	switch rest[0].Fold {
	case "KEEP", "KEEPS", "CONTINUE", "CONTINUES", "START", "STARTS", "BEGIN", "BEGINS", "COMMENCE", "COMMENCES":
		ending = "ING"
	case "GO", "GOES":
		if rest[1].Fold == "ON" && len(rest) > 2 { // `he goes on rallying`
			if p = t.goingOn(append([]orders.Word{{Fold: "KEEP"}}, rest[2:]...)); p.words != nil {
				p.words = append([]string{rest[0].Fold}, "ON", p.words[1])
			}
			return p
		}
	case "BE":
		ending = "ED"
	}
	if ending == "" {
		return p
	}
	for _, form := range stems(rest[1].Fold, ending) {
		for _, index := range []verbIndex{t.verbs, sharedVerbs} {
			for _, q := range index[form] {
				if len(q.words) == 1 && p.words == nil {
					p = verbPhrase{verb: q.verb, words: []string{rest[0].Fold, rest[1].Fold}}
				}
			}
		}
	}
	return p
}

// stems are the verbs of which a word may be a form with the ending: of `shifted`, SHIFT.
func stems(word, ending string) []string {
	if base := participles[word]; base != "" && ending == "ED" {
		return []string{base}
	}
	stem, ok := strings.CutSuffix(word, ending)
	if !ok || len(stem) < 3 {
		return nil
	}
	forms := []string{stem, stem + "E"}
	if last := len(stem) - 1; stem[last] == stem[last-1] {
		forms = append(forms, stem[:last])
	}
	return forms
}

// participles are those that do not end in ED.
var participles = map[string]string{"BROUGHT": "BRING", "SENT": "SEND", "KEPT": "KEEP", "HELD": "HOLD", "PUT": "PUT",
	"LED": "LEAD", "USED": "USE", "TAKEN": "TAKE", "DRAWN": "DRAW", "DRIVEN": "DRIVE", "SHOT": "SHOOT",
	"THROWN":    "THROW",
	"WITHDRAWN": "WITHDRAW", "LAID": "LAY"}

// pasts are verbs in the past tense, in which wishes are.
var pasts = map[string]string{"TOOK": "TAKE", "WENT": "GO", "CAME": "COME", "FELL": "FALL", "STOOD": "STAND",
	"GAVE": "GIVE", "RODE": "RIDE", "HELD": "HOLD", "KEPT": "KEEP", "MOVED": "MOVE", "ADVANCED": "ADVANCE",
	"ATTACKED": "ATTACK", "STAYED": "STAY", "FIRED": "FIRE", "MARCHED": "MARCH"}

// join takes the second part of a verb in two parts out of the words behind.
func (t *tagger) join(i int, p verbPhrase) {
	if p.split == 0 {
		return
	}
	at := i + p.split
	for t.words[at].Fold != p.words[p.split] {
		at++
	}
	t.words = slices.Clone(t.words)
	t.words[at].Text, t.words[at].Fold = "please", "PLEASE"
	for at > i+2 && slices.Contains(articles, t.words[at-1].Fold) {
		at--
	}
	if before := &t.words[at-1]; at > i+1 && preps[before.Fold] != "" {
		before.Text, before.Fold = "please", "PLEASE"
	}
}

// fits reports whether the words begin with the verb's, the second part of a parted one within the clause.
func (t *tagger) fits(rest []orders.Word, p verbPhrase) bool {
	n := len(p.words)
	if p.split > 0 {
		n = p.split
	}
	if len(p.words) == 1 && p.words[0] == "UP" && len(rest) > 1 && rest[1].Fold == "THE" && t.hasVerb() {
		return false // `go up the road`
	}
	if len(rest) < n || p.words[n-1] == "AT" && n < len(rest) && rest[n].Fold == "WILL" || // `fire at will`
		p.split == 0 && p.words[n-1] == "AHEAD" && n < len(rest) && rest[n].Fold == "OF" { // `go ahead of Lee's`
		return false
	}
	for k := 1; k < n; k++ {
		if rest[k].Fold != p.words[k] && !(slices.Contains(nots, rest[k-1].Fold) &&
			slices.Contains(imperative(rest[k].Fold), p.words[k])) { // `never forms square`
			return false
		}
	}
	if p.split == 0 {
		return true
	}
	if n < len(rest) && preps[rest[n].Fold] != "" {
		return false // `move to the farm … up`
	}
	for k := n + 1; k < min(len(rest), n+7); k++ {
		if rest[k].Fold == p.words[p.split] { // and not `bring them up the road`
			return !(rest[k].Fold == "UP" && k+1 < len(rest) && rest[k+1].Fold == "THE")
		}
		behind := unarticled(rest[k+1:])
		last := len(behind) > 0 && behind[0].Fold == p.words[p.split] // `keep the guns in reserve`
		prep := preps[rest[k].Fold]
		if marks[rest[k].Fold] != "" || rest[k].Text == "." || prep != "" && prep != "at" && !last {
			return false
		}
	}
	return false
}
