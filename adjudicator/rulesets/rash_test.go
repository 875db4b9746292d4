package rulesets_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/scenario"
)

// rash is the grammar of senseless mails in a ruleset. The alternatives for `unit`, `foe`, `seat`, `mate`, `self` and
// `leader` come from the scenario. Names has further symbols, each with the scenario's mappings (`map.places`) whose
// keys are its alternatives.
type rash struct {
	Ruleset string
	Names   map[string][]string
	Grammar map[string][]string
}

// strays are lines of a mail that are no orders, or senseless ones, in any ruleset.
var strays = []string{
	"READY", "CHECK", "STATUS", "ADD ORDERS", "ORDERS", "END", "CANCEL <number>", "CANCEL ALL", "CANCEL STANDING",
	"SEAT <seat>", "TURN <number>", "GAME other", "IF", "THEN", "ELSE HOLD", "AND <unit>", "TO", "TO :",
	"TO <seat>:", "TO <seat>: <order>", "TO <unit>: <order>", "TO <foe>: <order>", "TO ALL: <order>", "STANDING",
	"STANDING STANDING <order>", "STANDING TO <seat>: STANDING <order>", "TO <mate>: TO <seat>: <order>",
	"IF IF THEN <order>", "<order> ELSE <order>", "IF <order> THEN <order>", "LETTER", "LETTER TO",
	"LETTER TO <seat>", "LETTER TO umpire: what now?\n.", "LETTER TO <seat>, umpire, <seat>: all\nof you\n.",
	"LETTER TO <foe>: <order>\n.", "LETTER TO <mate>: <order>\n<order>", "STANDING LETTER TO <mate>: <order>\n.",
	"<unit>", "<unit>:", "<unit>: <unit>", "<unit>, <foe>, <unit>:", "ALL", "ALL: <order>", "ME", "ME: <order>",
	"<unit> <order>", "<order> <order>", "> <order>", "# <order>", "-- ",
	"Dear <seat>, <order>, and mind the <unit>.", "<number>. <order>", "* <order>", "...", ",,,:,", "\x00\xff",
	"ünït: hôld",
}

var numbers = []string{"1", "2", "3", "4", "6", "10", "0", "-1", "1.5", "400", "100000", "99999999999999999999", "half",
	"IV"}

// In the golden games each value of each option is played; a few more turns are enough. With enoughTurns, the values
// are all played here too.
const fewTurns, enoughTurns = 20, 60

// TestRashOrders plays turns of senseless mails and rulings, GALLOPER_TURNS of each ruleset starting with battle
// GALLOPER_FROM, and checks each with package oracle. It plays every shipped scenario, also with every value of every
// option, and the small scenarios of the cases; all seats write. Each battle is different, and the same in every run.
func TestRashOrders(t *testing.T) {
	turns, from := oracle.Many(os.Getenv("GALLOPER_TURNS"), fewTurns), oracle.Many(os.Getenv("GALLOPER_FROM"), 0)
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			c := rashly(t, rules)
			c.play(turns, from)
			c.note()
			if from == 0 && turns >= enoughTurns {
				c.complete()
			}
		})
	}
}

var grammars = []*rash{&rashFieldcommand, &rashCommandchaos, &rashFirediscipline, &rashOrderdiscipline,
	&rashActivationchits}

// rashly returns the battles of senseless orders of a ruleset.
func rashly(t *testing.T, rules *adjudicator.Ruleset) *rashCampaign {
	at := slices.IndexFunc(grammars, func(r *rash) bool { return r.Ruleset == rules.Name })
	if at < 0 {
		t.Fatal("there is no grammar of rash orders for it")
	}
	said := sha256.New()
	return &rashCampaign{t: t, rash: grammars[at], rules: rules, prove: true, shipped: shipped(t, rules),
		small: ofCases(t, rules), options: map[string]bool{}, said: said,
		transcript: transcript{texts: [texts]io.Writer{said, said, said, said, said}, met: map[string]bool{}}}
}

// rashCampaign are the battles of a ruleset.
type rashCampaign struct {
	t                         *testing.T
	rash                      *rash
	rules                     *adjudicator.Ruleset
	shipped, small            []string
	prove                     bool            // check each turn with package oracle
	options                   map[string]bool // `KEY: VALUE` played so far
	played, accepted, refused int
	said                      hash.Hash // of all texts of the games
	transcript                transcript
}

