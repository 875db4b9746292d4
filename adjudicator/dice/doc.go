// Package dice rolls the named dice of a game.
//
// Each die, card or chit draw has a name, `phase/action/who[>whom][#n]`. Its value depends only on the turn's seed and
// that name, not on the dice rolled before it. Amending one order therefore leaves all unrelated dice unchanged, and
// anyone with the seed can verify every die.
//
//	u = first 8 bytes of HMAC-SHA-256(seed, "game|turn|name|salt|counter")
//
// If u >= 2^64 - (2^64 mod n), u is rejected and counter incremented. The face is then u mod n, plus 1, except that a
// d10 shows 0 to 9 and a draw counts from 0.
//
// The seeds of the turns are a hash chain (see [Chain]). The first link is published when the game is created, and each
// turn reveals the next. Hidden decisions use a second chain, revealed when the game is over.
//
// The package reads no random source: the creator of a game supplies the roots of the chains.
package dice
