// What figure 7 asks for and the paper does not print: it needs nothing of it.
