package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/money"
)

// retryTimeout is how long a buyer retries one action.
const retryTimeout = 2 * time.Minute

// declineTimeout is how long a buyer waits for the page to show a decline. If its webhook
// is lost and the first poll after it is killed, the next poll is due after 2.5 minutes.
const declineTimeout = 3 * time.Minute

// shop is the API as a buyer's browser uses it.
type shop struct {
	base   string
	client *http.Client
	pool   *pgxpool.Pool // for what only a bank knows
}

// refusal is an answer with a status of 300 or more.
type refusal struct {
	Status int
	Code   string `json:"code"`
}

func (r *refusal) Error() string { return fmt.Sprintf("status %d %s", r.Status, r.Code) }

// call makes one request as the browser that placed an order, and reads the
// answer into out.
func call(ctx context.Context, client *http.Client, method, address string, as placed, body, out any) error {
	var raw io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		raw = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, address, raw)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	return send(client, req, as, out)
}

// send makes a request as the buyer of an order.
func send(client *http.Client, req *http.Request, as placed, out any) error {
	if as.user != 0 {
		req.Header.Set("Authorization", "Bearer "+as.tokens.IssueServiceToken(as.user, time.Now()))
	}
	if as.Hash != "" {
		req.Header.Set("X-Order-Hash", as.Hash)
		req.Header.Set("Cookie", "guest="+as.guest)
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		no := &refusal{}
		_ = json.Unmarshal(answer, no) // a proxy's refusal has no code
		no.Status = resp.StatusCode
		return no
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return err
	}
	if made, ok := out.(*placed); ok {
		for _, c := range resp.Cookies() {
			made.guest = c.Value
		}
	}
	return nil
}

// retry repeats try while it fails because a process is down, with growing delays,
// as the web client does. again names refusals that are retried too.
func retry(ctx context.Context, try func() error, again ...string) error {
	deadline, wait := time.Now().Add(retryTimeout), 250*time.Millisecond
	for {
		err := try()
		var no *refusal
		if errors.As(err, &no) && no.Status < 500 && !slices.Contains(again, no.Code) {
			return err
		}
		if err == nil || time.Now().After(deadline) || ctx.Err() != nil {
			return err
		}
		pause(ctx, wait)
		wait = min(2*wait, 3*time.Second)
	}
}

// line is what is wanted of one product.
type line struct {
	ProductID int64 `json:"product_id"`
	Quantity  int   `json:"quantity"`
}

type placed struct {
	ID   int64  `json:"id"`
	Hash string `json:"hash"`

	guest string // the cookie of the browser that made it
	buyerAccount
}

func (s *shop) create(ctx context.Context, kind string, body map[string]any) (placed, error) {
	return s.createAs(ctx, buyerAccount{}, kind, body)
}

// createAs makes an order of a buyer who has an account.
func (s *shop) createAs(ctx context.Context, as buyerAccount, kind string, body map[string]any) (placed, error) {
	var p placed
	err := retry(ctx, func() error {
		return call(ctx, s.client, http.MethodPost, s.base+"/api/orders/"+kind+"/", placed{buyerAccount: as}, body, &p)
	})
	p.buyerAccount = as
	if err == nil && kind == standoff {
		err = retry(ctx, func() error { return s.uploadAvatar(ctx, p) })
	}
	return p, err
}

// uploadAvatar sends the picture without which a Standoff order is not payable.
func (s *shop) uploadAvatar(ctx context.Context, p placed) error {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("game_avatar", "avatar.png")
	if err != nil {
		return err
	}
	if err := png.Encode(part, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		return err
	}
	if err := form.Close(); err != nil {
		return err
	}
	address := s.base + "/api/orders/standoff/avatar/" + strconv.FormatInt(p.ID, 10) + "/"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, &b)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return send(s.client, req, p, nil)
}

// correct sends another player id. A repeated correction whose first answer got
// lost is refused, which is as good.
func (s *shop) correct(ctx context.Context, p placed, player string) error {
	err := retry(ctx, func() error {
		address := s.base + "/api/orders/supply_channel/" + strconv.FormatInt(p.ID, 10) + "/delivery_details/update/"
		return call(ctx, s.client, http.MethodPost, address, p, map[string]any{"moogold_user_id": player}, nil)
	})
	var no *refusal
	if errors.As(err, &no) && no.Status == http.StatusConflict {
		return nil
	}
	return err
}

func (s *shop) usePromo(ctx context.Context, p placed, code string) error {
	return retry(ctx, func() error {
		address := s.base + "/api/orders/" + strconv.FormatInt(p.ID, 10) + "/activate_promo_code/"
		return call(ctx, s.client, http.MethodPost, address, p, map[string]any{"code": code}, nil)
	})
}

// payScenario is what the buyer must do to pay.
type payScenario struct {
	PaymentID int64       `json:"payment_id"`
	Amount    money.Minor `json:"amount"`
	URL       string      `json:"url"`
	QR        string      `json:"qr_str"`
}

func (s *shop) pay(ctx context.Context, p placed, method string) (payScenario, error) {
	var sc payScenario
	err := retry(ctx, func() error {
		body := map[string]any{"order_id": p.ID, "currency": "RUB", "phone": "+79161234567"}
		return call(ctx, s.client, http.MethodPost, s.base+"/api/payments/"+method+"/", p, body, &sc)
	}, "payment.refused", "order.repriced", "products.unavailable") // the buyer presses the button again
	return sc, err
}

// referenceOf is what the provider knows a payment by.
func (s *shop) referenceOf(ctx context.Context, paymentID int64) (provider, reference string, err error) {
	err = retry(ctx, func() error {
		return s.pool.QueryRow(ctx, `select provider, reference from payment_attempts where id = $1`, paymentID).Scan(&provider, &reference)
	})
	return provider, reference, err
}

// endTimeToPay makes half an hour pass for one payment.
func (s *shop) endTimeToPay(ctx context.Context, paymentID int64) error {
	return retry(ctx, func() error {
		_, err := s.pool.Exec(ctx, `with ended as (
				update payment_attempts set expires_at = now() where id = $1 and status = 'pending' returning id
			) update attempt_checks set due_at = now(), asked = asked + 1 where attempt_id in (select id from ended)`, paymentID)
		return err
	})
}

// page is the order's page.
type page struct {
	Status   string     `json:"status"`
	Key      *string    `json:"code"` // of a gift
	Lines    []pageLine `json:"order_products"`
	Progress struct {
		Quote *struct {
			PaymentID int64 `json:"payment_id"`
		} `json:"quote"`
	} `json:"progress"`
}

type pageLine struct {
	ID        int64       `json:"id"`
	Quantity  int         `json:"quantity"`
	UnitPrice money.Minor `json:"unit_price"`
	Status    string      `json:"status"`
	Product   struct {
		ID int64 `json:"id"`
	} `json:"product"`
	Codes []pageCode `json:"codes"`
}

type pageCode struct {
	Code string `json:"code"`
}

func (s *shop) look(ctx context.Context, p placed) (page, error) {
	var pg page
	err := retry(ctx, func() error {
		return call(ctx, s.client, http.MethodGet, s.base+"/api/orders/"+p.Hash+"/details/", p, nil, &pg)
	})
	return pg, err
}
