package delivery

import "larek/internal/partner"

// Suppliers are those the shop has or had an account with.
type Suppliers struct{ roster partner.Roster[Supplier] }

// NewSuppliers returns suppliers with one account each.
func NewSuppliers(list ...Supplier) *Suppliers {
	s, accounts := &Suppliers{}, map[string][]partner.Account[Supplier]{}
	for _, one := range list {
		accounts[one.Name()] = []partner.Account[Supplier]{{Adapter: one}}
	}
	s.SetAccounts(accounts)
	return s
}

// SetAccounts replaces our accounts, by supplier, the newest first. Calls that are under way
// end with what they began with.
func (s *Suppliers) SetAccounts(accounts map[string][]partner.Account[Supplier]) {
	s.roster.Set(accounts)
}

// current returns the supplier with the account that new orders are placed with, or nil.
func (s *Suppliers) current(name string) Supplier {
	a, _ := s.roster.Current(name)
	return a.Adapter
}

// of returns the supplier with the account that an attempt was made with, or nil. Another one
// would answer that there is no such order, and it would be placed twice.
func (s *Suppliers) of(name, account string) Supplier {
	a, _ := s.roster.Of(name, account)
	return a.Adapter
}

// names returns the suppliers that new orders may be placed with.
func (s *Suppliers) names() []string {
	var names []string
	for _, name := range s.roster.Names() {
		if s.current(name) != nil {
			names = append(names, name)
		}
	}
	return names
}

// Supplier returns the supplier with the name, with its newest account, also one that is
// switched off: for its callbacks.
func (s *Suppliers) Supplier(name string) (Supplier, bool) {
	if all := s.roster.All(name); len(all) > 0 {
		return all[0].Adapter, true
	}
	return nil, false
}

// ParseCallback verifies and parses a callback with each of our accounts with the supplier. The
// order is queried next, so a key that was replaced may sign one too.
func (s *Suppliers) ParseCallback(from Supplier, hook Callback) (ref OrderRef, err error) {
	ref, err = from.ParseCallback(hook)
	for _, a := range s.roster.All(from.Name()) {
		if err == nil {
			break
		}
		ref, err = a.Adapter.ParseCallback(hook)
	}
	return ref, err
}
