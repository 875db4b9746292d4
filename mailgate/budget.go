package mailgate

// budget bounds the work that one mail may cause, counted in bytes and lines looked at:
// each reader says what it spends. The limits of size bound honest mail; this one is for
// texts that are made so that a reader comes back to the same place again and again.
type budget struct {
	most  int // 0: no bound
	spent int
}

// overworked is what a reader panics with when the budget is spent. [ReadHead] refuses the
// mail for it.
type overworked struct{}

// spend counts work.
func (b *budget) spend(n int) {
	b.spent += n
	if b.most > 0 && b.spent > b.most {
		panic(overworked{})
	}
}
