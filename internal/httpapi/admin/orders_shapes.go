package admin

import (
	"strconv"
	"time"

	"larek/internal/httpapi/adminapi"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/ordersearch"
	"larek/internal/picture"
)

// optional returns nil for an empty text.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func pictureURL(k *picture.Key) *string {
	if k == nil || *k == "" {
		return nil
	}
	return new(k.URL())
}

func sumShape(m money.Money) adminapi.ConsoleSum {
	return adminapi.ConsoleSum{Amount: m.Minor.String(), Currency: string(m.Currency)}
}

func sumShapes(all []money.Money) []adminapi.ConsoleSum {
	shapes := make([]adminapi.ConsoleSum, len(all))
	for i, m := range all {
		shapes[i] = sumShape(m)
	}
	return shapes
}

func countShape(n ordersearch.Count) adminapi.OrderCount {
	return adminapi.OrderCount{Count: n.Orders, IsMore: n.IsMore}
}

func buyerKind(isGuest bool) adminapi.BuyerKind {
	if isGuest {
		return "guest"
	}
	return "account"
}

// rowShape maps an order of a list. People are masked for every reader.
func rowShape(r *ordersearch.Row, now time.Time) adminapi.ConsoleOrderRow {
	return adminapi.ConsoleOrderRow{
		ID: r.ID, Hash: r.Hash.String(), Kind: adminapi.ConsoleOrderKind(r.Kind), Status: adminapi.ConsoleOrderStatus(r.Status),
		Created: r.Created, DoneAt: r.DoneAt, Goods: r.Goods, Logo: pictureURL(&r.Logo), Title: r.LineTitle, Quantity: int(r.FirstQuantity), Lines: int(r.Lines),
		Buyer: buyerKind(r.UserID == nil), UserID: r.UserID, Email: optional(ordersearch.MaskEmail(r.Email)), Player: optional(ordersearch.MaskPlayer(r.Player)),
		Server: optional(r.Server), Sum: r.Sum,
		Units:      adminapi.UnitCounts{Total: int(r.Quantity), Delivered: int(r.Delivered), Stuck: int(r.Stuck), Returned: int(r.Returned)},
		NextAction: (*adminapi.NextAction)(r.NextAction), DueAt: r.DueAt, Late: r.DueAt != nil && now.After(*r.DueAt), Owner: ownerShape(r),
		Promo: optional(r.Promo), Method: optional(r.Method), Provider: optional(r.Provider), Currency: optional(r.Currency), Country: optional(r.Country),
	}
}

func ownerShape(r *ordersearch.Row) *adminapi.StaffRef {
	if r.OwnerID == 0 {
		return nil
	}
	return &adminapi.StaffRef{ID: r.OwnerID, Name: r.OwnerName}
}

// orderShape maps the page of an order; without personal the buyer and the player are
// masked.
func (h *Handlers) orderShape(o *ordersearch.Order, personal bool) adminapi.ConsoleOrder {
	now := h.Clock()
	shape := adminapi.ConsoleOrder{
		ID: o.ID, Hash: o.Hash.String(), Version: o.Version, Kind: adminapi.ConsoleOrderKind(o.Kind), Status: adminapi.ConsoleOrderStatus(o.Status),
		Created: o.Created, DoneAt: o.DoneAt, NextAction: (*adminapi.NextAction)(o.NextAction), DueAt: o.DueAt,
		Late: o.DueAt != nil && now.After(*o.DueAt), RejectReason: o.RejectReason,
		Summary: adminapi.OrderSummary{Tone: adminapi.OrderSummaryTone(o.Summary.Tone), Headline: o.Summary.Headline, Text: o.Summary.Text},
		Receipt: receiptShape(o), Destination: destinationShape(o, personal), Buyer: buyerShape(o, personal),
		Units: make([]adminapi.ConsoleUnit, len(o.Units)), Earlier: []adminapi.EarlierOrder{}, HasEarlier: o.HasEarlier,
		Troubles: []adminapi.OrderTrouble{}, Links: h.linksShape(o),
	}
	for i := range o.Units {
		shape.Units[i] = unitShape(&o.Units[i])
	}
	for _, e := range o.Earlier {
		shape.Earlier = append(shape.Earlier, adminapi.EarlierOrder{ID: e.ID, Created: e.Created, Status: adminapi.ConsoleOrderStatus(e.Status), Title: e.Title})
	}
	for _, t := range o.Troubles {
		shape.Troubles = append(shape.Troubles, adminapi.OrderTrouble{
			Source: adminapi.OrderTroubleSource(t.Source), Kind: t.Kind, ID: t.ID, Note: t.Note, DueAt: t.DueAt, Since: t.Since,
			TakenBy: optional(t.TakenBy), TakenUntil: t.TakenUntil,
		})
	}
	if o.Cost != nil {
		shape.Cost = &adminapi.OrderCost{Amounts: sumShapes(o.Cost.Amounts), Rubles: o.Cost.Rubles}
	}
	return shape
}

