package finance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/problem"
	"larek/internal/settlement"
)

const maxRegistry = 64 << 20

// Registries fetches the files of providers and suppliers once a day.
type Registries struct {
	Finance *Service
	HTTP    *http.Client
	// URL has {party} and {day} in it; Token is sent as a bearer if it is not empty.
	URL, Token string
	Parties    func() []string // providers we have an account with now
	Log        *slog.Logger
}

// FetchAll fetches every file that is due.
func (r *Registries) FetchAll(ctx context.Context) error {
	for {
		more, err := r.FetchNext(ctx)
		if err != nil || !more {
			return err
		}
	}
}

// FetchNext fetches one file that is due and loads it. It reports whether one was due.
func (r *Registries) FetchNext(ctx context.Context) (bool, error) {
	f, err := r.Finance.Settlement.NextFetch(ctx, r.Parties(), r.Finance.Desk.Now())
	if err != nil || f == nil {
		return false, err
	}
	err = r.fetch(ctx, f)
	if err == nil || errors.Is(err, settlement.ErrNoFetch) {
		return true, nil
	}
	r.Log.WarnContext(ctx, "registry not fetched", "party", f.Party, "day", f.Day.Format(time.DateOnly), "try", f.Tries, "error", err)
	givenUp, err := r.Finance.Settlement.FetchFailed(ctx, f, failureText(err), r.Finance.Desk.Now())
	if givenUp {
		r.Finance.Notify.Row(desk.KindRegistry, f.ID)(ctx)
	}
	return true, err
}

// failureText returns the message for operators about a failure.
func failureText(err error) string {
	if p := (*problem.Error)(nil); errors.As(err, &p) {
		if len(p.Fields) > 0 {
			return desk.Shorten(p.Fields[0].Detail)
		}
		return desk.Shorten(p.Detail)
	}
	return desk.Shorten(err.Error())
}

// fetch downloads the file with no transaction open, then loads and books it in one.
func (r *Registries) fetch(ctx context.Context, f *settlement.Fetch) error {
	body, err := r.download(ctx, f)
	if err != nil {
		return err
	}
	if settlement.IsEmpty(f.Party, body) {
		has, err := r.Finance.Settlement.HasOurs(ctx, f.Party, f.Day)
		if err == nil && has {
			err = errors.New("реестр пуст, а у нас за этот день есть операции")
		}
		if err != nil {
			return err
		}
		return pgx.BeginFunc(ctx, r.Finance.Desk.Pool(), func(tx pgx.Tx) error { return r.Finance.Settlement.Fetched(ctx, tx, f, r.Finance.Desk.Now()) })
	}
	if err := r.queryUnknown(ctx, f, body); err != nil {
		return err
	}
	file := settlement.File{Party: f.Party, Day: f.Day, Name: f.Party + "-" + f.Day.Format(time.DateOnly), Body: body}
	err = pgx.BeginFunc(ctx, r.Finance.Desk.Pool(), func(tx pgx.Tx) error {
		done, err := r.Finance.Settlement.Load(ctx, tx, file, nil, r.Finance.Desk.Now())
		if err != nil {
			return err
		}
		if err := r.Finance.bookFile(ctx, tx, f.Party, f.Day, done); err != nil {
			return err
		}
		return r.Finance.Settlement.Fetched(ctx, tx, f, r.Finance.Desk.Now())
	})
	if errors.Is(err, settlement.ErrLoadedBefore) { // a person was faster
		return pgx.BeginFunc(ctx, r.Finance.Desk.Pool(), func(tx pgx.Tx) error { return r.Finance.Settlement.Fetched(ctx, tx, f, r.Finance.Desk.Now()) })
	}
	return err
}

// queryUnknown queries the provider about payments and refunds of a file that we do not know, because their webhooks
// were lost. The next try loads the file: by then confirmed ones are booked, and only the rest are differences.
func (r *Registries) queryUnknown(ctx context.Context, f *settlement.Fetch, body []byte) error {
	if f.Tries > 1 {
		return nil
	}
	unknown, err := r.Finance.Settlement.UnknownReferences(ctx, f.Party, body)
	if err != nil {
		return err
	}
	asked, err := r.Finance.Poller.AskAbout(ctx, f.Party, unknown)
	if err == nil && asked > 0 {
		err = fmt.Errorf("сначала спрашиваем провайдера о платежах, которых у нас нет: %d", asked)
	}
	return err
}

func (r *Registries) download(ctx context.Context, f *settlement.Fetch) ([]byte, error) {
	address := strings.NewReplacer("{party}", f.Party, "{day}", f.Day.Format(time.DateOnly)).Replace(r.URL)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	if r.Token != "" {
		req.Header.Set("Authorization", "Bearer "+r.Token)
	}
	res, err := r.HTTP.Do(req)
	if err != nil {
		return nil, errors.New("сервер реестров не отвечает") // the error has the address, which may have a key
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("сервер реестров ответил %d", res.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxRegistry+1))
	if err != nil || len(body) > maxRegistry {
		return nil, errors.New("реестр не дочитан")
	}
	return body, nil
}
