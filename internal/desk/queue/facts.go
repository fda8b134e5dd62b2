package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/delivery"
	"larek/internal/delivery/supplierhttp"
	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/desk/orders"
	"larek/internal/desk/refunds"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/ordersearch"
	"larek/internal/payment"
	"larek/internal/problem"
	"larek/internal/staff"
)

// attemptTitles describe what a supplier has said so far.
var attemptTitles = map[string]string{
	"asking": "спрашиваем", "unknown": "молчит: принял ли, неизвестно", "pending": "принял, ещё не доставил", "delivered": "доставил", "rejected": "отказал",
}

// fillDelivery adds with whom the goods were ordered, and what they are bought in.
func (o *Service) fillDelivery(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail, s *orders.State, units []int64) (err error) {
	if len(units) == 0 {
		return nil
	}
	if d.Offers, err = delivery.UnitOffers(ctx, tx, units[0]); err != nil {
		return err
	}
	attempts, err := deskdb.New(tx).TaskAttempts(ctx, units)
	if err != nil {
		return fmt.Errorf("attempts of task %d: %w", d.Item.ID, err)
	}
	if len(attempts) > 0 {
		a := attempts[0]
		d.Labels = append(d.Labels, party("Поставщик", a.Supplier), text("Ответ", attemptTitles[a.State]), at("Заказали", a.Created))
		if a.Ref != "" {
			d.Labels = append(d.Labels, text("Номер у поставщика", a.Ref))
		}
		if a.AnsweredAt.Unix() > 0 {
			d.Labels = append(d.Labels, at("Спросили", a.AnsweredAt), text("Сколько раз", desk.FormatID(int64(a.Asks))))
		}
	}
	if d.Cost, err = orders.PurchaseOf(ctx, tx, who, s, units); err != nil {
		return desk.Explain(err)
	}
	return nil
}

// fillComplaint adds the buyer's words, when the code was shown and earlier complaints.
func fillComplaint(ctx context.Context, tx pgx.Tx, d *Detail, s *orders.State) error {
	c := s.Complaint
	d.Labels = append(d.Labels, text("Слова покупателя", c.Text), at("Пожаловался", c.Created))
	r, err := deskdb.New(tx).ShownCode(ctx, deskdb.ShownCodeParams{IsUnit: c.IsUnit, Code: c.Code, Email: emailOf(s.Order)})
	if err != nil {
		return fmt.Errorf("code of complaint %d: %w", c.ID, err)
	}
	if r.ShownAt.Unix() > 0 {
		d.Labels = append(d.Labels, at("Код открыли", r.ShownAt))
	} else {
		d.Labels = append(d.Labels, text("Код открыли", "ещё не открывали"))
	}
	if emailOf(s.Order) != "" {
		d.Labels = append(d.Labels, text("Жалоб от покупателя", desk.FormatID(int64(r.Complaints))))
	}
	return nil
}

// destinations are where refunds go.
var destinations = map[string]string{"method": "тем же способом", "balance": "на баланс"}

// fillGrant adds who granted a refund, why and for what: the second person decides by it.
func fillGrant(ctx context.Context, tx pgx.Tx, d *Detail, s *orders.State) error {
	g := s.Grant
	name, err := deskdb.New(tx).StaffName(ctx, g.GrantedBy)
	if err != nil {
		return fmt.Errorf("granter of %d: %w", g.ID, err)
	}
	reason := g.ReasonCode
	if i := slices.IndexFunc(refunds.Reasons, func(r audit.Reason) bool { return r.Code == g.ReasonCode }); i >= 0 {
		reason = refunds.Reasons[i].Text
	}
	d.Labels = append(d.Labels, text("Разрешил", name), at("Когда", g.GrantedAt), text("Причина", reason), text("Словами", g.Reason),
		amount("Вернуть", g.Amount), text("Куда", destinations[g.Destination]))
	for _, l := range g.Lines {
		what := "не доставлено, доставлять не будем"
		if l.IsDelivered {
			what = "уже у покупателя"
		}
		d.Labels = append(d.Labels, Label{s.Title(l.LineID) + ", " + what, money.Of(l.Amount, g.Amount.Currency).String(), LabelMoney})
	}
	return nil
}

