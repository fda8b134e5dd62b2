package desk

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/delivery"
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
	errFromStock  = problem.New(problem.Conflict, "catalog.from_stock", "Этот товар выдаётся со склада кодов: поставщик ему не нужен.")
	previewReason = audit.Reason{Code: "preview"}
	uploadReason  = audit.Reason{Code: "upload"}
	placedMessage = "Порядок сохранён."
)

// CatalogDone is the answer to a change of what is sold.
type CatalogDone struct {
	ID      int64  `json:"id"`
	Message string `json:"message"`
}

func gameObject(id int64) *audit.Object    { return &audit.Object{Kind: "game", ID: formatID(id)} }
func productObject(id int64) *audit.Object { return &audit.Object{Kind: "product", ID: formatID(id)} }

// onCatalog runs a change of what is sold and notifies the storefront.
func (o *Operations) onCatalog(ctx context.Context, a Action, do func(context.Context, pgx.Tx) (Outcome, error)) (CatalogDone, error) {
	return Decode[CatalogDone](o.Do(ctx, a, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		done, err := do(ctx, tx)
		tell := done.Tell
		done.Tell = func(ctx context.Context) {
			o.Notify.Data(ctx)
			if tell != nil {
				tell(ctx)
			}
		}
		return done, err
	}))
}

// CreateGame adds a game that buyers do not see yet.
func (o *Operations) CreateGame(ctx context.Context, a Act, kind string, f catalog.GameFields) (CatalogDone, error) {
	if err := o.knowPictures(ctx, f.Logo, f.Icon); err != nil {
		return CatalogDone{}, err
	}
	action := a.actionOn(audit.Object{Kind: "game"}, "game.create", staff.CatalogWrite, []any{kind, f})
	return o.onCatalog(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		id, err := o.Assortment.CreateGame(ctx, tx, kind, f)
		return Outcome{Object: gameObject(id), After: f, Answer: CatalogDone{ID: id, Message: "Игра добавлена. Покупатели её пока не видят."}}, err
	})
}

// ChangeGame sets the texts, pictures and servers of a game.
func (o *Operations) ChangeGame(ctx context.Context, a Act, id int64, version int32, f catalog.GameFields) (CatalogDone, error) {
	if err := o.knowPictures(ctx, f.Logo, f.Icon); err != nil {
		return CatalogDone{}, err
	}
	action := a.actionOn(*gameObject(id), "game.change", staff.CatalogWrite, []any{version, f})
	return o.onCatalog(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		was, err := o.Assortment.ChangeGame(ctx, tx, id, version, f)
		return Outcome{Before: was.GameFields, After: f, Answer: CatalogDone{ID: id, Message: "Сохранено."}}, err
	})
}

// ShowGame shows a game to buyers or hides it.
func (o *Operations) ShowGame(ctx context.Context, a Act, id int64, version int32, shown bool) (CatalogDone, error) {
	name, message := "game.show", "Игра на витрине."
	if !shown {
		name, message = "game.hide", "Игра скрыта."
	}
	return o.onCatalog(ctx, a.actionOn(*gameObject(id), name, staff.CatalogWrite, version), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		err := o.Assortment.ShowGame(ctx, tx, id, version, shown)
		return Outcome{Before: map[string]bool{"shown": !shown}, After: map[string]bool{"shown": shown}, Answer: CatalogDone{ID: id, Message: message}}, err
	})
}

// PreviewGame records that a person looks at the page of a game as buyers will see it.
func (o *Operations) PreviewGame(ctx context.Context, a Act, id int64) error {
	if _, err := o.Assortment.Game(ctx, id); err != nil {
		return err
	}
	a.Reason = previewReason
	_, err := o.Do(ctx, a.actionOn(*gameObject(id), "game.preview", staff.CatalogWrite, id), func(context.Context, pgx.Tx) (Outcome, error) {
		return Outcome{}, nil
	})
	return err
}

// PlaceGames sets the order of the games on the storefront.
func (o *Operations) PlaceGames(ctx context.Context, a Act, ids []int64) (CatalogDone, error) {
	return o.onCatalog(ctx, a.actionOn(audit.Object{Kind: "storefront", ID: "games"}, "game.order", staff.CatalogWrite, ids), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		was, err := o.Assortment.PlaceGames(ctx, tx, ids)
		return Outcome{Before: was, After: ids, Answer: CatalogDone{ID: ids[0], Message: placedMessage}}, err
	})
}

