package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// kept caches pages that are the same for all viewers.
type kept struct {
	mu    sync.Mutex
	pages map[string]*keptPage
}

type keptPage struct {
	body []byte
	tag  string
}

// maxKept limits the cache. Once it is exceeded, it starts empty again.
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

// answer writes the page. Clients may cache it but must revalidate each time, since the game may be closed.
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
	_, _ = w.Write(p.body) // the reader may be gone
	return nil
}
