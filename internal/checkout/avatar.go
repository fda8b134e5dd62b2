package checkout

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"larek/internal/order"
	"larek/internal/picture"
	"larek/internal/problem"
)

// avatarSide is the maximum side of a stored avatar in pixels: enough for an
// operator to recognise the account.
const avatarSide = 512

var errPicture = problem.InvalidFields(problem.Field{
	Name: "game_avatar", Code: "wrong_format", Detail: "Нужна картинка JPEG или PNG до 5 МБ и не больше 4096 × 4096 точек.",
})

// SetAvatar stores the picture that identifies a Standoff account. The picture
// is re-encoded, so hidden content of the file is neither stored nor shown.
func (s *Service) SetAvatar(ctx context.Context, who order.Owner, id int64, upload []byte) (picture.Key, error) {
	// Checked first: a caller without access must not cause re-encoding.
	if o, err := s.orders.GetForOwner(ctx, id, who); err != nil || o.Kind != order.Standoff {
		return "", orNotFound(err)
	}
	key, err := s.pictures.PutUpload(ctx, upload, avatarSide)
	if errors.Is(err, picture.ErrUpload) {
		return "", errPicture
	}
	if err != nil {
		return "", err
	}
	return key, s.putAvatar(ctx, who, id, key)
}

// ReuseAvatar copies the avatar of an earlier order of the same buyer.
func (s *Service) ReuseAvatar(ctx context.Context, who order.Owner, id, earlierID int64) (picture.Key, error) {
	earlier, err := s.orders.GetForOwner(ctx, earlierID, who)
	if err != nil || earlier.Detail.GameAvatar == "" {
		return "", orNotFound(err)
	}
	return earlier.Detail.GameAvatar, s.putAvatar(ctx, who, id, earlier.Detail.GameAvatar)
}

func (s *Service) putAvatar(ctx context.Context, who order.Owner, id int64, key picture.Key) error {
	_, err := s.withOrder(ctx, who, order.Standoff, id, func(tx pgx.Tx, o *order.Order) error {
		if !o.AcceptsPayment(s.clock()) {
			return order.ErrNotCorrectable
		}
		detail := o.Detail
		detail.GameAvatar = key
		return order.SetDetail(ctx, tx, o, detail)
	})
	return err
}

func orNotFound(err error) error {
	if err != nil {
		return err
	}
	return order.ErrNotFound
}