// fillCost adds what a supplier's new cost is about and what it does to the margin.
func (o *Service) fillCost(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail) error {
	r, err := deskdb.New(tx).OfferOfCost(ctx, d.Item.ID)
	if err != nil {
		return fmt.Errorf("offer %d: %w", d.Item.ID, err)
	}
	if r.Game != "" {
		d.Labels = append(d.Labels, text("Игра", r.Game))
	}
	d.Labels = append(d.Labels, text("Товар", r.Title), party("Поставщик", r.Supplier), text("SKU", r.Sku), amount("Наша цена", inRubles(r.Price)))
	if !who.Can(staff.MarginRead) {
		return nil
	}
	for _, c := range []struct{ name, margin, cost string }{{"Закупка сейчас", "Маржа сейчас", r.Cost}, {"Просит", "Маржа станет", r.Asked}} {
		cost, err := supplierhttp.Cost(c.cost, r.CostCurrency)
		if err != nil {
			return fmt.Errorf("cost of offer %d: %w", d.Item.ID, err)
		}
		worth, known, err := ledger.Worth(ctx, tx, cost.TenThousandths, cost.Currency, o.Desk.Now())
		if err != nil {
			return err
		}
		d.Labels = append(d.Labels, Label{c.name, c.cost + " " + r.CostCurrency, LabelMoney})
		if known {
			d.Labels = append(d.Labels, amount(c.name+", ₽", inRubles(worth)), amount(c.margin, inRubles(r.Price-worth)))
		}
	}
	return nil
}

// fillMoneyLow adds our balance with a supplier, which is for those who may read margins, and
// when it was read.
func fillMoneyLow(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail) error {
	r, err := deskdb.New(tx).SupplierMoney(ctx, &d.Item.ID)
	if err != nil {
		return fmt.Errorf("balance of supplier %d: %w", d.Item.ID, err)
	}
	d.Labels = append(d.Labels, party("Поставщик", r.Supplier))
	if who.Can(staff.MarginRead) {
		d.Labels = append(d.Labels, Label{"Осталось", r.Prepaid, LabelMoney})
	}
	d.Labels = append(d.Labels, at("Спросили", d.Item.Created))
	return nil
}

// fillUnmatched adds what is known about unmatched money and reports whether it is
// money at all.
func (o *Service) fillUnmatched(ctx context.Context, tx pgx.Tx, d *Detail) (bool, error) {
	n, err := payment.LockUnmatched(ctx, tx, d.Item.ID)
	if err != nil {
		return false, desk.Explain(err)
	}
	d.Labels = []Label{
		party("Провайдер", n.Provider), text("Номер у провайдера", n.ProviderID), text("Ссылка платежа", n.Reference), text("Сообщение", noticeTitles[n.Kind]), at("Пришло", d.Item.Created),
	}
	rows, err := deskdb.New(tx).MatchCandidates(ctx, n.ID)
	if err != nil {
		return false, fmt.Errorf("orders for notice %d: %w", n.ID, err)
	}
	for _, r := range rows {
		d.Candidates = append(d.Candidates, Candidate{
			OrderID: r.OrderID, Amount: money.Of(money.Minor(r.Hundredths), r.Currency), Reference: r.Reference, Created: r.Created, Status: order.Status(r.Status),
			IsPaid: r.IsPaid, Email: ordersearch.MaskEmail(r.Email),
		})
	}
	return n.Kind == payment.NoticePaid, nil
}

// fillDetails adds who rejected the details, and the servers to choose from. What the
// supplier answered to the letter is in the record of the exchange.
func fillDetails(ctx context.Context, tx pgx.Tx, d *Detail, s *orders.State) error {
	var err error
	if d.Servers, err = orders.Servers(ctx, tx, s.Order); err != nil {
		return err
	}
	r, err := deskdb.New(tx).RejectedDetails(ctx, d.Item.OrderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("rejected details of order %d: %w", d.Item.OrderID, err)
	}
	d.Labels = append(d.Labels, party("Отказал", r.Supplier), text("Что не так", "не принял ID игрока или сервер"), at("Когда", r.At))
	return nil
}

// fillRefund adds the quote of a refund, if a refund can end the row.
func (o *Service) fillRefund(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail, s *orders.State, units []int64) error {
	allowed := slices.ContainsFunc(d.Resolutions, func(r AllowedResolution) bool { return r.Name == ResolveRefund && r.Allowed })
	if !allowed || s == nil || s.Refundable == nil {
		return nil
	}
	var ids []string
	var sum *money.Minor
	if s.Complaint != nil {
		id, part, err := s.CodePart(who)
		if err != nil {
			return nil //nolint:nilerr // the code has no part that can be refunded: the way says so
		}
		ids, sum = []string{id}, part
	} else {
		if !d.Item.Kind.IsDelivery() {
			units = unitsOfRow(s, d.Item.Kind)
		}
		for _, p := range s.Parts(who) {
			if slices.Contains(units, p.Unit) {
				ids = append(ids, p.ID)
			}
		}
	}
	quote, err := o.Refunds.QuoteTx(ctx, tx, who, s, ids, sum, s.Order.RefundTo)
	if _, is := errors.AsType[*problem.Error](err); is {
		return nil // as when it is sent: the way says why
	}
	d.Refund = &quote
	return err
}

func emailOf(o *order.Order) string {
	if o.Email == nil {
		return ""
	}
	return *o.Email
}
