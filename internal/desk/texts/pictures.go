package texts

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"larek/internal/audit"
	"larek/internal/desk"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/staff"
)

// widest is the largest width of a picture in an article, in pixels: twice its column.
const widest = 1280

var errPicture = problem.InvalidFields(problem.Field{
	Name: "data", Code: "wrong_format", Detail: "Нужна картинка PNG, JPEG или WebP до 2 МБ, не больше 4096 × 4096 точек и не выше четырёх своих ширин.",
})

// Picture is a picture as an article shows it.
type Picture struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// UploadPicture stores a picture for an article. The same picture again is stored once.
func (o *Service) UploadPicture(ctx context.Context, a desk.Command, raw []byte) (Picture, error) {
	if err := a.Actor.Need(staff.ContentWrite); err != nil {
		return Picture{}, err
	}
	encoded, err := o.Pictures.Encode(ctx, raw, widest)
	if errors.Is(err, picture.ErrUpload) || err == nil && encoded.Height > 4*encoded.Width {
		return Picture{}, errPicture
	}
	if err != nil {
		return Picture{}, err
	}
	key, err := o.Pictures.Put(ctx, encoded.JPEG)
	if err != nil {
		return Picture{}, err
	}
	p := Picture{Width: picture.Widths[0]}
	for _, w := range picture.Widths {
		if w <= min(encoded.Width, widest) {
			p.Width = w
		}
	}
	p.Height = max(1, (encoded.Height*p.Width+encoded.Width/2)/encoded.Width)
	p.URL = fmt.Sprintf("/media/%s/%d.webp", key, p.Width)
	action := a.On(audit.Object{Kind: "picture", ID: string(key)}, "picture.upload", staff.ContentWrite, key)
	return desk.Decode[Picture](o.Desk.Do(ctx, action, func(context.Context, pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{After: p, Result: p}, nil
	}))
}
