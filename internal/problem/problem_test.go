package problem

import (
	"errors"
	"fmt"
	"testing"
)

func TestProblemsWithOneCodeAreTheSame(t *testing.T) {
	t.Parallel()
	notFound := New(NotFound, "game.not_found", "Такой игры нет.")
	wrapped := fmt.Errorf("load: %w", &Error{Kind: NotFound, Code: "game.not_found", Fields: []Field{{Name: "id"}}})
	if !errors.Is(wrapped, notFound) {
		t.Error("a wrapped problem with fields does not match its sentinel")
	}
	if errors.Is(wrapped, New(NotFound, "gift.not_found", "")) || errors.Is(errors.New("game.not_found"), notFound) {
		t.Error("another error matches the sentinel")
	}
}

func TestInvalidFieldsNamesThemAll(t *testing.T) {
	t.Parallel()
	e := InvalidFields(Field{Name: "limit", Code: "too_large"}, Field{Name: "offset", Code: "wrong_type"})
	if e.Kind != Invalid || e.Code != "invalid" || e.Detail == "" || len(e.Fields) != 2 {
		t.Errorf("%+v", e)
	}
	if got := e.Error(); got != "invalid (invalid)" {
		t.Errorf("logged as %q", got)
	}
}
