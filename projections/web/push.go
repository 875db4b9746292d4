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

// If the operator allows it, players can have their devices notified of each turn (Web Push, RFC 8030). A
// notification contains only the headline that was mailed. It may get lost, unlike the mail.

// Push sends notifications to devices.
type Push interface {
	// Key returns the service's public key for subscriptions, in base64url.
	Key(ctx context.Context) (string, error)
	// Send sends a message to a device. gone reports that the subscription has ended.
	Send(ctx context.Context, d Device, message []byte) (gone bool, err error)
}

// Device is a browser's subscription (PushSubscription of the Push API).
type Device struct {
	Endpoint string     `json:"endpoint"` // https; a secret, since everyone who knows it may try to send there
	Keys     DeviceKeys `json:"keys"`
}

// DeviceKeys are a device's keys for encrypting messages, in base64url.
type DeviceKeys struct {
	P256dh string `json:"p256dh"`
	Auth   string `json:"auth"`
}

const (
	// personKey is the prefix, before the address id, of data that is erased with the person.
	personKey = "person."
	// mostDevices limits the devices per person and seat. The newest are kept.
	mostDevices = 5
	// mostEndpoint limits the length of an endpoint in bytes.
	mostEndpoint = 1000
	pushTakes    = time.Minute // limit for all devices of one person
)

// subscribed is a device with the time of its subscription.
type subscribed struct {
	Device
	Since time.Time `json:"since"`
}

func devicesKey(address, game, seat string) string {
	return personKey + address + ".push." + game + "." + seat
}

// sound reports whether messages can be encrypted for the device and sent to it over https.
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

// subscribe adds a device to the seat's notifications, or removes all devices.
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

// notification is a message for the service worker.
type notification struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	URL   string `json:"url"`
	Tag   string `json:"tag"` // a later notification with the same tag replaces it
}

// Notify sends the last reported turn of the seat to the devices of the address. It runs in the background.
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
		void := fault == notFound // the seat has another player or new secrets
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

// dropDevices removes devices, except for those that have subscribed again meanwhile.
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

// headline returns the notification of the last turn reported to the seat.
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

// pushes renders the offer to notify this device. The script shows it if the browser supports it.
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

// serviceWorker serves the worker at the root, so that its scope includes all pages.
func serviceWorker(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(worker) // the reader may be gone
}
