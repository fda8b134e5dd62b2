package provideraccount_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"larek/internal/config"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/provideraccount"
	"larek/internal/seal"
	"larek/internal/seal/reseal"
)

type bank struct {
	URL      string `env:"T_URL" default:"https://bank.test" external:"true" check:"url"`
	Terminal string `env:"T_TERMINAL" need:"together"`
	Password string `env:"T_PASSWORD" secret:"true" need:"together"`
}

// Enabled reports whether there is a password.
func (b *bank) Enabled() bool { return b.Password != "" }

func newBank(env map[string]string) provideraccount.Partner {
	return provideraccount.Partner{
		Kind: provideraccount.Provider, Name: "bank", NewSettings: func() any { return &bank{} }, Key: seal.NewKey(),
		Env: func(name string) string { return env[name] }, Started: time.Unix(5000, 0),
	}
}

func version(n int32, terminal, password string) provideraccount.Version {
	v := provideraccount.Version{Kind: provideraccount.Provider, Name: "bank", Number: n, ChangedAt: time.Unix(int64(n), 0), Settings: provideraccount.Values{}}
	if password != "" {
		v.Settings["T_TERMINAL"], v.Secrets = terminal, provideraccount.Values{"T_PASSWORD": password}
	}
	return v
}

func TestAccountsAreThoseInUseAndThoseBefore(t *testing.T) {
	t.Parallel()
	t1, t1new, t2, off := version(1, "T1", "a"), version(2, "T1", "b"), version(2, "T2", "c"), version(2, "", "")
	for name, c := range map[string]struct {
		env      map[string]string
		versions []provideraccount.Version
		want     string
	}{
		"nothing":              {nil, nil, ""},
		"environment":          {map[string]string{"T_TERMINAL": "E", "T_PASSWORD": "e"}, nil, "E/e "},
		"secret only, as once": {map[string]string{"T_PASSWORD": "e"}, nil, "/e "},
		"console":              {nil, []provideraccount.Version{t1}, "T1/a "},
		"another key":          {nil, []provideraccount.Version{t1new, t1}, "T1/b T1/a<2 "},
		"another account":      {nil, []provideraccount.Version{t2, t1}, "T2/c T1/a<2 "},
		"switched off":         {nil, []provideraccount.Version{off, t1}, "T1/a<2 "},
		"environment wins":     {map[string]string{"T_TERMINAL": "E", "T_PASSWORD": "e"}, []provideraccount.Version{t1}, "E/e T1/a<5000 "},
		"same account in both": {map[string]string{"T_TERMINAL": "T1", "T_PASSWORD": "e"}, []provideraccount.Version{t1}, "T1/e "},
		"address is no key":    {map[string]string{"T_URL": "http://here"}, []provideraccount.Version{t1}, "T1/a@http://here "},
	} {
		var got strings.Builder
		for _, r := range newBank(c.env).Resolve(c.versions) {
			b := r.Settings.(*bank)
			fmt.Fprintf(&got, "%s/%s", r.ID, b.Password)
			if b.URL != "https://bank.test" {
				got.WriteString("@" + b.URL)
			}
			if !r.ReplacedAt.IsZero() {
				fmt.Fprintf(&got, "<%d", r.ReplacedAt.Unix())
			}
			got.WriteString(" ")
		}
		if got.String() != c.want {
			t.Errorf("%s: got %q, want %q", name, got.String(), c.want)
		}
	}
}

// Without an account number, a new key is a new account.
func TestAnAccountWithoutANumberIsKnownByItsKey(t *testing.T) {
	t.Parallel()
	type token struct {
		Token string `env:"T_TOKEN" secret:"true"`
	}
	p := provideraccount.Partner{Key: seal.NewKey()}
	id := func(secret string) string { return p.ID(config.Group{Into: &token{secret}}) }
	if first, again := id("a"), id("a"); first != again || first == id("b") || strings.Contains(id("hunter2"), "hunter2") {
		t.Errorf("got %s, %s", id("a"), id("b"))
	}
}

func TestSecretsAreSealedForTheirPartner(t *testing.T) {
	t.Parallel()
	pool, ctx := pgtest.New(t), t.Context()
	staff := pgtest.One[int64](t, pool, `insert into staff (email, name, role_id, password, totp_key, totp_sealed, created, seen_at)
		select 'anna@staff.test', 'Анна', id, '', 't', '', now(), now() from staff_roles limit 1 returning id`)
	ring := seal.NewKeyring("k1", seal.NewKey())
	store := provideraccount.NewStore(pool, ring)
	save := func(v provideraccount.Version) (saved bool) {
		t.Helper()
		if err := pg.InTx(ctx, pool, func(tx pgx.Tx) (err error) { saved, err = store.Save(ctx, tx, v, staff); return err }); err != nil {
			t.Fatal(err)
		}
		return saved
	}
	before, err := store.Revision(ctx)
	if err != nil || !save(version(1, "T1", "hunter2")) || save(version(1, "T1", "other")) || save(version(3, "T1", "other")) {
		t.Fatalf("%v; want version 1 saved once, and no other", err)
	}
	if after, err := store.Revision(ctx); err != nil || after == before {
		t.Errorf("revision: got %d after %d, %v", after, before, err)
	}
	list, err := store.Versions(ctx)
	if err != nil || len(list) != 1 || list[0].ChangedBy != "Анна" {
		t.Fatalf("got %+v, %v", list, err)
	}
	if diff := cmp.Diff(provideraccount.Values{"T_PASSWORD": "hunter2"}, list[0].Secrets); diff != "" {
		t.Error(diff)
	}
	if raw := pgtest.One[string](t, pool, `select to_jsonb(p)::text || encode(secrets, 'escape') from provider_accounts p`); strings.Contains(raw, "hunter2") {
		t.Error("the row contains the secret")
	}
	next := seal.NewKeyring("k2", seal.NewKey()).WithOld(ring)
	if n, err := reseal.Run(ctx, pool, next, provideraccount.SealedColumns[0]); err != nil || n != 1 {
		t.Errorf("resealed %d, %v; want 1", n, err)
	}
	if list, err := provideraccount.NewStore(pool, next).Versions(ctx); err != nil || list[0].Secrets["T_PASSWORD"] != "hunter2" {
		t.Errorf("resealed: got %v, %v", list, err)
	}
	pgtest.Exec(t, pool, `insert into provider_accounts (kind, name, version, settings, secrets, key_id, changed_by, changed_at)
		select 'supplier', name, 1, settings, secrets, key_id, changed_by, changed_at from provider_accounts`)
	if _, err := provideraccount.NewStore(pool, next).Versions(ctx); !errors.Is(err, seal.ErrOpen) {
		t.Errorf("a row copied to another partner: got %v, want that it does not open", err)
	}
	if _, err := pool.Exec(context.WithoutCancel(ctx), `update provider_accounts set settings = '{}'`); err == nil {
		t.Error("the shop changed the settings of a version")
	}
}
