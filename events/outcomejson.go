package events

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// reserved reports whether the key is used by the JSON form itself, so that no field may have it.
func reserved(key string) bool {
	switch key {
	case "event", "clause", "dice", "ref", "follows", "told":
		return true
	}
	return false
}

// Check returns an error if the outcome could not be written and read back unchanged: a name or key with a blank, a
// reserved or duplicate key, invalid UTF-8.
func (o *Outcome) Check() error {
	for i := range o.Dice {
		if !word(o.Dice[i].Die) {
			return fmt.Errorf("outcome %s: die %s has an unknown kind", o.Name, o.Dice[i].Name)
		}
	}
	return o.checkText()
}

// checkText is Check without the kinds of the dice, which are not in the text.
func (o *Outcome) checkText() error {
	if !word(o.Name) {
		return fmt.Errorf("outcome %q: expected a name of one word without blanks, quotes or `=`", o.Name)
	}
	for i := range o.Fields {
		if err := o.Fields[i].check(o.Fields[:i]); err != nil {
			return fmt.Errorf("outcome %s: %w", o.Name, err)
		}
	}
	for i := range o.Dice {
		if err := o.Dice[i].check(); err != nil {
			return fmt.Errorf("outcome %s: %w", o.Name, err)
		}
	}
	for i := range o.Views {
		if err := o.Views[i].check(); err != nil {
			return fmt.Errorf("outcome %s, view %d: %w", o.Name, i+1, err)
		}
	}
	return utf8s("outcome "+o.Name, o.Clause, o.Cause, o.Ref)
}

func (d *Die) check() error {
	if !word(d.Name) {
		return fmt.Errorf("die %q: expected a name of one word without blanks", d.Name)
	}
	return utf8s(d.Name, d.Salt, d.Set)
}

func (v *View) check() error {
	for i := range v.As {
		if f := &v.As[i]; f.Key != "dice" { // a view may show other dice than the true ones
			if err := f.check(v.As[:i]); err != nil {
				return err
			}
		}
	}
	return errors.Join(utf8s("seats", v.Seats...), utf8s("hide", v.Hide...))
}

func utf8s(what string, texts ...string) error {
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return fmt.Errorf("%s: %q is not UTF-8", what, s)
		}
	}
	return nil
}

func (f *Field) check(before []Field) error {
	if !word(f.Key) || reserved(f.Key) {
		return fmt.Errorf("field %q: expected a key of one word other than event, clause, dice, ref, follows and "+
			"told", f.Key)
	}
	if !utf8.ValidString(f.Value) {
		return fmt.Errorf("field %s: its value is not UTF-8", f.Key)
	}
	for i := range before {
		if before[i].Key == f.Key {
			return fmt.Errorf("field %s is repeated", f.Key)
		}
	}
	return nil
}

