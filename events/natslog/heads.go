package natslog

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"galloper/events"
)

// headFile stores the head of each game beside the stream, in lines of fixed length. A line is written after each
// append and not synced: after a power cut it may lag behind, but it never runs ahead. The server starts without an
// error on a stream whose last block was truncated; this file reveals the loss.
type headFile struct {
	mu    sync.Mutex
	path  string
	f     *os.File // nil if the file is lost
	slots map[string]slot
}

type slot struct {
	at   int64 // offset in the file
	head events.Head
}

const (
	headsName = "galloper.heads"
	headLine  = 192 // version, sequence, hash, name, padding, sum
)

// openHeads opens the file. It creates one only for an empty log: if it is missing beside another one it counts as
// lost, since the end of that log cannot be verified.
func openHeads(dir string, empty bool) (*headFile, error) {
	h := &headFile{path: filepath.Join(dir, headsName), slots: map[string]slot{}}
	how := os.O_RDWR
	if empty {
		how |= os.O_CREATE
	}
	f, err := os.OpenFile(h.path, how, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return nil, err
	}
	h.f = f
	if info, err := f.Stat(); err == nil {
		h.slots = make(map[string]slot, info.Size()/headLine)
	}
	// Line by line, because the whole file of many games would stay in memory for long.
	b, line := bufio.NewReaderSize(f, 1<<16), make([]byte, headLine)
	for at := int64(0); ; at += headLine {
		if _, err := io.ReadFull(b, line); err == io.EOF || err == io.ErrUnexpectedEOF {
			return h, nil
		} else if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if game, head, ok := parseHead(line); ok { // skip a torn line; the game gets a new one
			h.slots[game] = slot{at, head}
		}
	}
}

// formatHead formats the line of a game, with a checksum that reveals a torn write.
func formatHead(game string, head events.Head) []byte {
	line := fmt.Appendf(make([]byte, 0, headLine), "%d %d %s %s ", head.Version, head.Seq, head.Hash, game)
	line = append(line, bytes.Repeat([]byte{'.'}, headLine-10-len(line))...)
	return fmt.Appendf(line, " %08x\n", crc32.ChecksumIEEE(line))
}

func parseHead(line []byte) (game string, head events.Head, ok bool) {
	var sum [4]byte
	text := line[:headLine-10] // followed by a blank, the checksum in eight hex digits, and the line's end
	if line[headLine-10] != ' ' || line[headLine-1] != '\n' {
		return "", head, false
	}
	if _, err := hex.Decode(sum[:], line[headLine-9:headLine-1]); err != nil ||
		binary.BigEndian.Uint32(sum[:]) != crc32.ChecksumIEEE(text) {
		return "", head, false
	}
	parts := bytes.SplitN(text, []byte(" "), 5)
	if len(parts) != 5 {
		return "", head, false
	}
	var errs [3]error
	head.Version, errs[0] = strconv.ParseUint(string(parts[0]), 10, 64)
	head.Seq, errs[1] = strconv.ParseUint(string(parts[1]), 10, 64)
	head.Hash, errs[2] = events.ParseHash(string(parts[2]))
	game = string(parts[3])
	ok = errs == [3]error{} && events.CheckGame(game) == nil
	return game, head, ok
}

func (h *headFile) isLost() bool { return h != nil && h.f == nil }

// errHeadsLost is the reason why then no game is read or written.
const errHeadsLost = "the file " + headsName + " is lost, so Galloper cannot tell whether the games are complete: " +
	"run galloper repair --from ARCHIVE or, without an archive, galloper repair --accept-loss"

// note records the head, unless a later one is recorded.
func (h *headFile) note(game string, head events.Head) error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	s, known := h.slots[game]
	if known && s.head.Seq >= head.Seq {
		return nil
	}
	if !known {
		end, err := h.f.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		s.at = (end + headLine - 1) / headLine * headLine
	}
	s.head = head
	h.slots[game] = s
	_, err := h.f.WriteAt(formatHead(game, head), s.at)
	return err
}

// rewrite records the heads of a rebuilt log. If a game was not mended and does not reach its recorded head, that
// head stays, because the game's end is still lost.
func (h *headFile) rewrite(heads map[string]events.Head, mended []string, last uint64) error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for game, was := range h.slots {
		if head := was.head; !slices.Contains(mended, game) && head.Version > heads[game].Version {
			head.Seq = max(head.Seq, last+1)
			heads[game] = head
		}
	}
	var text []byte
	slots := map[string]slot{}
	for _, game := range slices.Sorted(maps.Keys(heads)) {
		slots[game] = slot{int64(len(text)), heads[game]}
		text = append(text, formatHead(game, heads[game])...)
	}
	f, err := replaceFile(h.path, text)
	if err != nil {
		return err
	}
	if h.f != nil {
		err = h.f.Close()
	}
	h.f, h.slots = f, slots
	return err
}

// replaceFile atomically replaces a file with the text, synced: after a crash there is the old file or the new one.
func replaceFile(path string, text []byte) (*os.File, error) {
	f, err := os.OpenFile(path+".new", os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync())
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (h *headFile) recordedHead(game string) events.Head {
	if h == nil {
		return events.Head{}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.slots[game].head
}

// games returns the names of all games, in byte order.
func (h *headFile) games() []string {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.slots))
}

// gamesBeyond returns the games whose recorded head is after the last position of the log.
func (h *headFile) gamesBeyond(last uint64) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var games []string
	for game, s := range h.slots {
		if s.head.Seq > last {
			games = append(games, game)
		}
	}
	slices.Sort(games)
	return games
}

func (h *headFile) close() error {
	if h == nil || h.f == nil {
		return nil
	}
	return h.f.Close()
}
