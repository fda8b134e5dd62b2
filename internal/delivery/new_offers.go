package delivery

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/delivery/deliverydb"
	"larek/internal/money"
	"larek/internal/pg"
	"larek/internal/problem"
)

// Problems of adding an offer.
var (
	errUnknownSupplier = problem.InvalidFields(problem.Field{Name: "supplier", Code: "wrong_value", Detail: "Такой поставщик не подключён."})
	errSecondOffer     = problem.InvalidFields(problem.Field{Name: "supplier", Code: "taken", Detail: "Этот поставщик уже предлагает этот товар."})
	errOperatorCost    = problem.InvalidFields(problem.Field{Name: "cost", Code: "wrong_value", Detail: "Закупку указывают только для доставки своими силами: остальные называют её сами."})
)

// NewOffer is a supplier's SKU for a product. Cost is set only for deliveries by
// our own staff; a worker reads the cost of other suppliers.
type NewOffer struct {
	ProductID int64      `json:"product"`
	Supplier  string     `json:"supplier"`
	SKU       string     `json:"sku"`
	Priority  int32      `json:"priority"`
	Cost      *money.RUB `json:"cost,omitempty"`
}

// SupplierNames returns who may deliver goods: the suppliers that are set up, and our own
// staff.
func (src *Sourcing) SupplierNames() []string {
	return append(src.suppliers.names(), Operator)
}

// AddOffer adds an offer and returns its ID. It is not used until its supplier has listed
// the SKU and a person has approved the cost, because a cost of zero differs from any.
// A worker queries the supplier at once.
func (src *Sourcing) AddOffer(ctx context.Context, tx pgx.Tx, o NewOffer) (int64, error) {
	if o.Supplier != Operator && src.suppliers.current(o.Supplier) == nil {
		return 0, errUnknownSupplier
	}
	if (o.Supplier == Operator) != (o.Cost != nil) {
		return 0, errOperatorCost
	}
	q, p := deliverydb.New(tx), deliverydb.AddOfferParams{ProductID: &o.ProductID, Supplier: o.Supplier, Sku: o.SKU, Priority: o.Priority, Cost: "0"}
	if o.Cost != nil {
		p.Cost, p.Currency, p.InStock = o.Cost.String(), new("RUB"), true
	}
	id, err := q.AddOffer(ctx, p)
	if pg.Violates(err, "offers_product_key") {
		return 0, errSecondOffer
	}
	if err != nil {
		return 0, fmt.Errorf("add offer: %w", err)
	}
	if o.Supplier != Operator {
		err = q.RequestSupplierCheck(ctx, deliverydb.RequestSupplierCheckParams{Supplier: o.Supplier, Now: src.clock(), CheckOffers: true})
		if err != nil {
			return 0, fmt.Errorf("ask %s: %w", o.Supplier, err)
		}
	}
	return id, src.updateAvailabilityTx(ctx, q, o.Supplier)
}

// NotYetDelivered keeps a new product from being sold until it has an offer.
func (src *Sourcing) NotYetDelivered(ctx context.Context, tx pgx.Tx, productID int64) error {
	err := deliverydb.New(tx).StopSelling(ctx, deliverydb.StopSellingParams{ProductIds: []int64{productID}, GiftIds: []int64{0}, Now: src.clock()})
	if err != nil {
		return fmt.Errorf("product %d is not sold yet: %w", productID, err)
	}
	return nil
}

// OfferCost is the cost of an offer in rubles and the price of its goods; zero if no
// rate is known.
type OfferCost = deliverydb.OfferCostRow

// CostOfOffer returns what an offer costs, or asks; zero for goods without a price.
func CostOfOffer(ctx context.Context, tx pgx.Tx, id int64) (OfferCost, error) {
	c, err := deliverydb.New(tx).OfferCost(ctx, id)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return OfferCost{}, fmt.Errorf("cost of offer %d: %w", id, err)
	}
	return c, nil
}

// ProductOffer is an offer for a product.
type ProductOffer = deliverydb.ProductOffersRow

// ProductOffers returns the offers of products, in the order they are tried.
func (src *Sourcing) ProductOffers(ctx context.Context, products []int64) (map[int64][]ProductOffer, error) {
	rows, err := deliverydb.New(src.pool).ProductOffers(ctx, products)
	if err != nil {
		return nil, fmt.Errorf("offers of products: %w", err)
	}
	of := map[int64][]ProductOffer{}
	for _, r := range rows {
		of[r.ProductID] = append(of[r.ProductID], r)
	}
	return of, nil
}
