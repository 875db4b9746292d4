// Package dice rolls the named dice of a game.
//
// Each die, card or chit draw has a name, `phase/action/who[>whom][#n]`, and
// its value depends on the turn's seed, that name and nothing else: not on how
// many dice were rolled before it. Amending one order leaves every unrelated
// die as it was, and anyone who knows the seed can roll every die again.
//
//	u = first 8 bytes of HMAC-SHA-256(seed, "game|turn|name|salt|counter")
//
// is refused while u >= 2^64 - (2^64 mod n), counting counter up; the face is
// then u mod n, plus 1, but a d10 shows 0 to 9 and a draw counts from 0.
//
// The seeds of the turns are a hash chain (see [Chain]): the first link is
// published when the game is made, and each turn reveals the next. What decides
// something hidden is drawn from a second chain, revealed when the game is over.
//
// The package reads no random source: who makes a game brings the roots.
package dice
