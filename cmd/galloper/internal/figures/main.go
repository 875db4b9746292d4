// Figures prints the performance of the event log as a table of measured and required values. Each row is a benchmark
// that measures both the bare limit (only NATS, only the decoder) and our code in one run, so that the machine's noise
// affects both.
//
//	go run ./cmd/galloper/internal/figures            # some minutes; a million commits
//	go run ./cmd/galloper/internal/figures -games 2000
//
// It is no test: the exit status is 1 if a row falls short, but a busy machine can cause that too.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"text/tabwriter"
)

// row is a measured value with its requirement.
type row struct {
	what    string
	pkg     string
	bench   string
	metric  string  // as the benchmark reports it
	want    float64 // minimum, or maximum if less is set
	less    bool
	display string
}

var rows = []row{
	{"append of one event, durable, of a raw publish", "./events/natslog", "AppendOne", "ratio", 0.85, false, "%.2f"},
	{"append of ten events, of ten single appends", "./events/natslog", "AppendTen", "ratio", 5, false, "%.1f"},
	{"read all undecoded, of a bare ordered consumer", "./events/natslog", "ReadAll", "ratio", 0.6, false, "%.2f"},
	{"load one game of 20 commits, median µs", "./events/natslog", "LoadGame", "ours-median-µs", 1000, true, "%.0f"},
	{"restart, time of a bare server's", "./events/natslog", "Restart", "time-ratio", 1.5, true, "%.2f"},
	{"restart, memory of a bare server's", "./events/natslog", "Restart", "memory-ratio", 1.3, true, "%.2f"},
	{"verify an archive, of hashing and decoding it", "./events/archive", "Verify", "ratio", 0.5, false, "%.2f"},
	{"8 writers × 150 appends to one game, R3: tries an append", "./events/natslog", "Contention", "tries/append", 3,
		true, "%.2f"},
}

func main() {
	games := flag.Int("games", 50_000, "games of twenty commits in the large store")
	flag.Parse()
	short, err := measure(*games)
	if err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(2)
	}
	if short {
		os.Exit(1)
	}
}

// measure runs each benchmark once, and prints the table.
func measure(games int) (short bool, err error) {
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer t.Flush()
	fmt.Fprintln(t, "what\tmust\tis\t\twith")
	ran := map[string]map[string]float64{}
	for _, r := range rows {
		if ran[r.bench] == nil {
			fmt.Fprintln(os.Stderr, "running", r.bench)
			if ran[r.bench], err = run(r, games); err != nil {
				return short, err
			}
		}
		is, ok := ran[r.bench][r.metric]
		if !ok {
			return short, fmt.Errorf("%s reports no %s", r.bench, r.metric)
		}
		must, mark := "≥ ", "ok"
		if r.less {
			must = "≤ "
		}
		if r.less && is > r.want || !r.less && is < r.want {
			mark, short = "SHORT", true
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.what, must+fmt.Sprintf(r.display, r.want), fmt.Sprintf(r.display, is),
			mark, others(ran[r.bench], r.metric))
	}
	return short, nil
}

// others lists the benchmark's other metrics: the bare limit, and ours.
func others(all map[string]float64, but string) string {
	var list []string
	for _, name := range []string{"bare-µs", "ours-µs", "bare-MB/s", "ours-MB/s", "bare-ms", "ours-ms", "bare-MiB",
		"ours-MiB", "games", "commits"} {
		if v, ok := all[name]; ok && name != but {
			list = append(list, fmt.Sprintf("%s %.4g", name, v))
		}
	}
	return strings.Join(list, ", ")
}

// run runs one benchmark and returns its metrics.
func run(r row, games int) (map[string]float64, error) {
	c := exec.Command("go", "test", "-run", "^$", "-bench", "^Benchmark"+r.bench+"$", "-timeout", "30m", r.pkg)
	c.Env = append(os.Environ(), "GALLOPER_BENCH_GAMES="+strconv.Itoa(games))
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", r.bench, err, out)
	}
	got := map[string]float64{}
	for s := bufio.NewScanner(strings.NewReader(string(out))); s.Scan(); {
		words := strings.Fields(s.Text())
		if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark"+r.bench) {
			continue
		}
		for i := 2; i+1 < len(words); i += 2 {
			if v, err := strconv.ParseFloat(words[i], 64); err == nil {
				got[words[i+1]] = v
			}
		}
	}
	return got, nil
}
