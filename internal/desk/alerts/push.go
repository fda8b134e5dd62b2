package alerts

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/desk/deskdb"
	"larek/internal/problem"
	"larek/internal/staff"
	"larek/internal/webpush"
)

// maxBrowsers is how many browsers of one person get pushes: the newest.
const maxBrowsers = 5

// ByPush sends messages to the browsers in which a person turned them on.
type ByPush struct {
	Pool   *pgxpool.Pool
	Client *webpush.Client
}

// pushed is a message as console/public/push.js reads it.
type pushed struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"`
	// Tag is the same when the message is sent again.
	Tag string `json:"tag"`
}

// Send implements Sender. A message is sent again only if no browser can have got it.
func (p ByPush) Send(ctx context.Context, to Recipient, n Note) error {
	q := deskdb.New(p.Pool)
	browsers, err := q.PushSubscriptions(ctx, to.StaffID)
	if err != nil {
		return fmt.Errorf("%w: subscriptions: %w", ErrRefused, err)
	}
	m := pushed{Title: n.Title, Path: n.Path, Tag: n.ID}
	for i, line := range n.Lines {
		if i > 0 {
			m.Body += "\n"
		}
		m.Body += line.Name + ": " + line.Value
	}
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	result, isSent := ErrNowhere, false
	for _, b := range browsers {
		switch err := p.Client.Send(ctx, webpush.Subscription{Endpoint: b.Endpoint, P256DH: b.P256dh, Auth: b.Auth}, text, retryWindow); {
		case err == nil:
			isSent = true
		case errors.Is(err, webpush.ErrGone):
			if err := q.DeletePushSubscription(ctx, deskdb.DeletePushSubscriptionParams{StaffID: to.StaffID, Endpoint: b.Endpoint}); err != nil {
				return fmt.Errorf("delete a subscription that is gone: %w", err)
			}
		case !errors.Is(err, webpush.ErrRefused):
			result = err
		case errors.Is(result, ErrNowhere):
			result = fmt.Errorf("%w: %w", ErrRefused, err)
		}
	}
	if isSent {
		return nil
	}
	return result
}

// Browsers returns the key that browsers subscribe with and the addresses of a person's
// browsers, or an empty key if the shop sends no pushes.
func (s *Service) Browsers(ctx context.Context, who staff.Actor) (key string, endpoints []string, err error) {
	p, ok := s.Senders[Push].(ByPush)
	if !ok {
		return "", []string{}, nil
	}
	list, err := deskdb.New(s.Desk.Pool()).PushSubscriptions(ctx, who.ID)
	if err != nil {
		return "", nil, fmt.Errorf("push subscriptions: %w", err)
	}
	endpoints = make([]string, len(list))
	for i, b := range list {
		endpoints[i] = b.Endpoint
	}
	return p.Client.PublicKey(), endpoints, nil
}

// Subscribe sends a person's pushes to a browser from now on. Its keys are in base64url.
func (s *Service) Subscribe(ctx context.Context, tx pgx.Tx, who staff.Actor, endpoint, p256dh, auth string) error {
	p, ok := s.Senders[Push].(ByPush)
	if !ok {
		return errNoChannel
	}
	key, keyErr := base64.RawURLEncoding.DecodeString(p256dh)
	secret, secretErr := base64.RawURLEncoding.DecodeString(auth)
	if keyErr != nil || secretErr != nil || p.Client.Check(webpush.Subscription{Endpoint: endpoint, P256DH: key, Auth: secret}) != nil {
		return problem.InvalidFields(problem.Field{Name: "endpoint", Code: "wrong_value", Detail: "Этот браузер даёт адрес, на который отправить нельзя."})
	}
	q := deskdb.New(tx)
	if err := errors.Join(
		q.SavePushSubscription(ctx, deskdb.SavePushSubscriptionParams{StaffID: who.ID, Endpoint: endpoint, P256dh: key, Auth: secret, Now: s.Desk.Now()}),
		q.DeleteOldPushSubscriptions(ctx, deskdb.DeleteOldPushSubscriptionsParams{StaffID: who.ID, Kept: maxBrowsers}),
	); err != nil {
		return fmt.Errorf("subscribe a browser: %w", err)
	}
	return nil
}

// Unsubscribe sends a person's pushes to a browser no more.
func (s *Service) Unsubscribe(ctx context.Context, tx pgx.Tx, who staff.Actor, endpoint string) error {
	if err := deskdb.New(tx).DeletePushSubscription(ctx, deskdb.DeletePushSubscriptionParams{StaffID: who.ID, Endpoint: endpoint}); err != nil {
		return fmt.Errorf("unsubscribe a browser: %w", err)
	}
	return nil
}
