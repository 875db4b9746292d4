package host

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"galloper/events/vault"
)

// cache keeps what the vault said of late: each mail asks for every address and KEY of
// its game. It forgets all of it every minute, for another daemon may have erased an
// address; and never keeps that something is not there.
type cache struct {
	mu     sync.Mutex
	since  time.Time
	values map[string]string
}

// fresh is how long a value is believed.
const fresh = time.Minute

// get returns the value under the key, from load where it is not known.
func (c *cache) get(key string, now time.Time, load func() (string, error)) (string, error) {
	c.mu.Lock()
	if c.values == nil || now.Sub(c.since) >= fresh || now.Before(c.since) {
		c.values, c.since = map[string]string{}, now
	}
	value, known := c.values[key]
	values := c.values
	c.mu.Unlock()
	if known {
		return value, nil
	}
	value, err := load()
	if err == nil && value != "" {
		c.mu.Lock()
		values[key] = value // of the minute in which it was read
		c.mu.Unlock()
	}
	return value, err
}

// Clear forgets everything.
func (c *cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values = nil
}

// AddressOf returns the address behind an id, "" where it was erased.
func (d *Host) AddressOf(ctx context.Context, id string) string {
	address, err := d.Resolve(ctx, id)
	if err != nil {
		d.Logger.Error("an address cannot be read", "id", id, "error", err)
	}
	return address
}

// Resolve is address for those to whom it matters that the vault could not be read.
func (d *Host) Resolve(ctx context.Context, id string) (string, error) {
	address, err := d.Addresses.get("address "+id, d.Now(), func() (string, error) { return d.Book.Address(ctx, id) })
	if errors.Is(err, vault.ErrNotFound) {
		return "", nil
	}
	return address, err
}

// Code returns the seat's KEY, "" if it has none.
func (d *Host) Code(ctx context.Context, game, seat string, epoch int) (string, error) {
	code, err := d.Addresses.get("key "+SeatKey(game, seat, epoch), d.Now(), func() (string, error) {
		b, err := d.Vault.Get(ctx, SeatKey(game, seat, epoch))
		return string(b), err
	})
	if errors.Is(err, vault.ErrNotFound) {
		return "", nil
	}
	return code, err
}

// SeatKey is where the vault has the code of a seat's KEY lines; each epoch of the
// seat's secrets has its own.
func SeatKey(game, seat string, epoch int) string {
	key := "key." + game + "." + seat
	if epoch > 0 {
		key += "=" + strconv.Itoa(epoch)
	}
	return key
}
