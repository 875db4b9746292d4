package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"galloper/events/vault"
	"galloper/projections/web"
)

// device is a browser: its subscription, and the keys to decrypt messages.
type device struct {
	web.Device
	private *ecdh.PrivateKey
	auth    []byte
}

func newDevice(t *testing.T, endpoint string) device {
	t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	rand.Read(auth)
	text := base64.RawURLEncoding.EncodeToString
	return device{web.Device{Endpoint: endpoint, Keys: web.DeviceKeys{P256dh: text(private.PublicKey().Bytes()),
		Auth: text(auth)}}, private, auth}
}

// read decrypts a message (RFC 8291 §3.4 and RFC 8188).
func (d device) read(t *testing.T, body []byte) string {
	t.Helper()
	salt, length := body[:16], int(body[20])
	sender, err := ecdh.P256().NewPublicKey(body[21 : 21+length])
	if err != nil {
		t.Fatal(err)
	}
	shared, err := d.private.ECDH(sender)
	if err != nil {
		t.Fatal(err)
	}
	derive := func(secret, salt []byte, info string, length int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, length)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	info := "WebPush: info\x00" + string(d.private.PublicKey().Bytes()) + string(sender.Bytes())
	secret := derive(shared, d.auth, info, 32)
	block, err := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	text, err := gcm.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), body[21+length:], nil)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(string(text), "\x00\x02")
}

// TestDeviceReadsMessage: only the device can read the message, which is signed with the key that the device
// was given.
func TestDeviceReadsMessage(t *testing.T) {
	var body []byte
	var header http.Header
	status := http.StatusCreated
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		header = r.Header
		w.WriteHeader(status)
	}))
	defer server.Close()
	kept := &vault.Memory{}
	s := New(kept, "umpire@example.test")
	s.client = server.Client()
	key, err := s.Key(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if again, err := New(kept, "umpire@example.test").Key(t.Context()); err != nil || again != key {
		t.Errorf("another daemon has the key %q, not %q: %v", again, key, err)
	}
	d := newDevice(t, server.URL+"/device")
	gone, err := s.Send(t.Context(), d.Device, []byte("Our left gave way"))
	if err != nil || gone {
		t.Fatal(gone, err)
	}
	if text := d.read(t, body); text != "Our left gave way" {
		t.Errorf("the device reads %q", text)
	}
	if signed := header.Get("Authorization"); !strings.Contains(signed, "k="+key) || header.Get("TTL") != "86400" {
		t.Errorf("signed %q, kept for %q", signed, header.Get("TTL"))
	}
	for status, want := range map[int]struct{ gone, fails bool }{
		http.StatusGone: {true, false}, http.StatusNotFound: {true, false}, http.StatusTooManyRequests: {false, true},
		http.StatusFound: {false, true},
	} {
		s := *s
		answers := status
		s.client = &http.Client{Transport: answering(answers), CheckRedirect: New(kept, "").client.CheckRedirect}
		if gone, err := s.Send(t.Context(), d.Device, []byte("x")); gone != want.gone || (err != nil) != want.fails {
			t.Errorf("answered %d: gone %v, %v", status, gone, err)
		}
	}
}

// answering is a push service that answers everything with one status.
type answering int

// RoundTrip implements http.RoundTripper.
func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: int(a), Status: http.StatusText(int(a)), Body: http.NoBody, Request: r,
		Header: http.Header{"Location": {"https://127.0.0.1/"}}}, nil
}

// TestNothingGoesToNeighbours: a device with an endpoint in the local network is dropped, and the error doesn't
// name it.
func TestNothingGoesToNeighbours(t *testing.T) {
	called := false
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer server.Close()
	s := New(&vault.Memory{}, "umpire@example.test")
	gone, err := s.Send(t.Context(), newDevice(t, server.URL+"/secret").Device, []byte("x"))
	if !gone || err == nil || called || strings.Contains(err.Error(), "secret") {
		t.Errorf("gone %v, called %v: %v", gone, called, err)
	}
	for _, address := range []string{"10.0.0.1:443", "192.168.1.1:443", "169.254.169.254:443", "[::1]:443",
		"[fe80::1]:443", "[fd00::1]:443", "0.0.0.0:443", "[::ffff:127.0.0.1]:443", "224.0.0.1:443",
		"100.64.0.1:443", "198.18.0.1:443", "[64:ff9b::a00:1]:443", "[2002:a00:1::1]:443", "[2001:0:a00:1::1]:443",
		"[fec0::1]:443", "[::127.0.0.1]:443", "[100::1]:443", "8.8.8.8:25", "[2620:fe::fe]:80"} {
		if publicAlone("tcp", address, nil) == nil {
			t.Errorf("%s was let through", address)
		}
	}
	if err := publicAlone("tcp", "93.184.215.14:443", nil); err != nil {
		t.Error(err)
	}
}
