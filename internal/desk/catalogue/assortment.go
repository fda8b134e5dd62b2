package catalogue

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/money"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/staff"
)

// Shapes pictures are cropped to, in pixels. A cover fills the tallest tile of the
// storefront on a dense screen.
var shapes = map[string][2]int{
	"cover": {960, 1280}, "icon": {512, 512},
	"banner_desktop": {1920, 720}, "banner_tablet": {1200, 720}, "banner_mobile": {750, 900},
}

var (
	errPicture    = problem.InvalidFields(problem.Field{Name: "data", Code: "wrong_format", Detail: "Нужна картинка JPEG или PNG, не больше 2 МБ и 4096 × 4096 точек."})
	errCrop       = problem.InvalidFields(problem.Field{Name: "crop", Code: "wrong_format", Detail: "Такой части у картинки нет. Выберите её ещё раз."})
	errNoPicture  = problem.New(problem.Conflict, "catalog.no_picture", "Такой картинки нет. Загрузите её ещё раз.")
	previewReason = audit.Reason{Code: "preview"}
	uploadReason  = audit.Reason{Code: "upload"}
	placedMessage = "Порядок сохранён."
)

// CreateGame adds a game that buyers do not see yet.
func (o *Service) CreateGame(ctx context.Context, a desk.Command, kind string, f catalog.GameFields) (desk.Saved, error) {
	if err := o.checkPictures(ctx, f.Logo, f.Icon); err != nil {
		return desk.Saved{}, err
	}
	action := a.On(audit.Object{Kind: "game"}, "game.create", staff.CatalogWrite, []any{kind, f})
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		id, err := o.Assortment.CreateGame(ctx, tx, kind, f)
		return desk.Outcome{Object: desk.GameObject(id), After: f, Result: desk.Saved{ID: id, Message: "Игра добавлена. Покупатели её пока не видят."}}, err
	})
}

// ChangeGame sets the texts, pictures and servers of a game.
func (o *Service) ChangeGame(ctx context.Context, a desk.Command, id int64, version int32, f catalog.GameFields) (desk.Saved, error) {
	if err := o.checkPictures(ctx, f.Logo, f.Icon); err != nil {
		return desk.Saved{}, err
	}
	action := a.On(*desk.GameObject(id), "game.change", staff.CatalogWrite, []any{version, f})
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		was, err := o.Assortment.ChangeGame(ctx, tx, id, version, f)
		return desk.Outcome{Before: was.GameFields, After: f, Result: desk.Saved{ID: id, Message: "Сохранено."}}, err
	})
}

// ShowGame shows a game to buyers or hides it.
func (o *Service) ShowGame(ctx context.Context, a desk.Command, id int64, version int32, shown bool) (desk.Saved, error) {
	name, message := "game.show", "Игра на витрине."
	if !shown {
		name, message = "game.hide", "Игра скрыта."
	}
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, a.On(*desk.GameObject(id), name, staff.CatalogWrite, version), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		err := o.Assortment.ShowGame(ctx, tx, id, version, shown)
		return desk.Outcome{Before: map[string]bool{"shown": !shown}, After: map[string]bool{"shown": shown}, Result: desk.Saved{ID: id, Message: message}}, err
	})
}

// PreviewGame records that an operator opens the preview of a game's page.
func (o *Service) PreviewGame(ctx context.Context, a desk.Command, id int64) error {
	if _, err := o.Assortment.Game(ctx, id); err != nil {
		return err
	}
	a.Reason = previewReason
	_, err := o.Desk.Do(ctx, a.On(*desk.GameObject(id), "game.preview", staff.CatalogWrite, id), func(context.Context, pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{}, nil
	})
	return err
}

// PlaceGames sets the order of the games on the storefront.
func (o *Service) PlaceGames(ctx context.Context, a desk.Command, ids []int64) (desk.Saved, error) {
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, a.On(audit.Object{Kind: "storefront", ID: "games"}, "game.order", staff.CatalogWrite, ids), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		was, err := o.Assortment.PlaceGames(ctx, tx, ids)
		return desk.Outcome{Before: was, After: ids, Result: desk.Saved{ID: ids[0], Message: placedMessage}}, err
	})
}

