package vault

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"galloper/events"
)

// Memory is a vault in memory. The zero value is empty and ready.
type Memory struct {
	mu     sync.Mutex
	values map[string][]byte
	mails  map[events.Hash][]byte
}

var _ Vault = (*Memory)(nil)

// Put implements Vault.
func (m *Memory) Put(_ context.Context, key string, value []byte) error {
	return m.put(key, value, true)
}

// Create implements Vault.
func (m *Memory) Create(_ context.Context, key string, value []byte) error {
	return m.put(key, value, false)
}

func (m *Memory) put(key string, value []byte, replace bool) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, taken := m.values[key]; taken && !replace {
		return ErrExists
	}
	if m.values == nil {
		m.values = map[string][]byte{}
	}
	m.values[key] = bytes.Clone(value)
	return nil
}

// Get implements Vault.
func (m *Memory) Get(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return lookup(m.values, key)
}

func lookup[K comparable](in map[K][]byte, key K) ([]byte, error) {
	value, ok := in[key]
	if !ok {
		return nil, ErrNotFound
	}
	return bytes.Clone(value), nil
}

// Erase implements Vault.
func (m *Memory) Erase(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.values, key)
	return nil
}

// Keys implements Vault.
func (m *Memory) Keys(_ context.Context, prefix string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	keys := slices.Sorted(maps.Keys(m.values))
	return slices.DeleteFunc(keys, func(k string) bool { return !strings.HasPrefix(k, prefix) }), nil
}

// PutMail implements Vault.
func (m *Memory) PutMail(_ context.Context, raw []byte) (events.Hash, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.mails == nil {
		m.mails = map[events.Hash][]byte{}
	}
	sha := events.Sum(raw)
	m.mails[sha] = bytes.Clone(raw)
	return sha, nil
}

// Mail implements Vault.
func (m *Memory) Mail(_ context.Context, sha events.Hash) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return lookup(m.mails, sha)
}

// Mails implements Vault.
func (m *Memory) Mails(context.Context) ([]events.Hash, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.SortedFunc(maps.Keys(m.mails), func(a, b events.Hash) int { return bytes.Compare(a[:], b[:]) }), nil
}

// EraseMail implements Vault.
func (m *Memory) EraseMail(_ context.Context, sha events.Hash) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.mails, sha)
	return nil
}
