package desk

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/publicid"
	"larek/internal/staff"
)

// What operators do to the accounts of buyers.
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

// CustomerDone is the answer to an action on a buyer's account.
type CustomerDone struct {
	ID      int64  `json:"id"`
	Message string `json:"message"`
}

// onCustomer runs an action on an account.
func (o *Operations) onCustomer(ctx context.Context, a Act, userID int64, name string, p staff.Permission, input any,
	do func(ctx context.Context, tx pgx.Tx) (message string, after map[string]any, err error),
) (CustomerDone, error) {
	return Decode[CustomerDone](o.Do(ctx, a.actionOn(audit.Object{Kind: "customer", ID: formatID(userID)}, name, p, []any{userID, input}),
		func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
			message, after, err := do(ctx, tx)
			return Outcome{After: after, Answer: CustomerDone{userID, message}, Tell: o.tellErasure(name, userID)}, err
		}))
}

// tellErasure tells the queue of a request to erase that was made or decided.
func (o *Operations) tellErasure(action string, userID int64) func(context.Context) {
	if action != customerAskErase && action != customerErase && action != customerKeep {
		return nil
	}
	return o.Notify.Row(KindErasure, userID)
}

// NoteCustomer writes what operators should know about a buyer.
func (o *Operations) NoteCustomer(ctx context.Context, a Act, userID int64, text string) (CustomerDone, error) {
	return o.onCustomer(ctx, a, userID, customerNote, staff.CustomerRead, text, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		id, err := o.Accounts.AddNote(ctx, tx, userID, a.Actor.ID, text)
		return "Записано.", map[string]any{"note": id}, err
	})
}

// CustomerBlock is how a buyer is refused.
type CustomerBlock struct {
	Words       string // what the buyer reads
	WithAddress bool   // refuse guests with the address of the account too
}

// BlockCustomer ends the sessions of a buyer, refuses to sign them in, and does not sell
// to guests with their address either if there is one.
func (o *Operations) BlockCustomer(ctx context.Context, a Act, userID int64, b CustomerBlock) (CustomerDone, error) {
	return o.onCustomer(ctx, a, userID, customerBar, staff.CustomerBar, b, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		address, err := o.Accounts.LockOpen(ctx, tx, userID)
		if err == nil {
			err = o.Accounts.BanTx(ctx, tx, userID, b.Words)
		}
		isToo := b.WithAddress && address != ""
		if err == nil && isToo {
			err = ignoreUnchanged(o.Orders.Block(ctx, tx, order.BlockEmail, address, reasonText(a.Reason), a.Actor.ID))
		}
		return "Больше не продаём.", map[string]any{"barred": true, "address_too": isToo}, err
	})
}

// UnblockCustomer lets a buyer sign in again, and sells to their address again.
func (o *Operations) UnblockCustomer(ctx context.Context, a Act, userID int64) (CustomerDone, error) {
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
func (o *Operations) CreditCustomer(ctx context.Context, a Act, userID int64, amount money.RUB) (CustomerDone, error) {
	return o.onCustomer(ctx, a, userID, customerCredit, staff.GoodwillGive, amount, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		if amount <= 0 {
			return "", nil, field("amount", "Впишите, сколько начислить.")
		}
		if _, err := o.Accounts.LockOpen(ctx, tx, userID); err != nil {
			return "", nil, err
		}
		if err := o.spend(ctx, tx, a.Actor, taking{door: DoorCredit, subject: "Покупатель " + formatID(userID), rubles: amount, userID: &userID}); err != nil {
			return "", nil, err
		}
		entry := ledger.GoodwillGiven{UserID: userID, Amount: amount}.BareEntry(a.ref())
		return "Начислено на баланс: " + amount.String() + " ₽.", map[string]any{"amount": amount}, o.Ledger.Post(ctx, tx, entry)
	})
}

// EndCustomerSessions signs a buyer out of one device, or of all if name is nil.
func (o *Operations) EndCustomerSessions(ctx context.Context, a Act, userID int64, name *publicid.ID) (CustomerDone, error) {
	return o.onCustomer(ctx, a, userID, customerSignOut, staff.CustomerBar, name, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		return "Вышли.", map[string]any{"all": name == nil}, o.Accounts.EndSessionsTx(ctx, tx, userID, name)
	})
}

// ViewAsCustomer records that a person looks at the shop as a buyer sees it. What they
// see is read afterwards; no session of the buyer is made.
func (o *Operations) ViewAsCustomer(ctx context.Context, a Act, userID int64) error {
	_, err := o.onCustomer(ctx, a, userID, customerView, staff.CustomerViewAs, nil, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		_, err := o.Accounts.LockOpen(ctx, tx, userID)
		return "", nil, err
	})
	return err
}

// AskToErase asks for a buyer's data to be erased; another person decides.
func (o *Operations) AskToErase(ctx context.Context, a Act, userID int64) (CustomerDone, error) {
	return o.onCustomer(ctx, a, userID, customerAskErase, staff.CustomerErase, nil, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		if a.Reason.Text == "" {
			return "", nil, field("reason", errEraseNeedsText)
		}
		id, err := o.Accounts.AskToErase(ctx, tx, userID, a.Actor.ID, a.Reason.Text)
		return "Данные сотрутся, когда подтвердит другой человек.", map[string]any{"request": id}, err
	})
}

// DecideErasure erases the data of a buyer as another person asked, or declines. Open
// orders, money on the balance and what is unsettled refuse it.
func (o *Operations) DecideErasure(ctx context.Context, a Act, userID int64, approve bool) (CustomerDone, error) {
	name := customerKeep
	if approve {
		name = customerErase
	}
	return o.onCustomer(ctx, a, userID, name, staff.CustomerErase, nil, func(ctx context.Context, tx pgx.Tx) (string, map[string]any, error) {
		return o.decideErasure(ctx, tx, a, userID, approve)
	})
}

func (o *Operations) decideErasure(ctx context.Context, tx pgx.Tx, a Act, userID int64, approve bool) (message string, after map[string]any, err error) {
	message = "Отклонено, данные остались."
	r, err := o.Accounts.LockErasure(ctx, tx, userID)
	if err != nil {
		return "", nil, err
	}
	if approve && r.AskedBy != a.Actor.ID {
		if err := o.checkSecond(ctx, tx, r.AskedBy, a.Actor.ID); err != nil {
			return "", nil, err
		}
	}
	id, err := o.Accounts.DecideErasure(ctx, tx, userID, a.Actor.ID, approve)
	if err == nil && approve {
		message, err = "Данные стёрты.", o.Checkout.EraseAccountTx(ctx, tx, o.Accounts, userID)
	}
	return message, map[string]any{"request": id, "approved": approve}, err
}

// endErasure ends the row of a request to erase.
func (o *Operations) endErasure(ctx context.Context, tx pgx.Tx, x *resolving) (effect, int64, error) {
	message, after, err := o.decideErasure(ctx, tx, x.Act, x.item.ID, x.r.Way == WayApprove)
	return effect{id: &x.item.ID, message: message, after: after}, 0, err
}

// fillErasure adds who asked to erase a buyer. How the buyer asked is for those who may read
// about buyers.
func (o *Operations) fillErasure(ctx context.Context, tx pgx.Tx, who staff.Actor, d *Detail) (err error) {
	if d.Item.erasure, err = o.Accounts.LockErasure(ctx, tx, d.Item.ID); err != nil {
		return err
	}
	if who.Can(staff.CustomerRead) {
		d.Labels = []Label{{"Как попросил", cut(d.Item.erasure.Reason)}, {"Записал", d.Item.erasure.AskedName}}
	}
	return nil
}
