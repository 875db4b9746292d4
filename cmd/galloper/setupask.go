package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// prompter asks questions at the terminal.
type prompter struct {
	cmd   *cobra.Command
	lines *bufio.Reader
	mute  bool // asks nothing: every answer is a flag's or the default
}

func newPrompter(cmd *cobra.Command, mute bool) *prompter {
	return &prompter{cmd, bufio.NewReader(cmd.InOrStdin()), mute}
}

// ask returns the answer, or standard if it is empty. flag is the flag that answers the question in advance.
func (p *prompter) ask(question, standard, flag string) (string, error) {
	if p.mute {
		return p.unasked(question, standard, flag)
	}
	hint := ""
	if standard != "" {
		hint = " [" + standard + "]"
	}
	printf(p.cmd, "%s%s: ", question, hint)
	line, err := p.lines.ReadString('\n')
	if err != nil && line == "" {
		printf(p.cmd, "\n")
		return p.unasked(question, standard, flag)
	}
	if line = strings.TrimSpace(line); line != "" {
		return line, nil
	}
	return p.unasked(question, standard, flag)
}

func (p *prompter) unasked(question, standard, flag string) (string, error) {
	if standard == "" {
		return "", usage("give it with "+flag, "there is no answer: %s", strings.ToLower(question[:1])+question[1:])
	}
	return standard, nil
}

// none as an answer leaves a setting empty.
const none = "none"

// secret asks for a text without echo.
func (p *prompter) secret(question, flag string) (string, error) {
	if p.mute {
		return p.unasked(question, "", flag)
	}
	in, isFile := p.cmd.InOrStdin().(*os.File)
	if !isFile || !term.IsTerminal(int(in.Fd())) {
		return p.ask(question, "", flag)
	}
	printf(p.cmd, "%s (input is hidden): ", question)
	b, err := term.ReadPassword(int(in.Fd()))
	printf(p.cmd, "\n")
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if text := strings.TrimSpace(string(b)); text != "" {
		return text, nil
	}
	return p.unasked(question, "", flag)
}

// yes asks a yes-or-no question; the default is no.
func (p *prompter) yes(question, flag string) bool {
	if p.mute {
		return false
	}
	answer, err := p.ask(question+" (yes or no)", "no", flag)
	return err == nil && strings.HasPrefix(strings.ToLower(answer), "y")
}