func receiptShape(o *ordersearch.Order) adminapi.ConsoleReceipt {
	r := o.Receipt
	shape := adminapi.ConsoleReceipt{
		Lines: make([]adminapi.ConsoleLine, len(o.Lines)), Total: o.Total, Discount: o.Discount, Promo: optional(o.Promo), PromoPercent: int(o.PromoPercent),
		Paid: sumShapes(r.Paid), Delivered: sumShapes(r.Delivered), Owed: sumShapes(r.Owed), Returned: sumShapes(r.Returned), Returning: sumShapes(r.Returning),
	}
	for i, l := range o.Lines {
		shape.Lines[i] = adminapi.ConsoleLine{
			ID: l.ID, Title: l.Title, Quantity: int(l.Quantity), Price: l.UnitPrice, Sum: order.LineSum(l.UnitPrice, l.Quantity), Discount: l.Discount,
			Status: adminapi.ConsoleLineStatus(l.Status), CodesGiven: int(l.CodesGiven), CodesReserved: int(l.CodesReserved),
		}
	}
	if q := r.Quote; q != nil {
		shape.Fee, shape.Rate, shape.Method = &q.Fee, &q.Rate, &q.Method
		shape.Charge = new(sumShape(money.Of(q.Amount, q.Currency)))
	}
	return shape
}

func destinationShape(o *ordersearch.Order, personal bool) adminapi.ConsoleDestination {
	d := o.Details
	shape := adminapi.ConsoleDestination{
		Goods: o.Goods, Logo: pictureURL(&o.Logo), Region: optional(o.Region), CorrectedAt: d.CorrectedAt, IsMasked: !personal,
		PlayerName: d.AccountName, Avatar: pictureURL(&d.GameAvatar), Server: d.MoogoldServerName,
	}
	if shape.Server == nil {
		shape.Server = d.MoogoldServerCustomID
	}
	player := d.MoogoldUserID + d.GameAccountID + d.SteamAccountID // an order has one of them
	if !personal {
		player = ordersearch.MaskPlayer(player)
		shape.Avatar = nil
		if shape.PlayerName != nil {
			shape.PlayerName = new(ordersearch.MaskPlayer(*shape.PlayerName))
		}
	}
	shape.Player = optional(player)
	if order.Kind(o.Kind) == order.Standoff {
		shape.Lot = new(d.LotPrice().String())
	}
	return shape
}

func buyerShape(o *ordersearch.Order, personal bool) adminapi.ConsoleBuyer {
	shape := adminapi.ConsoleBuyer{
		Kind: buyerKind(o.UserID == nil), Email: o.Email, UserID: o.UserID, Nickname: optional(o.Nickname), Since: o.UserSince, Barred: optional(o.Barred),
		Orders: countShape(o.BuyerOrders), RefundTo: adminapi.ConsoleBuyerRefundTo(o.RefundTo), IsMasked: !personal,
	}
	if o.UserID != nil {
		shape.Balance = new(sumShape(o.Balance.Money()))
	}
	if o.Receipt.Quote != nil {
		shape.Country = optional(o.Receipt.Quote.Country)
	}
	if !personal && shape.Email != nil {
		shape.Email = new(ordersearch.MaskEmail(*shape.Email))
	}
	return shape
}

func unitShape(u *ordersearch.Unit) adminapi.ConsoleUnit {
	shape := adminapi.ConsoleUnit{
		ID: u.ID, LineID: u.LineID, N: int(u.N), State: adminapi.ConsoleUnitState(u.State), Reason: u.Reason, Supplier: u.Supplier, SupplierRef: u.SupplierRef,
		Attempts: int(u.Attempts), Proof: u.Proof, IsCode: u.IsCode, HeldUntil: u.HeldUntil, DeliveredAt: u.DeliveredAt,
	}
	if u.SupplierRef == nil && u.OpenRef != "" {
		shape.SupplierRef = &u.OpenRef
	}
	if u.OpenKey != "" {
		shape.OpenAttempt = &adminapi.OpenAttempt{Supplier: u.OpenSupplier, State: adminapi.OpenAttemptState(u.OpenState), Key: u.OpenKey, Since: u.OpenSince}
	}
	if u.TaskID != 0 {
		shape.Task = &adminapi.UnitTask{ID: u.TaskID, Kind: adminapi.UnitTaskKind(u.TaskKind), DueAt: u.TaskDueAt}
	}
	return shape
}

func (h *Handlers) linksShape(o *ordersearch.Order) adminapi.OrderLinks {
	id := "order-" + strconv.FormatInt(o.ID, 10)
	links := adminapi.OrderLinks{WorkflowID: id, AfterWorkflowID: id + "-after", Keys: make([]adminapi.SupplierKey, len(o.Keys))}
	if h.HistoryPages != "" {
		links.HistoryURL = new(h.HistoryPages + id)
	}
	if q := o.Receipt.Quote; q != nil {
		links.Reference, links.ProviderID, links.Provider = &q.Reference, optional(q.ProviderID), &q.Provider
	}
	for i, k := range o.Keys {
		links.Keys[i] = adminapi.SupplierKey{Supplier: k.Supplier, Key: k.Key, Ref: optional(k.Ref)}
	}
	return links
}
