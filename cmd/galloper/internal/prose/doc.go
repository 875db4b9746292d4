// Package prose writes the plain text of emails: paragraphs of a width that every mail
// program shows, times and counts as people say them.
package prose
