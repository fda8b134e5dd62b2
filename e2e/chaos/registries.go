package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/audit"
	"larek/internal/clock"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/ledger"
	"larek/internal/publicid"
	"larek/internal/sandbox/core"
	"larek/internal/seal"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// planted is a mistake the sandbox has made in a file.
type planted struct {
	Mistake, Kind, ID, Reference string
}

// plantedIn are the mistakes made in each file, as many as it has lines for, the most
// telling ones first.
var plantedIn = map[bool][]string{
	false: {"missing", "amount", "extra", "commission", "day", "twice", "missing:refund", "extra:chargeback", "amount:refund"},
	true:  {"missing", "amount", "extra", "day", "twice"}, // suppliers
}

// found is what a mistake looks like among the differences.
var found = map[string]settlement.DifferenceKind{
	"missing": settlement.OursOnly, "extra": settlement.TheirsOnly, "twice": settlement.TheirsOnly,
	"amount": settlement.OtherSum, "day": settlement.OtherDay, "commission": settlement.OtherFee,
}

// difference is one that was planted or reported. Some parties name a line by their
// number, some by ours.
type difference struct {
	party string
	kind  settlement.DifferenceKind
	line  settlement.Kind
	names []string
}

func (d difference) String() string {
	return fmt.Sprintf("%s %s: %s %s", d.party, d.kind, d.line, strings.Join(d.names, " or "))
}

// is reports whether a reported difference is this planted one.
func (d difference) is(reported difference) bool {
	return d.party == reported.party && d.kind == reported.kind && d.line == reported.line && slices.Contains(d.names, reported.names[0])
}

// reconciler loads what every provider and supplier says it did.
type reconciler struct {
	control  *control
	pool     *pgxpool.Pool
	finance  *finance.Service
	actor    staff.Actor
	parties  []string
	days     []time.Time
	mistakes map[bool][]string // by whether it is a supplier
	spare    []string          // references whose lines came in an earlier file
	wanted   []difference      // the planted ones
}

// reconcile loads the registries of all providers and the statements of all suppliers
// with planted mistakes, and checks that exactly those are reported, and that all other
// lines and our accounts are the same to the last unit.
func (w *cluster) reconcile(ctx context.Context, pool *pgxpool.Pool, home string, v *report) error {
	entries, err := readRecord(home)
	if err != nil {
		return err
	}
	r, err := newReconciler(ctx, w.control, pool, entries)
	if err != nil {
		return err
	}
	r.mistakes, r.spare = plantedIn, w.clerk.given()
	if err := r.loadAll(ctx); err != nil {
		return err
	}
	v.planted = len(r.wanted)
	return r.compare(ctx, v)
}

// loadAll loads the files of all parties and days.
func (r *reconciler) loadAll(ctx context.Context) error {
	for _, party := range r.parties {
		for _, day := range r.days {
			if err := r.load(ctx, party, day); err != nil {
				return fmt.Errorf("%s of %s: %w", party, day.Format(time.DateOnly), err)
			}
		}
	}
	return nil
}

func newReconciler(ctx context.Context, c *control, pool *pgxpool.Pool, entries []core.JournalEntry) (*reconciler, error) {
	r := &reconciler{control: c, pool: pool}
	providers, suppliers := settlement.Parties()
	r.parties = append(providers, suppliers...)
	for _, e := range entries {
		at := e.At.In(ledger.Moscow)
		day := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
		if !slices.ContainsFunc(r.days, day.Equal) {
			r.days = append(r.days, day)
		}
	}
	r.actor = staff.Actor{Grants: staff.Grants{staff.ReconWrite: 0}}
	err := pool.QueryRow(ctx, `insert into staff (email, name, role_id, password, created, seen_at)
		select 'chaos@staff.example', 'Сверка', id, '', now(), now() from staff_roles where name = 'finance' returning id`).Scan(&r.actor.ID)
	r.finance = &finance.Service{
		Desk:  desk.New(pool, audit.NewService(pool, seal.Succession{seal.Key{}}, clock.System), clock.System),
		Books: ledger.NewService(pool), Settlement: settlement.NewService(pool),
	}
	return r, err
}

