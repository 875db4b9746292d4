// Package orders is the order language: what a player writes in a mail, read as orders.
//
// It knows no ruleset. It is given a Language (the verbs), cuts a mail's text into items with
// Read, and gives a ruleset the means to read each of them: a Scanner over the words, sets of
// Names, numbers, bearings, hexes. What the ruleset made of them, an Entry each, it puts
// together as a Receipt. It does not know who wrote the mail, whether he may, or what an order does.
//
//  1. To Champagne and Picardie: hold the mill,      an item: its words, its place in the mail
//     facing north                                   (a line that begins no order continues one)
//     READY                                             a command
//
//     TO champagne, picardie: HOLD mill FACING 0        the ruleset's canonical text of the item
//
//  1. TO champagne, picardie: HOLD mill FACING 0: accepted     the receipt's line
//
// ReadJudged lets the ruleset judge the items while the mail is cut, so that a bad line costs no good one.
// Nothing is an error here: what cannot be read is refused with a Refusal, or listed as not read,
// and each line of the mail has a Use. The package is pure: no clock, no disk, no order of a map.
package orders
