package mailgate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxReceipt bounds the text of a receipt, in bytes. [MaxMail] bounds other texts.
const MaxReceipt = 60_000

const (
	leastBlock = 2 << 10 // bytes of a paragraph that are always kept
	lineReach  = 400     // how far back a cut looks for the end of a line or word, in bytes
	omission   = "\n[…]" // marks a cut inside a paragraph
)

// shorten cuts a longer text to at most size bytes. It adds a sentence that says how much was left out and, in the
// words of whole, where to read all of it. Long paragraphs lose their ends first. If that is not enough, the middle
// of the text is dropped: a mail begins with its verdict, and ends with the deadline, the template and the head of
// the record.
func shorten(text string, size int, whole string) string {
	size = max(size-1<<10, 0) // room for that sentence
	blocks := strings.Split(text, "\n\n")
	most := max(evenShare(blocks, size-len(blocks)*len("\n\n"+omission)), leastBlock)
	for i, b := range blocks {
		if len(b) > most {
			blocks[i] = cutBefore(b, most) + omission
		}
	}
	head, tail, _ := strings.Cut(strings.Join(blocks, "\n\n"), omission)
	if short := strings.Join(blocks, "\n\n"); len(short) > size {
		head, tail = cutBefore(short, size-size/3), strings.ToValidUTF8(short[len(short)-size/3:], "")
		if end := strings.IndexByte(tail, '\n'); end < lineReach {
			tail = tail[end+1:]
		}
	}
	note := fmt.Sprintf("[%d KB are left out of this mail, here and wherever […] appears, to keep it short enough. %s]",
		(len(text)-len(head)-len(tail)+1023)/1024, whole)
	return head + "\n\n" + strings.Join(fill(strings.Fields(note), Columns), "\n") + "\n\n" + strings.TrimLeft(tail, "\n")
}

// evenShare returns the largest size such that all blocks, each cut to it, fit the room.
func evenShare(blocks []string, room int) int {
	blocks = slices.SortedFunc(slices.Values(blocks), func(a, b string) int { return len(a) - len(b) })
	for i, b := range blocks {
		if share := room / (len(blocks) - i); len(b) > share {
			return share
		}
		room -= len(b)
	}
	return room
}

// cutBefore returns at most size bytes of a longer text, up to the end of a line or word if one is near.
func cutBefore(text string, size int) string {
	text = strings.ToValidUTF8(text[:size], "")
	for _, end := range []string{"\n", " "} {
		if at := strings.LastIndex(text, end); at >= 0 && at > len(text)-lineReach {
			return text[:at]
		}
	}
	return text
}

// Clip returns at most the given number of runes of a text, with an ellipsis if it was cut.
func Clip(text string, runes int) string {
	if utf8.RuneCountInString(text) <= runes {
		return text
	}
	return string([]rune(text)[:runes]) + "…"
}
