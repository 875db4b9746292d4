package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// change is a new value for the configuration.
type change struct {
	table, key string
	value      any
}

// line formats the change as a line of the file.
func (c change) line() (string, error) {
	b, err := toml.Marshal(map[string]any{c.key: c.value})
	return strings.TrimRight(string(b), "\n"), err
}

// edited applies the changes to the text of a configuration. It keeps everything else: comments, order, and unknown
// keys.
func edited(text string, changes []change) (string, error) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for _, c := range changes {
		line, err := c.line()
		if err != nil {
			return "", err
		}
		lines = withValue(lines, c, line)
	}
	text = strings.TrimLeft(strings.Join(lines, "\n"), "\n") + "\n"
	var read Config
	if err := toml.NewDecoder(bytes.NewReader([]byte(text))).Decode(&read); err != nil {
		return "", fmt.Errorf("the file would become unreadable: %w", err)
	}
	return text, nil
}

// withValue replaces the line of the change's key, or adds it at the end of the table.
func withValue(lines []string, c change, line string) []string {
	header := regexp.MustCompile(`^\s*\[` + regexp.QuoteMeta(c.table) + `\]\s*(#.*)?$`)
	start := slices.IndexFunc(lines, header.MatchString)
	if start < 0 {
		return append(lines, "", "["+c.table+"]", line)
	}
	end := start + 1
	for end < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[end]), "[") {
		key := regexp.MustCompile(`^\s*` + regexp.QuoteMeta(c.key) + `\s*=\s*(.*)$`).FindStringSubmatch(lines[end])
		if key != nil {
			return slices.Replace(lines, end, end+spread(lines[end:], key[1]), line)
		}
		end++
	}
	for end > start+1 && strings.TrimSpace(lines[end-1]) == "" {
		end--
	}
	return slices.Insert(lines, end, line)
}

// spread returns the number of lines that a value takes: a list may have several.
func spread(lines []string, value string) int {
	if !strings.HasPrefix(value, "[") {
		return 1
	}
	for n, l := range lines {
		if before, _, _ := strings.Cut(l, "#"); strings.HasSuffix(strings.TrimSpace(before), "]") {
			return n + 1
		}
	}
	return 1
}

// writePrivately writes a file that only its owner can read, completely or not at all. An existing file keeps its
// owner, its group and the group's permissions, which a service may need to read it. A new file in a setgid directory,
// such as the package's /etc/galloper, can be read by the directory's group.
func writePrivately(path, text string) error {
	if info, err := os.Stat(path); err == nil {
		return errors.Join(os.Chmod(path, info.Mode().Perm()&^0o007), os.WriteFile(path, []byte(text), 0o600))
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".galloper-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path) // CreateTemp made it with mode 0600
	}
	if info, fault := os.Stat(filepath.Dir(path)); err == nil && fault == nil && info.Mode()&os.ModeSetgid != 0 {
		err = os.Chmod(path, 0o640)
	}
	return err
}

// unitText is a systemd unit without unneeded privileges.
const unitText = `[Unit]
Description=Galloper, battles and campaigns by mail
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=%s serve -c %s
WorkingDirectory=%s
Restart=on-failure
RestartSec=5
UMask=0077
NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=strict
ReadWritePaths=%s

[Install]
WantedBy=default.target
`

// unitFor returns the unit for this executable, a configuration and a store. Paths with spaces are quoted as systemd
// requires.
func unitFor(config, store string) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	paths := []string{program, config, filepath.Dir(config), store}
	for i, p := range paths {
		if p, err = filepath.Abs(p); err != nil {
			return "", err
		}
		paths[i] = strings.ReplaceAll(p, "%", "%%")
		if strings.ContainsAny(p, " \"\\") && i != 2 {
			paths[i] = fmt.Sprintf("%q", paths[i])
		}
	}
	return fmt.Sprintf(unitText, paths[0], paths[1], paths[2], paths[3]), nil
}
