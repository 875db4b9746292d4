package mailgate_test

import (
	"fmt"

	"galloper/mailgate"
)

func ExampleRead() {
	raw := []byte("From: Anna <anna@players.example>\r\n" +
		"To: orders+quiberon.french.north@games.example\r\n" +
		"Subject: Re: [quiberon] Turn 3, french.north\r\n" +
		"Content-Type: text/plain; charset=utf-8; format=flowed\r\n" +
		"\r\n" +
		"1foot: march to the wood, past the farm \r\n" +
		"and halt\r\n" +
		"\r\n" +
		"On 3 March 2026, Galloper wrote:\r\n" +
		"> The enemy stands in the wood.\r\n" +
		"-- \r\n" +
		"Anna\r\n")
	m := mailgate.Read(raw, mailgate.Options{Own: []string{"orders@games.example"}})
	fmt.Println(m.From, m.Game, m.Seat, m.Turn)
	fmt.Println(m.Text)
	for _, c := range m.Cuts {
		fmt.Printf("lines %d to %d: %s\n", c.First, c.Last, c.Why)
	}
	// Output:
	// anna@players.example quiberon french.north 3
	// 1foot: march to the wood, past the farm and halt
	// lines 3 to 3: reply header
	// lines 4 to 4: quoted
	// lines 5 to 6: signature
}

func ExampleWrap() {
	fmt.Println(mailgate.Wrap("The enemy stands in the wood north of the farm.\n3. 1foot HOLD AT THE FARM: accepted", 24,
		nil))
	// Output:
	// The enemy stands in the
	// wood north of the farm.
	// 3. 1foot HOLD AT THE FARM: accepted
}
