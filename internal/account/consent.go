package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
)

// Consent is a consent a user gave or withdrew.
type Consent struct {
	Kind     string
	Given    bool
	Revision string // digest of the text shown to the user
	Version  *int32 // of that text; nil if it was not recorded
	At       time.Time
}

// documents maps each kind of consent to its text, an article.
var documents = map[string]string{"personal_data": "personal-data-consent", "mailing": "personal-data-consent"}

// Consents returns the user's latest consent of each kind.
func (s *Service) Consents(ctx context.Context, userID int64) ([]Consent, error) {
	rows, err := s.q.Consents(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("list consents: %w", err)
	}
	list := make([]Consent, len(rows))
	for i, r := range rows {
		list[i] = Consent(r)
	}
	return list, nil
}

// SetConsent records that a consent was given or withdrawn, with the revision
// of its text. Earlier records are kept as history.
func (s *Service) SetConsent(ctx context.Context, userID int64, kind string, given bool) error {
	c := accountdb.RecordConsentParams{UserID: userID, Kind: kind, Given: given, Revision: "none", At: s.clock()}
	text, err := s.q.DocumentRevision(ctx, documents[kind])
	if err == nil {
		c.Revision, c.Version = text.Revision, &text.Version
	}
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		err = s.q.RecordConsent(ctx, c)
	}
	if err != nil {
		return fmt.Errorf("set consent of user %d: %w", userID, err)
	}
	return nil
}

// erasedName is the nickname of erased users.
const erasedName = "Удалённый профиль"

// Erase deletes the personal data of a user: name, address, picture,
// identities, sessions. The ID remains, because the ledger and the orders refer
// to it. others runs while the user is locked, so nothing new can be started
// for them; it may refuse. For a user who is erased already, Erase does nothing.
func (s *Service) Erase(ctx context.Context, tx pgx.Tx, userID int64, others func() error) error {
	q := s.q.WithTx(tx)
	u, err := q.LockUser(ctx, userID)
	if err != nil {
		return fmt.Errorf("lock user %d: %w", userID, err)
	}
	if u.ErasedAt != nil {
		return nil
	}
	if err := others(); err != nil {
		return err
	}
	if err := s.sessions.endAll(ctx, q, userID); err != nil {
		return err
	}
	if err := q.EraseUser(ctx, accountdb.EraseUserParams{ID: userID, Nickname: erasedName, Now: new(s.clock())}); err != nil {
		return fmt.Errorf("erase user %d: %w", userID, err)
	}
	return nil
}

// KeepOpen keeps a user from being erased until tx ends; it refuses one who was.
func KeepOpen(ctx context.Context, tx pgx.Tx, userID int64) error {
	_, err := accountdb.New(tx).LockOpenUser(ctx, userID)
	if errors.Is(err, pgx.ErrNoRows) {
		return errUserDeleted
	}
	if err != nil {
		return fmt.Errorf("keep user %d: %w", userID, err)
	}
	return nil
}

// ConsentsTo lists the kinds of consent whose text an article is.
func ConsentsTo(slug string) []string {
	kinds := []string{}
	for kind, document := range documents {
		if document == slug {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}
