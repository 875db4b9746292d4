package web

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"time"
)

// People sign in by proving that they receive mail at a registered address: a mailed link contains a token that can
// be exchanged for a session once. Only hashes of tokens are stored.

const (
	linkLasts    = 15 * time.Minute
	sessionLasts = 30 * 24 * time.Hour
	linkTakes    = time.Minute // time limit for queuing a link
)

type grant struct {
	Address string    `json:"address"` // id
	Expires time.Time `json:"expires"`
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// issue creates a token and stores its hash.
func (s *Server) issue(ctx context.Context, kind, address string, lasts time.Duration) (token string, err error) {
	token = rand.Text()
	value, err := json.Marshal(grant{address, s.now().Add(lasts).UTC()})
	if err != nil {
		return "", err
	}
	return token, s.Keeper.Put(ctx, kind+hashOf(token), value)
}

// redeem returns the address of a token, or "" if the token is invalid or expired.
func (s *Server) redeem(r *http.Request, kind, token string) (address string, err error) {
	g, err := s.grantOf(r, kind, token)
	return g.Address, err
}

// grantOf returns the grant of a token, or the zero grant if the token is invalid or expired.
func (s *Server) grantOf(r *http.Request, kind, token string) (g grant, err error) {
	if token == "" || len(token) > 100 {
		return g, nil
	}
	value, ok, err := s.Keeper.Get(r.Context(), kind+hashOf(token))
	if err != nil || !ok {
		return g, err
	}
	if err := json.Unmarshal(value, &g); err != nil {
		return grant{}, err
	}
	if !s.now().Before(g.Expires) {
		return grant{}, s.Keeper.Erase(r.Context(), kind+hashOf(token))
	}
	return g, nil
}

const (
	linkKey    = "page.link."
	useKey     = "page.use." // of a link while it is in use
	sessionKey = "page.session."
)

type session struct {
	token   string
	address string // id, or "" if not signed in
	since   time.Time
}

func (s session) formToken() string {
	mac := hmac.New(sha256.New, []byte(s.token))
	mac.Write([]byte("form"))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

func (s *Server) session(r *http.Request) (session, error) {
	c, err := r.Cookie(s.cookieName())
	if err != nil {
		return session{}, nil
	}
	g, err := s.grantOf(r, sessionKey, c.Value)
	if g.Address == "" {
		return session{}, err
	}
	return session{c.Value, g.Address, g.Expires.Add(-sessionLasts)}, nil
}

func (s *Server) secure() bool { return strings.HasPrefix(s.URL, "https://") }

// cookieName returns the name of the session cookie. Over https, its prefix keeps other hosts from setting it.
// Cookies are separated by host but not by port, so the port is part of the name, and practice on an arbitrary port
// has its own.
func (s *Server) cookieName() string {
	name := "galloper"
	if s.secure() {
		name = "__Host-" + name
	}
	if u, err := url.Parse(s.URL); err == nil && u.Port() != "" {
		name += "-" + u.Port()
	}
	if s.Practice != nil {
		name += "-practice"
	}
	return name
}

func (s *Server) setCookie(w http.ResponseWriter, token string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Value: token, Path: "/", MaxAge: age, HttpOnly: true,
		Secure: s.secure(), SameSite: http.SameSiteLaxMode,
	})
}

// askLink gives the same answer for every address, so that strangers cannot find out which ones are registered.
func (s *Server) askLink(w http.ResponseWriter, r *http.Request) error {
	address := strings.TrimSpace(r.PostFormValue("address"))
	if parsed, err := mail.ParseAddress(address); err != nil || parsed.Address != address || len(address) > 254 {
		return s.signInPage(w, r, http.StatusBadRequest, "That is not a mail address. Write it as in anne@example.org.")
	}
	s.behind.Add(1)
	go s.mailLink(context.WithoutCancel(r.Context()), address)
	return s.show(w, http.StatusOK, message{
		Head: "Look into your mail",
		Text: "If the address is registered in a game, a link to sign in is on its way to it. It works once, for a " +
			"quarter of an hour. If you asked for several, use the latest.",
	})
}

// mailLink mails a link to the address if it is registered. It runs in the background, so that the response time is
// the same for all addresses. If several links mailed to the address still work, it mails no more; a stranger who
// requests many links thus cannot lock the owner out. Used links and links that could not be mailed do not count.
func (s *Server) mailLink(ctx context.Context, address string) {
	defer s.behind.Done()
	ctx, cancel := context.WithTimeout(ctx, linkTakes)
	defer cancel()
	id, ok, err := s.Invitations.Who(ctx, address)
	if err == nil && ok && s.links.allow(id, s.now()) {
		var token string
		if token, err = s.issue(ctx, linkKey, id, linkLasts); err == nil {
			err = s.Invitations.Invite(ctx, id, s.URL+"/signin/"+token)
		}
		if err != nil {
			s.links.undo(id)
		}
	}
	if err != nil {
		s.Logger.Error("a link to sign in could not be mailed", "error", err)
	}
}

// confirmLink shows a button, because link scanners must not use the link up.
func (s *Server) confirmLink(w http.ResponseWriter, r *http.Request) error {
	address, err := s.redeem(r, linkKey, r.PathValue("token"))
	if err != nil {
		return err
	}
	if address == "" {
		return s.deadLink(w, r)
	}
	if s.Practice != nil { // the link was printed for the practising person and never mailed
		return s.useLink(w, r)
	}
	return s.show(w, http.StatusOK, linkFollowed{r.PathValue("token")})
}

func (s *Server) deadLink(w http.ResponseWriter, r *http.Request) error {
	if s.Practice != nil {
		return s.signInPage(w, r, http.StatusGone, "This address is not the one that was printed last.")
	}
	return s.signInPage(w, r, http.StatusGone,
		"This link was used already, or is older than a quarter of an hour. Ask for a new one.")
}

// useLink signs in. It uses the link up first, so that only one of two tabs gets a session, even if they reach
// different daemons.
func (s *Server) useLink(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	address, err := s.redeem(r, linkKey, token)
	if err != nil {
		return err
	}
	to := "/"
	if page := r.FormValue("to"); s.Practice != nil && strings.HasPrefix(page, "/games/") {
		to = page
	}
	if s.Practice == nil && address != "" {
		first, err := s.useUp(r.Context(), hashOf(token))
		if err != nil {
			return err
		}
		if !first {
			address = ""
		}
	}
	if address == "" {
		return s.deadLink(w, r)
	}
	s.links.undo(address)
	fresh, err := s.issue(r.Context(), sessionKey, address, sessionLasts)
	if err != nil {
		return err
	}
	s.setCookie(w, fresh, int(sessionLasts/time.Second))
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// useUp erases the link with the hash. It returns false if another request was first.
func (s *Server) useUp(ctx context.Context, hash string) (first bool, err error) {
	free, err := s.Keeper.Create(ctx, useKey+hash, []byte(rand.Text()))
	if err != nil || !free {
		return false, err
	}
	_, first, err = s.Keeper.Get(ctx, linkKey+hash)
	if err == nil {
		err = s.Keeper.Erase(ctx, linkKey+hash)
	}
	return first, errors.Join(err, s.Keeper.Erase(ctx, useKey+hash))
}

func (s *Server) signOut(w http.ResponseWriter, r *http.Request) error {
	if c, err := r.Cookie(s.cookieName()); err == nil {
		if err := s.Keeper.Erase(r.Context(), sessionKey+hashOf(c.Value)); err != nil {
			return err
		}
	}
	s.setCookie(w, "", -1)
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}
