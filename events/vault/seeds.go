package vault

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"galloper/events"
)

// Seeds are the ends of a game's two seed chains, S[Turns] and P[Turns]. They reveal every die of the game.
type Seeds struct {
	Turns int         `json:"turns"`
	S     events.Hash `json:"s"`
	P     events.Hash `json:"p"`
}

// NewSeeds draws two chains for the given number of turns.
func NewSeeds(turns int) Seeds {
	s := Seeds{Turns: turns}
	rand.Read(s.S[:]) // never fails
	rand.Read(s.P[:])
	return s
}

// At returns S[turn] and P[turn]. Turn 0 has the commitments, which are public.
func (s Seeds) At(turn int) (seed, sealed events.Hash, err error) {
	if turn < 0 || turn > s.Turns {
		return seed, sealed, fmt.Errorf("there is no seed for turn %d: the game was created with %d "+
			"turns", turn, s.Turns)
	}
	seed, sealed = s.S, s.P
	for range s.Turns - turn {
		seed, sealed = events.Sum(seed[:]), events.Sum(sealed[:])
	}
	return seed, sealed, nil
}

// SecretsOf returns the prefixes of the keys of a game's secrets: its seeds, and the codes of its seats.
func SecretsOf(game string) []string { return []string{SeedsKey(game), "key." + game + "."} }

// SecretOf reports whether the key belongs to a secret of this game, as opposed to a game with a longer name.
func SecretOf(game, key string) bool {
	return key == SeedsKey(game) || strings.HasPrefix(key, "key."+game+".")
}

// SeedsKey returns the key of the game's seeds.
func SeedsKey(game string) string { return "seeds." + game }

// CheckSeeds returns an error unless the stored value gives the commitments of the game, S[0] and P[0].
func CheckSeeds(value []byte, s0, p0 events.Hash) error {
	var s Seeds
	if err := json.Unmarshal(value, &s); err != nil {
		return fmt.Errorf("cannot read the seeds: %w", err)
	}
	s.Turns = min(max(s.Turns, 0), maxTurns)
	if seed, sealed, err := s.At(0); err != nil || seed != s0 || sealed != p0 {
		return errors.New("the seeds are not those that the game committed to")
	}
	return nil
}

// maxTurns bounds the length of a chain from outside.
const maxTurns = 1 << 20

// PutSeeds stores the seeds of the game. It returns ErrExists and changes nothing if the game has seeds.
func PutSeeds(ctx context.Context, v Vault, game string, s Seeds) error {
	value, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return v.Create(ctx, SeedsKey(game), value)
}

// GetSeeds returns the seeds of the game, or ErrNotFound.
func GetSeeds(ctx context.Context, v Vault, game string) (Seeds, error) {
	var s Seeds
	value, err := v.Get(ctx, SeedsKey(game))
	if err != nil {
		return s, fmt.Errorf("seeds of game %s: %w", game, err)
	}
	return s, json.Unmarshal(value, &s)
}
