// Package prose formats the plain text of mails: paragraphs that fit every mail program, and times and counts
// in words.
package prose
