package app

import (
	"larek/internal/httpapi/admin"
	"larek/internal/httpapi/ratelimit"
)

// console returns the handlers of the console's contract.
func (s *Services) console(limits *ratelimit.Limits) *admin.Handlers {
	h := &admin.Handlers{
		Staff:   s.Staff,
		Desk:    s.Desk,
		Cursors: admin.Cursors{Key: s.in.Keys.Cursor()},
		Origin:  s.cfg.PublicOrigin,
		Clock:   s.in.Clock,
	}
	if limits != nil {
		h.Slow = limits.Slow
	}
	return h
}
