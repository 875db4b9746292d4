package orders
