package mailtest

import "strings"

// ForgedResults returns header fields, by the name of their spelling, that resemble the server's results for mail of
// the domain. A sender may use such spellings to get past a filter.
func ForgedResults(server, domain string) map[string]string {
	pass := "; dkim=pass header.d=" + domain + "; dmarc=pass header.from=" + domain + "\n"
	dot := strings.Index(server, ".")
	return map[string]string{
		"plain":                     "Authentication-Results: " + server + pass,
		"version":                   "Authentication-Results: " + server + " 1" + pass,
		"comment before the name":   "Authentication-Results: (x) " + server + pass,
		"comment that nests":        "Authentication-Results: (x (y\\) z)) " + server + pass,
		"quoted":                    "Authentication-Results: \"" + server + "\"" + pass,
		"quoted, a letter escaped":  "Authentication-Results: \"" + server[:dot] + "\\" + server[dot:] + "\"" + pass,
		"blank before the colon":    "Authentication-Results : " + server + pass,
		"tab before the colon":      "Authentication-Results\t:" + server + pass,
		"no blank behind the colon": "Authentication-Results:" + server + pass,
		"other case":                "AUTHENTICATION-results: " + strings.ToUpper(server) + pass,
		"folded before the name":    "Authentication-Results:\n " + server + pass,
		"folded in a comment":       "Authentication-Results: (x\n y) " + server + pass,
		"NUL before the name":       "Authentication-Results: \x00" + server + pass,
	}
}
