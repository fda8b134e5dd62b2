package catalog

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/catalog/catalogdb"
	"larek/internal/money"
	"larek/internal/problem"
)

var errPriceSame = problem.New(problem.Conflict, "price.same", "Такая цена уже стоит.")

// ErrNoPriceBatch is the problem of a plan that is not there or not open any more.
var ErrNoPriceBatch = problem.New(problem.Conflict, "price.no_plan", "Эти цены уже применены или отменены.")

// NewPrice is a price for a product or a gift, whose other number is zero. Version is that
// of the price it replaces.
type NewPrice struct {
	ProductID int64
	GiftID    int64 `json:",omitempty"`
	Price     money.RUB
	Version   int32
}

// PriceBatch is prices that are saved together.
type PriceBatch struct {
	StaffID                int64
	ReasonCode, ReasonText string
	ApplyAt                *time.Time // nil: now
	MayLose                bool       // the person may sell below cost
}

// PriceOutcome is what became of one price of a batch.
type PriceOutcome struct {
	Row     PriceRow // as it was before
	Price   money.RUB
	IsLoss  bool // or may be one; allowed to the person
	Refusal *problem.Error
}

// Change saves prices, to be applied now or at their time. A price that another person
// changed meanwhile, or that is below cost, is refused by itself. If all are refused,
// the batch is zero and nothing is saved.
func (s *Prices) Change(ctx context.Context, tx pgx.Tx, b PriceBatch, list []NewPrice) (batch int64, all []PriceOutcome, err error) {
	rows, err := s.lock(ctx, tx, list)
	if err != nil {
		return 0, nil, err
	}
	p, isLoss := catalogdb.InsertPriceChangesParams{}, false
	for _, n := range list {
		o := judge(rows, n, b.MayLose)
		isLoss = isLoss || o.IsLoss
		if b.ApplyAt == nil && o.Refusal == nil && n.Price == o.Row.Price {
			o.Refusal = errPriceSame
		}
		all = append(all, o)
		if o.Refusal == nil {
			p.ProductIds, p.GiftIds = append(p.ProductIds, n.ProductID), append(p.GiftIds, n.GiftID)
			p.Prices, p.OldPrices = append(p.Prices, n.Price.String()), append(p.OldPrices, o.Row.Price.String())
		}
	}
	if len(p.ProductIds) == 0 {
		return 0, all, nil
	}
	q, now := catalogdb.New(tx), s.clock()
	at := now
	if b.ApplyAt != nil {
		at = *b.ApplyAt
	}
	batch, err = q.InsertPriceBatch(ctx, catalogdb.InsertPriceBatchParams{
		Created: now, CreatedBy: b.StaffID, ReasonCode: b.ReasonCode, ReasonText: b.ReasonText, ApplyAt: at, MayLose: isLoss, // what is no loss now does not become one until then
	})
	if err != nil {
		return 0, nil, fmt.Errorf("price batch: %w", err)
	}
	p.BatchID = batch
	if err := q.InsertPriceChanges(ctx, p); err != nil {
		return 0, nil, fmt.Errorf("price changes: %w", err)
	}
	if b.ApplyAt == nil {
		for _, o := range all {
			if o.Refusal == nil {
				if err := s.apply(ctx, q, batch, o); err != nil {
					return 0, nil, err
				}
			}
		}
		err = s.end(ctx, q, batch, "applied")
	}
	return batch, all, err
}

// lockedPrice is a product or gift locked for a change of its price.
type lockedPrice struct {
	PriceRow
	highest money.RUB // of a day
	codes   money.RUB // what the dearest code in stock has cost
}

// at returns the row as it is judged at a price: codes that have cost more than the price brings
// count, unless an offer costs more yet. A cost that somebody typed never makes a price look better.
func (r lockedPrice) at(price money.RUB) PriceRow {
	row := r.PriceRow
	if r.codes > price.Off(int(row.DiscountPercent)) && (!row.HasCost || row.Rubles < r.codes) {
		row.HasCost, row.Rubles = true, r.codes
	}
	return row
}

