package ratelimit

import (
	"net/http"

	"larek/internal/httpapi/address"
	"larek/internal/httpapi/httperr"
)

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
