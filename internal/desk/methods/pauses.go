package methods

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/staff"
)

// methodsEvery is how often methods of payment are checked.
const methodsEvery = 30 * time.Second

// RunMethods pauses methods of payment that fail until ctx ends.
func (o *Service) RunMethods(ctx context.Context, leases *pg.Leases, log *slog.Logger) {
	leases.Every(ctx, "methods", methodsEvery, func() {
		if err := o.WatchMethods(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "methods of payment not checked", "error", err)
		}
	})
}

// WatchMethods resumes methods whose pause is over and pauses those that fail. Several workers may run it at once: it
// skips a method that changed after its rate was read.
func (o *Service) WatchMethods(ctx context.Context) error {
	due, err := o.Methods.DuePauses(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, d := range due {
		errs = append(errs, o.changeMethod(ctx, d.ID, "method.resume", func(tx pgx.Tx) (any, error) {
			done, err := o.Methods.TryMethodAgain(ctx, tx, d)
			if err != nil || !done {
				return nil, err
			}
			return map[string]any{"state": payment.MethodTrying}, nil
		}))
	}
	rates, err := o.Methods.MethodRates(ctx)
	errs = append(errs, err)
	for _, r := range rates {
		errs = append(errs, o.changeMethod(ctx, r.ID, "method.check", func(tx pgx.Tx) (any, error) {
			state, err := o.Methods.CheckMethod(ctx, tx, r)
			if err != nil || state == "" {
				return nil, err
			}
			return map[string]any{"state": state, "paid": r.Paid, "tries": r.Tries, "week_paid": r.WeekPaid, "week_tries": r.WeekTries}, nil
		}))
	}
	return errors.Join(errs...)
}

// changeMethod changes a method in a transaction with its audit row. It does nothing if change returns nil.
func (o *Service) changeMethod(ctx context.Context, id int64, name string, change func(pgx.Tx) (any, error)) error {
	var after any
	err := pg.InTx(ctx, o.Desk.Pool(), func(tx pgx.Tx) error {
		var err error
		if after, err = change(tx); err != nil || after == nil {
			return err
		}
		_, err = o.Desk.RecordShop(ctx, tx, audit.Entry{
			Permission: string(staff.ProviderSwitch), Action: name, Object: methodObject(id), Reason: audit.Reason{Code: "fails"}, After: after,
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("watch method %d: %w", id, err)
	}
	if after != nil {
		o.methodNotifier(id)(ctx)
	}
	return nil
}

// methodNotifier returns a function that notifies the storefront and other operators of a method.
func (o *Service) methodNotifier(id int64) func(context.Context) {
	return func(ctx context.Context) {
		o.Notify.Data(ctx)
		o.Notify.Row(desk.KindMethod, id)(ctx)
	}
}

// KeepMethod forbids the shop to pause a method, or allows it again.
func (o *Service) KeepMethod(ctx context.Context, a desk.Command, id int64, version int32, keep bool) (desk.Done, error) {
	name, message := "method.watch", "За способом снова следит магазин."
	if keep {
		name, message = "method.keep", "Способ включён: сам магазин его не отключит."
	}
	action := a.On(methodObject(id), name, staff.ProviderSwitch, version)
	return desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		method, country, err := o.Methods.KeepMethod(ctx, tx, NewSwitch(a, id, version), keep)
		return desk.Outcome{
			Before: map[string]any{"kept": !keep}, After: map[string]any{"kept": keep, "method": method, "country": country},
			AfterCommit: o.methodNotifier(id), Result: desk.Done{Name: name, ID: &id, Message: message},
		}, err
	}))
}

// NewSwitch returns the switch of a method that a command makes.
func NewSwitch(a desk.Command, id int64, version int32) payment.MethodSwitch {
	return payment.MethodSwitch{ID: id, Version: version, StaffID: a.Actor.ID, ReasonCode: a.Reason.Code, ReasonText: desk.ReasonText(a.Reason)}
}
