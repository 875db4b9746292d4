package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

func openBattle(*adjudicator.Turn)                  {}
func witness(*adjudicator.Turn, []events.Outcome)   {}
func mourn(*adjudicator.Turn)                       {}
func actOnDispatches(*adjudicator.Turn)             {}
func giveOrders(*adjudicator.Turn)                  {}
func judgeConditions(*adjudicator.Turn)             {}
func ride(*adjudicator.Turn)                        {}
func endTurn(*adjudicator.Turn)                     {}
func applyCommanderOrdered(*State, *events.Outcome) {}

func (b *Battle) parseDirective(text string) (*Directive, error) { return nil, nil }
func (s *State) take(u *Unit, d *Directive)                      {}
func (s *State) errandGoal(c *Seat) (board.Point, bool)          { return board.Point{}, false }
