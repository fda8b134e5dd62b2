package app

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/suppliers"
	"larek/internal/partner"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/provideraccount"
)

const (
	// accountsPoll is how often a process looks for changed accounts. A change is in use after
	// two of them.
	accountsPoll = time.Second
	// accountsTimeout bounds one reading of them.
	accountsTimeout = 3 * time.Second
)

// Accounts are our accounts with providers and suppliers, as this process uses them.
type Accounts struct {
	Store    *provideraccount.Store
	Partners []provideraccount.Partner

	services *Services
	supply   *delivery.Suppliers
	mu       sync.Mutex // guards what is below
	revision int64
	built    map[string][]builtAdapter // kept, with their sessions, while the settings are the same
}

type builtAdapter struct {
	settings any
	adapter  partner.Prober
}

// newAccounts returns accounts of which nothing was read yet.
func (s *Services) newAccounts() *Accounts {
	a := &Accounts{
		Store: provideraccount.NewStore(s.in.Write, s.in.Keys.Ring), services: s, supply: delivery.NewSuppliers(), revision: -1,
		built: map[string][]builtAdapter{},
	}
	started := s.in.Clock()
	add := func(p provideraccount.Partner) {
		p.Env, p.Key, p.Started = s.cfg.getenv, s.in.Keys.Accounts(), started
		a.Partners = append(a.Partners, p)
	}
	for _, d := range providers.All {
		add(provideraccount.Partner{
			Kind: provideraccount.Provider, Name: d.Name, Title: d.Title, HasHook: true, NewSettings: func() any { return d.NewSettings() },
			Build: func(settings any) (partner.Prober, error) { return s.newProvider(settings) },
		})
	}
	for _, d := range suppliers.All {
		add(provideraccount.Partner{
			Kind: provideraccount.Supplier, Name: d.Name, Title: d.Title, HasHook: d.Callbacks, NewSettings: func() any { return d.NewSettings() },
			Build: func(settings any) (partner.Prober, error) { return s.newSupplier(settings) },
		})
	}
	return a
}

var (
	errNoSettings = errors.New("not the settings of an adapter")
	errNoProbe    = errors.New("the adapter has no Probe")
)

func (s *Services) newProvider(settings any) (partner.Prober, error) {
	of, ok := settings.(payment.Settings)
	if !ok {
		return nil, errNoSettings
	}
	return asProber(of.New(payment.ProviderDeps{HTTP: s.in.HTTP, Fiscal: s.cfg.Fiscal}))
}

func (s *Services) newSupplier(settings any) (partner.Prober, error) {
	of, ok := settings.(delivery.Settings)
	if !ok {
		return nil, errNoSettings
	}
	return asProber(of.New(delivery.SupplierDeps{HTTP: s.in.HTTP, Clock: s.in.Clock}))
}

// asProber returns a new adapter as one that can try its keys.
func asProber[A any](adapter A, err error) (partner.Prober, error) {
	if err != nil {
		return nil, err
	}
	prober, ok := any(adapter).(partner.Prober)
	if !ok {
		return nil, errNoProbe
	}
	return prober, nil
}

// load reads the accounts and uses them from now on.
func (a *Accounts) load(ctx context.Context) error {
	versions, err := a.Store.Versions(ctx)
	if err != nil {
		return err
	}
	return a.use(versions)
}

// use builds the adapters of versions and hands them to the domains.
func (a *Accounts) use(versions []provideraccount.Version) error {
	pay, supply, built := map[string][]payment.Account{}, map[string][]partner.Account[delivery.Supplier]{}, map[string][]builtAdapter{}
	for _, p := range a.Partners {
		var own []provideraccount.Version
		for _, v := range versions {
			if v.Kind == p.Kind && v.Name == p.Name {
				own = append(own, v)
			}
		}
		for _, r := range p.Resolve(own) {
			adapter, err := a.build(p, r.Settings)
			if err != nil {
				return fmt.Errorf("%s %s: %w", p.Kind, p.Name, err)
			}
			built[p.Name] = append(built[p.Name], builtAdapter{r.Settings, adapter})
			switch of := adapter.(type) {
			case payment.Provider:
				pay[p.Name] = append(pay[p.Name], payment.Account{Adapter: of, ID: r.ID, ReplacedAt: r.ReplacedAt})
			case delivery.Supplier:
				supply[p.Name] = append(supply[p.Name], partner.Account[delivery.Supplier]{Adapter: of, ID: r.ID, ReplacedAt: r.ReplacedAt})
			}
		}
	}
	a.services.Payments.Providers.SetAccounts(pay)
	a.supply.SetAccounts(supply)
	a.built = built
	return nil
}

func (a *Accounts) build(p provideraccount.Partner, settings any) (partner.Prober, error) {
	for _, b := range a.built[p.Name] {
		if reflect.DeepEqual(b.settings, settings) {
			return b.adapter, nil
		}
	}
	return p.Build(settings)
}

// refresh loads the accounts if they have changed. If it fails, they stay as they were.
func (a *Accounts) refresh(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, accountsTimeout)
	defer cancel()
	a.mu.Lock()
	defer a.mu.Unlock()
	revision, err := a.Store.Revision(ctx)
	if err != nil || revision == a.revision {
		return err
	}
	if err := a.load(ctx); err != nil {
		return err
	}
	a.revision = revision
	return nil
}

// Follow uses changed accounts until ctx ends.
func (a *Accounts) Follow(ctx context.Context) {
	failing := false
	clock.Every(ctx, accountsPoll, func() {
		err := a.refresh(ctx)
		if failed := err != nil; failed != failing && ctx.Err() == nil {
			failing = failed
			a.services.in.Log.WarnContext(ctx, "accounts with providers and suppliers", "unavailable", failed, "error", err)
		}
	})
}
