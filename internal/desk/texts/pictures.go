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

const (
	// widest is the largest width of a picture in an article, in pixels: twice its column.
	widest = 1280
	// tallest is the height it is shown at most, so that a screenshot of a phone fits a screen.
	tallest = 800
	// sharpest is the side of a picture that is stored: what is tall still has the width of a phone.
	sharpest = 4096
)

var errPicture = problem.InvalidFields(problem.Field{
	Name: "data", Code: "wrong_format", Detail: "Нужна картинка PNG, JPEG или WebP до 2 МБ, не больше 4096 × 4096 точек и не выше четырёх своих ширин.",
})

// Picture is a picture as an article shows it: the size is the one on the page.
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
	encoded, err := o.Pictures.Encode(ctx, raw, sharpest)
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
	p := shown(key, encoded.Width, encoded.Height)
	action := a.On(audit.Object{Kind: "picture", ID: string(key)}, "picture.upload", staff.ContentWrite, key)
	return desk.Decode[Picture](o.Desk.Do(ctx, action, func(context.Context, pgx.Tx) (desk.Outcome, error) {
		return desk.Outcome{After: p, Result: p}, nil
	}))
}

// shown returns the largest variant that is not larger than the picture, and the size that it is shown at.
func shown(key picture.Key, width, height int) Picture {
	variant := picture.Widths[0]
	for _, w := range picture.Widths {
		if w <= min(width, widest) {
			variant = w
		}
	}
	w := min(variant, width, max(1, tallest*width/height))
	return Picture{URL: fmt.Sprintf("/media/%s/%d.webp", key, variant), Width: w, Height: max(1, (height*w+width/2)/width)}
}
