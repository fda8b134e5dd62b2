package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"larek/internal/sandbox/core"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/moogold"
	"larek/internal/seal"
)

// The settings that keys are in, as an assignment begins.
const (
	setCodeKeys = "LAREK_CODE_KEYS="
	setFlowKeys = "LAREK_FLOW_KEYS="
	setSecret   = "LAREK_SECRET="
	setReplaced = "LAREK_OLD_SECRETS="
)

// leaked reads a key that the servers of the drill were made with.
func (d *drill) leaked(assignment string) (string, error) {
	text, err := os.ReadFile(filepath.Join(d.o.home, "..", "secrets"))
	_, rest, found := strings.Cut(string(text), assignment+"'")
	value, _, closed := strings.Cut(rest, "'")
	if err == nil && (!found || !closed) {
		err = fmt.Errorf("no %s among the secrets of the drill", assignment)
	}
	return value, err
}

func newKeyText() string {
	key := seal.NewKey()
	return base64.StdEncoding.EncodeToString(key[:])
}

// tokens are what a browser holds of a session.
type tokens struct {
	Access  string `json:"access"`
	Refresh string `json:"refresh"`
}

// keyHolders are what was signed or sealed with the leaked keys.
type keyHolders struct {
	given   []*buyer // whose pages show codes
	waiting []*buyer // paid; their supplier is at work
	unpaid  []*buyer // with an open invoice
	tokens  tokens   // of a signed-in user
}

// leakKeys: docs/playbooks/leaked-key.md.
func (d *drill) leakKeys(ctx context.Context) error {
	d.say("expected: all keys are replaced in the middle of orders; orders go on, codes stay readable, the old keys open and prove nothing that is left")
	oldCodes, err := d.leaked(setCodeKeys)
	if err != nil {
		return err
	}
	oldSecret, err := d.leaked(setSecret)
	if err != nil {
		return err
	}
	held, err := d.holdKeys(ctx)
	if err != nil {
		return err
	}
	if got := d.profile(ctx, held.tokens.Access); got != http.StatusOK {
		return fmt.Errorf("an access token is answered %d, want 200", got)
	}
	between, err := d.rotate(ctx, oldCodes, oldSecret)
	if err != nil {
		return err
	}
	buyers := slices.Concat(held.given, held.waiting, held.unpaid, between)
	if err := errors.Join(d.refuseOld(ctx, held, between), d.openWithOld(ctx, oldCodes)); err != nil {
		return err
	}
	if err := d.proveAddresses(ctx, buyers...); err != nil {
		return err
	}
	if err := d.letSuppliersWork(ctx, held); err != nil {
		return err
	}
	after, err := d.buyPaid(ctx)
	if err != nil {
		return fmt.Errorf("with the new keys: %w", err)
	}
	if err := d.finish(ctx, append(buyers, after...)); err != nil {
		return err
	}
	return d.verifyChains(ctx)
}

// rotate replaces every key, by the steps of docs/recipes/rotate-a-key.md, and returns who
// bought meanwhile.
func (d *drill) rotate(ctx context.Context, oldCodes, oldSecret string) ([]*buyer, error) {
	newCodes, newFlow := "drill:"+newKeyText(), "drill:"+newKeyText()
	began := time.Now()
	// First all can open what the new key seals, then it seals.
	if err := d.change(ctx, setCodeKeys+oldCodes+","+newCodes, setFlowKeys+newFlow); err != nil {
		return nil, err
	}
	if err := d.change(ctx, setCodeKeys+newCodes+","+oldCodes, setFlowKeys+newFlow); err != nil {
		return nil, err
	}
	between, err := d.buyPaid(ctx)
	if err != nil {
		return nil, fmt.Errorf("with both keys: %w", err)
	}
	if err := d.reseal(ctx); err != nil {
		return nil, err
	}
	if err := d.change(ctx, setCodeKeys+newCodes, setFlowKeys+newFlow, setSecret+newKeyText(), setReplaced+oldSecret); err != nil {
		return nil, err
	}
	d.say("  rotated in %.1f s", time.Since(began).Seconds())
	return between, nil
}

