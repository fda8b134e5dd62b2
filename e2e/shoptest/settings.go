package shoptest

import (
	"maps"

	"github.com/prometheus/client_golang/prometheus"

	"larek/internal/app"
	"larek/internal/orderflow"
)

// ChangeSettings builds the shop again with other settings, as a restart would. API
// instances and workers that run already keep theirs.
func (s *Shop) ChangeSettings(changes map[string]string) {
	s.T.Helper()
	maps.Copy(s.env, changes)
	cfg, err := app.LoadConfig(func(name string) string { return s.env[name] })
	if err != nil {
		s.T.Fatal(err)
	}
	infra := *s.infra
	if infra.Keys, err = cfg.Keys(); err != nil {
		s.T.Fatal(err)
	}
	infra.Engine = s.connectEngine(infra.Keys.Flow)
	s.cfg, s.infra, s.Metrics = cfg, &infra, prometheus.NewRegistry()
	s.build(cfg)
}

// Setting returns a setting of the shop.
func (s *Shop) Setting(name string) string { return s.env[name] }

// Flows is the shop's client of Temporal.
func (s *Shop) Flows() *orderflow.Engine { return s.infra.Engine }

// Services are the services as a command has them.
func (s *Shop) Services() *app.Services { return s.services }
