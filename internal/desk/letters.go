package desk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/email"
	"larek/internal/problem"
	"larek/internal/staff"
)

// ErrNotSent is returned for a sample the mail server did not take.
var ErrNotSent = problem.New(problem.Unavailable, "letter.not_sent", "Почтовый сервер не принял письмо. Повторите через минуту.")

// sampleTimeout bounds how long an operator waits for the mail server.
const sampleTimeout = 15 * time.Second

// SaveLetter stores what letters of a kind say after the version the editor saw.
func (o *Operations) SaveLetter(ctx context.Context, a Act, kind email.Kind, seen int32, texts email.Texts) (ContentDone, error) {
	before, err := o.Emails.LatestTexts(ctx, kind)
	if err != nil {
		return ContentDone{}, err
	}
	action := a.actionOn(audit.Object{Kind: "letter", ID: string(kind)}, "letter.save", staff.ContentWrite, []any{seen, texts})
	return Decode[ContentDone](o.Do(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		version, err := o.Emails.SaveTexts(ctx, tx, a.Actor.ID, kind, seen, texts)
		return Outcome{
			// The whole texts are in their versions.
			Before: map[string]any{"version": before.Version, "subject": before.Texts["subject"]},
			After:  map[string]any{"version": version, "subject": texts["subject"]},
			Answer: ContentDone{Object: string(kind), Version: version, Message: "Сохранено.", Removed: []string{}},
		}, err
	}))
}

// TestLetter sends a sample to the operator's own address, and nowhere else. Its audit row
// is written before it is sent.
func (o *Operations) TestLetter(ctx context.Context, a Act, kind email.Kind, name string, texts email.Texts) (Done, error) {
	samples, err := o.Emails.Samples(kind, texts)
	if err != nil {
		return Done{}, err
	}
	i := slices.IndexFunc(samples, func(s email.Sample) bool { return s.Name == name })
	if i < 0 {
		return Done{}, problem.InvalidFields(problem.Field{Name: "sample", Code: "unknown", Detail: "У этого письма такого случая нет."})
	}
	var sent error
	action := a.actionOn(audit.Object{Kind: "letter", ID: string(kind)}, "letter.test", staff.ContentWrite, []any{name, texts})
	done, err := Decode[Done](o.Do(ctx, action, func(context.Context, pgx.Tx) (Outcome, error) {
		return Outcome{
			After:  map[string]any{"sample": name},
			Answer: Done{Name: "letter.test", Message: "Письмо отправлено на вашу почту."},
			Tell: func(ctx context.Context) {
				ctx, cancel := context.WithTimeout(ctx, sampleTimeout)
				defer cancel()
				sent = o.Emails.SendSample(ctx, a.Actor.Email, samples[i].Message)
			},
		}, nil
	}))
	if err == nil && sent != nil {
		return Done{}, fmt.Errorf("%w: %w", ErrNotSent, sent)
	}
	return done, err
}