// CreateProduct adds a product with its first price. It is not sold before it has an
// offer or, if it is a code, codes in stock.
func (o *Operations) CreateProduct(ctx context.Context, a Act, gameID int64, price money.RUB, f catalog.ProductFields) (CatalogDone, error) {
	if err := errors.Join(a.Actor.Need(staff.PriceWrite), o.knowPictures(ctx, f.Picture)); err != nil {
		return CatalogDone{}, err
	}
	action := a.actionOn(audit.Object{Kind: "product"}, "product.create", staff.CatalogWrite, []any{gameID, price, f})
	return o.onCatalog(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		p, err := o.Assortment.CreateProduct(ctx, tx, gameID, price, f)
		if err == nil && p.Kind != catalog.KindPUBG {
			err = o.Dispatch.NotYetDelivered(ctx, tx, p.ID)
		}
		after := map[string]any{"game": gameID, "price": price, "fields": f}
		return Outcome{Object: productObject(p.ID), After: after, Answer: CatalogDone{ID: p.ID, Message: "Товар добавлен."}}, err
	})
}

// ChangeProduct sets everything of a product but its price.
func (o *Operations) ChangeProduct(ctx context.Context, a Act, id int64, version int32, f catalog.ProductFields) (CatalogDone, error) {
	if err := o.knowPictures(ctx, f.Picture); err != nil {
		return CatalogDone{}, err
	}
	action := a.actionOn(*productObject(id), "product.change", staff.CatalogWrite, []any{version, f})
	return o.onCatalog(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		was, err := o.Assortment.ChangeProduct(ctx, tx, id, version, f)
		return Outcome{Before: was, After: f, Answer: CatalogDone{ID: id, Message: "Сохранено."}}, err
	})
}

// PlaceProducts sets the order of the products of a game.
func (o *Operations) PlaceProducts(ctx context.Context, a Act, gameID int64, ids []int64) (CatalogDone, error) {
	return o.onCatalog(ctx, a.actionOn(*gameObject(gameID), "product.order", staff.CatalogWrite, ids), func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		was, err := o.Assortment.PlaceProducts(ctx, tx, gameID, ids)
		return Outcome{Before: was, After: ids, Answer: CatalogDone{ID: gameID, Message: placedMessage}}, err
	})
}

// AddOffer adds the offer of a supplier for a product.
func (o *Operations) AddOffer(ctx context.Context, a Act, f delivery.NewOffer) (CatalogDone, error) {
	action := a.actionOn(audit.Object{Kind: "offer"}, "offer.add", staff.OfferWrite, f)
	return o.onCatalog(ctx, action, func(ctx context.Context, tx pgx.Tx) (Outcome, error) {
		p, err := o.Assortment.Product(ctx, tx, f.ProductID)
		if err != nil {
			return Outcome{}, err
		}
		if p.Kind == catalog.KindPUBG {
			return Outcome{}, errFromStock
		}
		id, err := o.Dispatch.AddOffer(ctx, tx, f)
		if err == nil {
			err = o.checkCost(ctx, tx, a.Actor, id)
		}
		message := "Предложение добавлено. Спрашиваем поставщика о цене."
		if f.Cost != nil {
			message = "Предложение добавлено."
		}
		return Outcome{Object: &audit.Object{Kind: "offer", ID: formatID(id)}, After: f, Answer: CatalogDone{ID: id, Message: message}}, err
	})
}

// UploadPicture crops a picture to a shape, stores it and returns its key. Without a part
// the shop chooses what is kept. It is stored under the hash of its bytes before the
// action is recorded: repeating it stores nothing more.
func (o *Operations) UploadPicture(ctx context.Context, a Act, shape string, raw []byte, part *picture.Rect) (picture.Key, error) {
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
	action := a.actionOn(audit.Object{Kind: "picture", ID: string(key)}, "picture.upload", staff.CatalogWrite, key)
	return Decode[picture.Key](o.Do(ctx, action, func(context.Context, pgx.Tx) (Outcome, error) {
		return Outcome{After: map[string]string{"shape": shape}, Answer: key}, nil
	}))
}

func (o *Operations) putPicture(ctx context.Context, side [2]int, raw []byte, part *picture.Rect) (picture.Key, error) {
	if part == nil {
		return o.Pictures.PutCropped(ctx, raw, side[0], side[1])
	}
	return o.Pictures.PutPart(ctx, raw, *part, side[0], side[1])
}

// knowPictures refuses pictures that are not stored.
func (o *Operations) knowPictures(ctx context.Context, keys ...picture.Key) error {
	for _, k := range keys {
		if known, err := o.Pictures.Has(ctx, k); err != nil {
			return err
		} else if !known {
			return errNoPicture
		}
	}
	return nil
}
