package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"

	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file:// in development
	_ "gocloud.dev/blob/s3blob"   // s3:// in production

	"larek/internal/clock"
	"larek/internal/email"
	"larek/internal/httpapi/ratelimit"
	"larek/internal/orderflow"
	"larek/internal/password"
	"larek/internal/pg"
	"larek/internal/pubsub"
)

// Infra is what a process is connected to. Commands call Connect, tests fill it in.
type Infra struct {
	Read, Write *pgxpool.Pool
	Console     *pgxpool.Pool          // reads the primary for operators; nil: Read does
	Bus         *pubsub.Bus            // nil: changes are not published
	Engine      *orderflow.Engine      // nil: the sweeper of a worker finds the orders
	Blobs       *blob.Bucket           // nil: there are no pictures
	Counts      *ratelimit.RedisCounts // nil: instances count calls alone
	Mailer      email.Sender           // nil: emails wait
	Passwords   *password.Hasher       // hashes passwords
	HTTP        *http.Client           // calls external services
	Clock       clock.Clock
	Log         *slog.Logger
	Keys        Keys
	Version     string // of the binary
}

// Connect prepares the connections of a process; nothing has to be reachable yet.
func Connect(ctx context.Context, cfg *Config, log *slog.Logger) (*Infra, error) {
	in := &Infra{
		HTTP: NewExternalHTTPClient(), Clock: clock.System, Log: log,
		Passwords: password.NewHasher(password.DefaultArgon2Params, int64(runtime.GOMAXPROCS(0))),
	}
	if err := in.connect(ctx, cfg); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

func (in *Infra) connect(ctx context.Context, cfg *Config) (err error) {
	if in.Keys, err = cfg.Keys(); err != nil {
		return err
	}
	if in.Read, err = pg.Open(ctx, cfg.ReadDatabaseURL, pg.ReadOnly); err != nil {
		return err
	}
	if in.Write, err = pg.Open(ctx, cfg.DatabaseURL, pg.ReadWrite); err != nil {
		return err
	}
	if in.Console, err = pg.Open(ctx, cfg.DatabaseURL, pg.ReadOnly); err != nil {
		return err
	}
	if in.Bus, err = pubsub.Open(cfg.RedisURL, in.Log); err != nil {
		return err
	}
	if in.Engine, err = orderflow.Connect(cfg.TemporalAddr, cfg.TemporalNamespace, orderflow.Queue, in.Keys.Flow, in.Log); err != nil {
		return err
	}
	if cfg.SMTPURL == "" {
		return nil
	}
	smtp, err := email.NewSMTP(cfg.SMTPURL, cfg.MailFrom)
	if err != nil {
		return err
	}
	in.Mailer = smtp
	return nil
}

// OpenBlobs opens the store of pictures, which only some commands need.
func (in *Infra) OpenBlobs(ctx context.Context, cfg *Config) (err error) {
	if in.Blobs, err = blob.OpenBucket(ctx, cfg.BlobURL); err != nil {
		return fmt.Errorf("blob store: %w", err)
	}
	return nil
}

// OpenCounts connects to the counts of calls that all API instances share.
func (in *Infra) OpenCounts(cfg *Config) (err error) {
	in.Counts, err = ratelimit.NewRedisCounts(cfg.RedisURL)
	return err
}

// Close closes what is open.
func (in *Infra) Close() {
	if in.Counts != nil {
		in.Counts.Close()
	}
	if in.Blobs != nil {
		_ = in.Blobs.Close()
	}
	if in.Engine != nil {
		in.Engine.Close()
	}
	if in.Bus != nil {
		in.Bus.Close()
	}
	for _, pool := range []*pgxpool.Pool{in.Console, in.Write, in.Read} {
		if pool != nil {
			pool.Close()
		}
	}
}
