package simulate

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"larek/internal/delivery"
	"larek/internal/money"
)

// unitCost is what every supplier takes for a unit, in ten-thousandths of a dollar.
const unitCost = 1_2345

// wrongPlayer is a player that does not exist.
const wrongPlayer = "5123456404"

// supplier delivers goods and keeps a record of its own.
type supplier struct {
	w                   *world
	name                string
	downFrom, downUntil time.Time
	orders              []*supply
	callBack            func(hook delivery.Callback)
}

// supply is an order at a supplier. It becomes what it ends as when its time has come.
type supply struct {
	key    string
	endsAt time.Time
	ends   delivery.Outcome
}

func (s *supply) outcome(now time.Time) delivery.Outcome {
	if now.Before(s.endsAt) {
		return delivery.Outcome{State: delivery.OutcomePending, Ref: "r" + s.key}
	}
	return s.ends
}

// unit is the part of our key that names the unit: its line and number.
func (s *supply) unit() string {
	parts := strings.SplitN(s.key, "-", 3)
	return parts[0] + "-" + parts[1]
}

// Name implements delivery.Supplier.
func (s *supplier) Name() string { return s.name }

func (s *supplier) isDown() bool { return !s.w.now.Before(s.downFrom) && s.w.now.Before(s.downUntil) }

func (s *supplier) find(key string) *supply {
	for _, o := range s.orders {
		if o.key == key {
			return o
		}
	}
	return nil
}

// PlaceOrder implements delivery.Supplier.
func (s *supplier) PlaceOrder(_ context.Context, p delivery.PlaceRequest) (delivery.Outcome, error) {
	switch {
	case s.isDown() && s.w.rng.IntN(2) == 0:
		return delivery.Outcome{}, delivery.ErrUnreachable
	case s.isDown() || s.w.chance(4, "an order at a supplier is lost"):
		return delivery.Outcome{}, delivery.ErrOutcomeUnknown
	}
	o := s.find(p.Key)
	if o == nil {
		o = s.take(p)
	}
	if s.w.chance(2, "the process is killed after a supplier took an order") {
		s.w.kill()
	}
	if s.w.chance(4, "a supplier takes an order after we hung up") {
		return delivery.Outcome{}, delivery.ErrOutcomeUnknown
	}
	return o.outcome(s.w.now), nil
}

// take opens an order and draws what becomes of it.
func (s *supplier) take(p delivery.PlaceRequest) *supply {
	o := &supply{key: p.Key, endsAt: s.w.now}
	o.ends = delivery.Outcome{State: delivery.OutcomeDelivered, Ref: "r" + p.Key, Cost: delivery.Cost{TenThousandths: unitCost, Currency: "USD"}}
	switch {
	case p.Account.PlayerID == wrongPlayer:
		o.ends = delivery.Outcome{State: delivery.OutcomeRejected, Reason: delivery.WrongDetails}
	case s.w.chance(15, "a supplier refuses a unit"):
		reasons := []delivery.RejectReason{delivery.OutOfStock, delivery.RejectOther, delivery.NoFunds, delivery.PriceChanged}
		o.ends = delivery.Outcome{State: delivery.OutcomeRejected, Reason: reasons[s.w.rng.IntN(len(reasons))]}
	}
	switch {
	case s.w.chance(10, "a supplier delivers after the timeout"):
		o.endsAt = s.w.now.Add(s.w.between(21*time.Minute, 8*time.Hour))
	case s.w.chance(25, ""):
		o.endsAt = s.w.now.Add(s.w.between(time.Second, 10*time.Minute))
	}
	s.checkAllowed(o)
	s.orders = append(s.orders, o)
	s.w.note("%s: takes unit %s, ends %s at %s", s.name, o.unit(), o.ends.State, o.endsAt.Format(time.TimeOnly))
	if o.endsAt.After(s.w.now) && s.w.rng.IntN(2) == 0 {
		s.w.after(o.endsAt.Sub(s.w.now)+s.w.between(0, time.Second), s.name+" calls back", func() { s.callBack(delivery.Callback{Body: []byte(o.key)}) })
	}
	return o
}

// checkAllowed reports an order that the shop must not place: goods that were not paid
// for, or a unit that a supplier has delivered or may still deliver.
func (s *supplier) checkAllowed(o *supply) {
	if !s.w.isPaid() {
		s.w.violation("%s is asked for unit %s, which is not paid", s.name, o.unit())
	}
	for _, other := range s.w.suppliers {
		for _, before := range other.orders {
			if state := before.outcome(s.w.now).State; before.unit() == o.unit() && state != delivery.OutcomeRejected {
				s.w.violation("%s is asked for unit %s, which is %s at %s", s.name, o.unit(), state, other.name)
			}
		}
	}
}

// delivered returns how many units were delivered by the end of the world.
func (s *supplier) delivered() (n int) {
	for _, o := range s.orders {
		if o.outcome(s.w.now).State == delivery.OutcomeDelivered {
			n++
		}
	}
	return n
}

// QueryOrder implements delivery.Supplier.
func (s *supplier) QueryOrder(_ context.Context, f delivery.OrderRef) (delivery.Outcome, error) {
	if s.isDown() || s.w.chance(8, "a question to a supplier fails") {
		return delivery.Outcome{}, delivery.ErrOutcomeUnknown
	}
	if o := s.find(f.Key); o != nil {
		return o.outcome(s.w.now), nil
	}
	return delivery.Outcome{State: delivery.OutcomeNotFound}, nil
}

// ParseCallback implements delivery.Supplier.
func (s *supplier) ParseCallback(hook delivery.Callback) (delivery.OrderRef, error) {
	return delivery.OrderRef{Key: string(hook.Body)}, nil
}

// CheckAccount implements delivery.Supplier.
func (s *supplier) CheckAccount(context.Context, delivery.Account) (delivery.AccountCheck, error) {
	return delivery.AccountCheck{}, delivery.ErrCheckUnsupported
}

// ListOffers implements delivery.Supplier.
func (s *supplier) ListOffers(context.Context) ([]delivery.SupplierOffer, error) {
	return nil, errors.ErrUnsupported
}

// ListServers implements delivery.Supplier.
func (s *supplier) ListServers(context.Context, string) ([]delivery.Server, error) {
	return nil, errors.ErrUnsupported
}

// Balance implements delivery.Supplier.
func (s *supplier) Balance(context.Context) (delivery.Cost, error) {
	return delivery.Cost{TenThousandths: 1_000_0000, Currency: money.Currency("USD")}, nil
}

// Acknowledge implements delivery.Supplier.
func (s *supplier) Acknowledge(http.ResponseWriter) {}