// holdKeys leaves orders in every state, and a person signed in.
func (d *drill) holdKeys(ctx context.Context) (held keyHolders, err error) {
	if held.given, err = d.buyPaid(ctx); err != nil {
		return held, err
	}
	if _, err = d.untilOver(ctx, held.given...); err != nil {
		return held, err
	}
	// Seals and checkpoints of the old key.
	if _, err = d.larek(ctx, "books", "checkpoint"); err != nil {
		return held, err
	}
	for _, supplier := range []string{moogold.Name, gamesdrop.Name} {
		if err = d.control.command(ctx, "/control/supplier", map[string]any{"supplier": supplier, "processing_ms": -1}); err != nil {
			return held, err
		}
	}
	plan := orderPlan{kind: supply, account: "001", lines: []line{{d.stock.packs[0], 1}}}
	if held.waiting, err = d.together(ctx, plan, plan); err != nil {
		return held, err
	}
	if err = d.pay(ctx, held.waiting...); err != nil {
		return held, err
	}
	if held.unpaid, err = d.together(ctx, d.mixed()[0], d.mixed()[0]); err != nil {
		return held, err
	}
	held.tokens, err = d.signIn(ctx)
	return held, err
}

// signIn makes an account and signs in.
func (d *drill) signIn(ctx context.Context) (t tokens, err error) {
	const email = "owner@example.test"
	said, err := d.larek(ctx, "user", "create", email)
	if err != nil {
		return t, err
	}
	_, password, _ := strings.Cut(said, "password: ")
	body := map[string]any{"email": email, "password": strings.TrimSpace(password)}
	err = call(ctx, d.shop.client, http.MethodPost, d.shop.base+"/api/auth/jwt/create/", placed{}, body, &t)
	return t, err
}

// profile is how the shop answers a person with this access token.
func (d *drill) profile(ctx context.Context, access string) int {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.shop.base+"/api/auth/profile/", nil)
	if err != nil {
		return 0
	}
	req.Header.Set("Authorization", "Bearer "+access)
	var no *refusal
	switch err := send(d.shop.client, req, placed{}, nil); {
	case err == nil:
		return http.StatusOK
	case errors.As(err, &no):
		return no.Status
	}
	return 0
}

