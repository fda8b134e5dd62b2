package app

import (
	"fmt"
	"net/http"
	"time"

	"larek/internal/account/social"
	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/suppliers"
	"larek/internal/payment"
	"larek/internal/payment/providers"
)

// externalTimeout bounds any one call to an external service; callers set shorter
// ones.
const externalTimeout = 20 * time.Second

// NewExternalHTTPClient returns the client for services outside our own network.
func NewExternalHTTPClient() *http.Client {
	return &http.Client{
		Timeout:       externalTimeout,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 32, IdleConnTimeout: time.Minute, Proxy: http.ProxyFromEnvironment},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// newProviders returns the payment providers we have an account with.
func (c *Config) newProviders(client *http.Client) ([]payment.Provider, error) {
	var list []payment.Provider
	for i, s := range c.Providers {
		if !s.Enabled() {
			continue
		}
		p, err := s.New(payment.ProviderDeps{HTTP: client, Fiscal: c.Fiscal})
		if err != nil {
			return nil, fmt.Errorf("provider %s: %w", providers.All[i].Name, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// newSuppliers returns the suppliers we have an account with.
func (c *Config) newSuppliers(client *http.Client, now clock.Clock) ([]delivery.Supplier, error) {
	var list []delivery.Supplier
	for i, s := range c.Suppliers {
		if !s.Enabled() {
			continue
		}
		supplier, err := s.New(delivery.SupplierDeps{HTTP: client, Clock: now})
		if err != nil {
			return nil, fmt.Errorf("supplier %s: %w", suppliers.All[i].Name, err)
		}
		list = append(list, supplier)
	}
	return list, nil
}

// newSignIns returns the sign-in services we have an account with.
func (c *Config) newSignIns(client *http.Client, now clock.Clock) []social.Provider {
	var list []social.Provider
	for _, s := range c.SignIn {
		if s.Enabled() {
			list = append(list, s.New(client, now))
		}
	}
	return list
}
