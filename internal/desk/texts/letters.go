package texts

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/email"
	"larek/internal/problem"
	"larek/internal/staff"
)

// ErrNotSent is returned for a sample the mail server did not take.
var ErrNotSent = problem.New(problem.Unavailable, "letter.not_sent", "Почтовый сервер не принял письмо. Повторите через минуту.")

// sampleTimeout bounds how long an operator waits for the mail server.
const sampleTimeout = 15 * time.Second

// SaveLetter stores what letters of a kind say after the version the editor saw.
func (o *Service) SaveLetter(ctx context.Context, a desk.Command, kind email.Kind, seen int32, texts email.Texts) (ContentDone, error) {
	before, err := o.Emails.LatestTexts(ctx, kind)
	if err != nil {
		return ContentDone{}, err
	}
	action := a.On(audit.Object{Kind: "letter", ID: string(kind)}, "letter.save", staff.ContentWrite, []any{seen, texts})
	return desk.Decode[ContentDone](o.Desk.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		version, err := o.Emails.SaveTexts(ctx, tx, a.Actor.ID, kind, seen, texts)
		return desk.Outcome{
			// The whole texts are in their versions.
			Before: map[string]any{"version": before.Version, "subject": before.Texts["subject"]},
			After:  map[string]any{"version": version, "subject": texts["subject"]},
			Result: ContentDone{Object: string(kind), Version: version, Message: "Сохранено.", Removed: []string{}},
		}, err
	}))
}

// TestLetter sends a sample to the operator's own address, and nowhere else. Its audit row
// is written before it is sent.
func (o *Service) TestLetter(ctx context.Context, a desk.Command, kind email.Kind, name string, texts email.Texts) (desk.Done, error) {
	samples, err := o.Emails.Samples(ctx, kind, texts)
	if err != nil {
		return desk.Done{}, err
	}
	i := slices.IndexFunc(samples, func(s email.Sample) bool { return s.Name == name })
	if i < 0 {
		return desk.Done{}, problem.InvalidFields(problem.Field{Name: "sample", Code: "unknown", Detail: "У этого письма такого случая нет."})
	}
	var sent error
	action := a.On(audit.Object{Kind: "letter", ID: string(kind)}, "letter.test", staff.ContentWrite, []any{name, texts})
	done, err := desk.Decode[desk.Done](o.Desk.Do(ctx, action, func(context.Context, pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{
			After:  map[string]any{"sample": name},
			Result: desk.Done{Name: "letter.test", Message: "Письмо отправлено на вашу почту."},
			AfterCommit: func(ctx context.Context) {
				ctx, cancel := context.WithTimeout(ctx, sampleTimeout)
				defer cancel()
				sent = o.Emails.SendSample(ctx, a.Actor.Email, samples[i].Message)
			},
		}, nil
	}))
	if err == nil && sent != nil {
		return desk.Done{}, fmt.Errorf("%w: %w", ErrNotSent, sent)
	}
	return done, err
}
