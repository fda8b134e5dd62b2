package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/account"
	"larek/internal/app"
	"larek/internal/ledger"
	"larek/internal/sandbox/core"
)

// buyerAccount is the account a buyer is signed in with.
type buyerAccount struct {
	user   int64
	tokens *account.Tokens
}

// register makes an account; its sessions are signed with the shop's key.
func (s *shop) register(ctx context.Context, email string) (buyerAccount, error) {
	cfg, err := app.LoadConfig(os.Getenv)
	if err != nil {
		return buyerAccount{}, err
	}
	keys, err := cfg.Keys()
	if err != nil {
		return buyerAccount{}, err
	}
	a := buyerAccount{tokens: account.NewTokens(keys.Token())}
	err = retry(ctx, func() error {
		return s.pool.QueryRow(ctx, `with made as (
				insert into users (email, nickname, created) select $1, 'Кот', now() where not exists (select from users where email = $1) returning id
			) select id from made union all select id from users where email = $1`, email).Scan(&a.user)
	})
	return a, err
}

// takeTwice is a buyer who gets the money of a delivered order back on the balance, and then
// from the bank too.
func (b *buyer) takeTwice(ctx context.Context, op *operator) {
	if err := b.refundToBalance(ctx); err != nil {
		b.err = fmt.Errorf("buyer %d, who %s: %w", b.n, b.scenario, err)
		return
	}
	inv := b.invoices[0]
	err := retry(ctx, func() error {
		return b.control.command(ctx, "/control/pay", map[string]any{"provider": inv.provider, "reference": inv.reference, "action": core.ChargeBack, "amount": inv.amount})
	})
	var no *refusal
	if errors.As(err, &no) && no.Status == http.StatusConflict {
		err = nil // it was done and the answer got lost
	}
	if err == nil {
		err = b.reportChargeback(ctx, op, inv)
	}
	if err != nil {
		b.err = fmt.Errorf("buyer %d, who %s: %w", b.n, b.scenario, err)
	}
}

// refundToBalance waits until the goods are there and lets the operator refund their price.
func (b *buyer) refundToBalance(ctx context.Context) error {
	var err error
	for ; ctx.Err() == nil; pause(ctx, time.Second) {
		var pg page
		if pg, err = b.shop.look(ctx, b.order); err != nil || pg.Status != "done" {
			continue
		}
		if _, err = queue(ctx, "refund", "give", strconv.FormatInt(b.order.ID, 10), b.invoices[0].amount.String(), "--balance", "--as", "chaos", "--why", "broken"); err != nil {
			continue // repeated: the same sum for the same reason is one refund
		}
		var credited bool
		err = b.shop.pool.QueryRow(ctx, `select exists (select from refunds where order_id = $1 and destination = 'balance' and status = 'done')`, b.order.ID).Scan(&credited)
		if credited {
			return nil
		}
	}
	return errors.Join(errors.New("nothing came onto the balance"), err, ctx.Err())
}

// verifyBalance checks that who took the money twice has none of it on the balance: it was
// frozen, and the operator took it back.
func (v *report) verifyBalance(ctx context.Context, pool *pgxpool.Pool, b *buyer) {
	for _, a := range []ledger.Account{ledger.Customer(b.order.user), ledger.Frozen(b.order.user)} {
		var sum string
		err := pool.QueryRow(ctx, `select coalesce(sum(amount), 0)::numeric(20,2)::text from ledger_postings where account = $1`, string(a)).Scan(&sum)
		if err != nil || sum != "0.00" {
			v.wrong("order %d: %s is on %s (%v)", b.order.ID, sum, a, err)
		}
	}
}
