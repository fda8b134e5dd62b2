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

// Reasons why an order cannot be created or changed.
var (
	ErrSignIn         = problem.New(problem.Unauthorized, "unauthorized", "Войдите, чтобы оформить этот заказ.")
	ErrUnavailable    = problem.New(problem.Conflict, "products.unavailable", "Этого товара сейчас нет в продаже. Обновите страницу и выберите другой.")
	ErrNotChangeable  = problem.New(problem.Conflict, "order.not_changeable", "Этот заказ уже не изменить. Оформите новый.")
	ErrPaymentStarted = problem.New(problem.Conflict, "order.payment_started", "По этому заказу начат платёж, его состав уже не изменить. Оформите новый заказ.")
	ErrNotCorrectable = problem.New(problem.Conflict, "order.not_correctable", "Данные для доставки этого заказа уже не изменить.")
)

// explainRefusal returns the reason why a new order was refused. It reads the
// goods again to find it.
func explainRefusal(ctx context.Context, db Querier, n CreateInput) error {
	q := orderdb.New(db)
	var fields []problem.Field
	if n.UserID == nil && n.Email == nil {
		fields = append(fields, problem.Field{Name: "email", Code: "required", Detail: "Укажите почту: на неё придёт заказ."})
	}
	switch n.Kind {
	case Steam:
		return explainSteamRefusal(ctx, q, n, fields)
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
	rows, err := q.LinesForRefusal(ctx, orderdb.LinesForRefusalParams{ProductIds: ids, ServerID: n.Detail.MoogoldServer})
	if err != nil {
		return fmt.Errorf("read goods of a refused order: %w", err)
	}
	return validateLines(n, rows, fields)
}

// validateLines returns the first of: unavailable goods, a required sign-in,
// all invalid fields together.
func validateLines(n CreateInput, rows []orderdb.LinesForRefusalRow, fields []problem.Field) error {
	known := map[int64]orderdb.LinesForRefusalRow{}
	for _, r := range rows {
		known[r.ID] = r
	}
	var gone []problem.Field
	var game *orderdb.LinesForRefusalRow
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
		fields = append(fields, validateQuantity(i, l.Quantity, r.MinQuantity, r.MaxQuantity)...)
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
		fields = append(fields, validateServer(serverRules{game.IsServerNeeded, game.IsServerEnum, game.IsServerKnown}, n.Detail, "supply_channel_")...)
	}
	if fields != nil {
		return problem.InvalidFields(fields...)
	}
	return ErrUnavailable // the goods have become available since
}

func validateQuantity(i int, quantity, least, most int32) []problem.Field {
	name := fmt.Sprintf("products.%d.quantity", i)
	switch {
	case quantity < least:
		return []problem.Field{{Name: name, Code: "too_small", Detail: fmt.Sprintf("Не меньше %d шт.", least)}}
	case quantity > most:
		return []problem.Field{{Name: name, Code: "too_large", Detail: fmt.Sprintf("Не больше %d шт.", most)}}
	}
	return nil
}

// serverRules are a game's requirements for the server field.
type serverRules struct{ needed, enum, known bool }

func validateServer(r serverRules, d DeliveryDetails, prefix string) []problem.Field {
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

func explainSteamRefusal(ctx context.Context, q *orderdb.Queries, n CreateInput, fields []problem.Field) error {
	r, err := q.SteamForRefusal(ctx)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return ErrUnavailable
	case err != nil:
		return fmt.Errorf("read goods of a refused order: %w", err)
	case r.IsAuthRequired && n.UserID == nil:
		return ErrSignIn
	}
	fields = append(fields, validateAmount(n.Amount, r.MinAmount, r.MaxAmount)...)
	if fields != nil {
		return problem.InvalidFields(fields...)
	}
	return ErrUnavailable
}

func validateAmount(amount, least, most money.RUB) []problem.Field {
	switch {
	case amount < least:
		return []problem.Field{{Name: "amount", Code: "too_small", Detail: "Не меньше " + rubles(least) + "."}}
	case amount > most:
		return []problem.Field{{Name: "amount", Code: "too_large", Detail: "Не больше " + rubles(most) + "."}}
	}
	return nil
}

func rubles(m money.RUB) string { return formatAmount(m.String(), nil) }

func missing(field, detail string) error {
	return problem.InvalidFields(problem.Field{Name: field, Code: "required", Detail: detail})
}
