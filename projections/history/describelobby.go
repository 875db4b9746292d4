package history

import (
	"fmt"

	"galloper/events"
)

// describeLobby sets the text of an event before the game began. It returns false for events that are not the
// lobby's.
func describeLobby(e *Entry, data events.Data) bool {
	for _, say := range []func(events.Data) string{offerText, guestText} {
		if text := say(data); text != "" {
			e.Text = text
			return true
		}
	}
	return false
}

func offerText(data events.Data) string {
	switch d := data.(type) {
	case events.LobbyOffered:
		kind := "those who are invited"
		if d.Public {
			kind = "anybody"
		}
		return fmt.Sprintf("%s is offered to %s: %s, under %s, %d seats", d.Game, kind, d.Title, d.Ruleset, len(d.Seats))
	case events.LobbyStarted:
		return d.Game + " is to begin: " + d.Reason
	case events.LobbyMade:
		return d.Game + " has begun"
	case events.LobbyHalted:
		return d.Game + " could not be made: " + d.Reason
	case events.LobbyWithdrawn:
		return d.Game + " is withdrawn" + afterColon(d.Reason)
	}
	return ""
}

func guestText(data events.Data) string {
	switch d := data.(type) {
	case events.LobbyInvited:
		return d.Address + " is invited to " + d.Game
	case events.LobbyReminded:
		return d.Address + " is reminded of the invitation to " + d.Game
	case events.LobbyLapsed:
		return d.Address + " has not answered the invitation to " + d.Game + ", and is waited for no more"
	case events.LobbyAsked:
		return d.Address + " is asked whether they wrote"
	case events.LobbyJoined:
		if d.Seat == "" {
			return d.Address + " waits for a seat in " + d.Game
		}
		return d.Address + " takes " + d.Seat + " in " + d.Game
	case events.LobbyConfirmed:
		return d.Address + " is confirmed in " + d.Game
	case events.LobbyLeft:
		return d.Address + " is out of " + d.Game + afterColon(d.Reason)
	}
	return ""
}

// afterColon returns a reason after a colon, or "".
func afterColon(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}
