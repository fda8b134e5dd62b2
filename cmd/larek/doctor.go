package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"larek/internal/app"
	"larek/internal/delivery"
	"larek/internal/desk/queue"
	"larek/internal/feature"
	"larek/internal/ledger"
	"larek/internal/pg"
)

type doctorCommand struct {
	Wait time.Duration `help:"How long the checks may take: the books of a million orders take a minute." default:"10s"`
}

// Run checks the dependencies of the shop, then lists the calls that are not
// implemented.
func (c *doctorCommand) Run(ctx context.Context, sh *cli) error {
	cfg, err := app.LoadConfig(sh.env)
	if err != nil {
		return err
	}
	if cfg.DatabaseURL, err = patient(cfg.DatabaseURL, c.Wait); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.Wait)
	defer cancel()
	sick := false
	say := func(what string, err error) {
		state := "ok"
		if err != nil {
			state, sick = err.Error(), true
		}
		_, _ = fmt.Fprintf(sh.out, "%-14s %s\n", what, state)
	}
	s, err := openShop(ctx, cfg, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		return err
	}
	defer s.infra.Close()
	say("PostgreSQL", s.infra.Write.Ping(ctx))
	say("role", checkRole(ctx, s))
	say("Redis", s.infra.Bus.Ping(ctx))
	say("Temporal", s.infra.Engine.Ping(ctx))
	say("workers", checkWorkers(ctx, s.Services))
	say("books", checkBooks(ctx, s.Chain))
	say("money", checkMoney(ctx, s.Services))
	say("suppliers", checkSuppliers(ctx, s.Sourcing))
	say("queue", checkQueue(ctx, s))
	say("features", checkFeatures(ctx, s))
	_, err = exec.LookPath("vipsthumbnail")
	say("libvips", err)
	if sick {
		return errors.New("doctor: a dependency of the shop is unavailable")
	}
	return nil
}

// checkRole verifies that the shop runs as a role that can neither switch triggers off
// nor change what is only added to.
func checkRole(ctx context.Context, s *shop) error {
	excess, err := pg.CheckRole(ctx, s.infra.Write)
	if err != nil {
		return err
	}
	return excess.Err()
}

// checkWorkers lists the task queues that no worker serves.
func checkWorkers(ctx context.Context, s *app.Services) error {
	unserved, err := s.UnservedQueues(ctx)
	if err == nil && len(unserved) > 0 {
		err = fmt.Errorf("no worker serves %s", strings.Join(unserved, ", "))
	}
	return err
}

// checkFeatures lists the switches that should have been removed.
func checkFeatures(ctx context.Context, s *shop) error {
	all, err := s.Features.List(ctx)
	if ended := feature.Ended(all, time.Now()); len(ended) > 0 {
		err = fmt.Errorf("%s should have been removed from the code: larek features", strings.Join(ended, ", "))
	}
	return err
}

// patient returns the address of a database with as much time for each statement.
func patient(database string, wait time.Duration) (string, error) {
	u, err := url.Parse(database)
	if err != nil {
		return "", fmt.Errorf("database address: %w", err)
	}
	q := u.Query()
	q.Set("statement_timeout", strconv.FormatInt(wait.Milliseconds(), 10))
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// checkBooks verifies that the books balance, from their last checkpoint on: `larek books
// verify` reads what was before.
func checkBooks(ctx context.Context, chain *ledger.Chain) error {
	proof, err := chain.ProveRecent(ctx)
	if err != nil {
		return err
	}
	return proof.Err()
}

// checkMoney verifies that every order has a next step, and lists what waits for an
// operator.
func checkMoney(ctx context.Context, shop *app.Services) error {
	unattended, err := shop.Watch.CountStuck(ctx)
	if err != nil {
		return err
	}
	stuck, err := shop.Watch.StuckSteps(ctx)
	if err != nil {
		return err
	}
	waiting, err := shop.Payments.Tasks.OperatorBacklog(ctx)
	if err != nil {
		return err
	}
	var wrong []error
	if unattended > 0 {
		wrong = append(wrong, fmt.Errorf("%d orders without a next step", unattended))
	}
	if len(stuck) > 0 {
		wrong = append(wrong, fmt.Errorf("%d steps of orders fail repeatedly: larek queue", len(stuck)))
	}
	if waiting.Unmatched > 0 {
		wrong = append(wrong, fmt.Errorf("%d payments belong to no order", waiting.Unmatched))
	}
	if waiting.Unconfirmed > 0 {
		wrong = append(wrong, fmt.Errorf("%d webhooks their provider does not confirm", waiting.Unconfirmed))
	}
	if waiting.Manual > 0 {
		wrong = append(wrong, fmt.Errorf("%d refunds wait for an operator", waiting.Manual))
	}
	if waiting.Late > 0 {
		wrong = append(wrong, fmt.Errorf("%d refunds have been under way for more than an hour", waiting.Late))
	}
	if waiting.Tasks > 0 {
		wrong = append(wrong, fmt.Errorf("%d tasks about money wait for an operator", waiting.Tasks))
	}
	owing, err := shop.Ledger.OwedByFinal(ctx)
	if err != nil {
		return err
	}
	for _, o := range owing {
		wrong = append(wrong, fmt.Errorf("order %d is over and still owes %s (%s)", o.OrderID, o.Amount, o.Account))
	}
	return errors.Join(wrong...)
}

// checkSuppliers lists the prepaid balances that run out, and units that were given
// up by force while the supplier might still deliver.
func checkSuppliers(ctx context.Context, d *delivery.Sourcing) error {
	list, err := d.Prepaid(ctx)
	if err != nil {
		return err
	}
	var wrong []error
	for _, p := range list {
		if p.Warn {
			wrong = append(wrong, fmt.Errorf("prepaid balance runs out: %s", p))
		}
	}
	forced, err := d.CountForced(ctx)
	if err != nil {
		return err
	}
	if forced > 0 {
		wrong = append(wrong, fmt.Errorf("%d orders given up by force may still be delivered at our cost", forced))
	}
	return errors.Join(wrong...)
}

// checkQueue verifies that everything that waits for an operator is in the queue.
func checkQueue(ctx context.Context, s *shop) error {
	unseen, err := queue.Missing(ctx, s.infra.Write, s.infra.Clock())
	if err != nil {
		return err
	}
	if len(unseen) > 0 {
		return fmt.Errorf("%d things wait for an operator and are not in the queue: %s", len(unseen), strings.Join(unseen[:min(len(unseen), 10)], ", "))
	}
	return nil
}
