// Package inbox takes in the emails that come: who sent each, for which game, and what it does
// there. All of it, and the answer, is one commit, and only then is the email filed.
package inbox
