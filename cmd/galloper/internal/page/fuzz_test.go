package page

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"galloper/events/mutate"
)

// FuzzRequest: for any request of a player the page returns a proper answer, never an internal error, and leaks
// nothing that the enemy wrote. FORM in a form is replaced by the session's token.
func FuzzRequest(f *testing.F) {
	const secret = "zanzibar" // in an enemy letter
	w := newWorld(f)
	w.play(2)
	w.writes("dutch.north", "LETTER TO dutch.south: meet me at "+secret+"\n.\n")
	b := w.signedIn(addressOf("french.north"))
	token := tokenInForm.FindStringSubmatch(b.get("/games/" + slug + "/orders").body)
	home, err := url.Parse(w.url)
	if err != nil || token == nil {
		f.Fatalf("no form: %v", err)
	}
	var known []string // path and form, a line each
	for _, path := range []string{
		"/", "/signin/abc", "/games/mill", "/games/mill/turn?turn=1", "/games/mill/turns/1", "/games/mill/turns/2/record",
		"/games/mill/turns/1/map.svg", "/games/mill/turns/1/map.json?seat=dutch.north", "/games/mill/turns/1/both",
		"/games/mill/turns/0/report", "/games/mill/turns/1/shots/1", "/games/mill/turns/1/shots/0/map.svg",
		"/games/mill/turns/2/shots/1/map.json",
		"/games/mill/whatif?orders=To+all:+hold",
		"/games/mill/whatif/map.svg?turn=1",
		"/games/mill/chronicle", "/games/mill/why/t1.1", "/games/mill/why/t99999999999999999999.1?seat=umpire",
		"/games/mill/desk", "/games/mill/orders?turn=-1", "/games/mill/pulse", "/worker.js", "/feeds/abc/turns.atom",
		"/feeds/abc/deadlines.ics", "/public/mill", "/public/mill/turns/1", "/public/mill/turns/1/map.svg",
		"/public/mill/chronicle", "/manifest.webmanifest", "/practise/demo/map.svg", "/static/../desk", "/static/..%ff",
		"/games/%00/turns/%ff",
		"/games/mill/turns/1?from=2&find=%22&q=a",
	} {
		known = append(known, path+"\n")
	}
	for _, post := range [][2]string{
		{"/signin", "address=a@b.c"}, {"/signin/abc", ""}, {"/signout", "form=x"}, {"/practise", "battle=demo"},
		{"/games/mill/desk", "form=FORM&act=CLOSE"}, {"/games/mill/orders/check", "form=FORM&text=To+all:+hold"},
		{"/games/mill/orders", "form=FORM&turn=3&text=To+champagne:+advance+50"}, {"/games/mill/feeds", "form=FORM"},
		{"/games/mill/push", "form=FORM&endpoint=https://127.0.0.1/&p256dh=a&auth=b"},
		{"/games/mill/orders/check?seat=dutch.north", "form=FORM&text=STATUS%00&seat=dutch.south"},
	} {
		known = append(known, post[0]+"\n"+post[1])
	}
	mutate.Add(f, nil, known...)
	f.Fuzz(func(t *testing.T, request string) {
		path, body, _ := strings.Cut(request, "\n")
		method := http.MethodGet
		if body != "" {
			method = http.MethodPost
		}
		to, err := url.ParseRequestURI(path)
		if err != nil || to.Host != "" || to.Opaque != "" || to.Path == "/signout" {
			return // net/http refuses it, or it would sign the player out
		}
		r := httptest.NewRequestWithContext(t.Context(), method, w.url, strings.NewReader(strings.ReplaceAll(body, "FORM",
			token[1])))
		r.URL.Path, r.URL.RawPath, r.URL.RawQuery, r.RequestURI = to.Path, to.RawPath, to.RawQuery, path
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, c := range b.client.Jar.Cookies(home) {
			r.AddCookie(c)
		}
		answer := httptest.NewRecorder()
		w.page.ServeHTTP(answer, r)
		if answer.Code >= 500 {
			t.Errorf("%s %q with %q: %d\n%s", method, path, body, answer.Code, answer.Body)
		}
		if text := answer.Body.String(); strings.Contains(text, secret) && !strings.Contains(path+body, secret) {
			t.Errorf("%s %q with %q tells of the enemy's letter", method, path, body)
		}
	})
}
