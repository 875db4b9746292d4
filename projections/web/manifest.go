package web

import "net/http"

// brandColour is the colour of the title bar of the installed page.
const brandColour = "#7a1f1f"

// manifest describes how to install the page on a phone, as an app that starts with the list of games.
func manifest(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Cache-Control", "max-age=3600")
	_, _ = w.Write([]byte(`{
  "name": "Galloper",
  "short_name": "Galloper",
  "description": "Kriegsspiel by mail: orders, couriers, reports",
  "start_url": "/",
  "scope": "/",
  "display": "standalone",
  "background_color": "#fbf8f1",
  "theme_color": "` + brandColour + `",
  "icons": [
    {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/static/icon-512.png", "sizes": "512x512", "type": "image/png"}
  ]
}
`))
}
