// Package orders parses the mails that players write into orders.
//
// It knows no ruleset. Read cuts the text of a mail into items, with the verbs of a Language. The ruleset then parses
// each item: a Scanner reads its words, names (from sets of Names), numbers, bearings and hexes. The ruleset returns an
// Entry for each order, and the entries make a Receipt. The package does not know the writer of the mail, their
// authority, or the effect of an order.
//
//  1. To Champagne and Picardie: hold the mill,      an item: its words and its position in the mail
//     facing north                                   (a line that begins no order continues one)
//     READY                                             a command
//
//     TO champagne, picardie: HOLD mill FACING 0        the ruleset's canonical text of the item
//
//  1. TO champagne, picardie: HOLD mill FACING 0: accepted     the receipt's line
//
// ReadJudged lets the ruleset judge the items while the mail is cut, so that a bad line never spoils a good one.
// Reading never fails: unreadable text is refused with a Refusal or listed as not read, and each line of the mail has a
// Use. The package is pure: it uses no clock, disk or map order.
package orders
