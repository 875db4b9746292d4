package web

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

// Where the operator lets them, players have their devices notified of each turn (Web Push, RFC 8030): with the
// headline that was mailed, and no more. A notification may get lost; the mail is what counts.

// Push hands notifications to devices.
type Push interface {
	// Key returns the service's public key, under which browsers subscribe, in base64url.
	Key(ctx context.Context) (string, error)
	// Send hands a message to a device; gone: it takes none any more.
	Send(ctx context.Context, d Device, message []byte) (gone bool, err error)
}

// Device is a browser that has subscribed, as it says itself (PushSubscription of the Push API).
type Device struct {
	Endpoint string     `json:"endpoint"` // https: whoever knows it may try to send there
	Keys     DeviceKeys `json:"keys"`
}

// DeviceKeys are those of a device with which messages to it are encrypted, in base64url.
type DeviceKeys struct {
	P256dh string `json:"p256dh"`
	Auth   string `json:"auth"`
}

const (
	// personKey begins what is erased with the person: the id of their address follows.
	personKey = "person."
	// mostDevices is how many devices of one person are notified for a seat: of more the newest.
	mostDevices = 5
	// mostEndpoint is how long an address to send to may be, in bytes.
	mostEndpoint = 1000
	pushTakes    = time.Minute // at most, for all devices of one person
)

// subscribed is a device, and since when it is notified.
type subscribed struct {
	Device
	Since time.Time `json:"since"`
}

func devicesKey(address, game, seat string) string {
	return personKey + address + ".push." + game + "." + seat
}

// sound reports whether a message can be encrypted for the device, and sent to it over https.
func (d Device) sound() bool {
	decoded := func(text string) int {
		b, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			return 0
		}
		return len(b)
	}
	to, err := url.Parse(d.Endpoint)
	return err == nil && to.Scheme == "https" && to.Host != "" && len(d.Endpoint) <= mostEndpoint &&
		decoded(d.Keys.P256dh) == 65 && decoded(d.Keys.Auth) == 16
}

func (s *Server) devices(ctx context.Context, key string) (list []subscribed, err error) {
	value, ok, err := s.Keeper.Get(ctx, key)
	if err == nil && ok {
		err = json.Unmarshal(value, &list)
	}
	return list, err
}

func (s *Server) keepDevices(ctx context.Context, key string, list []subscribed) error {
	if len(list) == 0 {
		return s.Keeper.Erase(ctx, key)
	}
	value, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return s.Keeper.Put(ctx, key, value)
}

// subscribe has a device notified of the seat's turns, or no device any more.
func (s *Server) subscribe(w http.ResponseWriter, r *http.Request, v *visit) error {
	if s.Push == nil {
		return notFound
	}
	if !slices.Contains(v.seats, v.seat) {
		return notYourSeat
	}
	key := devicesKey(v.address, v.Campaign.Game(), v.seat)
	s.pushMu.Lock()
	defer s.pushMu.Unlock()
	if r.PostFormValue("stop") != "" {
		if err := s.keepDevices(r.Context(), key, nil); err != nil {
			return err
		}
		return s.show(w, http.StatusOK, message{Head: "No device is notified now",
			Text: "Each turn of " + v.seatName(v.seat) + " is mailed to you as before."})
	}
	var d Device
	if json.Unmarshal([]byte(r.PostFormValue("device")), &d) != nil || !d.sound() {
		return refuse(http.StatusBadRequest, "This device cannot be notified",
			"Its browser did not say how. Your mail tells you of each turn.")
	}
	list, err := s.devices(r.Context(), key)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(o subscribed) bool { return o.Endpoint == d.Endpoint })
	list = append(list, subscribed{d, s.now().UTC()})
	if err := s.keepDevices(r.Context(), key, list[max(0, len(list)-mostDevices):]); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, message{Head: "This device is notified of each turn",
		Text: "With the headline, as soon as the report of " + v.seatName(v.seat) + " is mailed."})
}

// notification is what the service worker shows.
type notification struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	URL   string `json:"url"`
	Tag   string `json:"tag"` // a later one with the same replaces it
}

// Notify tells the devices of the address of the last turn that the seat was told of. It works behind its caller.
func (s *Server) Notify(ctx context.Context, game, seat, address string) {
	if s.Push == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pushTakes)
	s.behind.Go(func() {
		defer cancel()
		if err := s.notify(ctx, game, seat, address); err != nil {
			s.Logger.Warn("a notification is lost; the mail went out", "game", game, "seat", seat, "error", err)
		}
	})
}

func (s *Server) notify(ctx context.Context, game, seat, address string) error {
	key := devicesKey(address, game, seat)
	list, err := s.devices(ctx, key)
	if err != nil {
		return err
	}
	var gone []string
	for _, d := range list {
		f := follow{Address: address, Game: game, Seat: seat, Since: d.Since}
		var text []byte
		fault := s.asSeat(ctx, &f, func(v *visit) (err error) { text, err = s.headline(v); return err })
		void := fault == notFound // the seat is somebody else's, or has new secrets
		if fault == nil {
			void, fault = s.Push.Send(ctx, d.Device, text)
		}
		if void {
			gone = append(gone, d.Endpoint)
		} else {
			err = errors.Join(err, fault)
		}
	}
	if len(gone) == 0 {
		return err
	}
	return errors.Join(err, s.dropDevices(ctx, key, gone))
}

// dropDevices forgets devices, but none that has subscribed meanwhile.
func (s *Server) dropDevices(ctx context.Context, key string, gone []string) error {
	s.pushMu.Lock()
	defer s.pushMu.Unlock()
	list, err := s.devices(ctx, key)
	if err != nil {
		return err
	}
	return s.keepDevices(ctx, key,
		slices.DeleteFunc(list, func(d subscribed) bool { return slices.Contains(gone, d.Endpoint) }))
}

// headline is the notification of the last turn that the seat was told of.
func (s *Server) headline(v *visit) ([]byte, error) {
	rep, err := v.Table.Report(v.seat, v.turn)
	if err != nil {
		return nil, err
	}
	title := v.title()
	if v.turn > 0 {
		title += ", turn " + strconv.Itoa(v.turn)
	}
	to := s.URL + "/games/" + v.Campaign.Game() + "/turns/" + strconv.Itoa(v.turn) + "?seat=" + url.QueryEscape(v.seat)
	return json.Marshal(notification{title, rep.Headline, to, v.Campaign.Game() + "." + v.seat})
}

// pushes offers to notify the device at which the page is read; the script shows it where the device can be.
func (v ordersView) pushes() g.Node {
	if v.PushKey == "" {
		return nil
	}
	return html.Form(html.ID("push"), html.Method("post"), html.Class("stack"), g.Attr("hidden"),
		html.Data("key", v.PushKey),
		html.Action("/games/"+v.Game+"/push?seat="+url.QueryEscape(v.Seat)), hidden("form", v.Form), hidden("device", ""),
		html.P(html.Button(html.ID("notify"), html.Type("button"), g.Text("Notify this device of each turn")), g.Text(" "),
			html.Button(html.Class("plain"), html.Name("stop"), html.Value("yes"), g.Text("Notify none"))),
		html.P(html.ID("notify-said"), html.Role("status")))
}

//go:embed static/worker.js
var worker []byte

// serviceWorker is served beside the pages, over which it has power from there.
func serviceWorker(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(worker) // a reader that went away needs no answer
}
