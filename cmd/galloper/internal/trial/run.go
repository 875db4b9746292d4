package trial

import "sync"

// Run plays the given number of battles with this many workers, and calls done after each with the number
// finished so far. It returns the battles in order of their numbers.
func (m *Match) Run(games, workers int, done func(n int)) []Battle {
	return each(games, workers, func(n int) Battle { return m.Play(m.First + n) }, done)
}

// each plays games with this many workers, and returns their results in order.
func each[T any](games, workers int, play func(n int) T, done func(n int)) []T {
	battles := make([]T, games)
	next, finished := make(chan int), make(chan struct{})
	var work sync.WaitGroup
	for range workers {
		work.Go(func() {
			for n := range next {
				battles[n] = play(n)
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
