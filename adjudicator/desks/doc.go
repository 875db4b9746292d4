// Package desks connects the rules with the knowledge of the seats. It makes the reports and receipts of a game that is
// played without mail, clock and log, and the texts that every game makes of a ruleset and a scenario.
//
// All test cases are read here, wherever they are run.
package desks
