package delivery

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/delivery/deliverydb"
	"larek/internal/pg"
	"larek/internal/picture"
	"larek/internal/problem"
	"larek/internal/publicid"
)

const (
	// pictureSide is the longest side of a stored picture in pixels: enough to read a screenshot.
	pictureSide = 1600
	// unattachedFor is how long a picture waits for the delivery it was uploaded with.
	unattachedFor = time.Hour
)

// ErrNoPicture is returned for a picture that is not attached to the order.
var ErrNoPicture = problem.New(problem.NotFound, "order.no_picture", "Такой картинки у заказа нет.")

// Pictures keeps the pictures that show what operators delivered.
type Pictures struct {
	pool  *pgxpool.Pool
	files *picture.Store // nil without a store
	clock func() time.Time
}

// NewPictures returns the pictures in files.
func NewPictures(pool *pgxpool.Pool, files *picture.Store, clock func() time.Time) *Pictures {
	return &Pictures{pool: pool, files: files, clock: clock}
}

// ProofPicture is a picture attached to an order.
type ProofPicture struct {
	ID            int64
	Digest        [sha256.Size]byte // of the stored JPEG
	Width, Height int
	At            time.Time
	key           string
}

// Store re-encodes an upload and keeps it until Attach. It returns picture.ErrUpload for a
// file that is not an acceptable picture.
func (p *Pictures) Store(ctx context.Context, orderID int64, who string, upload []byte) (int64, error) {
	encoded, err := p.files.Encode(ctx, upload, pictureSide)
	if err != nil {
		return 0, err
	}
	key, digest := publicid.New().String(), sha256.Sum256(encoded.JPEG)
	id, err := deliverydb.New(p.pool).InsertPicture(ctx, deliverydb.InsertPictureParams{
		OrderID: orderID, BlobKey: key, Digest: digest[:], Width: int32(encoded.Width), Height: int32(encoded.Height), Created: p.clock(), CreatedBy: who,
	})
	if err != nil {
		return 0, fmt.Errorf("picture of order %d: %w", orderID, err)
	}
	return id, p.files.PutPrivate(ctx, key, encoded.JPEG)
}

// Attach attaches a stored picture to its order.
func (p *Pictures) Attach(ctx context.Context, tx pgx.Tx, orderID, id int64) error {
	n, err := deliverydb.New(tx).AttachPicture(ctx, deliverydb.AttachPictureParams{ID: id, OrderID: orderID, Now: p.clock()})
	if err != nil {
		return fmt.Errorf("attach picture %d: %w", id, err)
	}
	if n == 0 {
		return ErrNoPicture
	}
	return nil
}

// OfOrder returns the pictures attached to an order.
func (p *Pictures) OfOrder(ctx context.Context, orderID int64) ([]ProofPicture, error) {
	rows, err := deliverydb.New(p.pool).PicturesOfOrder(ctx, orderID)
	if err != nil && !pg.LacksTable(err) {
		return nil, fmt.Errorf("pictures of order %d: %w", orderID, err)
	}
	list := make([]ProofPicture, len(rows))
	for i, r := range rows {
		list[i] = ProofPicture{ID: r.ID, Digest: [sha256.Size]byte(r.Digest), Width: int(r.Width), Height: int(r.Height), At: r.AttachedAt, key: r.BlobKey}
	}
	return list, nil
}

// Read returns a picture of an order and its JPEG.
func (p *Pictures) Read(ctx context.Context, orderID, id int64) (ProofPicture, []byte, error) {
	list, err := p.OfOrder(ctx, orderID)
	if err != nil {
		return ProofPicture{}, nil, err
	}
	for _, x := range list {
		if x.ID == id {
			jpeg, err := p.files.Private(ctx, x.key)
			return x, jpeg, err
		}
	}
	return ProofPicture{}, nil, ErrNoPicture
}

// ErasePictures makes the pictures of all orders of a user unreadable; DeleteUnused deletes
// the files.
func ErasePictures(ctx context.Context, tx pgx.Tx, userID int64) error {
	if err := deliverydb.New(tx).ErasePictures(ctx, userID); err != nil {
		return fmt.Errorf("erase pictures of user %d: %w", userID, err)
	}
	return nil
}

// DeleteUnused deletes the pictures that are erased, and those that were never attached. The
// row goes after its file: if the file stays, the next call tries again.
func (p *Pictures) DeleteUnused(ctx context.Context) error {
	if p.files == nil {
		return nil
	}
	q, before := deliverydb.New(p.pool), p.clock().Add(-unattachedFor)
	rows, err := q.UnusedPictures(ctx, before)
	if err != nil {
		return fmt.Errorf("unused pictures: %w", err)
	}
	for _, r := range rows {
		if err := p.files.DeletePrivate(ctx, r.BlobKey); err != nil {
			return err
		}
		if err := q.DeletePicture(ctx, deliverydb.DeletePictureParams{ID: r.ID, Before: before}); err != nil {
			return fmt.Errorf("delete picture %d: %w", r.ID, err)
		}
	}
	return nil
}