// lock locks the goods of a list and returns them as they are.
func (s *Prices) lock(ctx context.Context, tx pgx.Tx, list []NewPrice) (map[Goods]lockedPrice, error) {
	all := make([]Goods, len(list))
	for i, n := range list {
		all[i] = n.goods()
	}
	products, gifts := apart(all)
	q := catalogdb.New(tx)
	if err := errors.Join(q.LockProducts(ctx, products), q.LockGifts(ctx, gifts)); err != nil {
		return nil, fmt.Errorf("lock goods: %w", err)
	}
	rows, err := s.ByGoods(ctx, tx, all)
	if err != nil {
		return nil, err
	}
	before, err := q.HighestPrices(ctx, catalogdb.HighestPricesParams{ProductIds: products, GiftIds: gifts, Since: s.clock().Add(-24 * time.Hour)})
	if err != nil {
		return nil, fmt.Errorf("highest prices of a day: %w", err)
	}
	locked := make(map[Goods]lockedPrice, len(rows))
	for g, r := range rows {
		locked[g] = lockedPrice{PriceRow: r, highest: r.Price}
	}
	costs, err := q.CostsOfCodes(ctx, products)
	if err != nil {
		return nil, fmt.Errorf("costs of codes: %w", err)
	}
	for _, c := range costs {
		g := Goods{ProductID: c.ProductID}
		l := locked[g]
		l.codes = c.Cost
		locked[g] = l
	}
	for _, b := range before {
		var g Goods
		if b.GiftID != nil {
			g.GiftID = *b.GiftID
		} else {
			g.ProductID = *b.ProductID
		}
		l := locked[g]
		l.highest = max(l.highest, b.Price)
		locked[g] = l
	}
	return locked, nil
}

func judge(rows map[Goods]lockedPrice, n NewPrice, mayLose bool) PriceOutcome {
	r, known := rows[n.goods()]
	o := PriceOutcome{Row: r.at(n.Price), Price: n.Price}
	switch {
	case !known:
		o.Row, o.Refusal = n.goods().unknown()
	case n.Version != 0 && n.Version != r.PriceVersion:
		o.Refusal = ErrPriceStale
	default:
		verdict, words := judgePrice(o.Row, r.highest, n.Price, mayLose) // many small steps are a large one
		if o.IsLoss = verdict == PriceLoss; verdict == PriceRefused {
			o.Refusal = problem.New(ErrPriceBelowCost.Kind, ErrPriceBelowCost.Code, words)
		}
	}
	return o
}

func (s *Prices) apply(ctx context.Context, q *catalogdb.Queries, batch int64, o PriceOutcome) error {
	g := GoodsOf(o.Row)
	var err error
	if g.GiftID != 0 {
		_, err = q.SetGiftPrice(ctx, catalogdb.SetGiftPriceParams{ID: g.GiftID, Price: o.Price})
	} else {
		_, err = q.SetPrice(ctx, catalogdb.SetPriceParams{ID: g.ProductID, Price: o.Price})
	}
	if err != nil {
		return fmt.Errorf("price of %+v: %w", g, err)
	}
	p := catalogdb.ApplyPriceChangeParams{
		BatchID: batch, ProductID: g.ProductID, GiftID: g.GiftID, AppliedAt: s.clock(),
		OldPrice: o.Row.Price, OldFinal: o.Row.FinalPrice, FinalPrice: o.Price.Off(int(o.Row.DiscountPercent)),
	}
	if o.Row.HasCost {
		p.Cost = &o.Row.Rubles
	}
	if _, err := q.ApplyPriceChange(ctx, p); err != nil {
		return fmt.Errorf("price change of %+v: %w", g, err)
	}
	return nil
}

