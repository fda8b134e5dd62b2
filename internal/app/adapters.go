package app

import (
	"net/http"
	"time"

	"larek/internal/account/social"
	"larek/internal/clock"
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
