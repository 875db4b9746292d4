// Package umpire reads what an umpire writes: acts, a line each, in one grammar wherever
// they stand: in an email, on the command line, on the page, in a test case.
//
//	EXTEND 48h TURN 4 BECAUSE the post was late
//	RULE t4.17: the wood is dense
//	SET unit.1foot.boxes = 3
//
// [Forms] is the table of them. What an act does to a game is decided where games are run;
// those that change a turn's input, [Input] adds to it.
package umpire
