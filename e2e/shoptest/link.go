package shoptest

// Link returns a caller who has the order's link only.
func (b *Buyer) Link() *Buyer {
	return &Buyer{s: b.s, ID: b.ID, Hash: b.Hash, Kind: b.Kind, Total: b.Total, email: "stranger@example.test"}
}

// LinkOf returns a caller signed in as another account who has the order's link.
func (b *Buyer) LinkOf(token string) *Buyer {
	l := b.Link()
	l.token = token
	return l
}

// WithGuest is the same buyer with another cookie in the browser.
func (b *Buyer) WithGuest(cookie string) *Buyer {
	other := *b
	other.guest, other.token = cookie, ""
	return &other
}

// Guest is the cookie of the buyer's browser; empty when it has none.
func (b *Buyer) Guest() string { return b.guest }
