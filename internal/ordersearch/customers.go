package ordersearch

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/ledger"
	"larek/internal/ordersearch/ordersearchdb"
	"larek/internal/problem"
)

// ErrNoCustomer is the problem of an account that does not exist.
var ErrNoCustomer = problem.New(problem.NotFound, "customer.not_found", "Такого покупателя нет.")

// Data of an account, as its domains have it.
type (
	Customer         = ordersearchdb.CustomersRow
	CustomerMovement = ordersearchdb.CustomerMovementsRow
	CustomerNote     = ordersearchdb.CustomerNotesRow
	CustomerErasure  = ordersearchdb.CustomerErasureRow
	CustomerPromo    = ordersearchdb.CustomerPromoRow
	CustomerReview   = ordersearchdb.CustomerReviewsRow
)

// FindCustomers looks a text up exactly: the number of an account, an email address or
// a phone. It returns accounts, and the orders of guests that have the address or phone.
func (s *Service) FindCustomers(ctx context.Context, text string) (list []Customer, guests []int64, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	text = strings.TrimSpace(text)
	var ids, orders []int64
	if isAddress(text) {
		users, err := s.known.UsersByAddress(ctx, lower(text))
		if err != nil {
			return nil, nil, fmt.Errorf("accounts by address: %w", err)
		}
		for _, u := range users {
			ids = append(ids, u.ID)
		}
		if orders, err = s.known.OrdersByAddress(ctx, ordersearchdb.OrdersByAddressParams{Address: lower(text), PageLimit: foundLimit}); err != nil {
			return nil, nil, fmt.Errorf("orders by address: %w", err)
		}
	}
	if numberShape.MatchString(text) {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	if phoneShape.MatchString(digits(text)) {
		if orders, err = s.known.OrdersByPhone(ctx, ordersearchdb.OrdersByPhoneParams{Digest: s.Phones.MAC([]byte(digits(text))), PageLimit: foundLimit}); err != nil {
			return nil, nil, fmt.Errorf("orders by phone: %w", err)
		}
	}
	return s.withBuyers(ctx, ids, orders)
}

// withBuyers adds the accounts of orders to accounts, and returns the orders of guests.
func (s *Service) withBuyers(ctx context.Context, ids, orders []int64) (list []Customer, guests []int64, err error) {
	rows, err := s.known.CustomersOfOrders(ctx, orders)
	if err != nil {
		return nil, nil, fmt.Errorf("accounts of orders: %w", err)
	}
	for _, r := range rows {
		if r.UserID == 0 {
			guests = append(guests, r.OrderID)
		} else if !slices.Contains(ids, r.UserID) {
			ids = append(ids, r.UserID)
		}
	}
	if list, err = s.known.Customers(ctx, ids); err != nil {
		return nil, nil, fmt.Errorf("accounts: %w", err)
	}
	return list, guests, nil
}

// CustomerPage is an account with its data for operators.
type CustomerPage struct {
	Customer
	Notes   []CustomerNote
	Promo   []CustomerPromo
	Reviews []CustomerReview
	Erasure *CustomerErasure // requested and not decided
}

// Customer returns an account.
func (s *Service) Customer(ctx context.Context, id int64) (*CustomerPage, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	list, err := s.known.Customers(ctx, []int64{id})
	if err != nil {
		return nil, cutOff(ctx, fmt.Errorf("account %d: %w", id, err))
	}
	if len(list) == 0 {
		return nil, ErrNoCustomer
	}
	p := &CustomerPage{Customer: list[0]}
	if p.Notes, err = s.known.CustomerNotes(ctx, id); err == nil {
		p.Promo, err = s.known.CustomerPromo(ctx, id)
	}
	if err == nil {
		p.Reviews, err = s.known.CustomerReviews(ctx, id)
	}
	if err != nil {
		return nil, cutOff(ctx, fmt.Errorf("what is known of account %d: %w", id, err))
	}
	asked, err := s.known.CustomerErasure(ctx, id)
	if err == nil {
		p.Erasure = &asked
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return nil, cutOff(ctx, fmt.Errorf("request to erase account %d: %w", id, err))
	}
	return p, nil
}

// CustomerMovements returns up to limit changes of a balance before an entry, newest
// first; zero begins with the newest.
func (s *Service) CustomerMovements(ctx context.Context, id, before int64, limit int32) ([]CustomerMovement, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := s.known.CustomerMovements(ctx, ordersearchdb.CustomerMovementsParams{Account: string(ledger.Customer(id)), Before: before, PageLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("balance of account %d: %w", id, err)
	}
	return rows, nil
}
