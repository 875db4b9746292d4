package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
)

// The daemon holds the lock on its store. Other commands of the same user act through HTTP on a Unix socket in the
// store's directory. Unlike a port, a socket that a killed daemon left behind can't be taken by another program.

// deskFile is the socket of a running daemon, in the store's directory.
const deskFile = "desk.sock"

// maxDeskBody limits requests, in bytes. The archive of a long game with its mails must fit.
const maxDeskBody = 512 << 20

// Desk serves requests of other commands to a running daemon.
type Desk struct {
	server *http.Server
	socket string
}

// OpenDesk starts listening. The caller must hold the lock on the directory.
func OpenDesk(dir string, d *Daemon) (*Desk, error) {
	os.Remove(filepath.Join(dir, deskFile)) // left behind by a killed daemon
	path, done, err := socketPath(dir, deskFile)
	if err != nil {
		return nil, err
	}
	defer done()
	l, err := net.Listen("unix", path)
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("daemon: listen on %s: %w", filepath.Join(dir, deskFile), err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false) // the path may be a short one that no longer exists then
	desk := &Desk{&http.Server{Handler: bounded(deskHandler(d)), ReadHeaderTimeout: 10 * time.Second},
		filepath.Join(dir, deskFile)}
	go desk.server.Serve(ownersAlone{l}) // ends with Close
	return desk, nil
}

// Close stops listening. The socket's file goes first: a program that is just being started holds copies of all files
// until it runs, so a closed socket can still be connected to for a moment.
func (d *Desk) Close() error {
	os.Remove(d.socket)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return d.server.Shutdown(ctx)
}

// ownersAlone accepts only connections from this process's user and from root.
type ownersAlone struct{ net.Listener }

// Accept implements net.Listener.
func (l ownersAlone) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if uid, known := peerUser(c); !known || uid == 0 || uid == os.Getuid() {
			return c, nil
		}
		c.Close()
	}
}

func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxDeskBody)
		next.ServeHTTP(w, r)
	})
}

func deskHandler(d *Daemon) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /games", func(w http.ResponseWriter, r *http.Request) {
		names, err := d.GameNames(r.Context())
		answer(w, names, err)
	})
	mux.HandleFunc("GET /games/{game}/archive", func(w http.ResponseWriter, r *http.Request) {
		after, _ := strconv.ParseUint(r.URL.Query().Get("after"), 10, 64)
		err := d.Behind(r.Context(), w, r.PathValue("game"), after)
		if err != nil {
			// The status has been sent already; a line that isn't a commit tells the reader.
			fmt.Fprintf(w, "error: %v\n", err)
		}
	})
	mux.HandleFunc("POST /heads", handle(d.Heads))
	mux.HandleFunc("POST /record", handle(d.Record))
	mux.HandleFunc("GET /games/{game}/export", func(w http.ResponseWriter, r *http.Request) {
		if err := d.Export(r.Context(), w, r.PathValue("game"), admin.ExportOptions{Mail: r.URL.Query().Has("mail"),
			Secrets: r.URL.Query().Has("secrets")}); err != nil {
			var no *game.Refused
			if errors.As(err, &no) { // nothing was written yet
				answer(w, nil, err)
				return
			}
			fmt.Fprintf(w, "error: %v\n", err)
		}
	})
	mux.HandleFunc("POST /games", handle(d.New))
	mux.HandleFunc("POST /rule", handle(d.Rule))
	mux.HandleFunc("POST /lobby", handle(d.Lobby))
	mux.HandleFunc("POST /forget", handle(d.Forget))
	mux.HandleFunc("POST /import", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		res, err := d.Import(r.Context(), bytes.NewReader(body))
		answer(w, res, err)
	})
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { answer(w, d.Health(), nil) })
	mux.HandleFunc("GET /verify", func(w http.ResponseWriter, r *http.Request) {
		res, err := d.VerifyStore(r.Context())
		answer(w, res, err)
	})
	return mux
}

// handle serves one request with JSON input and output.
func handle[In, Out any](act func(context.Context, In) (Out, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in In
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, "the request is no JSON: "+err.Error(), http.StatusBadRequest)
			return
		}
		out, err := act(r.Context(), in)
		answer(w, out, err)
	}
}

// answer writes the result, or the refusal with its hint.
func answer(w http.ResponseWriter, out any, err error) {
	w.Header().Set("Content-Type", "application/json")
	if err == nil {
		json.NewEncoder(w).Encode(out) // a client that has gone needs no answer
		return
	}
	var no *game.Refused
	if errors.As(err, &no) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		json.NewEncoder(w).Encode(no)
		return
	}
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

// GameNames returns the names of all games.
func (d *Daemon) GameNames(ctx context.Context) ([]string, error) {
	names, err := d.Log.Games(ctx)
	return WithoutLobby(names), err
}