// CreateProduct adds a product with its first price. It is not sold before it has an
// offer or, if it is a code, codes in stock.
func (o *Service) CreateProduct(ctx context.Context, a desk.Command, gameID int64, price money.RUB, f catalog.ProductFields) (desk.Saved, error) {
	if err := errors.Join(a.Actor.Need(staff.PriceWrite), o.checkPictures(ctx, f.Picture)); err != nil {
		return desk.Saved{}, err
	}
	action := a.On(audit.Object{Kind: "product"}, "product.create", staff.CatalogWrite, []any{gameID, price, f})
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		p, err := o.Assortment.CreateProduct(ctx, tx, gameID, price, f)
		if err == nil && p.Kind != catalog.KindPUBG {
			err = o.Sourcing.NotYetDelivered(ctx, tx, p.ID)
		}
		after := map[string]any{"game": gameID, "price": price, "fields": f}
		return desk.Outcome{Object: desk.ProductObject(p.ID), After: after, Result: desk.Saved{ID: p.ID, Message: "Товар добавлен."}}, err
	})
}

// ChangeProduct sets everything of a product but its price.
func (o *Service) ChangeProduct(ctx context.Context, a desk.Command, id int64, version int32, f catalog.ProductFields) (desk.Saved, error) {
	if err := o.checkPictures(ctx, f.Picture); err != nil {
		return desk.Saved{}, err
	}
	action := a.On(*desk.ProductObject(id), "product.change", staff.CatalogWrite, []any{version, f})
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, action, func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		was, err := o.Assortment.ChangeProduct(ctx, tx, id, version, f)
		return desk.Outcome{Before: was, After: f, Result: desk.Saved{ID: id, Message: "Сохранено."}}, err
	})
}

// PlaceProducts sets the order of the products of a game.
func (o *Service) PlaceProducts(ctx context.Context, a desk.Command, gameID int64, ids []int64) (desk.Saved, error) {
	return desk.ChangeGoods(ctx, o.Desk, o.Notify, a.On(*desk.GameObject(gameID), "product.order", staff.CatalogWrite, ids), func(ctx context.Context, tx pgx.Tx) (desk.Outcome, error) {
		was, err := o.Assortment.PlaceProducts(ctx, tx, gameID, ids)
		return desk.Outcome{Before: was, After: ids, Result: desk.Saved{ID: gameID, Message: placedMessage}}, err
	})
}

// UploadPicture crops a picture to a shape, stores it and returns its key. Without a part it chooses one. The picture
// is stored under the hash of its bytes before the action is recorded, so that a repetition stores nothing new.
func (o *Service) UploadPicture(ctx context.Context, a desk.Command, shape string, raw []byte, part *picture.Rect) (picture.Key, error) {
	key, err := o.putPicture(ctx, shapes[shape], raw, part)
	switch {
	case errors.Is(err, picture.ErrUpload):
		return "", errPicture
	case errors.Is(err, picture.ErrCrop):
		return "", errCrop
	case err != nil:
		return "", err
	}
	a.Reason = uploadReason
	action := a.On(audit.Object{Kind: "picture", ID: string(key)}, "picture.upload", staff.CatalogWrite, key)
	return desk.Decode[picture.Key](o.Desk.Do(ctx, action, func(context.Context, pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{After: map[string]string{"shape": shape}, Result: key}, nil
	}))
}

func (o *Service) putPicture(ctx context.Context, side [2]int, raw []byte, part *picture.Rect) (picture.Key, error) {
	if part == nil {
		return o.Pictures.PutCropped(ctx, raw, side[0], side[1])
	}
	return o.Pictures.PutPart(ctx, raw, *part, side[0], side[1])
}

// checkPictures refuses pictures that are not stored.
func (o *Service) checkPictures(ctx context.Context, keys ...picture.Key) error {
	for _, k := range keys {
		if known, err := o.Pictures.Has(ctx, k); err != nil {
			return err
		} else if !known {
			return errNoPicture
		}
	}
	return nil
}
