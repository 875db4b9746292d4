package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Upcast converts the JSON of an event from one schema to the next. It must be pure, and must not change the result
// of an adjudicated turn.
type Upcast func(json.RawMessage) (json.RawMessage, error)

// Registry knows how to decode each event type, and how to upcast its older schemas.
type Registry struct {
	names  []string // byte order
	types  map[string]kind
	faults []error
}

type kind struct {
	schema  int
	decode  func(json.RawMessage) (Data, error)
	upcasts []Upcast // [i] converts schema i+1 to i+2
}

// Register adds the type T in its current schema. It needs schema-1 upcasts, the first from schema 1 to 2. Check
// reports mistakes.
func Register[T Data](r *Registry, schema int, up ...Upcast) {
	var zero T
	name := zero.EventType()
	if _, twice := r.types[name]; twice {
		r.faults = append(r.faults, fmt.Errorf("event type %s is registered twice", name))
	}
	if len(up) != schema-1 || slices.ContainsFunc(up, func(u Upcast) bool { return u == nil }) {
		r.faults = append(r.faults, fmt.Errorf("event type %s has schema %d and %d upcasts: expected %d", name, schema,
			len(up), max(schema-1, 0)))
	}
	if !word(name) {
		r.faults = append(r.faults, fmt.Errorf("%q cannot name an event type", name))
	}
	if r.types == nil {
		r.types = map[string]kind{}
	}
	r.types[name] = kind{schema, decodeAs[T], up}
	r.names = append(r.names, name)
	slices.Sort(r.names)
}

func decodeAs[T Data](data json.RawMessage) (Data, error) {
	var v T
	var err error
	if f, ok := any(&v).(json.Unmarshaler); ok { // avoids a first pass over mostly long data
		err = f.UnmarshalJSON(data)
	} else {
		err = json.Unmarshal(data, &v)
	}
	return v, err
}

// Check returns all errors of registration. Programs call it at start, so that a gap in a chain of upcasts does not
// first show up in a replay.
func (r *Registry) Check() error { return errors.Join(r.faults...) }

// Names returns the names of all types, in byte order.
func (r *Registry) Names() []string { return slices.Clone(r.names) }

// Schema returns the current schema of the type, or 0 if it is unknown.
func (r *Registry) Schema(name string) int { return r.types[name].schema }

// UnknownTypeError is returned by Decode for an event from a newer program. Such an event must never be skipped.
type UnknownTypeError struct {
	Type   string
	Schema int
}

// Error implements error.
func (e *UnknownTypeError) Error() string {
	return fmt.Sprintf("unknown event %s, schema %d: it was written by a newer version of Galloper", e.Type, e.Schema)
}

// Decode returns the event's data as a value of one of the Data types, in its current schema.
func (r *Registry) Decode(e Event) (Data, error) {
	k, ok := r.types[e.Type]
	if !ok || e.Schema > k.schema || e.Schema < 1 {
		return nil, &UnknownTypeError{e.Type, e.Schema}
	}
	data := e.Data
	for i := e.Schema; i < k.schema; i++ {
		var err error
		if data, err = k.upcasts[i-1](data); err != nil {
			return nil, fmt.Errorf("event %s: from schema %d to %d: %w", e.Type, i, i+1, err)
		}
	}
	v, err := k.decode(data)
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", e.Type, err)
	}
	return v, nil
}

// Exact returns an error unless the stored event is exactly the encoding of data. Then any reader decodes the same
// content: the event has no key twice, in another case, or unknown.
func (r *Registry) Exact(e Event, data Data) error {
	if k := r.types[e.Type]; e.Schema < k.schema { // it was upcast
		up := e.Data
		for i := e.Schema; i < k.schema; i++ {
			up, _ = k.upcasts[i-1](up)
		}
		if !bytes.Equal(up, e.Data) {
			return nil
		}
	}
	packed, err := r.Pack(data)
	if err != nil {
		return err
	}
	want := packed[0].Data
	if bytes.Equal(want, e.Data) {
		return nil
	}
	at := 0
	for at < min(len(want), len(e.Data)) && want[at] == e.Data[at] {
		at++
	}
	around := func(b []byte) string { return string(b[max(at-20, 0):min(at+20, len(b))]) }
	return fmt.Errorf("its data is ambiguous: it has …%s… instead of …%s…; a key is repeated, spelt differently, or "+
		"unknown to this type", around(e.Data), around(want))
}

