package page

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	permissions "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"galloper/cmd/galloper/internal/admin"
	"galloper/projections/web"
)

// devices is a push service that keeps the messages sent.
type devices struct {
	mu   sync.Mutex
	sent map[string][]string // by endpoint
	gone map[string]bool
}

// Key implements web.Push.
func (d *devices) Key(context.Context) (string, error) { return "BKEY", nil }

// Send implements web.Push.
func (d *devices) Send(_ context.Context, to web.Device, message []byte) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sent[to.Endpoint] = append(d.sent[to.Endpoint], string(message))
	return d.gone[to.Endpoint], nil
}

func (d *devices) all(endpoint string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.sent[endpoint], "\n")
}

func (w *world) pushed() *devices {
	d := &devices{sent: map[string][]string{}, gone: map[string]bool{}}
	w.page.Push = d
	return d
}

// subscription returns a PushSubscription in JSON, as a browser sends it.
func subscription(endpoint string) string {
	key := func(n int) string { return base64.RawURLEncoding.EncodeToString(make([]byte, n)) }
	return `{"endpoint":"` + endpoint + `","expirationTime":null,"keys":{"p256dh":"` + key(65) + `","auth":"` + key(16) + `"}}`
}

func (b *browser) subscribe(t testing.TB, seat, device string) reply {
	t.Helper()
	return b.post("/games/mill/push?seat="+seat, "form", b.get("/games/mill/orders?seat="+seat).token(), "device", device)
}

// TestDeviceIsNotified: a device gets the mailed headline once a turn, as long as its owner has the seat.
func TestDeviceIsNotified(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	all := w.pushed()
	b := w.signedIn(addressOf(north))
	const phone, tablet = "https://push.example.test/phone", "https://push.example.test/tablet"
	b.get("/games/mill/orders?seat="+north).must(t, http.StatusOK, `data-key="BKEY"`)
	b.subscribe(t, north, subscription(phone)).must(t, http.StatusOK, "notified of each turn")
	b.subscribe(t, north, subscription(tablet)).must(t, http.StatusOK)
	b.subscribe(t, foe, subscription(phone)).must(t, http.StatusForbidden)
	for _, wrong := range []string{"", "{}", subscription("http://push.example.test/plain"), subscription("https://"),
		strings.Replace(subscription(phone), "AAAA", "", 1), subscription("https://x.test/" + strings.Repeat("a", 2000))} {
		b.subscribe(t, north, wrong).must(t, http.StatusBadRequest, "cannot be notified")
	}

	all.gone[tablet] = true
	w.playTurn("demo", 2)
	w.page.Wait()
	w.playTurn("demo", 3)
	w.page.Wait()
	if len(all.sent) != 2 || len(all.sent[phone]) != 2 || len(all.sent[tablet]) != 1 {
		t.Fatalf("sent %v", all.sent)
	}
	var told struct{ Title, Text, URL, Tag string }
	if err := json.Unmarshal([]byte(all.sent[phone][0]), &told); err != nil {
		t.Fatal(err)
	}
	mailed := strings.Join(w.mails(addressOf(north)), "")
	if !strings.HasSuffix(told.Title, ", turn 2") || told.Tag == "" || !strings.Contains(mailed, told.Text) ||
		told.URL != w.url+"/games/mill/turns/2?seat="+north {
		t.Errorf("%+v", told)
	}

	b.post("/games/mill/push?seat="+north, "form", b.get("/games/mill/orders").token(), "stop", "yes").must(t,
		http.StatusOK, "No device")
	b.subscribe(t, north, subscription(phone)).must(t, http.StatusOK)
	w.pass(time.Minute)
	w.rules("RENEW " + north + " BECAUSE the telephone was stolen")
	w.playTurn("demo", 4)
	w.page.Wait()
	if len(all.sent[phone]) != 2 {
		t.Errorf("with new secrets the old device was told %s", all.sent[phone][2:])
	}
}

// TestForgottenPersonHasNoDevices: erasing an address also erases its devices.
func TestForgottenPersonHasNoDevices(t *testing.T) {
	w := newWorld(t)
	w.play(1)
	w.pushed()
	b := w.signedIn(addressOf(north))
	b.subscribe(t, north, subscription("https://push.example.test/phone")).must(t, http.StatusOK)
	kept := func() []string {
		keys, err := w.vault.Keys(w.ctx, "person.")
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	if len(kept()) != 1 {
		t.Fatalf("kept: %v", kept())
	}
	if _, err := w.d.Forget(w.ctx, admin.ForgetRequest{Address: addressOf(north), Really: true}); err != nil {
		t.Fatal(err)
	}
	if len(kept()) != 0 {
		t.Errorf("still kept: %v", kept())
	}
}

// TestBrowserShowsNotification: a real browser installs the service worker and shows a pushed message.
func TestBrowserShowsNotification(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(1)
	w.pushed()
	b := w.chromium()
	b.signIn(addressOf(north))
	call(b, permissions.SetPermission, permissions.SetPermissionParams{Origin: w.url, Setting: "granted",
		BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
		Permission:       &permissions.PermissionDescriptor{Name: "notifications"}})
	b.open("/games/mill/orders?seat=" + north)
	if shown := b.eval(`!document.getElementById("push").hidden`); shown != "true" {
		t.Error("the page does not offer to notify the device")
	}
	b.settles(`navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready).then(r => r.scope)`,
		w.url+"/")
	call(b, serviceworker.Enable, cdp.Empty{})
	call(b, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{Origin: w.url, RegistrationID: "0",
		Data: `{"title":"Mill, turn 1","text":"The mill is ours","url":"/","tag":"mill.north"}`})
	b.settles(`navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all =>
		all.map(n => [n.title, n.body, n.tag].join("; ")).join())`, "Mill, turn 1; The mill is ours; mill.north")
}

// settles evaluates the promise repeatedly until it resolves to the text.
func (b *tab) settles(promise, text string) {
	b.t.Helper()
	got := ""
	b.until(func() bool { got = b.eval(promise); return got == text },
		func() string { return fmt.Sprintf("%s resolves to %q, want %q", promise, got, text) })
}