// change gives the shop other settings: the worker first, then the API.
func (d *drill) change(ctx context.Context, settings ...string) error {
	d.env = settings
	for _, p := range []*process{d.worker, d.api} {
		p.env = settings
		if err := errors.Join(p.stop(), p.start(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// reseal runs the command until no value needs an old key.
func (d *drill) reseal(ctx context.Context) error {
	said, err := d.larek(ctx, "keys", "reseal")
	if err != nil {
		return err
	}
	d.say("%s", said)
	for deadline := time.Now().Add(settleTimeout); ; pause(ctx, time.Second) {
		if said, err = d.larek(ctx, "keys", "status"); err != nil {
			return err
		}
		if strings.HasSuffix(said, "\n0 values need an old key") {
			return nil
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return fmt.Errorf("old keys are still needed: %s", said)
		}
	}
}

// refuseOld checks that what the old secret has signed is worth nothing: the token of a
// user, and the cookie that made a guest the owner of an order.
func (d *drill) refuseOld(ctx context.Context, held keyHolders, between []*buyer) error {
	if got := d.profile(ctx, held.tokens.Access); got != http.StatusUnauthorized {
		d.violated("an access token of the old secret is answered %d, want 401", got)
	}
	// A refresh token is drawn by chance: a person who has one stays signed in.
	var fresh tokens
	err := call(ctx, d.shop.client, http.MethodPost, d.shop.base+"/api/auth/jwt/refresh/", placed{}, map[string]any{"refresh": held.tokens.Refresh}, &fresh)
	if err != nil {
		return fmt.Errorf("refresh: %w", err)
	}
	if got := d.profile(ctx, fresh.Access); got != http.StatusOK {
		d.violated("an access token of the new secret is answered %d, want 200", got)
	}
	pages, err := d.untilOver(ctx, held.given[0], between[0])
	if err != nil {
		return err
	}
	for _, pg := range pages {
		codes := codesOf(pg)
		if len(codes) == 0 || slices.ContainsFunc(codes, func(code string) bool { return strings.HasPrefix(code, "CHAOS-") }) {
			d.violated("a cookie of the old secret is shown %v, want hidden codes", codes)
		}
	}
	return nil
}

// openWithOld tries the old keys on every code that is stored, under whatever name.
func (d *drill) openWithOld(ctx context.Context, old string) error {
	_, text, _ := strings.Cut(old, ":")
	key, err := seal.ParseKey(text)
	if err != nil {
		return err
	}
	rows, err := d.pool.Query(ctx, `select key_id, sealed, fingerprint from codes union all
		select key_id, sealed, convert_to('unit ' || id, 'UTF8') from delivery_units where sealed is not null`)
	if err != nil {
		return err
	}
	defer rows.Close()
	tried, opened := 0, 0
	for ; rows.Next(); tried++ {
		var id string
		var sealed, about []byte
		if err := rows.Scan(&id, &sealed, &about); err != nil {
			return err
		}
		if _, err := seal.NewKeyring(id, key).Open(id, sealed, about); err == nil {
			opened++
		}
	}
	if opened > 0 || tried == 0 {
		d.violated("the old key opens %d of %d stored codes, want 0 of some", opened, tried)
	}
	d.say("seen: the old key opens %d of %d stored codes; its tokens and cookies are refused", opened, tried)
	return rows.Err()
}

// proveAddresses does what guests do whose cookie is worth nothing any more: they ask for a
// link, and press the button it leads to.
func (d *drill) proveAddresses(ctx context.Context, buyers ...*buyer) error {
	for _, b := range buyers {
		address := d.shop.base + "/api/orders/" + b.order.Hash
		if err := call(ctx, d.shop.client, http.MethodPost, address+"/send_link/", placed{}, nil, nil); err != nil {
			return fmt.Errorf("order %d: send link: %w", b.order.ID, err)
		}
		proof, err := d.proofOf(ctx, b)
		if err != nil {
			return err
		}
		again := placed{}
		if err := d.prove(ctx, address+"/prove/", proof, &again); err != nil {
			return fmt.Errorf("order %d: prove: %w", b.order.ID, err)
		}
		b.order.guest = again.guest
	}
	return nil
}

// prove uses a proof up for a new browser, whose cookie it returns in as.
func (d *drill) prove(ctx context.Context, address, proof string, as *placed) error {
	body := strings.NewReader(fmt.Sprintf(`{"proof":%q}`, proof))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := d.shop.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusNoContent {
		return &refusal{Status: resp.StatusCode}
	}
	for _, c := range resp.Cookies() {
		as.guest = c.Value
	}
	return nil
}

// proofOf waits for the letter that was asked for, and reads the proof in it.
func (d *drill) proofOf(ctx context.Context, b *buyer) (string, error) {
	link := b.order.Hash + "/prove?proof="
	for deadline, asked := time.Now().Add(settleTimeout), time.Now(); ; pause(ctx, 250*time.Millisecond) {
		entries, err := readRecord(d.o.home)
		if err != nil {
			return "", err
		}
		for _, e := range slices.Backward(entries) {
			if e.Letter == nil || e.Letter.At.Before(asked) || !strings.Contains(e.Letter.Text, link) {
				continue
			}
			_, proof, _ := strings.Cut(e.Letter.Text, link)
			return strings.Fields(proof)[0], nil
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return "", fmt.Errorf("order %d: no letter with a link came", b.order.ID)
		}
	}
}

// letSuppliersWork ends the orders that suppliers have begun, pays the open invoices, and
// lets new orders be delivered by themselves.
func (d *drill) letSuppliersWork(ctx context.Context, held keyHolders) error {
	for _, supplier := range []string{moogold.Name, gamesdrop.Name} {
		if err := d.control.command(ctx, "/control/supplier", map[string]any{"supplier": supplier, "processing_ms": 100}); err != nil {
			return err
		}
	}
	entries, err := readRecord(d.o.home)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.What != core.Ordered {
			continue
		}
		// One that is over by now is refused, which is as good.
		err := d.control.command(ctx, "/control/supply", map[string]any{"supplier": e.Provider, "key": e.Reference, "action": "deliver"})
		var no *refusal
		if err != nil && !errors.As(err, &no) {
			return err
		}
	}
	return d.pay(ctx, held.unpaid...)
}

// verifyChains checks that what was proved by the old secret still is.
func (d *drill) verifyChains(ctx context.Context) error {
	for _, args := range [][]string{{"books", "verify"}, {"audit", "verify"}, {"doctor", "--wait", "1m"}} {
		said, err := d.larek(ctx, args...)
		if err != nil {
			d.violated("larek %s: %v", strings.Join(args, " "), err)
			continue
		}
		d.say("  larek %s:\n%s", strings.Join(args, " "), said)
	}
	return nil
}
