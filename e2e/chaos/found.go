package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/e2e/accounts"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/publicid"
	"larek/internal/sandbox/core"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// payUnseen pays a provider that cannot be queried, and its webhook never comes; of some it
// comes while the registry is being read.
func (b *buyer) payUnseen(ctx context.Context, inv invoice) error {
	if !cannotAsk[inv.provider] { // too little for a transfer
		b.scenario = paysOnce
		if err := b.control.act(ctx, inv, core.Pay, b.hooks[0]); err != nil {
			return err
		}
		b.waitUntilPaid(ctx)
		return nil
	}
	hook := webhook{mode: core.Lose}
	if b.hooks[0].mode == core.Delay {
		hook = b.hooks[0]
	}
	return b.control.actUnseen(ctx, inv, core.Pay, hook)
}

// clerk reads registries and gives what only they show to its order, in the console.
type clerk struct {
	shop    *shop
	control *control

	mu         sync.Mutex
	id         int64
	references []string
	kept       accounts.Sums // commissions of the lines that were loaded
}

// given returns the references whose lines were loaded.
func (c *clerk) given() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.references)
}

// commissions returns what the loaded lines say was kept.
func (c *clerk) commissions() accounts.Sums {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.kept)
}

// find loads the registry's line of a payment, and gives it to its order.
func (c *clerk) find(ctx context.Context, b *buyer) error {
	inv := b.invoices[len(b.invoices)-1]
	if err := c.load(ctx, inv); err != nil {
		return fmt.Errorf("buyer %d, who %s: registry of %s: %w", b.n, b.scenario, inv.provider, err)
	}
	var err error
	for ; ctx.Err() == nil; pause(ctx, time.Second) {
		var isDone bool
		if isDone, err = c.give(ctx, inv); isDone {
			return nil
		}
	}
	return fmt.Errorf("buyer %d, who %s: the payment was not given to its order: %w", b.n, b.scenario, errors.Join(err, ctx.Err()))
}

// load loads the file of the day the payment was made on.
func (c *clerk) load(ctx context.Context, inv invoice) error {
	today := time.Now().In(ledger.Moscow)
	for _, day := range []time.Time{today, today.AddDate(0, 0, -1)} {
		var body []byte
		err := retry(ctx, func() (err error) {
			body, _, err = c.control.registry(ctx, inv.provider, day, url.Values{"only": {inv.reference}})
			return err
		})
		if err != nil {
			return err
		}
		lines, err := settlement.Parse(inv.provider, body)
		if err != nil || len(lines) == 0 {
			continue // of the other day
		}
		err = c.press(ctx, "recon/files/", map[string]any{"party": inv.provider, "day": day.Format(time.DateOnly), "name": inv.reference, "body": body})
		if err != nil {
			return err
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.references = append(c.references, inv.reference)
		for _, l := range lines {
			c.kept[accounts.Account{Name: string(ledger.Provider(inv.provider)), Currency: string(money.Ruble)}] += l.Commission
		}
		return nil
	}
	return errors.New("it has no such payment")
}

// give presses «Отдать заказу», and reports whether the shop knows the payment.
func (c *clerk) give(ctx context.Context, inv invoice) (bool, error) {
	var difference int64
	err := c.shop.pool.QueryRow(ctx, `select d.id from settlement_differences d join settlement_rows r on r.id = d.row_id
		where d.party = $1 and $2 in (r.reference, r.external_id) and d.kind = 'theirs_only' and d.state = 'open'`, inv.provider, inv.reference).Scan(&difference)
	if errors.Is(err, pgx.ErrNoRows) {
		isKnown := false
		err = c.shop.pool.QueryRow(ctx, `select exists (select from payments p join payment_attempts a on a.id = p.attempt_id where a.reference = $1)`, inv.reference).Scan(&isKnown)
		return isKnown, err
	}
	if err != nil {
		return false, err
	}
	return false, c.press(ctx, fmt.Sprintf("recon/differences/%d/resolve/", difference), map[string]any{
		"way": settlement.Give, "entry_id": nil, "reason": map[string]any{"code": "other", "text": "в реестре"},
	})
}

// press makes a call of the console for as long as the API is being killed, under one key.
func (c *clerk) press(ctx context.Context, path string, body map[string]any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	cookie := ""
	if err := retry(ctx, func() (err error) { cookie, err = c.signIn(ctx); return err }); err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	key := newKey()
	return retry(ctx, func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.shop.base+"/api/admin/"+path, bytes.NewReader(text))
		if err != nil {
			return err
		}
		for name, value := range map[string]string{"Content-Type": "application/json", "Cookie": cookie, "X-Console": "1", "Origin": c.shop.base, "Idempotency-Key": key} {
			req.Header.Set(name, value)
		}
		return send(c.shop.client, req, placed{}, nil)
	})
}

// signIn opens a session of the console whose second factor is fresh.
func (c *clerk) signIn(ctx context.Context) (cookie string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	token, now := rand.Text(), time.Now()
	if c.id == 0 {
		err := c.shop.pool.QueryRow(ctx, `insert into staff (email, name, role_id, password, totp_key, totp_sealed, created, seen_at)
			select 'clerk@staff.example', 'Реестры', id, '', 't', '', $1, $1 from staff_roles where name = 'finance'
			on conflict do nothing returning id`, now).Scan(&c.id)
		if err != nil {
			return "", err
		}
	}
	digest := sha256.Sum256([]byte(token))
	_, err = c.shop.pool.Exec(ctx, `insert into staff_sessions (name, staff_id, digest, device, address, created, used_at, expires_at, factor_at, fresh_at)
		values ($1, $2, $3, 'chaos', '', $4, $4, $5, $4, $4)`, publicid.New(), c.id, digest[:], now, now.Add(staff.SessionTTL))
	return "console=" + token, err
}
