package main

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/host"
	"galloper/events/memlog"
	"galloper/events/vault"
)

// pageOf serves the page as `galloper serve` would, and returns what it said.
func pageOf(t *testing.T, c Config) (said string) {
	t.Helper()
	logger := slog.New(slog.NewTextHandler(io.Discard, nil))
	d, err := daemon.Open(t.Context(), host.Options{Log: memlog.New(), Vault: &vault.Memory{}, Rulesets: rulesets.All(),
		Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(servePage(c, d, logger, func(text string) { said += text + "\n" }))
	return said
}

func TestPageIsServedOnLoopback(t *testing.T) {
	if page := defaultConfig().Serve.Page; !strings.HasPrefix(page, "127.0.0.1:") {
		t.Errorf("the page is served on %s unless somebody says so", page)
	}
	c := Config{}
	c.Serve.Page = "127.0.0.1:0"
	said := pageOf(t, c)
	url, ok := strings.CutPrefix(strings.TrimSpace(said), "the page is at ")
	if !ok {
		t.Fatal(said)
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
	if said := pageOf(t, taken); !strings.Contains(said, "the page is not served") ||
		!strings.Contains(said, "serve.page") {
		t.Error(said)
	}
}

func TestPageForOthersWantsHTTPS(t *testing.T) {
	c := Config{}
	c.Serve.Page = "0.0.0.0:0"
	if said := pageOf(t, c); !strings.Contains(said, "without https others can read along") {
		t.Error(said)
	}
	c.Serve.URL = "https://games.example.org"
	if said := pageOf(t, c); said != "the page is at https://games.example.org\n" {
		t.Error(said)
	}
	if said := pageOf(t, Config{}); said != "" {
		t.Errorf("no page is configured, and yet: %s", said)
	}
}