func (s *Prices) end(ctx context.Context, q *catalogdb.Queries, batch int64, state string) error {
	n, err := q.EndPriceBatch(ctx, catalogdb.EndPriceBatchParams{ID: batch, State: state, EndedAt: s.clock()})
	if err == nil && n == 0 {
		return ErrNoPriceBatch
	}
	if err != nil {
		return fmt.Errorf("end price batch %d: %w", batch, err)
	}
	return nil
}

// DueBatch is a batch whose time has come, applied.
type DueBatch struct {
	ID      int64
	StaffID int64
	All     []PriceOutcome
}

// ApplyDue applies the earliest batch whose time has come, nil if there is none. Its row
// is locked and its state changed in the transaction, so that it is applied once,
// whichever worker does it. A price that has come to be below cost since is refused.
func (s *Prices) ApplyDue(ctx context.Context, tx pgx.Tx) (*DueBatch, error) {
	q := catalogdb.New(tx)
	b, err := q.DuePriceBatch(ctx, s.clock())
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // nothing is due
	}
	if err != nil {
		return nil, fmt.Errorf("due prices: %w", err)
	}
	changes, err := q.ScheduledChanges(ctx, b.ID)
	if err != nil {
		return nil, fmt.Errorf("prices of batch %d: %w", b.ID, err)
	}
	list := make([]NewPrice, len(changes))
	for i, c := range changes {
		list[i] = NewPrice{ProductID: c.ProductID, GiftID: c.GiftID, Price: c.Price}
	}
	rows, err := s.lock(ctx, tx, list)
	if err != nil {
		return nil, err
	}
	done := &DueBatch{ID: b.ID, StaffID: b.CreatedBy}
	for _, n := range list {
		o := judge(rows, n, b.MayLose)
		done.All = append(done.All, o)
		if o.Refusal == nil {
			err = s.apply(ctx, q, b.ID, o)
		} else {
			_, err = q.RefusePriceChange(ctx, catalogdb.RefusePriceChangeParams{BatchID: b.ID, ProductID: n.ProductID, GiftID: n.GiftID, Refusal: o.Refusal.Detail})
		}
		if err != nil {
			return nil, err
		}
	}
	return done, s.end(ctx, q, b.ID, "applied")
}

// Cancel forgets a batch that was not applied yet.
func (s *Prices) Cancel(ctx context.Context, tx pgx.Tx, batch int64) error {
	q := catalogdb.New(tx)
	if err := s.end(ctx, q, batch, "cancelled"); err != nil {
		return err
	}
	if err := q.CancelPriceChanges(ctx, batch); err != nil {
		return fmt.Errorf("cancel price batch %d: %w", batch, err)
	}
	return nil
}

// PriceBatchRow is a batch in a list.
type PriceBatchRow = catalogdb.PriceBatchesRow

// Batches returns up to limit batches older than before, newest first; zero begins with
// the newest.
func (s *Prices) Batches(ctx context.Context, state *string, before int64, limit int) ([]PriceBatchRow, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := catalogdb.New(s.pool).PriceBatches(ctx, catalogdb.PriceBatchesParams{Before: before, State: state, PageLimit: int32(limit)}) //nolint:gosec // a page
	if err != nil {
		return nil, fmt.Errorf("price batches: %w", err)
	}
	return rows, nil
}

// PriceHistoryRow is one change of a price.
type PriceHistoryRow = catalogdb.PriceHistoryRow

// History returns the last hundred changes of a price, newest first.
func (s *Prices) History(ctx context.Context, g Goods) ([]PriceHistoryRow, error) {
	if g.GiftID != 0 {
		return s.giftHistory(ctx, g.GiftID)
	}
	rows, err := catalogdb.New(s.pool).PriceHistory(ctx, g.ProductID)
	if err != nil {
		return nil, fmt.Errorf("price history of product %d: %w", g.ProductID, err)
	}
	return rows, nil
}
