package order

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order/orderdb"
	"larek/internal/problem"
)

// Why an order cannot be made or changed.
var (
	ErrSignIn      = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы оформить этот заказ.")
	ErrUnavailable = problem.New(problem.Conflict, "products.unavailable", "Этого товара сейчас нет в продаже. Обновите страницу и выберите другой.")
	ErrPaid        = problem.New(problem.Conflict, "order.not_changeable", "Этот заказ уже не изменить. Оформите новый.")
	ErrPaying      = problem.New(problem.Conflict, "order.payment_started", "По этому заказу начат платёж, его состав уже не изменить. Оформите новый заказ.")
	ErrCorrected   = problem.New(problem.Conflict, "order.not_correctable", "Данные для доставки этого заказа уже не изменить.")
)

// whyNot explains why a new order was refused: it looks at the goods again.
func (s *Service) whyNot(ctx context.Context, db Querier, n New) error {
	q := orderdb.New(db)
	var fields []problem.Field
	if n.UserID == nil && n.Email == nil {
		fields = append(fields, problem.Field{Name: "email", Code: "required", Detail: "Укажите почту: на неё придёт заказ."})
	}
	switch n.Kind {
	case Steam:
		return whyNotSteam(ctx, q, n, fields)
	case Rokky:
		if fields != nil {
			return problem.InvalidFields(fields...)
		}
		return ErrUnavailable
	}
	ids := make([]int64, len(n.Lines))
	for i, l := range n.Lines {
		ids[i] = l.ID
	}
	rows, err := q.WhyNotLines(ctx, orderdb.WhyNotLinesParams{ProductIds: ids, ServerID: n.Detail.MoogoldServer})
	if err != nil {
		return fmt.Errorf("why not: %w", err)
	}
	return judgeLines(n, rows, fields)
}

// judgeLines names what is wrong: goods that are gone first, then the need to
// sign in, then every field at once.
func judgeLines(n New, rows []orderdb.WhyNotLinesRow, fields []problem.Field) error {
	known := map[int64]orderdb.WhyNotLinesRow{}
	for _, r := range rows {
		known[r.ID] = r
	}
	var gone []problem.Field
	var game *orderdb.WhyNotLinesRow
	for i, l := range n.Lines {
		id := fmt.Sprintf("products.%d.product_id", i)
		r, ok := known[l.ID]
		switch {
		case !ok || !r.IsActive || !r.IsGameActive:
			gone = append(gone, problem.Field{Name: id, Code: "unavailable", Detail: "Этот товар сейчас не продаётся."})
			continue
		case r.GameKind != gameKinds[n.Kind]:
			fields = append(fields, problem.Field{Name: id, Code: "wrong_kind", Detail: "Этот товар заказывают другим способом."})
		case game != nil && game.GameID != r.GameID:
			fields = append(fields, problem.Field{Name: id, Code: "other_game", Detail: "В одном заказе могут быть товары только одной игры."})
		}
		fields = append(fields, judgeQuantity(i, l.Quantity, r.MinQuantity, r.MaxQuantity)...)
		if game == nil {
			game = &r
		}
	}
	switch {
	case gone != nil:
		refusal := *ErrUnavailable
		refusal.Fields = gone
		return &refusal
	case game != nil && game.IsAuthRequired && n.UserID == nil:
		return ErrSignIn
	case game != nil:
		fields = append(fields, judgeServer(serverRules{game.IsServerNeeded, game.IsServerEnum, game.IsServerKnown}, n.Detail, "supply_channel_")...)
	}
	if fields != nil {
		return problem.InvalidFields(fields...)
	}
	return ErrUnavailable // it was so a moment ago
}

func judgeQuantity(i int, quantity, least, most int32) []problem.Field {
	name := fmt.Sprintf("products.%d.quantity", i)
	switch {
	case quantity < least:
		return []problem.Field{{Name: name, Code: "too_small", Detail: fmt.Sprintf("Не меньше %d шт.", least)}}
	case quantity > most:
		return []problem.Field{{Name: name, Code: "too_large", Detail: fmt.Sprintf("Не больше %d шт.", most)}}
	}
	return nil
}

// serverRules is what a supply game wants to know about the server.
type serverRules struct{ needed, enum, known bool }

func judgeServer(r serverRules, d Detail, prefix string) []problem.Field {
	switch {
	case d.MoogoldServer != nil && !r.known:
		return []problem.Field{{Name: prefix + "server", Code: "unknown_value", Detail: "Такого сервера нет. Выберите из списка."}}
	case r.needed && r.enum && d.MoogoldServer == nil:
		return []problem.Field{{Name: prefix + "server", Code: "required", Detail: "Выберите сервер."}}
	case r.needed && d.MoogoldServer == nil && d.MoogoldServerCustomID == nil:
		return []problem.Field{{Name: prefix + "server_custom_id", Code: "required", Detail: "Укажите сервер."}}
	}
	return nil
}

func whyNotSteam(ctx context.Context, q *orderdb.Queries, n New, fields []problem.Field) error {
	r, err := q.WhyNotSteam(ctx)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return ErrUnavailable
	case err != nil:
		return fmt.Errorf("why not: %w", err)
	case r.IsAuthRequired && n.UserID == nil:
		return ErrSignIn
	}
	fields = append(fields, judgeAmount(n.Amount, r.MinAmount, r.MaxAmount)...)
	if fields != nil {
		return problem.InvalidFields(fields...)
	}
	return ErrUnavailable
}

func judgeAmount(amount, least, most money.RUB) []problem.Field {
	switch {
	case amount < least:
		return []problem.Field{{Name: "amount", Code: "too_small", Detail: "Не меньше " + rubles(least) + "."}}
	case amount > most:
		return []problem.Field{{Name: "amount", Code: "too_large", Detail: "Не больше " + rubles(most) + "."}}
	}
	return nil
}

func rubles(m money.RUB) string { return sum(m.String(), nil) }

func missing(field, detail string) error {
	return problem.InvalidFields(problem.Field{Name: field, Code: "required", Detail: detail})
}
