package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// kept are pages that are the same for everybody, as they were made.
type kept struct {
	mu    sync.Mutex
	pages map[string]*keptPage
}

type keptPage struct {
	body []byte
	tag  string
}

// maxKept is how many are kept; where there are more, all are made anew.
const maxKept = 256

func (k *kept) get(key string) (*keptPage, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p, ok := k.pages[key]
	return p, ok
}

func (k *kept) put(key string, body []byte) *keptPage {
	sum := sha256.Sum256(body)
	p := &keptPage{body, `"` + hex.EncodeToString(sum[:12]) + `"`}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.pages == nil || len(k.pages) >= maxKept {
		k.pages = map[string]*keptPage{}
	}
	k.pages[key] = p
	return p
}

// answer writes the page. Whoever keeps it must ask each time whether it is still shown: it may be closed.
func (p *keptPage) answer(w http.ResponseWriter, r *http.Request, kind string) error {
	h := w.Header()
	h.Set("Cache-Control", "public, no-cache")
	h.Set("ETag", p.tag)
	h.Set("Content-Type", kind)
	if !strings.HasPrefix(kind, "text/html") || strings.HasSuffix(r.URL.Path, "/chronicle") {
		h.Set("Content-Security-Policy", loneFile)
	}
	if strings.Contains(r.Header.Get("If-None-Match"), p.tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Length", strconv.Itoa(len(p.body)))
	_, _ = w.Write(p.body) // a reader that went away needs no answer
	return nil
}
