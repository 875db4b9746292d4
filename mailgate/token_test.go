package mailgate

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var testKeys = Keyring{{ID: 'a', Key: []byte("old")}, {ID: 'b', Key: []byte("new")}}

var testGrant = Grant{Purpose: PurposeOrders, Game: "quiberon", Seat: "french.north", Turn: 3}

func TestTokenIsGoodForItsGrantAlone(t *testing.T) {
	token := testKeys.Mint(testGrant)
	if !testKeys.Verify(token, testGrant) {
		t.Fatal("not good for its own grant")
	}
	for name, change := range map[string]func(*Grant){
		"purpose": func(g *Grant) { g.Purpose = PurposeBounce }, "game": func(g *Grant) { g.Game = "aspern" },
		"seat": func(g *Grant) { g.Seat = "british" },
		"turn": func(g *Grant) { g.Turn = 4 }, "epoch": func(g *Grant) { g.Epoch = 1 },
	} {
		g := testGrant
		if change(&g); testKeys.Verify(token, g) {
			t.Errorf("good for another %s", name)
		}
	}
	if old := (Keyring{testKeys[0]}).Mint(testGrant); !testKeys.Verify(old, testGrant) || old == token {
		t.Error("a token of the older secret must stay good")
	}
	for _, bad := range []string{"", token[:16], token + "a", "z" + token[1:], strings.ToUpper(token)} {
		if testKeys.Verify(bad, testGrant) {
			t.Errorf("%q is good", bad)
		}
	}
}

func TestTagComesBackFromAnAddress(t *testing.T) {
	slug := rapid.StringMatching(`[a-z][a-z0-9-]{0,20}`)
	rapid.Check(t, func(t *rapid.T) {
		tag := Tag{Game: slug.Draw(t, "game"), Seat: slug.Draw(t, "side") + "." + slug.Draw(t, "wing")}
		tag.Token = testKeys.Mint(Grant{Game: tag.Game, Seat: tag.Seat})
		address, err := TagAddress("orders@games.example", "", tag)
		if err != nil {
			t.Fatal(err)
		}
		local, _, _ := strings.Cut(address, "@")
		if len(local) > 64 {
			t.Fatalf("%s: %d octets", address, len(local))
		}
		got := ParseTag(strings.ToUpper(strings.TrimPrefix(local, "orders+")))
		if got.Token != tag.Token || got.Game != "" && got.Game != tag.Game || got.Seat != "" && got.Seat != tag.Seat {
			t.Fatalf("%s came back as %+v", address, got)
		}
	})
	if _, err := TagAddress(strings.Repeat("o", 60)+"@games.example", "",
		Tag{Token: strings.Repeat("a", 17)}); err == nil {
		t.Error("an address without room for a token is taken")
	}
}
