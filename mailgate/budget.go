package mailgate

// budget bounds the work that one mail may cause, in bytes and lines read; each reader calls spend. Size limits are
// enough for honest mail. The budget stops texts made so that a reader goes over the same place again and again.
type budget struct {
	most  int // 0: no bound
	spent int
}

// overworked is the panic value of spend once the budget is exhausted. [ReadHead] recovers it and refuses the mail.
type overworked struct{}

func (b *budget) spend(n int) {
	b.spent += n
	if b.most > 0 && b.spent > b.most {
		panic(overworked{})
	}
}
