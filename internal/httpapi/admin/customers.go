package admin

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"larek/internal/account"
	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/httpapi/adminapi"
	"larek/internal/ledger"
	"larek/internal/ordersearch"
	"larek/internal/staff"
)

const movementList = "customer_movements"

// FindCustomers answers POST /api/admin/customers/find/.
func (h *Handlers) FindCustomers(ctx context.Context, r adminapi.FindCustomersRequestObject) (adminapi.FindCustomersResponseObject, error) {
	list, guests, err := h.Search.FindCustomers(ctx, r.Body.Text)
	if err != nil {
		return nil, err
	}
	found := adminapi.CustomerFinding{Results: make([]adminapi.CustomerRow, len(list)), GuestOrders: append([]int64{}, guests...)}
	for i := range list {
		found.Results[i] = customerRow(&list[i], Actor(ctx))
	}
	return adminapi.FindCustomers200JSONResponse(found), nil
}

func customerRow(c *ordersearch.Customer, who staff.Actor) adminapi.CustomerRow {
	row := adminapi.CustomerRow{
		ID: c.ID, Nickname: c.Nickname, Created: c.Created, IsBlocked: c.IsBarred, ErasedAt: c.ErasedAt, Orders: c.Orders, Delivered: c.Delivered,
		Spent: c.Spent.String(), Refunds: c.Refunds, Balance: c.Balance.String(),
	}
	if c.Orders > 0 {
		row.LastAt = known(c.LastAt)
	}
	if c.Email != "" {
		if row.Email = &c.Email; !who.Can(staff.PIIRead) {
			row.Email = new(ordersearch.MaskEmail(c.Email))
		}
	}
	return row
}

// GetCustomer answers GET /api/admin/customers/{id}/.
func (h *Handlers) GetCustomer(ctx context.Context, r adminapi.GetCustomerRequestObject) (adminapi.GetCustomerResponseObject, error) {
	p, err := h.Search.Customer(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	sessions, err := h.Sessions.List(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	consents, err := h.Accounts.Consents(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return adminapi.GetCustomer200JSONResponse(customerShape(p, sessions, consents, Actor(ctx))), nil
}

func customerShape(p *ordersearch.CustomerPage, sessions []account.Session, consents []account.Consent, who staff.Actor) adminapi.Customer {
	c := adminapi.Customer{
		Profile: customerRow(&p.Customer, who), Socials: p.Socials, HasPassword: p.HasPassword, IsAddressBlocked: p.IsAddressBlocked,
		Sessions: []adminapi.CustomerSession{}, Consents: []adminapi.CustomerConsent{}, Notes: []adminapi.CustomerNote{}, Promo: []adminapi.CustomerPromo{}, Reviews: []adminapi.CustomerReview{},
	}
	if p.IsBarred {
		c.BlockedWords = &p.Barred
	}
	for _, s := range sessions {
		c.Sessions = append(c.Sessions, adminapi.CustomerSession{Name: s.Name.String(), Device: s.Device, Created: s.Created, UsedAt: s.UsedAt})
	}
	for _, x := range consents {
		c.Consents = append(c.Consents, adminapi.CustomerConsent{Kind: x.Kind, Given: x.Given, Revision: x.Revision, Version: x.Version, At: x.At})
	}
	for _, n := range p.Notes {
		c.Notes = append(c.Notes, adminapi.CustomerNote{ID: n.ID, At: n.At, Author: n.Author, Text: n.Text})
	}
	for _, x := range p.Promo {
		used := adminapi.CustomerPromo{Code: x.Code, Percent: int(x.Percent), State: adminapi.CustomerPromoState(x.State), At: x.At}
		if x.OrderID != 0 {
			used.OrderID = &x.OrderID
		}
		c.Promo = append(c.Promo, used)
	}
	for _, x := range p.Reviews {
		c.Reviews = append(c.Reviews, adminapi.CustomerReview{ID: x.ID, OrderID: x.OrderID, Rating: int(x.Rating), Text: x.Text, State: adminapi.CustomerReviewState(x.State), Created: x.Created})
	}
	if e := p.Erasure; e != nil {
		c.Erasure = &adminapi.CustomerErasure{Reason: e.Reason, AskedAt: e.AskedAt, AskedBy: e.AskedName, IsMine: e.AskedBy == who.ID}
	}
	return c
}

// ListCustomerMovements answers GET /api/admin/customers/{id}/movements/.
func (h *Handlers) ListCustomerMovements(ctx context.Context, r adminapi.ListCustomerMovementsRequestObject) (adminapi.ListCustomerMovementsResponseObject, error) {
	var before int64
	if err := h.Cursors.Decode(movementList, r.ID, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	limit := pageLimit(r.Params.Limit)
	rows, err := h.Search.CustomerMovements(ctx, r.ID, before, int32(limit)) //nolint:gosec // a page
	if err != nil {
		return nil, err
	}
	page := adminapi.CustomerMovementPage{Results: make([]adminapi.CustomerMovement, len(rows))}
	for i, x := range rows {
		page.Results[i] = adminapi.CustomerMovement{EntryID: x.ID, At: x.At, Title: ledger.ReasonTitle(x.Reason), OrderID: x.OrderID, Amount: x.Amount.String()}
	}
	if len(rows) == limit {
		page.Next, err = h.Cursors.Encode(movementList, r.ID, rows[limit-1].ID)
	}
	return adminapi.ListCustomerMovements200JSONResponse(page), err
}

// ExportCustomer answers POST /api/admin/customers/{id}/exports/.
func (h *Handlers) ExportCustomer(ctx context.Context, r adminapi.ExportCustomerRequestObject) (adminapi.ExportCustomerResponseObject, error) {
	who := Actor(ctx)
	ref, err := desk.Decode[adminapi.ExportRef](h.Desk.Do(ctx, desk.Action{
		Actor: who, Permission: staff.CustomerExport, Name: "customer.export", Key: r.Params.IdempotencyKey,
		Object: audit.Object{Kind: "customer", ID: strconv.FormatInt(r.ID, 10)}, Reason: audit.Reason(r.Body.Reason), Input: r.ID,
	}, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := h.Exports.RequestCustomer(ctx, tx, who, r.ID)
		return desk.Outcome{After: map[string]any{"export": id}, Result: adminapi.ExportRef{ID: id}}, err
	}))
	return adminapi.ExportCustomer200JSONResponse(ref), err
}
