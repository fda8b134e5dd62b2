package pg

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/clock"
	"larek/internal/publicid"
)

// leaseFor is how long periodic work is left to a worker that does not renew it. It
// is renewed after a third of it.
const leaseFor = 6 * time.Second

// Leases lets one of several workers do periodic work. The work has to bear being done by
// two at once: a worker that stood still for longer than its lease does not know.
type Leases struct {
	pool   *pgxpool.Pool
	log    *slog.Logger
	holder publicid.ID
}

// NewLeases returns the leases of one worker.
func NewLeases(pool *pgxpool.Pool, log *slog.Logger) *Leases {
	return &Leases{pool: pool, log: log, holder: publicid.New()}
}

// Every calls do at every tick of the interval until ctx ends, as long as this worker holds
// the lease with the name.
func (l *Leases) Every(ctx context.Context, name string, interval time.Duration, do func()) {
	var renewed time.Time // the clock of this machine: only how much time has gone counts
	clock.Every(ctx, interval, func() {
		if time.Since(renewed) >= leaseFor/3 {
			began := time.Now()
			mine, err := l.take(ctx, name, max(leaseFor, 3*interval))
			if err != nil && ctx.Err() == nil {
				l.log.WarnContext(ctx, "lease of periodic work not taken", "name", name, "error", err)
			}
			if !mine {
				renewed = time.Time{}
				return
			}
			renewed = began
		}
		do()
	})
	if !renewed.IsZero() {
		_, _ = l.pool.Exec(context.WithoutCancel(ctx), `delete from periodic_leases where name = $1 and holder = $2`, name, l.holder)
	}
}

// take takes or renews a lease. A worker that does not get it writes nothing.
func (l *Leases) take(ctx context.Context, name string, d time.Duration) (bool, error) {
	tag, err := l.pool.Exec(ctx, `update periodic_leases set holder = $2, until = clock_timestamp() + $3::interval
		where name = $1 and (holder = $2 or until < clock_timestamp())`, name, l.holder, d)
	if err != nil || tag.RowsAffected() == 1 {
		return err == nil, err
	}
	tag, err = l.pool.Exec(ctx, `insert into periodic_leases (name, holder, until)
		select $1, $2, clock_timestamp() + $3::interval where not exists (select from periodic_leases where name = $1)
		on conflict (name) do nothing`, name, l.holder, d)
	return tag.RowsAffected() == 1, err
}
