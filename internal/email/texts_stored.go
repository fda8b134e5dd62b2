package email

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/email/emaildb"
	"larek/internal/problem"
)

// Errors shown to the editor.
var (
	ErrNoKind     = problem.New(problem.NotFound, "letter.none", "Такого письма нет.")
	ErrStaleTexts = problem.New(problem.Conflict, "letter.stale", "Пока вы правили, это письмо сохранил кто-то другой. Ваш текст не сохранён: скопируйте его, обновите страницу и повторите.")
)

// TextsVersion is a version of texts that an editor has saved. Version zero has the
// default texts.
type TextsVersion struct {
	Kind    Kind
	Version int32
	Created time.Time
	Author  string
	Texts   Texts
}

// texts returns the current texts of a kind.
func (s *Service) texts(ctx context.Context, kind Kind) (Texts, error) {
	v, err := s.LatestTexts(ctx, kind)
	return v.Texts, err
}

// LatestTexts returns the current texts of a kind with their version.
func (s *Service) LatestTexts(ctx context.Context, kind Kind) (TextsVersion, error) {
	if !slices.Contains(AllKinds, kind) {
		return TextsVersion{}, ErrNoKind
	}
	list, err := s.TextsVersions(ctx, kind, 1)
	if err != nil || len(list) == 0 {
		return TextsVersion{Kind: kind, Texts: merged(kind, nil)}, err
	}
	return list[0], nil
}

// TextsVersions lists what editors have saved of a kind, the newest first.
func (s *Service) TextsVersions(ctx context.Context, kind Kind, most int32) ([]TextsVersion, error) {
	rows, err := s.q.TextsVersions(ctx, emaildb.TextsVersionsParams{Kind: string(kind), Most: most})
	if err != nil {
		return nil, fmt.Errorf("texts of %s: %w", kind, err)
	}
	list := make([]TextsVersion, len(rows))
	for i, r := range rows {
		if list[i], err = newTextsVersion(r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func newTextsVersion(r emaildb.TextsVersionsRow) (TextsVersion, error) {
	v := TextsVersion{Kind: Kind(r.Kind), Version: r.Version, Created: r.Created, Author: r.Author}
	var stored Texts
	if err := json.Unmarshal(r.Body, &stored); err != nil {
		return TextsVersion{}, fmt.Errorf("stored texts of %s: %w", r.Kind, err)
	}
	v.Texts = merged(v.Kind, stored)
	return v, nil
}

// SaveTexts stores what an editor wrote after the version they saw. Of two editors who saw
// the same one is refused.
func (s *Service) SaveTexts(ctx context.Context, tx pgx.Tx, by int64, kind Kind, seen int32, given Texts) (version int32, err error) {
	if !slices.Contains(AllKinds, kind) {
		return 0, ErrNoKind
	}
	texts, err := checked(kind, given)
	if err != nil {
		return 0, err
	}
	body, err := json.Marshal(texts)
	if err != nil {
		return 0, fmt.Errorf("texts of %s: %w", kind, err)
	}
	n, err := emaildb.New(tx).InsertTexts(ctx, emaildb.InsertTextsParams{Kind: string(kind), Version: seen + 1, Body: body, StaffID: by, Created: s.clock()})
	if err != nil {
		return 0, fmt.Errorf("save texts of %s: %w", kind, err)
	}
	if n == 0 {
		return 0, ErrStaleTexts
	}
	return seen + 1, nil
}
