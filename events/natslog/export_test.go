package natslog

// What the tests see of the inside.
var (
	Within     = within
	WhatIsOpen = unguarded
)