// word reports whether s is a valid name or key: printable, without blank, `=`, `,` or quote.
func word(s string) bool {
	ascii := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c <= ' ' || c == '=' || c == '"' || c == ',' || c == 0x7f {
			return false
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	return s != "" && (ascii || utf8.ValidString(s))
}

// MarshalJSON writes the outcome as one flat object (AppendJSON). It returns an error if the outcome fails Check.
func (o Outcome) MarshalJSON() ([]byte, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	return o.AppendJSON(make([]byte, 0, 256)), nil
}

// AppendJSON appends the outcome as one flat JSON object: `event` (the name), the fields in order as strings,
// `clause`, `dice`, and then `ref`, `follows` and `told`, which are not part of the canonical text. Empty members are
// omitted. The outcome must pass Check.
func (o *Outcome) AppendJSON(b []byte) []byte {
	b = append(b, `{"event":`...)
	b = appendJSONString(b, o.Name)
	for i := range o.Fields {
		b = append(b, ',')
		b = appendMember(b, &o.Fields[i])
	}
	b = appendText(b, `,"clause":`, o.Clause)
	if len(o.Dice) > 0 {
		b = append(b, `,"dice":[`...)
		for i := range o.Dice {
			b = comma(b, i)
			b = o.Dice[i].appendJSON(b)
		}
		b = append(b, ']')
	}
	b = appendText(b, `,"ref":`, o.Ref)
	b = appendText(b, `,"follows":`, o.Cause)
	if len(o.Views) > 0 {
		b = append(b, `,"told":[`...)
		for i := range o.Views {
			b = comma(b, i)
			b = o.Views[i].appendJSON(b)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

func appendMember(b []byte, f *Field) []byte {
	b = appendJSONString(b, f.Key)
	b = append(b, ':')
	return appendJSONString(b, f.Value)
}

func appendText(b []byte, key, value string) []byte {
	if value == "" {
		return b
	}
	b = append(b, key...)
	return appendJSONString(b, value)
}

func appendStrings(b []byte, key string, list []string) []byte {
	b = append(b, key...)
	b = append(b, '[')
	for i, s := range list {
		b = comma(b, i)
		b = appendJSONString(b, s)
	}
	return append(b, ']')
}

func (d *Die) appendJSON(b []byte) []byte {
	b = appendText(b, `{"name":`, d.Name)
	b = appendText(b, `,"die":`, d.Die)
	b = append(b, `,"value":`...)
	b = strconv.AppendInt(b, int64(d.Value), 10)
	b = appendText(b, `,"salt":`, d.Salt)
	if d.Sealed {
		b = append(b, `,"sealed":true`...)
	}
	b = appendText(b, `,"set":`, d.Set)
	return append(b, '}')
}

func (v *View) appendJSON(b []byte) []byte {
	b = appendStrings(b, `{"seats":`, v.Seats)
	if len(v.Hide) > 0 {
		b = appendStrings(b, `,"hide":`, v.Hide)
	}
	if len(v.As) > 0 {
		b = append(b, `,"as":{`...)
		for i := range v.As {
			b = comma(b, i)
			b = appendMember(b, &v.As[i])
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

// UnmarshalJSON reads the form written by MarshalJSON. It also accepts blanks, and any order of the members other
// than the fields.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	p := scanner{s: string(data)}
	out, err := p.outcome()
	if err != nil {
		return err
	}
	if err := p.end(); err != nil {
		return err
	}
	*o = out
	return nil
}

// outcome reads one outcome object.
func (p *scanner) outcome() (Outcome, error) {
	var o Outcome
	var fields [24]Field
	o.Fields = fields[:0]
	err := p.object(func(key string) (err error) {
		switch key {
		case "event":
			o.Name, err = p.str()
		case "clause":
			o.Clause, err = p.str()
		case "ref":
			o.Ref, err = p.str()
		case "follows":
			o.Cause, err = p.str()
		case "dice":
			err = p.list(func() error { return p.die(&o) })
		case "told":
			err = p.list(func() error { return p.view(&o) })
		default:
			var v string
			v, err = p.str()
			o.Fields = append(o.Fields, Field{key, v})
		}
		return err
	})
	o.Fields = append([]Field(nil), o.Fields...)
	if err == nil {
		err = o.Check()
	}
	return o, err
}

func (p *scanner) die(o *Outcome) error {
	var d Die
	err := p.object(func(key string) (err error) {
		switch key {
		case "name":
			d.Name, err = p.str()
		case "die":
			d.Die, err = p.str()
		case "value":
			d.Value, err = p.integer()
		case "salt":
			d.Salt, err = p.str()
		case "sealed":
			d.Sealed = p.take("true")
			if !d.Sealed {
				err = p.must("false")
			}
		case "set":
			d.Set, err = p.str()
		default:
			err = fmt.Errorf("a die has no %q", key)
		}
		return err
	})
	o.Dice = append(o.Dice, d)
	return err
}

func (p *scanner) view(o *Outcome) error {
	var v View
	err := p.object(func(key string) (err error) {
		switch key {
		case "seats":
			v.Seats, err = p.strs()
		case "hide":
			v.Hide, err = p.strs()
		case "as":
			err = p.object(func(key string) error {
				s, err := p.str()
				v.As = append(v.As, Field{key, s})
				return err
			})
		default:
			err = fmt.Errorf("a view has no %q", key)
		}
		return err
	})
	o.Views = append(o.Views, v)
	return err
}
