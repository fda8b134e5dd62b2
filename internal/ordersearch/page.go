package ordersearch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/ordersearch/ordersearchdb"
)

// Parts of an order's page, as they are read.
type (
	Head    = ordersearchdb.PageOrderRow
	Line    = ordersearchdb.PageLinesRow
	Unit    = ordersearchdb.PageUnitsRow
	Attempt = ordersearchdb.PageAttemptsRow
	Earlier = ordersearchdb.PageEarlierRow
	Trouble = ordersearchdb.PageTroublesRow
	Key     = ordersearchdb.PageKeysRow
)

// Order has everything on the page of an order but its timeline. It holds personal data: callers mask it by the
// reader's permissions.
type Order struct {
	Head
	Details     order.DeliveryDetails
	Lines       []Line
	Units       []Unit
	Attempts    []Attempt // newest first
	Receipt     Receipt
	Earlier     []Earlier // at most three
	HasEarlier  bool      // there are more
	BuyerOrders Count
	Troubles    []Trouble // most urgent first
	Keys        []Key
	Cost        *Cost // nil unless requested
	Summary     Summary
}

// Receipt is the money of an order. Amounts in several currencies are listed one by
// one: they do not add up.
type Receipt struct {
	Quote                                      *Attempt // the attempt that was paid, else the newest
	Paid, Delivered, Owed, Returned, Returning []money.Money
}

// Cost is what the delivered units cost. Rubles is nil while a rate is missing.
type Cost struct {
	Amounts []money.Money
	Rubles  *money.RUB
}

// OrderOptions select the optional parts of a page.
type OrderOptions struct{ WithCost bool }

// Order returns the page of an order, or order.ErrNotFound. Everything is read from
// one snapshot, so that the version belongs to what is shown.
func (s *Service) Order(ctx context.Context, id int64, with OrderOptions) (*Order, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var page *Order
	err := pgx.BeginTxFunc(ctx, s.Known, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var err error
		page, err = readOrder(ctx, ordersearchdb.New(tx), id, with)
		return err
	})
	if err != nil {
		return nil, cutOff(ctx, err)
	}
	page.Summary = summarize(page, s.Clock())
	return page, nil
}

func readOrder(ctx context.Context, q *ordersearchdb.Queries, id int64, with OrderOptions) (*Order, error) {
	head, err := q.PageOrder(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, order.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read order %d: %w", id, err)
	}
	o := &Order{Head: head}
	if err := json.Unmarshal(head.Detail, &o.Details); err != nil {
		return nil, fmt.Errorf("details of order %d: %w", id, err)
	}
	read := reading{ctx: ctx}
	o.Lines = many(&read, q.PageLines, id)
	o.Units = many(&read, q.PageUnits, id)
	o.Attempts = many(&read, q.PageAttempts, id)
	o.Troubles = many(&read, q.PageTroubles, id)
	o.Keys = many(&read, q.PageKeys, id)
	sums := many(&read, q.PageMoney, id)
	if player := o.player(); player != "" {
		o.Earlier = many(&read, func(ctx context.Context, id int64) ([]Earlier, error) {
			return q.PageEarlier(ctx, ordersearchdb.PageEarlierParams{Player: player, ID: id})
		}, id)
	}
	if with.WithCost {
		o.Cost = toCost(many(&read, q.PageCosts, id))
	}
	if read.err != nil {
		return nil, fmt.Errorf("read parts of order %d: %w", id, read.err)
	}
	o.HasEarlier = len(o.Earlier) > shownEarlier
	o.Earlier = o.Earlier[:min(len(o.Earlier), shownEarlier)]
	o.Receipt, err = toReceipt(o.Attempts, sums)
	if err != nil {
		return nil, fmt.Errorf("money of order %d: %w", id, err)
	}
	o.BuyerOrders, err = buyerOrders(ctx, q, o)
	return o, err
}

const shownEarlier = 3

// reading keeps the first error of several reads.
type reading struct {
	ctx context.Context //nolint:containedctx // lives as long as one call
	err error
}

// many runs one read, unless one before has failed.
func many[T any](r *reading, read func(context.Context, int64) ([]T, error), id int64) []T {
	if r.err != nil {
		return nil
	}
	all, err := read(r.ctx, id)
	r.err = err
	return all
}

// player returns the key by which orders for the same player are found, or "" without one.
func (o *Order) player() string {
	d := o.Details
	for _, id := range []string{d.MoogoldUserID, d.GameAccountID, d.SteamAccountID} {
		if id != "" {
			return lower(id)
		}
	}
	return ""
}

func buyerOrders(ctx context.Context, q *ordersearchdb.Queries, o *Order) (Count, error) {
	p := ordersearchdb.PageBuyerOrdersParams{UserID: o.UserID}
	if o.Email != nil {
		p.Address = new(lower(*o.Email))
	}
	if p.UserID == nil && p.Address == nil {
		return Count{Orders: 1}, nil
	}
	n, err := q.PageBuyerOrders(ctx, p)
	if err != nil {
		return Count{}, fmt.Errorf("count orders of a buyer: %w", err)
	}
	return Count{Orders: min(int(n), MaxCount), IsMore: n > MaxCount}, nil
}

func toReceipt(attempts []Attempt, sums []ordersearchdb.PageMoneyRow) (Receipt, error) {
	r := Receipt{}
	for i := range attempts {
		if r.Quote == nil || attempts[i].Status == "paid" && r.Quote.Status != "paid" {
			r.Quote = &attempts[i]
		}
	}
	to := map[string]*[]money.Money{"paid": &r.Paid, "delivered": &r.Delivered, "owed": &r.Owed, "returned": &r.Returned, "returning": &r.Returning}
	for _, sum := range sums {
		amount, err := money.ParseMoney(sum.Amount, money.Currency(sum.Currency))
		if err != nil {
			return Receipt{}, err
		}
		*to[sum.What] = append(*to[sum.What], amount)
	}
	return r, nil
}

func toCost(rows []ordersearchdb.PageCostsRow) *Cost {
	c, total := &Cost{}, money.RUB(0)
	known := true
	for _, r := range rows {
		if amount, err := money.ParseMoney(r.Cost, money.Currency(r.Currency)); err == nil {
			c.Amounts = append(c.Amounts, amount)
		}
		rubles, err := money.Parse(r.Rubles)
		known = known && err == nil
		total += rubles
	}
	if known {
		c.Rubles = &total
	}
	return c
}

// moscow is the time zone of the shop, as of its receipts.
var moscow = time.FixedZone("МСК", 3*60*60)
