package trial

import "sync"

// Run plays the given number of battles with this many workers, and calls done after each with the number
// finished so far. It returns the battles in order of their numbers.
func (m *Match) Run(games, workers int, done func(n int)) []Battle {
	battles := make([]Battle, games)
	next, finished := make(chan int), make(chan struct{})
	var work sync.WaitGroup
	for range workers {
		work.Go(func() {
			for n := range next {
				battles[n] = m.Play(m.First + n)
				finished <- struct{}{}
			}
		})
	}
	go func() {
		for n := range games {
			next <- n
		}
		close(next)
		work.Wait()
		close(finished)
	}()
	count := 0
	for range finished {
		count++
		done(count)
	}
	return battles
}
