package main

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/host"
	"galloper/events/memlog"
	"galloper/events/vault"
)

// pageOf serves the page as `galloper serve` does, and returns its warnings and the response of /health.
func pageOf(t *testing.T, c Config) (said, health string) {
	t.Helper()
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	d, err := daemon.Open(t.Context(), host.Options{Log: memlog.New(), Vault: &vault.Memory{}, Rulesets: rulesets.All(),
		Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(servePage(c, d, logger, func(text string) { said += text + "\n" }))
	answer := httptest.NewRecorder()
	d.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/health", nil))
	return said, fmt.Sprint(answer.Code, " ", answer.Body)
}

func TestPageIsServedOnLoopback(t *testing.T) {
	if page := defaultConfig().Serve.Page; !strings.HasPrefix(page, "127.0.0.1:") {
		t.Errorf("the page is served on %s unless somebody says so", page)
	}
	c := Config{}
	c.Serve.Page = "127.0.0.1:0"
	said, health := pageOf(t, c)
	url, ok := strings.CutPrefix(strings.TrimSpace(said), "the page is at ")
	if !ok || !strings.HasPrefix(health, "200 ") {
		t.Fatal(said, health)
	}
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusOK ||
		!strings.Contains(string(body), "Mail address") {
		t.Errorf("%d: %s", resp.StatusCode, body)
	}

	taken := c
	taken.Serve.Page = strings.TrimPrefix(url, "http://")
	said, health = pageOf(t, taken)
	for _, text := range []string{said, health} {
		if !strings.Contains(text, "the page is not served") || !strings.Contains(text, "serve.page") {
			t.Error(text)
		}
	}
	if !strings.HasPrefix(health, "503 ") {
		t.Error(health)
	}
}

func TestPageForOthersWantsHTTPS(t *testing.T) {
	c := Config{}
	c.Serve.Page = "0.0.0.0:0"
	if said, _ := pageOf(t, c); !strings.Contains(said, "without https the connection can be read") {
		t.Error(said)
	}
	c.Serve.URL = "https://games.example.org"
	if said, _ := pageOf(t, c); said != "the page is at https://games.example.org\n" {
		t.Error(said)
	}
	if said, _ := pageOf(t, Config{}); said != "" {
		t.Errorf("no page is configured, and yet: %s", said)
	}
}
