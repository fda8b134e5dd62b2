package customers

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/checkout"
	"larek/internal/desk"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/publicid"
	"larek/internal/staff"
)

// Names of the actions on accounts.
const (
	customerNote      = "customer.note"
	customerBar       = "customer.bar"
	customerUnbar     = "customer.unbar"
	customerCredit    = "customer.credit"
	customerSignOut   = "customer.end_sessions"
	customerView      = "customer.view"
	customerAskErase  = "customer.ask_to_erase"
	customerErase     = "customer.erase"
	customerKeep      = "customer.decline_erasure"
	errEraseNeedsText = "Запишите, как попросил покупатель: письмо, обращение, его номер."
)

// onCustomer runs an action on an account.
func (o *Service) onCustomer(ctx context.Context, a desk.Command, userID int64, name string, p staff.Permission, input any,
	do func(ctx context.Context, tx pgx.Tx) (message string, after map[string]any, err error),
) (desk.Saved, error) {
	return desk.Decode[desk.Saved](o.Desk.Do(ctx, a.On(audit.Object{Kind: "customer", ID: desk.FormatID(userID)}, name, p, []any{userID, input}),
		func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
			message, after, err := do(ctx, tx)
			return desk.Outcome{After: after, Result: desk.Saved{ID: userID, Message: message}, AfterCommit: o.erasureNotifier(name, userID)}, err
		}))
}

// erasureNotifier returns a function that notifies the queue of a request to erase, or nil for other actions.
func (o *Service) erasureNotifier(action string, userID int64) func(context.Context) {
	if action != customerAskErase && action != customerErase && action != customerKeep {
		return nil
	}
	return o.Notify.Row(desk.KindErasure, userID)
}

// NoteCustomer adds a note about a buyer.
func (o *Service) NoteCustomer(ctx context.Context, a desk.Command, userID int64, text string) (desk.Saved, error) {
	return o.onCustomer(ctx, a, userID, customerNote, staff.CustomerRead, text, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		id, err := o.Accounts.AddNote(ctx, tx, userID, a.Actor.ID, text)
		return "Записано.", map[string]any{"note": id}, err
	})
}

// CustomerBlock has the parameters of a block.
type CustomerBlock struct {
	Words       string // what the buyer reads
	WithAddress bool   // refuse guests with the address of the account too
}

// BlockCustomer ends the sessions of a buyer, refuses to sign them in, and does not sell
// to guests with their address either if there is one.
func (o *Service) BlockCustomer(ctx context.Context, a desk.Command, userID int64, b CustomerBlock) (desk.Saved, error) {
	return o.onCustomer(ctx, a, userID, customerBar, staff.CustomerBar, b, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		address, err := o.Accounts.LockOpen(ctx, tx, userID)
		if err == nil {
			err = o.Accounts.BanTx(ctx, tx, userID, b.Words)
		}
		isToo := b.WithAddress && address != ""
		if err == nil && isToo {
			err = ignoreUnchanged(o.Orders.Block(ctx, tx, order.BlockEmail, address, desk.ReasonText(a.Reason), a.Actor.ID))
		}
		return "Больше не продаём.", map[string]any{"barred": true, "address_too": isToo}, err
	})
}

// UnblockCustomer lets a buyer sign in again, and sells to their address again.
func (o *Service) UnblockCustomer(ctx context.Context, a desk.Command, userID int64) (desk.Saved, error) {
	return o.onCustomer(ctx, a, userID, customerUnbar, staff.CustomerBar, nil, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		address, err := o.Accounts.LockOpen(ctx, tx, userID)
		if err == nil {
			err = o.Accounts.UnbanTx(ctx, tx, userID)
		}
		if err == nil && address != "" {
			err = ignoreUnchanged(o.Orders.Unblock(ctx, tx, order.BlockEmail, address, a.Actor.ID))
		}
		return "Снова продаём.", map[string]any{"barred": false}, err
	})
}

// ignoreUnchanged drops the error of an address that is blocked, or not, already.
func ignoreUnchanged(err error) error {
	if errors.Is(err, order.ErrBlockUnchanged) {
		return nil
	}
	return err
}

