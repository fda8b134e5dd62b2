package content

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"larek/internal/content/contentdb"
	"larek/internal/problem"
)

// Kind is a kind of content. Persisted: do not change the values.
type Kind string

// The kinds.
const (
	KindArticle  Kind = "article"
	KindQuestion Kind = "question"
	KindBanner   Kind = "banner"
	KindContact  Kind = "contact"
)

// Errors shown to the editor.
var (
	ErrNone  = problem.New(problem.NotFound, "content.none", "Этого больше нет. Обновите страницу.")
	ErrStale = problem.New(problem.Conflict, "content.stale", "Пока вы правили, это изменил кто-то другой. Ваш текст не сохранён: скопируйте его, обновите страницу и повторите.")
	ErrOrder = problem.New(problem.Conflict, "content.order", "Пока вы меняли порядок, список изменился. Обновите страницу и повторите.")
)

// Piece is something an editor saves: an ArticleDraft, a QuestionDraft, a BannerDraft or
// a ContactDraft. Its JSON is what a version keeps.
type Piece interface {
	// Kind is which of them it is.
	Kind() Kind
	// Title and Text are what a person recognises it by.
	Title() string
	Text() string
	// checked returns the piece as it is stored, and what is wrong with it.
	checked(ctx context.Context, q *contentdb.Queries) (Piece, []problem.Field, error)
	// lock returns what is stored under the same name, and its version.
	lock(ctx context.Context, q *contentdb.Queries, object string) (Piece, int32, error)
	// insert stores a new one and returns its name.
	insert(ctx context.Context, q *contentdb.Queries, e *Editor) (string, error)
	// change replaces what is stored.
	change(ctx context.Context, q *contentdb.Queries, e *Editor, object string) error
}

// decode returns the piece a version keeps.
func decode(kind Kind, body []byte) (Piece, error) {
	switch kind {
	case KindArticle:
		return decodeAs[ArticleDraft](body)
	case KindQuestion:
		return decodeAs[QuestionDraft](body)
	case KindBanner:
		return decodeAs[BannerDraft](body)
	case KindContact:
		return decodeAs[ContactDraft](body)
	}
	return nil, fmt.Errorf("no content of the kind %q", kind)
}

func decodeAs[T Piece](body []byte) (Piece, error) {
	var v T
	if err := json.Unmarshal(body, &v); err != nil {
		return nil, fmt.Errorf("stored version: %w", err)
	}
	return v, nil
}

// number returns the ID a name stands for; what is none is not found.
func number(object string) int64 {
	id, err := strconv.ParseInt(object, 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// bounds collects fields that are empty or too long.
type bounds []problem.Field

func (b *bounds) need(name, text string, most int) {
	if text == "" {
		*b = append(*b, problem.Field{Name: name, Code: "required", Detail: "Заполните поле."})
	}
	b.most(name, text, most)
}

func (b *bounds) most(name, text string, most int) {
	if utf8.RuneCountInString(text) > most {
		*b = append(*b, problem.Field{Name: name, Code: "too_long", Detail: fmt.Sprintf("Не длиннее %d знаков.", most)})
	}
}

func (b *bounds) add(name, code, detail string) {
	*b = append(*b, problem.Field{Name: name, Code: code, Detail: detail})
}
