// Package web is the page that `galloper serve` shows: the games, a game's turns
// on a slider over the map, the diary with its causes and dice, what a seat knew
// beside what was true, the umpire's desk, and order writing.
//
// It renders values to HTML and knows neither the rules nor the daemon: what it
// shows comes from the folds of the other projections through House, and what a
// person does goes back through House, as the text of a mail or of an umpire's
// act. A seat's pages are drawn from its Known alone.
//
// Everything reads and works without script; one small file makes the slider and
// the order form livelier, and rolls the dice again in the browser. The pages
// carry no inline script or style.
//
//	server := web.New(web.Options{House: house, Keeper: keeper, URL: "http://127.0.0.1:1815"})
//	http.Serve(listener, server)
package web
