// Package picture keeps pictures under the hash of their bytes and serves
// them in a few sizes and formats.
package picture

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"larek/internal/ident"
)

// Key names a picture by its content: an address never changes what it shows.
type Key string

// Format is a file format browsers accept.
type Format string

// The formats, best first.
const (
	AVIF Format = "avif"
	WebP Format = "webp"
	PNG  Format = "png"
)

// Widths are the only sizes made, so that nobody can ask for a million of them.
var Widths = []int{160, 320, 640, 960, 1280, 1920}

// ErrNotFound is returned for a picture, width or format we do not have.
var ErrNotFound = errors.New("picture: not found")

var keyPattern = regexp.MustCompile(`^[0-9a-z]{26}$`)

// KeyOf names the bytes.
func KeyOf(master []byte) Key {
	sum := sha256.Sum256(master)
	return Key(ident.Encode(sum[:16]))
}

// URL is the address of the picture in the size and format every reader
// understands; the tail may be replaced to get another variant.
func (k Key) URL() string { return "/media/" + string(k) + "/640.png" }

// Store keeps masters and the variants made from them.
type Store struct {
	bucket *blob.Bucket
	making singleflight.Group
	slots  *semaphore.Weighted
}

// NewStore keeps everything in bucket and makes at most `slots` variants at a
// time: rendering is the only heavy thing the API does.
func NewStore(bucket *blob.Bucket, slots int64) *Store {
	return &Store{bucket: bucket, slots: semaphore.NewWeighted(slots)}
}

// Put keeps a master. SVG is accepted from our own seed only: uploads are
// re-encoded before they come here.
func (s *Store) Put(ctx context.Context, master []byte) (Key, error) {
	k := KeyOf(master)
	path := masterPath(k)
	if ok, err := s.bucket.Exists(ctx, path); err == nil && ok {
		return k, nil
	}
	if err := s.bucket.WriteAll(ctx, path, master, nil); err != nil {
		return "", fmt.Errorf("keep picture %s: %w", k, err)
	}
	return k, nil
}

// Variant returns the picture in one width and format, making it at the first
// request and keeping it.
func (s *Store) Variant(ctx context.Context, k Key, width int, f Format) ([]byte, error) {
	if !keyPattern.MatchString(string(k)) || !slices.Contains(Widths, width) || !f.known() {
		return nil, ErrNotFound
	}
	path := "variants/" + string(k) + "/" + strconv.Itoa(width) + "." + string(f)
	data, err := s.bucket.ReadAll(ctx, path)
	if err == nil || gcerrors.Code(err) != gcerrors.NotFound {
		return data, err
	}
	// One maker per variant, whoever asks; its work outlives an impatient caller.
	made, err, _ := s.making.Do(path, func() (any, error) {
		return s.make(context.WithoutCancel(ctx), k, path, width, f)
	})
	if err != nil {
		return nil, err
	}
	return made.([]byte), nil
}

func (s *Store) make(ctx context.Context, k Key, path string, width int, f Format) ([]byte, error) {
	master, err := s.bucket.ReadAll(ctx, masterPath(k))
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	if err := s.slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.slots.Release(1)
	data, err := render(ctx, master, width, f)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", path, err)
	}
	if err := s.bucket.WriteAll(ctx, path, data, nil); err != nil {
		return nil, fmt.Errorf("keep %s: %w", path, err)
	}
	return data, nil
}

func (f Format) known() bool { return f == AVIF || f == WebP || f == PNG }

// MediaType is the Content-Type of the format.
func (f Format) MediaType() string { return "image/" + string(f) }

func masterPath(k Key) string { return "masters/" + string(k) }
