package main

import (
	"context"
	"log/slog"
	"strconv"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/checkout"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/events"
	"larek/internal/ledger"
	"larek/internal/notify"
	"larek/internal/obs"
	"larek/internal/order"
	"larek/internal/orderflow"
	"larek/internal/payment"
	"larek/internal/pg"
	"larek/internal/promo"
	"larek/internal/seal"
)

// shop is what the API and the worker both stand on.
type shop struct {
	reading, writing *pgxpool.Pool
	bus              *events.Bus
	engine           *orderflow.Engine
	checkout         *checkout.Service
	secret           seal.Key
}

// openShop connects to everything; nothing has to answer yet.
func openShop(ctx context.Context, cfg *config, log *slog.Logger) (*shop, error) {
	s := &shop{}
	var err error
	if s.reading, err = pg.Open(ctx, cfg.ReadDatabaseURL, pg.Reading); err != nil {
		return nil, err
	}
	if s.writing, err = pg.Open(ctx, cfg.DatabaseURL, pg.Writing); err != nil {
		return nil, err
	}
	if s.bus, err = events.Open(cfg.RedisURL, log); err != nil {
		return nil, err
	}
	if s.secret, err = seal.ParseKey(cfg.Secret); err != nil {
		return nil, err
	}
	ring, err := seal.ParseRing(cfg.CodeKeys)
	if err != nil {
		return nil, err
	}
	suppliers, err := cfg.suppliers()
	if err != nil {
		return nil, err
	}
	if s.engine, err = orderflow.Connect(cfg.TemporalAddr, cfg.TemporalNamespace, orderflow.Queue, s.secret.For("flow"), log); err != nil {
		return nil, err
	}
	letters, err := cfg.letters(s.writing, log)
	if err != nil {
		return nil, err
	}
	orders := order.NewService(s.writing, clock.System)
	letters.ProveBy(orders.NewProof)
	stock := delivery.NewStock(s.writing, ring, s.secret.For(codesKey))
	s.checkout = &checkout.Service{
		Pool:     s.writing,
		Orders:   orders,
		Promos:   promo.NewService(s.writing),
		Payments: payment.NewService(s.reading, s.writing, cfg.providers(), clock.System, log),
		Ledger:   ledger.NewService(s.writing),
		Stock:    stock,
		Dispatch: delivery.NewDispatch(s.writing, suppliers, ring, clock.System, log).WithStock(stock),
		Letters:  letters,
		Flow:     s.engine,
		Clock:    clock.System,
		Origin:   cfg.PublicOrigin,
		ProofKey: s.secret.For("promo-proof"),
		Announce: func(ctx context.Context, orderID int64) {
			// Pages that miss it look by themselves a little later.
			if err := s.bus.Publish(ctx, events.OrderChanged, strconv.FormatInt(orderID, 10)); err != nil {
				log.DebugContext(ctx, "order change not announced", "error", err)
			}
		},
	}
	return s, nil
}

// letters are written to buyers; without a mail server they wait.
func (c *config) letters(pool *pgxpool.Pool, log *slog.Logger) (*notify.Service, error) {
	if c.SMTPURL == "" {
		return notify.NewService(pool, nil, clock.System, log, c.PublicOrigin), nil
	}
	postman, err := notify.NewSMTP(c.SMTPURL, c.MailFrom)
	if err != nil {
		return nil, err
	}
	return notify.NewService(pool, postman, clock.System, log, c.PublicOrigin), nil
}

// codesKey is the purpose of the key that recognises a code loaded twice.
const codesKey = "codes"

// openStock is for commands that need no shop around it.
func openStock(cfg *config, pool *pgxpool.Pool) (*delivery.Stock, error) {
	ring, err := seal.ParseRing(cfg.CodeKeys)
	if err != nil {
		return nil, err
	}
	secret, err := seal.ParseKey(cfg.Secret)
	if err != nil {
		return nil, err
	}
	return delivery.NewStock(pool, ring, secret.For(codesKey)), nil
}

// withShop is for commands that do one thing and end.
func withShop(ctx context.Context, sh *shell, do func(*shop, *config) error) error {
	cfg, err := readConfig(sh.env)
	if err != nil {
		return err
	}
	s, err := openShop(ctx, &cfg, obs.NewLogger(sh.out, slog.LevelWarn))
	if err != nil {
		return err
	}
	defer s.close()
	return do(s, &cfg)
}

// runShop is for commands that run until told to stop: they show their
// settings, log and trace under their name.
func runShop(ctx context.Context, sh *shell, name string, do func(*shop, *config, *slog.Logger) error) error {
	cfg, err := readConfig(sh.env)
	if err != nil {
		return err
	}
	cfg.print(sh.out)
	log := obs.NewLogger(sh.out, slog.LevelInfo)
	ratio := 1.0
	if cfg.Env == production {
		ratio = traceRatio
	}
	flush, err := obs.StartTracing(ctx, cfg.TraceEndpoint, name, ratio)
	if err != nil {
		return err
	}
	defer func() { _ = flush(context.WithoutCancel(ctx)) }()
	s, err := openShop(ctx, &cfg, log)
	if err != nil {
		return err
	}
	defer s.close()
	return do(s, &cfg, log)
}

func (s *shop) close() {
	s.engine.Close()
	s.bus.Close()
	s.writing.Close()
	s.reading.Close()
}
