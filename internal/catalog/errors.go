package catalog

import "larek/internal/problem"

// Errors shown to the buyer.
var (
	ErrGameNotFound    = problem.New(problem.NotFound, "game.not_found", "Такой игры нет на витрине.")
	ErrProductNotFound = problem.New(problem.NotFound, "product.not_found", "Такого товара нет на витрине.")
	ErrGiftNotFound    = problem.New(problem.NotFound, "gift.not_found", "Такого подарка нет на витрине.")
)
