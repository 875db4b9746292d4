// Package umpire parses the umpire's acts. The grammar is the same in emails, on the command line, on the web page and
// in test cases: one act a line.
//
//	EXTEND 48h TURN 4 BECAUSE the post was late
//	RULE t4.17: the wood is dense
//	SET unit.1foot.boxes = 3
//
// [Forms] is the table of all acts. The game server carries them out; [Input] adds those that change a turn's input to
// it.
package umpire
