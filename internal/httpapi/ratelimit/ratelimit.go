// Package ratelimit bounds how often a caller may call.
package ratelimit

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"larek/internal/clock"
	"larek/internal/httpapi/address"
	"larek/internal/httpapi/httperr"
)

// Rate allows Burst calls at once, and one more every Every.
type Rate struct {
	Every time.Duration
	Burst int
	// Fixed rates do not grow with the factor of NewLimits: no honest caller
	// reaches them.
	Fixed bool
}

// rates bound how often one address may make a call; operations name theirs in the
// contract.
var rates = map[string]Rate{
	"sign_in":  {Every: 2 * time.Second, Burst: 30},
	"refresh":  {Every: 2 * time.Second, Burst: 60},
	"promo":    {Every: 6 * time.Second, Burst: 20},
	"order":    {Every: 2 * time.Second, Burst: 30}, // includes the check of a player's id
	"details":  {Every: 6 * time.Second, Burst: 20},
	"feedback": {Every: 30 * time.Second, Burst: 10},
	"settings": {Every: 10 * time.Second, Burst: 20},
	"pay":      {Every: 3 * time.Second, Burst: 30},  // calls a provider and reserves goods
	"ask":      {Every: 2 * time.Second, Burst: 30},  // queries a provider or a supplier
	"upload":   {Every: 10 * time.Second, Burst: 20}, // a picture is re-encoded
	// By address and provider: a busy provider calls often, and again after an
	// outage.
	"hook": {Every: 20 * time.Millisecond, Burst: 1000},
	// By address and provider, for calls with an invalid signature.
	"forged": {Every: time.Minute, Burst: 20, Fixed: true},
	// Tried passwords: of an email from one address, and from all of them. A stranger
	// elsewhere does not keep the owner out before the second is used up.
	"password":  {Every: 30 * time.Second, Burst: 10},
	"passwords": {Every: 3 * time.Second, Burst: 100},
	// Counted by account, not by address: requested emails.
	"letter": {Every: 5 * time.Minute, Burst: 5},
	// Warnings about one person's account.
	"warning": {Every: 6 * time.Hour, Burst: 1, Fixed: true},
	// Emails requested for one order.
	"order_link": {Every: 10 * time.Minute, Burst: 3},
}

// Shared counts calls for all instances together.
type Shared interface {
	// Take counts a call and returns how long the caller must wait; zero means the
	// call is allowed.
	Take(ctx context.Context, key string, r Rate, now time.Time) (time.Duration, error)
}

// Limits counts calls by the generic cell rate algorithm: it stores one moment for
// each caller. While Redis is unavailable every instance counts for itself.
type Limits struct {
	shared Shared
	factor float64
	now    clock.Clock
	log    *slog.Logger

	mu    sync.Mutex
	local map[string]time.Time
}

// NewLimits makes every rate factor times as generous. Without shared the instance
// counts for itself.
func NewLimits(shared Shared, factor float64, now clock.Clock, log *slog.Logger) *Limits {
	return &Limits{shared: shared, factor: factor, now: now, log: log, local: map[string]time.Time{}}
}

// Slow counts a call and returns an httperr.TooMany error if the caller is above the rate.
func (l *Limits) Slow(ctx context.Context, what, who string) error {
	if wait := l.take(ctx, what, who, 1); wait > 0 {
		return &httperr.TooMany{Wait: wait}
	}
	return nil
}

// SlowGuesses counts a password that was tried for an account, by slow.
func SlowGuesses(ctx context.Context, slow func(ctx context.Context, what, who string) error, r *http.Request, account string) error {
	if err := slow(ctx, "password", account+" from "+address.Of(r)); err != nil {
		return err
	}
	return slow(ctx, "passwords", account)
}

// SlowLetters counts a letter that a caller has sent to an address, which may be
// another person's.
func (l *Limits) SlowLetters(ctx context.Context, to string) error {
	return l.Slow(ctx, "letter", "to "+to)
}