// WithoutLobby returns the names without that of the lobby, which has the form of a game.
func WithoutLobby(names []string) []string {
	return slices.DeleteFunc(append([]string{}, names...), func(n string) bool { return n == game.Lobby })
}

// Client sends requests to the daemon that runs on a store's directory.
type Client struct{ http http.Client }

// ErrNoDaemon is returned if no daemon runs on the directory.
var ErrNoDaemon = errors.New("no daemon runs on this store")

// Dial connects to the daemon that runs on the directory. It returns ErrNoDaemon if no daemon is running, even if a
// killed one has left its socket.
func Dial(ctx context.Context, dir string) (*Client, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		path, done, err := socketPath(dir, deskFile)
		if err != nil {
			return nil, err
		}
		defer done()
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}
	probe, err := dial(ctx, "", "")
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("a daemon of another user runs on this store: %w", err)
	}
	if err != nil {
		return nil, ErrNoDaemon
	}
	probe.Close()
	return &Client{http.Client{Transport: &http.Transport{DialContext: dial}}}, nil
}

// GameNames returns the names of all games.
func (c *Client) GameNames(ctx context.Context) (names []string, err error) {
	return names, c.do(ctx, "GET", "/games", nil, &names)
}

// Behind writes the lines of a game's commits after event number after.
func (c *Client) Behind(ctx context.Context, w io.Writer, game string, after uint64) error {
	resp, err := c.send(ctx, "GET", fmt.Sprintf("/games/%s/archive?after=%d", game, after), nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(w, resp.Body)
	return err
}

// Export writes the archive of a game with the requested additions.
func (c *Client) Export(ctx context.Context, w io.Writer, name string, with admin.ExportOptions) error {
	var q []string
	if with.Mail {
		q = append(q, "mail")
	}
	if with.Secrets {
		q = append(q, "secrets")
	}
	resp, err := c.send(ctx, "GET", "/games/"+name+"/export?"+strings.Join(q, "&"), nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	copied, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if whole, fault, broken := bytes.Cut(copied, []byte("\nerror: ")); broken {
		_, err = w.Write(append(whole, '\n'))
		return errors.Join(err, errors.New(string(bytes.TrimSpace(fault))))
	}
	if len(copied) == 0 {
		return game.Refuse("run galloper audit to list the games", "there is no game %q", name)
	}
	_, err = w.Write(copied)
	return err
}

// Heads returns the heads of the games that have changed since that position in the log.
func (c *Client) Heads(ctx context.Context, since uint64) (res admin.HeadsReport, err error) {
	return res, c.post(ctx, "/heads", since, &res)
}

// Record returns all heads that the game has had.
func (c *Client) Record(ctx context.Context, game string) (res admin.Record, err error) {
	return res, c.post(ctx, "/record", game, &res)
}

// New makes a game.
func (c *Client) New(ctx context.Context, n admin.NewGame) (res admin.NewGameResult, err error) {
	return res, c.post(ctx, "/games", n, &res)
}

// Rule performs an umpire's acts.
func (c *Client) Rule(ctx context.Context, r RuleRequest) (res RuleResult, err error) {
	return res, c.post(ctx, "/rule", r, &res)
}

// Lobby performs acts of an umpire in the lobby.
func (c *Client) Lobby(ctx context.Context, r LobbyRequest) (res RuleResult, err error) {
	return res, c.post(ctx, "/lobby", r, &res)
}

// Forget erases an address and its mails.
func (c *Client) Forget(ctx context.Context, r admin.ForgetRequest) (res admin.ForgetResult, err error) {
	return res, c.post(ctx, "/forget", r, &res)
}

// Import takes a game from its archive.
func (c *Client) Import(ctx context.Context, archive io.ReadSeeker) (res admin.ImportResult, err error) {
	return res, c.do(ctx, "POST", "/import", archive, &res)
}

// VerifyStore checks the store of the running daemon.
func (c *Client) VerifyStore(ctx context.Context) (res admin.StoreReport, err error) {
	return res, c.do(ctx, "GET", "/verify", nil, &res)
}

// Health returns the daemon's state.
func (c *Client) Health(ctx context.Context) (h Health, err error) {
	return h, c.do(ctx, http.MethodGet, "/health", nil, &h)
}

func (c *Client) post(ctx context.Context, path string, in, out any) error {
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return c.do(ctx, "POST", path, bytes.NewReader(b), out)
}

func (c *Client) do(ctx context.Context, method, path string, body io.Reader, out any) error {
	resp, err := c.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func (c *Client) send(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://desk"+path, body)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("the running daemon does not answer: %w", err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp, nil
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	if resp.StatusCode == http.StatusUnprocessableEntity {
		var no game.Refused
		if json.Unmarshal(text, &no) == nil {
			return nil, &no
		}
	}
	return nil, errors.New(strings.TrimSpace(string(text)))
}
