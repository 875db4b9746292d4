// Package web is the site that `galloper serve` shows: the games, a game's turns on a slider over the map, the diary
// with its causes and dice, a seat's knowledge beside the truth, the umpire's desk, and order writing.
//
// It renders values to HTML and knows neither the rules nor the daemon. Its input comes from the folds of the other
// projections through House, and user actions go back through House, as the text of a mail or of an umpire's act. The
// pages of a seat are rendered from its Known alone.
//
// Everything works without scripts. The scripts make the slider, the map and the order form interactive, and roll the
// dice again in the browser. The pages contain no inline scripts or styles.
//
//	server := web.New(web.Options{House: house, Keeper: keeper, URL: "http://127.0.0.1:1815"})
//	http.Serve(listener, server)
package web