func (c *rashCampaign) play(turns, from int) {
	battle := from
	for ; c.played < turns; battle++ {
		f := c.open(battle, c.source(battle))
		most := min([]int{3, 6, 12, 24}[f.scribe.IntN(4)], max(1, turns/30)) // few turns are spread over many battles
		for turn := 1; turn <= most && c.played < turns && f.pos.State.Over() == ""; turn++ {
			f.turn(turn)
			if c.played++; c.played%1000 == 0 {
				c.t.Logf("%d turns, at battle %d", c.played, battle)
			}
		}
		c.accepted, c.refused = c.accepted+f.accepted, c.refused+f.refused
	}
	if c.accepted == 0 || c.refused == 0 || c.accepted < c.refused/20 {
		c.t.Errorf("%d orders were accepted and %d refused: such writing tests too little", c.accepted, c.refused)
	}
	c.t.Logf("%d turns of %d battles, %d orders accepted, %d refused", c.played, battle-from, c.accepted, c.refused)
}

// note logs the hash of all texts, which is the same on every machine, and appends it to the file named by
// GALLOPER_HASHES.
func (c *rashCampaign) note() {
	line := fmt.Sprintf("%s %d turns %x\n", c.rules.Name, c.played, c.said.Sum(nil))
	c.t.Log(line)
	name := os.Getenv("GALLOPER_HASHES")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		c.t.Fatal(err)
	}
	_, err = f.WriteString(line)
	if err := errors.Join(err, f.Close()); err != nil {
		c.t.Fatal(err)
	}
}

// complete checks that every value of every option has been played.
func (c *rashCampaign) complete() {
	for _, o := range choices(c.t, c.rules, c.sides(c.shipped[0])) {
		for _, v := range o.Values[1:] {
			if line := o.Key + ": " + v; !c.options[line] {
				c.t.Errorf("no battle was fought with %s", line)
			}
		}
	}
}

// source returns the scenario of a battle: of eight, one is shipped, two are from cases, and five are shipped ones with
// other options.
func (c *rashCampaign) source(battle int) string {
	round, k := battle/8, battle%8
	switch k {
	case 0:
		return c.shipped[round%len(c.shipped)]
	case 3, 7:
		for {
			text := c.small[(round*2+k/7)%len(c.small)]
			if _, _, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", []byte(text)); len(faults) == 0 {
				return text
			}
			round++ // the scenario of that case is refused
		}
	}
	n := round*5 + k - 1
	if k > 3 {
		n--
	}
	return c.optioned(n)
}

// optioned returns the n-th of the shipped scenarios with chosen options.
func (c *rashCampaign) optioned(n int) string {
	text := c.shipped[n%len(c.shipped)]
	options := chosen(choices(c.t, c.rules, c.sides(text)), n)
	for key, value := range options {
		c.options[key+": "+value] = true
	}
	_, _, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", []byte(withOptions(text, options)))
	for _, f := range faults { // for example 350, if only 300 and 400 are allowed
		delete(options, strings.TrimPrefix(f.Path, "options."))
	}
	return withOptions(text, options)
}

func (c *rashCampaign) doc(text string) *scenario.Doc {
	doc, faults := scenario.Read("scenario.yaml", []byte(text), c.rules.Keys)
	if len(faults) > 0 {
		c.t.Fatalf("%v\n%s", faults, text)
	}
	return doc
}

func (c *rashCampaign) sides(text string) []string { return c.doc(text).At("sides").Keys() }

func (c *rashCampaign) open(battle int, source string) *rashField {
	rules, sc, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", []byte(source))
	if len(faults) > 0 {
		c.t.Fatalf("%v\n%s", faults, source)
	}
	f := &rashField{t: c.t, prove: c.prove, battle: battle, doc: c.doc(source), desks: c.transcript.open(rules, sc),
		mails: map[string]string{}, before: map[string][]string{}, given: map[string][]adjudicator.Given{},
		scribe: oracle.Scribe{Lot: rand.New(rand.NewPCG(uint64(battle), 1)), Grammar: maps.Clone(c.rash.Grammar)},
		pos:    adjudicator.Position{Game: "rash", Ruleset: rules, Scenario: sc, State: sc.Start()}}
	f.scribe.Grammar["stray"], f.scribe.Grammar["number"] = strays, numbers
	for thing, places := range c.rash.Names {
		for _, place := range places {
			n := f.doc.Node
			for key := range strings.SplitSeq(place, ".") {
				n = n.At(key)
			}
			f.scribe.Grammar[thing] = slices.Concat(f.scribe.Grammar[thing], n.Keys())
		}
	}
	opened := adjudicator.Open(f.pos, f.input(1))
	f.pos.State = opened.State
	f.desks.Tell(0, opened.Outcomes)
	return f
}
