package ordersearch

import "time"

// Place is a place in a list: what comes after it, towards older or newer rows. The
// caller hands it out signed and bound to what was asked for.
type Place struct {
	Newer bool       `json:"n,omitempty"`
	ID    int64      `json:"i"`
	Kind  string     `json:"k,omitempty"` // of a fact
	At    *time.Time `json:"a,omitempty"` // of a fact: facts have no common number
}
