package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
)

// Consent is a consent a user gave or withdrew.
type Consent struct {
	Kind     string
	Given    bool
	Revision string // of the text shown to the user
	At       time.Time
}

// documents maps each kind of consent to its text.
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
	revision, err := s.q.DocumentRevision(ctx, documents[kind])
	if errors.Is(err, pgx.ErrNoRows) {
		revision, err = "none", nil
	}
	if err == nil {
		err = s.q.RecordConsent(ctx, accountdb.RecordConsentParams{UserID: userID, Kind: kind, Given: given, Revision: revision, At: s.clock()})
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
// for them; it may refuse.
func (s *Service) Erase(ctx context.Context, tx pgx.Tx, userID int64, others func() error) error {
	q := s.q.WithTx(tx)
	if _, err := q.LockUser(ctx, userID); err != nil {
		return fmt.Errorf("lock user %d: %w", userID, err)
	}
	if err := others(); err != nil {
		return err
	}
	if err := s.endAll(ctx, q, userID); err != nil {
		return err
	}
	if err := q.EraseUser(ctx, accountdb.EraseUserParams{ID: userID, Nickname: erasedName, Now: new(s.clock())}); err != nil {
		return fmt.Errorf("erase user %d: %w", userID, err)
	}
	return nil
}
