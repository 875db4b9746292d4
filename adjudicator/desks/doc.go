// Package desks is where the rules meet what seats know: the reports and receipts of a game that is
// played without mail, clock and log, and the texts that every game makes of a ruleset and a scenario.
//
// Test cases are read here, wherever they are run.
package desks
