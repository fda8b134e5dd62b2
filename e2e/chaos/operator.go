package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// lotIsBought decides the result of an order that needs an operator: one in seven
// accounts cannot be found.
func lotIsBought(orderID int64) bool { return orderID%7 != 0 }

// operator does the operator's work, with the shop's command line and the
// providers' cabinets.
type operator struct {
	control *control
	pool    *pgxpool.Pool

	mu sync.Mutex
	// sent are refunds made in a cabinet: each once, however often the shop is
	// killed before it is recorded.
	sent map[int64]bool
	// byHand is how much that was, by the payment's reference.
	byHand map[string]money.Minor
}

func newOperator(c *control, pool *pgxpool.Pool) *operator {
	return &operator{control: c, pool: pool, sent: map[int64]bool{}, byHand: map[string]money.Minor{}}
}

// serve works on the queue until ctx ends. A task that fails because the shop is
// being killed is still in the queue the next time.
func (op *operator) serve(ctx context.Context) {
	for ; ctx.Err() == nil; pause(ctx, time.Second) {
		list, err := queue(ctx)
		if err != nil {
			continue
		}
		for row := range strings.Lines(list) {
			op.serveRow(ctx, row)
		}
	}
}

// untilSeen waits until the operator has seen every task about money: a refund that is
// reported in the last second is one.
func (op *operator) untilSeen(ctx context.Context) error {
	for deadline := time.Now().Add(settleTimeout); ; pause(ctx, time.Second) {
		list, err := queue(ctx)
		if err == nil && !strings.Contains("\n"+list, "\nmoney ") {
			return nil
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return errors.Join(fmt.Errorf("tasks about money wait: %s", list), err)
		}
	}
}

func (op *operator) serveRow(ctx context.Context, row string) {
	var id, order int64
	var word string
	switch {
	case scans(row, "refund %d\torder %d\t%s", &id, &order, &word):
		if word == "manual" {
			op.endRefund(ctx, id)
		}
	case scans(row, "money %d\torder %d\t%s", &id, &order, &word):
		_, _ = queue(ctx, "seen", strconv.FormatInt(id, 10), "--as", "chaos", "--answer", "looked at")
	case scans(row, "paused\torder %d\t%s", &order, &word):
		_, _ = queue(ctx, "release", strconv.FormatInt(order, 10), "--as", "chaos", "--reason", "delivered after all")
	case scans(row, "%d\torder %d\t%s", &id, &order, &word):
		op.endTask(ctx, id, order, word)
	}
}

func scans(row, format string, into ...any) bool {
	n, _ := fmt.Sscanf(row, format, into...)
	return n == len(into)
}

// endTask buys the lot, or reports that there is no such account. For a unit with
// an unknown outcome the supplier's own journal decides.
func (op *operator) endTask(ctx context.Context, id, order int64, kind string) {
	task := strconv.FormatInt(id, 10)
	if _, err := queue(ctx, "take", task, "--as", "chaos"); err != nil {
		return
	}
	if kind == standoff && lotIsBought(order) {
		_, _ = queue(ctx, "done", task, "--as", "chaos", "--proof", fmt.Sprintf("lot of order %d", order))
		return
	}
	_, _ = queue(ctx, "fail", task, "--as", "chaos", "--reason", "cannot be delivered")
}

// endRefund makes a refund that only an operator can make: in the cabinet of a
// provider without a refund call, and by trying again elsewhere.
func (op *operator) endRefund(ctx context.Context, id int64) {
	refund := strconv.FormatInt(id, 10)
	var provider, reference string
	var amount money.Minor
	err := op.pool.QueryRow(ctx, `select p.provider, a.reference, r.amount - r.covered from refunds r join payments p on p.id = r.payment_id
		join payment_attempts a on a.id = p.attempt_id where r.id = $1`, id).Scan(&provider, &reference, &amount)
	switch {
	case err != nil:
		return
	case !cannotAsk[provider]:
		_, _ = queue(ctx, "refund", "retry", refund, "--as", "chaos")
		return
	case !op.sendInCabinet(ctx, id, provider, reference, amount):
		return
	}
	_, _ = queue(ctx, "refund", "done", refund, "--as", "chaos", "--proof", "cabinet, refund "+refund)
}

// sendInCabinet gives a payment back once. Only an answer proves that it was
// not done: without one the operator looks it up and finds it done.
func (op *operator) sendInCabinet(ctx context.Context, id int64, provider, reference string, amount money.Minor) bool {
	op.mu.Lock()
	defer op.mu.Unlock()
	if op.sent[id] {
		return true
	}
	before, err := op.control.refunded(ctx, reference)
	if err != nil {
		return false
	}
	err = op.control.command(ctx, "/control/pay", map[string]any{"provider": provider, "reference": reference, "action": core.RefundInCabinet, "amount": amount})
	if err != nil {
		after, lookErr := op.control.refunded(ctx, reference)
		if lookErr != nil || after != before+amount {
			return false
		}
	}
	op.sent[id] = true
	op.byHand[reference] += amount
	return true
}

// claim counts what the operator refunded in a cabinet as refunded by the shop.
func (op *operator) claim(byRef map[string][]*moneyOf) {
	op.mu.Lock()
	defer op.mu.Unlock()
	for reference, sum := range op.byHand {
		for _, p := range byRef[reference] {
			part := min(sum, p.outside)
			p.outside, p.given, sum = p.outside-part, p.given+part, sum-part
		}
	}
}

// recordOutside records money that left a payment of an attempt without the shop and that
// no provider reports. It is idempotent by the proof.
func (op *operator) recordOutside(ctx context.Context, reference string, amount money.Minor, kind string) error {
	var order int64
	var provider, id string
	err := op.pool.QueryRow(ctx, `select p.order_id, p.provider, p.provider_id from payments p join payment_attempts a on a.id = p.attempt_id
		where a.reference = $1 order by p.amount - (select coalesce(sum(x.amount), 0) from outside_refunds x where x.payment_id = p.id) desc limit 1`, reference).Scan(&order, &provider, &id)
	if err != nil {
		return fmt.Errorf("payment of %s: %w", reference, err)
	}
	_, err = queue(ctx, "refund", "outside", strconv.FormatInt(order, 10), amount.String(), "--kind", kind,
		"--provider", provider, "--payment", id, "--as", "chaos", "--proof", "register, "+reference)
	return err
}

func queue(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, ".dev/bin/larek", append([]string{"queue"}, args...)...).Output()
	if end := (*exec.ExitError)(nil); errors.As(err, &end) {
		err = fmt.Errorf("larek queue %s: %w: %s", strings.Join(args, " "), err, end.Stderr)
	}
	return string(out), err
}