// CreditCustomer credits a buyer's balance as an apology for no order in particular.
func (o *Service) CreditCustomer(ctx context.Context, a desk.Command, userID int64, amount money.RUB) (desk.Saved, error) {
	return o.onCustomer(ctx, a, userID, customerCredit, staff.GoodwillGive, amount, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		if amount <= 0 {
			return "", nil, desk.Invalid("amount", "Впишите, сколько начислить.")
		}
		if _, err := o.Accounts.LockOpen(ctx, tx, userID); err != nil {
			return "", nil, err
		}
		if err := o.Desk.Spend(ctx, tx, a.Actor, desk.Taking{Door: desk.DoorCredit, Subject: "Покупатель " + desk.FormatID(userID), Rubles: amount, UserID: &userID}); err != nil {
			return "", nil, err
		}
		entry := ledger.GoodwillGiven{UserID: userID, Amount: amount}.BareEntry(a.LedgerRef())
		return "Начислено на баланс: " + amount.String() + " ₽.", map[string]any{"amount": amount}, o.Ledger.Post(ctx, tx, entry)
	})
}

// EndCustomerSessions signs a buyer out of one device, or of all if name is nil.
func (o *Service) EndCustomerSessions(ctx context.Context, a desk.Command, userID int64, name *publicid.ID) (desk.Saved, error) {
	return o.onCustomer(ctx, a, userID, customerSignOut, staff.CustomerBar, name, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		return "Вышли.", map[string]any{"all": name == nil}, o.Sessions.EndSessionsTx(ctx, tx, userID, name)
	})
}

// ViewAsCustomer records that an operator views the shop as a buyer. It creates no session of the buyer; the pages
// are read by other calls.
func (o *Service) ViewAsCustomer(ctx context.Context, a desk.Command, userID int64) error {
	_, err := o.onCustomer(ctx, a, userID, customerView, staff.CustomerViewAs, nil, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		_, err := o.Accounts.LockOpen(ctx, tx, userID)
		return "", nil, err
	})
	return err
}

// AskToErase records a request to erase a buyer's data; another person decides.
func (o *Service) AskToErase(ctx context.Context, a desk.Command, userID int64) (desk.Saved, error) {
	return o.onCustomer(ctx, a, userID, customerAskErase, staff.CustomerErase, nil, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		if a.Reason.Text == "" {
			return "", nil, desk.Invalid("reason", errEraseNeedsText)
		}
		id, err := o.Accounts.AskToErase(ctx, tx, userID, a.Actor.ID, a.Reason.Text)
		return "Данные сотрутся, когда подтвердит другой человек.", map[string]any{"request": id}, err
	})
}

// DecideErasure erases the data of a buyer as another person requested, or declines the request. It refuses while
// there are open orders, unsettled payments or money on the balance.
func (o *Service) DecideErasure(ctx context.Context, a desk.Command, userID int64, approve bool) (desk.Saved, error) {
	name := customerKeep
	if approve {
		name = customerErase
	}
	return o.onCustomer(ctx, a, userID, name, staff.CustomerErase, nil, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		return o.DecideErasureTx(ctx, tx, a, userID, approve)
	})
}

// DecideErasureTx erases the data of a buyer, or declines the request. Another person than
// the one who recorded it approves.
func (o *Service) DecideErasureTx(ctx context.Context, tx pgx.Tx, a desk.Command, userID int64, approve bool) (message string, after map[string]any, err error) {
	message = "Отклонено, данные остались."
	r, err := o.Accounts.LockErasure(ctx, tx, userID)
	if err != nil {
		return "", nil, err
	}
	if approve && r.AskedBy != a.Actor.ID {
		if err := o.Desk.CheckSecondPerson(ctx, tx, r.AskedBy, a.Actor.ID); err != nil {
			return "", nil, err
		}
	}
	id, err := o.Accounts.DecideErasure(ctx, tx, userID, a.Actor.ID, approve)
	if err == nil && approve {
		message, err = "Данные стёрты.", checkout.EraseAccountTx(ctx, tx, o.Accounts, userID, nil)
	}
	return message, map[string]any{"request": id, "approved": approve}, err
}