// Pack encodes data as events in the current schema.
func (r *Registry) Pack(data ...Data) ([]Event, error) {
	out := make([]Event, 0, len(data))
	for _, d := range data {
		k, ok := r.types[d.EventType()]
		if !ok {
			return nil, &UnknownTypeError{Type: d.EventType()}
		}
		if f, ok := d.(filler); ok {
			d = f.filled()
		}
		text, err := encode(d)
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", d.EventType(), err)
		}
		out = append(out, Event{Type: d.EventType(), Schema: k.schema, Data: text})
	}
	return out, nil
}

// filler is a Data with lists. filled returns it with `[]` in place of nil lists, so that the archive never contains
// `null`.
type filler interface{ filled() Data }

func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// encode returns the JSON without HTML escapes, because names of dice contain `>`.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Types are Galloper's event types, ready for Decode and Pack.
var Types = types()

func types() *Registry {
	r := new(Registry)
	Register[GameCreated](r, 1)
	Register[ArmyCarried](r, 1)
	Register[GameOpened](r, 1)
	Register[GameEnded](r, 1)
	Register[SecretsOpened](r, 1)
	Register[SeatAssigned](r, 1)
	Register[SeatReleased](r, 1)
	Register[SeatRenewed](r, 1)
	Register[SeatBounced](r, 1)
	Register[StandInAsked](r, 1)
	Register[StandInDeclined](r, 1)
	Register[SeatReady](r, 1)
	Register[SeatAbsent](r, 1)
	Register[SeatResigned](r, 1)
	Register[SeatStaffed](r, 1)
	Register[SeatTakenBack](r, 1)
	Register[SeatReminded](r, 1)
	Register[TurnOpened](r, 1)
	Register[TurnClosed](r, 1)
	Register[TurnHeld](r, 1)
	Register[TurnResumed](r, 1)
	Register[Blinded](r, 1)
	Register[TurnExtended](r, 1)
	Register[TurnReverted](r, 1)
	Register[TurnAdjudicated](r, 1)
	Register[TurnApproved](r, 1)
	Register[TurnReported](r, 1)
	Register[MailReceived](r, 1)
	Register[MailQuarantined](r, 1)
	Register[MailQueued](r, 1)
	Register[MailSent](r, 1)
	Register[MailBounced](r, 1)
	Register[OrdersAsked](r, 1)
	Register[OrdersAccepted](r, 1)
	Register[LetterSent](r, 1)
	Register[Announced](r, 1)
	Register[Revealed](r, 1)
	Register[PageOpened](r, 1)
	Register[PageClosed](r, 1)
	Register[DecisionAsked](r, 1)
	Register[DecisionAnswered](r, 1)
	Register[RulingGiven](r, 1)
	Register[DieRerolled](r, 1)
	Register[CourierRuled](r, 1)
	Register[ActProposed](r, 1)
	Register[ActConfirmed](r, 1)
	Register[LobbyOffered](r, 1)
	Register[LobbyInvited](r, 1)
	Register[LobbyReminded](r, 1)
	Register[LobbyLapsed](r, 1)
	Register[LobbyAsked](r, 1)
	Register[LobbyJoined](r, 1)
	Register[LobbyConfirmed](r, 1)
	Register[LobbyLeft](r, 1)
	Register[LobbyStarted](r, 1)
	Register[LobbyMade](r, 1)
	Register[LobbyHalted](r, 1)
	Register[LobbyWithdrawn](r, 1)
	return r
}

// Decode is Types.Decode.
func Decode(e Event) (Data, error) { return Types.Decode(e) }

// Exact is Types.Exact.
func Exact(e Event, data Data) error { return Types.Exact(e, data) }

// Pack is Types.Pack.
func Pack(data ...Data) ([]Event, error) { return Types.Pack(data...) }
