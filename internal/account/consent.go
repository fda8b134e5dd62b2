package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/account/accountdb"
)

// Consent is what somebody agreed to, or took back.
type Consent struct {
	Kind     string
	Given    bool
	Revision string // of the text they saw
	At       time.Time
}

// documents are the texts behind each kind of consent.
var documents = map[string]string{"personal_data": "personal-data-consent", "mailing": "personal-data-consent"}

// Consents are a person's last words of each kind.
func (s *Service) Consents(ctx context.Context, userID int64) ([]Consent, error) {
	rows, err := s.q.Consents(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("consents: %w", err)
	}
	list := make([]Consent, len(rows))
	for i, r := range rows {
		list[i] = Consent(r)
	}
	return list, nil
}

// SetConsent records a word, with the text it was about. Earlier ones stay.
func (s *Service) SetConsent(ctx context.Context, userID int64, kind string, given bool) error {
	revision, err := s.q.DocumentRevision(ctx, documents[kind])
	if errors.Is(err, pgx.ErrNoRows) {
		revision, err = "none", nil
	}
	if err == nil {
		err = s.q.RecordConsent(ctx, accountdb.RecordConsentParams{UserID: userID, Kind: kind, Given: given, Revision: revision, At: s.clock()})
	}
	if err != nil {
		return fmt.Errorf("consent of user %d: %w", userID, err)
	}
	return nil
}

// erasedName is what is left of a person.
const erasedName = "Удалённый профиль"

// Erase forgets who somebody is: name, address, picture, ways in, devices. The
// number stays, because the books and the orders hang on it. What others have
// to do or to object is asked while nothing new can be begun for the person.
func (s *Service) Erase(ctx context.Context, tx pgx.Tx, userID int64, others func() error) error {
	q := s.q.WithTx(tx)
	if _, err := q.LockUser(ctx, userID); err != nil {
		return fmt.Errorf("user %d: %w", userID, err)
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
