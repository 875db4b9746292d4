package daemon

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"galloper/events"
)

// The alarms and the dashboard use existing metrics: an alarm on a renamed one would never fire.
func TestAlarmsAndDashboardAskForWhatThereIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	families, err := w.d.Metrics.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{ // metrics that appear only once there is something to count
		"galloper_clock_ahead_seconds": true, "galloper_deliveries_total": true, "galloper_mails_total": true,
		"galloper_servers_lacking": true,
	}
	for _, f := range families {
		there[f.GetName()] = true
		there[f.GetName()+"_bucket"] = f.GetType().String() == "HISTOGRAM"
	}
	number := regexp.MustCompile(`galloper_[a-z_]+`)
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations map[string]string
			}
		}
	}
	readMonitoring(t, "galloper.rules.yml", func(b []byte) error { return yaml.Unmarshal(b, &rules) })
	if len(rules.Groups) != 1 || len(rules.Groups[0].Rules) < 5 {
		t.Fatalf("the rules read as %+v", rules)
	}
	for _, r := range rules.Groups[0].Rules {
		if r.Expr == "" || r.Annotations["summary"] == "" || r.Annotations["what"] == "" {
			t.Errorf("%s does not say when, what it means, or what to do", r.Alert)
		}
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	readMonitoring(t, "dashboard.json", func(b []byte) error { return json.Unmarshal(b, &board) })
	for _, file := range []string{"galloper.rules.yml", "dashboard.json"} {
		readMonitoring(t, file, func(b []byte) error {
			for _, name := range number.FindAllString(string(b), -1) {
				if !there[name] {
					t.Errorf("%s asks for %s, which there is not", file, name)
				}
			}
			return nil
		})
	}
	for _, p := range board.Panels {
		if len(p.Targets) == 0 || !strings.Contains(p.Targets[0].Expr, "galloper_") {
			t.Errorf("the panel %q shows nothing of the service", p.Title)
		}
	}
}

func readMonitoring(t *testing.T, file string, take func([]byte) error) {
	t.Helper()
	b, err := os.ReadFile("../../../../docs/monitoring/" + file)
	if err == nil {
		err = take(b)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}
