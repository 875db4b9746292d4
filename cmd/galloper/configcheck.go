package main

import (
	"fmt"
	"net"
	"net/mail"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// checkValues rejects values that no service can run with. The tag `valid` of a field lists the allowed words, as a|b,
// or gives the least number or time span, as >=1s. It applies to each element of a list.
func checkValues(v reflect.Value, path string) error {
	for i := range v.NumField() {
		field, f := v.Type().Field(i), v.Field(i)
		if !field.IsExported() {
			continue
		}
		key := strings.TrimPrefix(path+"."+field.Tag.Get("toml"), ".")
		if f.Kind() == reflect.Struct {
			if err := checkValues(f, key); err != nil {
				return err
			}
			continue
		}
		rule, ok := field.Tag.Lookup("valid")
		if !ok {
			continue
		}
		elements := []reflect.Value{f}
		if f.Kind() == reflect.Slice {
			elements = elements[:0]
			for j := range f.Len() {
				elements = append(elements, f.Index(j))
			}
		}
		for _, e := range elements {
			if want := unmet(rule, e); want != "" {
				return usage("set it to "+want, "%s in the configuration is %s", key, shown(e))
			}
		}
	}
	return nil
}

// unmet returns the values that the rule allows, or "" if v satisfies it.
func unmet(rule string, v reflect.Value) string {
	least, isBound := strings.CutPrefix(rule, ">=")
	switch value := v.Interface().(type) {
	case int:
		n, err := strconv.Atoi(least)
		if !isBound || err != nil {
			panic("config: a bad rule for a number: " + rule)
		}
		if value < n {
			return least + " or more"
		}
	case Duration:
		span, err := time.ParseDuration(least)
		if !isBound || err != nil {
			panic("config: a bad rule for a time span: " + rule)
		}
		if time.Duration(value) < span {
			return least + " or more"
		}
	case string:
		if words := strings.Split(rule, "|"); !slices.Contains(words, value) {
			return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
		}
	}
	return ""
}

func shown(v reflect.Value) string {
	if d, ok := v.Interface().(Duration); ok {
		return time.Duration(d).String()
	}
	return fmt.Sprintf("%#v", v.Interface())
}

// checkTogether rejects values that contradict each other.
func (c *Config) checkTogether() error {
	seen := make(map[string]string)
	for _, box := range []struct{ key, name string }{
		{"imap.mailbox", c.IMAP.Mailbox}, {"imap.processed", c.IMAP.Processed}, {"imap.quarantine", c.IMAP.Quarantine},
	} {
		if other := seen[strings.ToLower(box.name)]; other != "" {
			return usage("name three different mailboxes, such as INBOX, Processed and Quarantine",
				"%s and %s in the configuration are both %q; every mail would be read again and again",
				other, box.key, box.name)
		}
		seen[strings.ToLower(box.name)] = box.key
	}
	if d := c.Mail.Delimiter; d == "" || strings.Trim(d, "+-_=.#") != "" {
		return usage(`set it to the character after which your server ignores the rest of a local part, usually \"+\"`,
			"mail.delimiter in the configuration is %q", d)
	}
	for _, a := range c.Umpire.Addresses {
		if c.isOwn(a) {
			return usage("use a person's own address",
				"umpire.addresses in the configuration contains %s, an address of the service itself", a)
		}
	}
	if m := c.Serve.Metrics; m != "" && !isLoopback(m) {
		return usage("set it to a loopback address, such as 127.0.0.1:9090",
			"serve.metrics in the configuration is %q, which other machines could read", m)
	}
	return nil
}

// isOwn reports whether mail to the address reaches the service itself.
func (c *Config) isOwn(address string) bool {
	parsed, err := mail.ParseAddress(address)
	if err != nil {
		return false
	}
	own := strings.ToLower(c.Mail.Address)
	local, domain, _ := strings.Cut(strings.ToLower(parsed.Address), "@")
	local, _, _ = strings.Cut(local, c.Mail.Delimiter)
	return strings.ToLower(parsed.Address) == own || local+"@"+domain == own
}

func isLoopback(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}
