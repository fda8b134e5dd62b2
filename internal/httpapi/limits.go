package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"larek/internal/clock"
	"larek/internal/httpapi/address"
	"larek/internal/problem"
)

var errTooMany = problem.New(problem.TooMany, "too_many", "Слишком часто. Подождите немного и попробуйте ещё раз.")

// Rate lets through Burst at once, and one more every Every.
type Rate struct {
	Every time.Duration
	Burst int
	// Fixed ones are the same where limits are generous: nobody honest meets them.
	Fixed bool
}

// rates say how often one address may do a thing.
var rates = map[string]Rate{
	"sign_in":  {Every: 2 * time.Second, Burst: 30},
	"refresh":  {Every: 2 * time.Second, Burst: 60},
	"promo":    {Every: 6 * time.Second, Burst: 20},
	"order":    {Every: 2 * time.Second, Burst: 30}, // the check of a player's id is a part of it
	"details":  {Every: 6 * time.Second, Burst: 20},
	"feedback": {Every: 30 * time.Second, Burst: 10},
	"settings": {Every: 10 * time.Second, Burst: 20},
	"pay":      {Every: 3 * time.Second, Burst: 30},  // asks a provider and holds goods
	"ask":      {Every: 2 * time.Second, Burst: 30},  // asks a provider
	"upload":   {Every: 10 * time.Second, Burst: 20}, // a picture is drawn anew
	// By address and provider: a busy one calls often, and again after an outage.
	"hook": {Every: 20 * time.Millisecond, Burst: 1000},
	// By address and provider, of calls that did not convince.
	"forged": {Every: time.Minute, Burst: 20, Fixed: true},
	// Not by address: tries at one e-mail, letters one account asks for.
	"password": {Every: 30 * time.Second, Burst: 10},
	"letter":   {Every: 5 * time.Minute, Burst: 5},
	// Letters one order is asked to send.
	"order_link": {Every: 10 * time.Minute, Burst: 3},
}

// limited says which rate an operation falls under; one that is not here is
// bounded by the edge alone.
var limited = map[string]string{
	"createToken": "sign_in", "getSocialLink": "sign_in", "signInWithSocial": "sign_in", "bindSocial": "sign_in", "confirmEmail": "sign_in",
	"showEmailChange": "sign_in", "showEmailStop": "sign_in", "stopEmailChange": "sign_in",
	"refreshToken":      "refresh",
	"activatePromoCode": "promo", "showPromoCode": "promo", "claimPurchasePromoCode": "promo", "activateOrderPromoCode": "promo", "showOrderPromoCode": "promo", "proveOrderEmail": "promo",
	"createPubgOrder": "order", "createSteamOrder": "order", "createStandoffOrder": "order", "createRokkyOrder": "order", "createSupplyOrder": "order",
	"updateSteamDelivery": "details", "updateStandoffDelivery": "details", "updateSupplyDelivery": "details",
	"proveOrder": "sign_in", "sendOrderLink": "settings",
	"startPayment": "pay", "checkPayselection": "ask", "terminatePayselection": "ask", "notifyGetpay": "hook", "uploadStandoffAvatar": "upload",
	"createFeedback": "feedback",
	"changeEmail":    "settings", "exportData": "settings", "eraseAccount": "settings", "claimOrders": "settings", "setConsent": "settings",
}

// Shared counts for all copies together.
type Shared interface {
	// Take tells how long to wait; zero is «go ahead».
	Take(ctx context.Context, key string, r Rate, now time.Time) (time.Duration, error)
}

// Limits counts calls by the generic cell rate algorithm: one moment is kept
// for each caller. While Redis is away every copy counts for itself.
type Limits struct {
	shared Shared
	factor float64
	now    clock.Clock
	log    *slog.Logger

	mu    sync.Mutex
	local map[string]time.Time
}

// NewLimits makes every rate factor times as generous. Without shared the copy
// counts for itself.
func NewLimits(shared Shared, factor float64, now clock.Clock, log *slog.Logger) *Limits {
	return &Limits{shared: shared, factor: factor, now: now, log: log, local: map[string]time.Time{}}
}

// tooMany carries how long to wait.
type tooMany struct{ wait time.Duration }

func (e *tooMany) Error() string { return "too often" }
func (e *tooMany) Unwrap() error { return errTooMany }

// Slow refuses who does a thing too often.
func (l *Limits) Slow(ctx context.Context, what, who string) error {
	if wait := l.take(ctx, what, who); wait > 0 {
		return &tooMany{wait}
	}
	return nil
}

func (l *Limits) take(ctx context.Context, what, who string) time.Duration {
	r, key, now := l.rate(what), key(what, who), l.now()
	if l.shared != nil {
		wait, err := l.shared.Take(ctx, key, r, now)
		if err == nil {
			return wait
		}
		l.log.DebugContext(ctx, "limits count alone", "error", err)
	}
	return l.takeHere(key, r, now)
}

// Spent reports how long somebody has to wait who has used an allowance up; it
// counts nothing. Only what this copy has counted with SpendHere is looked at.
func (l *Limits) Spent(what, who string) time.Duration {
	r, key := l.rate(what), key(what, who)
	l.mu.Lock()
	defer l.mu.Unlock()
	_, wait := r.next(l.local[key], l.now())
	return wait
}

// SpendHere counts in this copy alone, without asking Redis.
func (l *Limits) SpendHere(what, who string) { l.takeHere(key(what, who), l.rate(what), l.now()) }

// rate is what the environment makes of a rate.
func (l *Limits) rate(what string) Rate {
	r := rates[what]
	if r.Fixed {
		return r
	}
	return Rate{Every: time.Duration(float64(r.Every) / l.factor), Burst: int(math.Ceil(float64(r.Burst) * l.factor))}
}

// key is a digest: nobody's address or name is kept as it is.
func key(what, who string) string {
	sum := sha256.Sum256([]byte(what + " " + strings.ToLower(who)))
	return what + ":" + base64.RawURLEncoding.EncodeToString(sum[:12])
}

// maxLocal bounds what one copy remembers; beyond it the past is forgotten.
const maxLocal = 100_000

func (l *Limits) takeHere(key string, r Rate, now time.Time) time.Duration {
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

// next moves the moment at which the caller's allowance is whole again.
func (r Rate) next(whole, now time.Time) (time.Time, time.Duration) {
	if whole.Before(now) {
		whole = now
	}
	whole = whole.Add(r.Every)
	return whole, max(0, whole.Sub(now.Add(r.Every*time.Duration(r.Burst))))
}

// limit stands before an operation.
func (s *server) limit(operationID string, next http.Handler) http.Handler {
	what, is := limited[operationID]
	if !is || s.limits == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if who := address.Of(r); who != "" {
			if err := s.limits.Slow(r.Context(), what, who); err != nil {
				s.fail(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func waitSeconds(wait time.Duration) string { return strconv.Itoa(int(math.Ceil(wait.Seconds()))) }
