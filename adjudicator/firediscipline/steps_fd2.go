package firediscipline

import "galloper/adjudicator"

// The steps of fd2, each to be moved into its chapter's file.

func fireArtillery(*adjudicator.Turn)    {}
func fireSkirmishers(*adjudicator.Turn)  {}
func fireVolleys(*adjudicator.Turn)      {}
func firePlatoons(*adjudicator.Turn)     {}
func declareCharges(*adjudicator.Turn)   {}
func chooseReactions(*adjudicator.Turn)  {}
func reform(*adjudicator.Turn)           {}
func charge(*adjudicator.Turn)           {}
func march(*adjudicator.Turn)            {}
func unlimberAndMount(*adjudicator.Turn) {}
func fightObjectives(*adjudicator.Turn)  {}
func fightMelees(*adjudicator.Turn)      {}
func pursue(*adjudicator.Turn)           {}
func fightEngaged(*adjudicator.Turn)     {}

// moraleOfMourners lets the units check as bodies, why=commander (§2.34).
func (p *play) moraleOfMourners(units []int) {}