// load loads the file of one day with as many mistakes as it has lines for.
func (r *reconciler) load(ctx context.Context, party string, day time.Time) error {
	mistakes := r.mistakes[settlement.IsSupplier(party)]
	var body []byte
	var made []planted
	for {
		err := retry(ctx, func() (err error) {
			body, made, err = r.control.registry(ctx, party, day, url.Values{"mistakes": {strings.Join(mistakes, ",")}, "spare": {strings.Join(r.spare, ",")}})
			return err
		})
		if err == nil {
			break
		}
		if len(mistakes) == 0 {
			return err
		}
		mistakes = mistakes[:len(mistakes)-1]
	}
	if lines, err := settlement.Parse(party, body); err != nil || len(lines) == 0 {
		return nil //nolint:nilerr // nothing happened at this party on this day
	}
	for _, m := range made {
		r.wanted = append(r.wanted, difference{party, found[m.Mistake], settlement.Kind(m.Kind), []string{m.ID, m.Reference}})
	}
	_, err := r.finance.LoadFile(ctx, desk.Command{Actor: r.actor, Key: newKey()}, settlement.File{Party: party, Day: day, Name: party, Body: body})
	return err
}

// newKey returns a key no request has had.
func newKey() string {
	id := publicid.New()
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// registry returns a file of a party and the mistakes in it.
func (c *control) registry(ctx context.Context, party string, day time.Time, how url.Values) (body []byte, made []planted, err error) {
	how.Set("day", day.Format(time.DateOnly))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/control/registry/"+party+"?"+how.Encode(), nil)
	if err != nil {
		return nil, nil, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	if body, err = io.ReadAll(resp.Body); err != nil {
		return nil, nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, nil, &refusal{Status: resp.StatusCode, Code: string(body)}
	}
	return body, made, json.Unmarshal([]byte(resp.Header.Get("Planted")), &made)
}

// compare checks the differences of all days against the planted ones, and every account
// against what its party says.
func (r *reconciler) compare(ctx context.Context, v *report) error {
	return r.compareDays(ctx, v, true)
}

// compareDifferences is compare without the accounts, which hold less than their parties
// say as long as something is not booked at all.
func (r *reconciler) compareDifferences(ctx context.Context, v *report) error {
	return r.compareDays(ctx, v, false)
}

func (r *reconciler) compareDays(ctx context.Context, v *report, withAccounts bool) error {
	var got []difference
	for _, party := range r.parties {
		sums := map[string]int64{} // what their lines and the open differences leave on our account
		for _, day := range r.days {
			d, err := r.finance.Settlement.Day(ctx, party, day)
			if err != nil {
				return err
			}
			for _, t := range d.Totals {
				sums[t.Currency] += t.Theirs - t.Commission
				if t.Rest() != 0 {
					v.wrong("%s of %s: %s %s is explained by no difference", party, day.Format(time.DateOnly), ledger.Format(t.Rest()), t.Currency)
				}
			}
			for _, x := range d.Differences {
				if x.State != "open" {
					continue // of an earlier file
				}
				kind, line := x.Of()
				sums[x.Currency] -= x.Gap()
				got = append(got, difference{party, kind, line, []string{x.Name}})
			}
		}
		if !withAccounts {
			continue
		}
		if err := r.compareAccount(ctx, party, sums, v); err != nil {
			return err
		}
	}
	v.sameDifferences(r.wanted, got, len(r.days) > 1)
	return nil
}

// compareAccount checks that our account at a party holds what its lines say, but for the
// open differences.
func (r *reconciler) compareAccount(ctx context.Context, party string, sums map[string]int64, v *report) error {
	now := time.Now().In(ledger.Moscow)
	lines, err := r.finance.Books.Turnovers(ctx, finance.AccountOf(party), now, now)
	if err != nil {
		return err
	}
	for _, l := range lines {
		sums[string(l.Currency)] -= l.Closing()
	}
	for currency, rest := range sums {
		if rest != 0 {
			v.wrong("%s: our account is %s %s off what its files say", party, ledger.Format(rest), currency)
		}
	}
	return nil
}

// sameDifferences checks that what was planted was found, and nothing else. What happens
// at midnight may be on one day there and on the next one here.
func (v *report) sameDifferences(wanted, got []difference, overMidnight bool) {
	for _, w := range wanted {
		if i := slices.IndexFunc(got, w.is); i >= 0 {
			got = slices.Delete(got, i, i+1)
			continue
		}
		v.wrong("planted and not reported: %s", w)
	}
	for _, g := range got {
		if !overMidnight || g.kind != settlement.OtherDay {
			v.wrong("reported and not planted: %s", g)
		}
	}
}
