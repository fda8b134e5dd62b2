package settings

import (
	"context"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/brand"
	"larek/internal/desk"
	"larek/internal/palette"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/staff"
)

var latin = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 .-]{1,21}$`)

// SaveBrand changes what the shop is called and looks like, if the version the owner saw is the
// newest. The audit keeps both.
func (s *Service) SaveBrand(ctx context.Context, a desk.Command, b brand.Brand) (desk.Saved, error) {
	b, err := s.checkedBrand(ctx, b)
	if err != nil {
		return desk.Saved{}, err
	}
	action := a.On(audit.Object{Kind: "settings", ID: "brand"}, "settings.brand", staff.SettingsWrite, b)
	return desk.ChangeGoods(ctx, s.Desk, s.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		before, err := brand.Newest(ctx, tx)
		if err != nil {
			return desk.Outcome{}, err
		}
		if before.Version != b.Version {
			return desk.Outcome{}, ErrStale
		}
		b.Created = s.Desk.Now()
		done, err := brand.Save(ctx, tx, b, &a.Actor.ID)
		if err == nil && !done {
			err = ErrStale
		}
		return desk.Outcome{Before: summary(before), After: summary(b), Result: desk.Saved{Message: "Сохранено. Витрина обновится за пять секунд."}}, err
	})
}

func summary(b brand.Brand) map[string]any {
	return map[string]any{"name": b.Name, "latin": b.Latin, "line": b.Line, "mark": b.Mark, "accent": b.Accent}
}

func (s *Service) checkedBrand(ctx context.Context, b brand.Brand) (brand.Brand, error) {
	var fields []problem.Field
	add := func(name, code, detail string) {
		fields = append(fields, problem.Field{Name: name, Code: code, Detail: detail})
	}
	b.Name, b.Latin, b.Line = strings.TrimSpace(b.Name), strings.TrimSpace(b.Latin), strings.TrimSpace(b.Line)
	if n := utf8.RuneCountInString(b.Name); n < 2 || n > 24 || strings.ContainsFunc(b.Name, notPrinted) {
		add("name", "wrong_format", "От 2 до 24 знаков в одну строку.")
	}
	if !latin.MatchString(b.Latin) {
		add("latin", "wrong_format", "От 2 до 22 латинских букв, цифр, пробелов, точек и дефисов.")
	}
	if n := utf8.RuneCountInString(b.Line); n < 1 || n > 120 || strings.ContainsFunc(b.Line, notPrinted) {
		add("line", "wrong_format", "От 1 до 120 знаков в одну строку.")
	}
	if b.Accent != nil {
		lower := strings.ToLower(*b.Accent)
		b.Accent = &lower
		colour, err := palette.Parse(lower)
		p, ok := palette.Derive(colour)
		switch {
		case err != nil:
			add("accent", "wrong_format", "Шесть цифр цвета после решётки.")
		case !ok:
			add("accent", "contrast", "Надпись на таком цвете не прочитать. Ближайший подходящий: "+p.Button.String()+".")
		}
	}
	if b.Mark != nil {
		ok, err := s.hasPicture(ctx, *b.Mark)
		if err != nil {
			return b, err
		}
		if !ok {
			add("mark", "none", "Такой картинки нет. Загрузите её ещё раз.")
		}
	}
	if len(fields) > 0 {
		return b, problem.InvalidFields(fields...)
	}
	return b, nil
}

func (s *Service) hasPicture(ctx context.Context, key picture.Key) (bool, error) {
	if s.Pictures == nil {
		return false, nil
	}
	return s.Pictures.Has(ctx, key)
}

func notPrinted(r rune) bool { return !unicode.IsPrint(r) }
