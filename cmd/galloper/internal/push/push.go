// Package push notifies browsers by Web Push (RFC 8030), encrypted (RFC 8291) and signed by the service (RFC 8292).
//
// The endpoint is chosen by the browser, and thus by its user. Messages are therefore sent only over HTTPS to
// public addresses, redirects are not followed, and only the status of an answer is read.
package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"galloper/events/vault"
	"galloper/projections/web"
)

const (
	keysKey = "push.keys"      // in the vault: the service's VAPID keys
	keeps   = 24 * time.Hour   // how long the push service keeps a notification for a device that is off
	takes   = 10 * time.Second // timeout for handing one over
)

// Service implements web.Push.
type Service struct {
	vault   vault.Vault
	contact string
	client  *http.Client
}

// New returns a service with its keys in the vault. contact is the operator's mail address.
func New(v vault.Vault, contact string) *Service {
	dialer := &net.Dialer{Timeout: takes, Control: publicAlone}
	return &Service{v, contact, &http.Client{
		Transport:     &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: takes, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       takes,
	}}
}

var errPrivate = errors.New("the address is not HTTPS on the public internet")

// reserved lists the address ranges within IPv4 and the global part of IPv6 that aren't the public internet, or that
// carry another address within themselves (IANA special-purpose address registries).
var reserved = prefixes("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "224.0.0.0/3", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

var globalIPv6 = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) (out []netip.Prefix) {
	for _, t := range texts {
		out = append(out, netip.MustParsePrefix(t))
	}
	return out
}

// publicAlone refuses connections to anything but HTTPS on the public internet, because players choose the
// address.
func publicAlone(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	ip := to.Addr().Unmap()
	if to.Port() != 443 || ip.Is6() && !globalIPv6.Contains(ip) ||
		slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) }) {
		return errPrivate
	}
	return nil
}

// pair is the key pair that the service signs with.
type pair struct {
	Private string `json:"private"` // base64url
	Public  string `json:"public"`
}

// pair returns the keys, and creates them on first use. They are shared by all daemons of a store and never
// change, because browsers subscribe under them.
func (s *Service) pair(ctx context.Context) (p pair, err error) {
	kept, err := s.vault.Get(ctx, keysKey)
	if errors.Is(err, vault.ErrNotFound) {
		if err = s.make(ctx); err == nil || errors.Is(err, vault.ErrExists) {
			kept, err = s.vault.Get(ctx, keysKey)
		}
	}
	if err == nil {
		err = json.Unmarshal(kept, &p)
	}
	return p, err
}

func (s *Service) make(ctx context.Context) error {
	private, public, err := webpush.GenerateVAPIDKeys()
	if err != nil {
		return err
	}
	value, err := json.Marshal(pair{private, public})
	if err != nil {
		return err
	}
	return s.vault.Create(ctx, keysKey, value)
}

// Key implements web.Push.
func (s *Service) Key(ctx context.Context) (string, error) {
	p, err := s.pair(ctx)
	return p.Public, err
}

// Send implements web.Push.
func (s *Service) Send(ctx context.Context, d web.Device, message []byte) (gone bool, err error) {
	p, err := s.pair(ctx)
	if err != nil {
		return false, err
	}
	res, err := webpush.SendNotificationWithContext(ctx, message,
		&webpush.Subscription{Endpoint: d.Endpoint, Keys: webpush.Keys{P256dh: d.Keys.P256dh, Auth: d.Keys.Auth}},
		&webpush.Options{HTTPClient: s.client, Subscriber: s.contact, TTL: int(keeps.Seconds()),
			VAPIDPublicKey: p.Public, VAPIDPrivateKey: p.Private})
	if err != nil {
		return errors.Is(err, errPrivate), hidden(err)
	}
	res.Body.Close()
	switch {
	case res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusGone:
		return true, nil
	case res.StatusCode/100 != 2:
		return false, fmt.Errorf("the push service of a browser answers %s", res.Status)
	}
	return false, nil
}

// hidden removes the endpoint's URL from the error, because it is the device's secret.
func hidden(err error) error {
	if sent, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("the push service of a browser cannot be reached: %w", sent.Err)
	}
	return err
}
