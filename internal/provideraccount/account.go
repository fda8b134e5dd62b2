// Package provideraccount stores our accounts with payment providers and suppliers: their
// settings, with the secrets among them sealed.
package provideraccount

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/provideraccount/provideraccountdb"
	"larek/internal/seal"
	"larek/internal/seal/reseal"
)

// Kind is what a partner does for the shop. The values are stored.
type Kind string

// Kinds of partners.
const (
	Provider Kind = "provider"
	Supplier Kind = "supplier"
)

// Values are settings by their names in the environment.
type Values map[string]string

// Version is an account as it was saved once. The one with the highest number is in use.
type Version struct {
	ID        int64
	Kind      Kind
	Name      string
	Number    int32
	Settings  Values
	Secrets   Values
	ChangedAt time.Time
	ChangedBy string
	TestedAt  *time.Time
}

// IsOff reports whether the version switches its partner off.
func (v Version) IsOff() bool { return len(v.Secrets) == 0 }

// Get returns a setting or a secret of the version.
func (v Version) Get(name string) string {
	if secret := v.Secrets[name]; secret != "" {
		return secret
	}
	return v.Settings[name]
}

// SealedColumns are where secrets of accounts are stored.
var SealedColumns = []reseal.Column{
	{Table: "provider_accounts", ID: "id", Sealed: "secrets", KeyID: "key_id", About: "convert_to(kind || '/' || name, 'UTF8')"}, // as about
}

// about is what the secrets of an account are bound to, so that those of a row copied to another
// partner do not open.
func about(kind Kind, name string) []byte { return []byte(string(kind) + "/" + name) }

// Store reads and writes accounts.
type Store struct {
	pool *pgxpool.Pool
	ring *seal.Keyring
}

// NewStore returns a Store.
func NewStore(pool *pgxpool.Pool, ring *seal.Keyring) *Store { return &Store{pool: pool, ring: ring} }

// Versions returns all versions of all accounts, those of one the newest first. One whose
// secrets do not open fails them all: payments could go to an account before it.
func (s *Store) Versions(ctx context.Context) ([]Version, error) {
	rows, err := provideraccountdb.New(s.pool).ListAccounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read accounts: %w", err)
	}
	list := make([]Version, len(rows))
	for i, r := range rows {
		v := Version{ID: r.ID, Kind: Kind(r.Kind), Name: r.Name, Number: r.Version, ChangedAt: r.ChangedAt, ChangedBy: r.ChangedBy, TestedAt: r.TestedAt}
		if err := json.Unmarshal(r.Settings, &v.Settings); err != nil {
			return nil, fmt.Errorf("settings of %s: %w", v.Name, err)
		}
		if r.KeyID != nil {
			plain, err := s.ring.Open(*r.KeyID, r.Secrets, about(v.Kind, v.Name))
			if err != nil {
				return nil, fmt.Errorf("secrets of %s: %w", v.Name, err)
			}
			if json.Unmarshal(plain, &v.Secrets) != nil { // its error would show them
				return nil, fmt.Errorf("secrets of %s are unreadable", v.Name)
			}
		}
		list[i] = v
	}
	return list, nil
}

// Revision changes when any account does.
func (s *Store) Revision(ctx context.Context) (int64, error) {
	n, err := provideraccountdb.New(s.pool).AccountsVersion(ctx)
	if err != nil {
		return 0, fmt.Errorf("revision of accounts: %w", err)
	}
	return n, nil
}

// Save stores a version, with its secrets sealed. It reports whether the number is the next
// one.
func (s *Store) Save(ctx context.Context, tx pgx.Tx, v Version, by int64) (bool, error) {
	settings, err := json.Marshal(v.Settings)
	if err != nil {
		return false, fmt.Errorf("settings of %s: %w", v.Name, err)
	}
	p := provideraccountdb.InsertAccountParams{
		Kind: string(v.Kind), Name: v.Name, Version: v.Number, Settings: settings, ChangedBy: by, ChangedAt: v.ChangedAt, TestedAt: v.TestedAt,
	}
	if !v.IsOff() {
		plain, err := json.Marshal(v.Secrets)
		if err != nil {
			return false, fmt.Errorf("secrets of %s: not JSON", v.Name)
		}
		key, sealed := s.ring.Seal(plain, about(v.Kind, v.Name))
		p.KeyID, p.Secrets = &key, sealed
	}
	n, err := provideraccountdb.New(tx).InsertAccount(ctx, p)
	if err != nil {
		return false, fmt.Errorf("save account with %s: %w", v.Name, err)
	}
	return n == 1, nil
}

// MarkTested records that the keys of a version were tried and are right.
func (s *Store) MarkTested(ctx context.Context, tx pgx.Tx, id int64, at time.Time) error {
	if err := provideraccountdb.New(tx).MarkTested(ctx, provideraccountdb.MarkTestedParams{ID: id, TestedAt: at}); err != nil {
		return fmt.Errorf("account %d: %w", id, err)
	}
	return nil
}

// IsShopOpen reports whether a buyer has ever paid.
func IsShopOpen(ctx context.Context, tx pgx.Tx) (bool, error) {
	open, err := provideraccountdb.New(tx).HasPayments(ctx)
	if err != nil {
		return false, fmt.Errorf("payments: %w", err)
	}
	return open, nil
}
