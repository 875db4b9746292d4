package host

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"galloper/events/vault"
)

// cache keeps recent values of the vault, because each mail needs every address and KEY of its game. It is emptied
// every minute, as another daemon may have erased an address, and never caches that a value is missing.
type cache struct {
	mu     sync.Mutex
	since  time.Time
	values map[string]string
}

// fresh is the lifetime of the cache.
const fresh = time.Minute

// get returns the value of the key, from load if it isn't cached.
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

// Clear empties the cache.
func (c *cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values = nil
}

// AddressOf returns the address of an id, or "" if it was erased.
func (d *Host) AddressOf(ctx context.Context, id string) string {
	address, err := d.Resolve(ctx, id)
	if err != nil {
		d.Logger.Error("an address cannot be read", "id", id, "error", err)
	}
	return address
}

// Resolve is AddressOf with an error if the vault could not be read.
func (d *Host) Resolve(ctx context.Context, id string) (string, error) {
	address, err := d.Addresses.get("address "+id, d.Now(), func() (string, error) { return d.Book.Address(ctx, id) })
	if errors.Is(err, vault.ErrNotFound) {
		return "", nil
	}
	return address, err
}

// Code returns the seat's KEY, or "" without one.
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

// SeatKey returns the vault's key for the code of a seat's KEY lines; each epoch of the seat's secrets has its own.
func SeatKey(game, seat string, epoch int) string {
	key := "key." + game + "." + seat
	if epoch > 0 {
		key += "=" + strconv.Itoa(epoch)
	}
	return key
}
