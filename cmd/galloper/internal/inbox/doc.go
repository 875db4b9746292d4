// Package inbox takes incoming emails: it determines the sender, the game and the effect of each. The effect and the
// answer are one commit, after which the email is filed.
package inbox