// take counts a call against a rate that is times as generous, and returns how long the
// caller must wait.
func (l *Limits) take(ctx context.Context, what, who string, times int) time.Duration {
	r, key, now := l.rate(what), key(what, who), l.now()
	r.Every, r.Burst = r.Every/time.Duration(times), r.Burst*times
	if l.shared != nil {
		wait, err := l.shared.Take(ctx, key, r, now)
		if err == nil {
			return wait
		}
		l.log.DebugContext(ctx, "rate limits counted locally", "error", err)
	}
	return l.takeLocal(key, r, now)
}

// spent returns how long a caller who has used up an allowance must wait, without
// counting a call. It considers only what this instance has counted.
func (l *Limits) spent(what, who string) time.Duration {
	r, key := l.rate(what), key(what, who)
	l.mu.Lock()
	defer l.mu.Unlock()
	_, wait := r.next(l.local[key], l.now())
	return wait
}

// rate returns a rate, multiplied by the factor of the environment unless it is
// fixed.
func (l *Limits) rate(what string) Rate {
	r := rates[what]
	if r.Fixed {
		return r
	}
	return Rate{Every: time.Duration(float64(r.Every) / l.factor), Burst: int(math.Ceil(float64(r.Burst) * l.factor))}
}

// key returns a digest, so that no address or name is stored as it is.
func key(what, who string) string {
	sum := sha256.Sum256([]byte(what + " " + strings.ToLower(who)))
	return what + ":" + base64.RawURLEncoding.EncodeToString(sum[:12])
}

// maxLocal bounds the callers one instance remembers; beyond it all of them are
// dropped.
const maxLocal = 100_000

func (l *Limits) takeLocal(key string, r Rate, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.local) >= maxLocal {
		clear(l.local)
	}
	next, wait := r.next(l.local[key], now)
	if wait == 0 {
		l.local[key] = next
	}
	return wait
}

// next returns the new moment at which the caller's allowance is full again, and
// how long the caller must wait.
func (r Rate) next(whole, now time.Time) (time.Time, time.Duration) {
	if whole.Before(now) {
		whole = now
	}
	whole = whole.Add(r.Every)
	return whole, max(0, whole.Sub(now.Add(r.Every*time.Duration(r.Burst))))
}

// wider tells how many times as generous the rates of address.Networks are.
var wider = [3]int{1, 4, 16}

// Wrap refuses calls of one address, or one network, above a rate. A nil Limits and an empty rate
// refuse none.
func (l *Limits) Wrap(rate string, respond *httperr.Responder, next http.Handler) http.Handler {
	if l == nil || rate == "" {
		return next
	}
	if _, known := rates[rate]; !known {
		panic("ratelimit: no rate " + rate) // when the server starts, never during a request
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for i, network := range address.Networks(r) {
			if wait := l.take(r.Context(), rate, network, wider[i]); wait > 0 {
				respond.Fail(w, r, &httperr.TooMany{Wait: wait})
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// AdmitNotice counts a call of a provider and refuses it above the rate of its address,
// or once that address has sent too many forged ones. A handler of notices
// calls it before anything is read. A nil Limits refuses none.
func (l *Limits) AdmitNotice(r *http.Request, provider string) error {
	who := address.Of(r)
	if l == nil || who == "" {
		return nil
	}
	if wait := l.spent("forged", who+" "+provider); wait > 0 {
		return &httperr.TooMany{Wait: wait}
	}
	return l.Slow(r.Context(), "hook", who+" "+provider)
}

// CountForged counts a call with an invalid signature against its sender, in this
// instance alone.
func (l *Limits) CountForged(r *http.Request, provider string) {
	if who := address.Of(r); l != nil && who != "" {
		l.takeLocal(key("forged", who+" "+provider), l.rate("forged"), l.now())
	}
}
