package delivery

import (
	"context"
	"fmt"

	"larek/internal/delivery/deliverydb"
)

// Every supplier has its own task queue and number of concurrent calls, so one that hangs
// delays no other. DeliverUnit reads the next supplier from the database; on the wrong
// queue it makes no call and names the right one.

// moveTo reports whether a call about the supplier belongs on another queue than the
// one it runs on, and the step that says so.
func (d *Dispatcher) moveTo(supplier string, step UnitProgress, goods Target) (UnitProgress, bool) {
	if goods.Queue == "" || goods.Queue == queueOf(d.Suppliers, supplier) {
		return step, false
	}
	step.Supplier = queueOf(d.Suppliers, supplier)
	return step, true
}

// queueOf returns the name of the queue on which a supplier is called: a worker serves
// no queue for one that the shop does not use.
func queueOf(suppliers *Suppliers, name string) string {
	if len(suppliers.roster.All(name)) == 0 {
		return Operator
	}
	return name
}

// NextSuppliers returns on whose queue each unfinished unit of an order is delivered
// next, by unit. q may be a transaction.
func (d *Dispatcher) NextSuppliers(ctx context.Context, q deliverydb.DBTX, orderID int64) (map[int64]string, error) {
	rows, err := deliverydb.New(q).NextSuppliers(ctx, deliverydb.NextSuppliersParams{OrderID: orderID, Now: d.clock()})
	if err != nil {
		return nil, fmt.Errorf("next suppliers of order %d: %w", orderID, err)
	}
	next := make(map[int64]string, len(rows))
	for _, r := range rows {
		next[r.ID] = queueOf(d.Suppliers, r.Supplier)
	}
	return next, nil
}
