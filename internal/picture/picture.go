// Package picture stores pictures under the hash of their bytes and renders them
// in a fixed set of widths and formats.
package picture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"larek/internal/publicid"
)

// Key identifies a picture by its content, so the picture at an address never
// changes.
type Key string

// Format is a file format browsers accept.
type Format string

// The formats, best first.
const (
	AVIF Format = "avif"
	WebP Format = "webp"
	PNG  Format = "png"
)

// Widths are the only widths that are rendered, so that requests cannot fill the
// store with variants.
var Widths = []int{160, 320, 640, 960, 1280, 1920}

// ErrNotFound is returned for an unknown picture, width or format.
var ErrNotFound = errors.New("picture: not found")

var keyPattern = regexp.MustCompile(`^[0-9a-z]{26}$`)

// KeyOf returns the key of a master.
func KeyOf(master []byte) Key {
	sum := sha256.Sum256(master)
	return Key(publicid.Encode(sum[:16]))
}

// URL returns the path of the 640 px PNG variant, which every client can show.
// Replace its last element to get another variant.
func (k Key) URL() string { return "/media/" + string(k) + "/640.png" }

// Store holds masters and the variants rendered from them.
type Store struct {
	bucket    *blob.Bucket
	rendering singleflight.Group
	slots     *semaphore.Weighted
}

// NewStore returns a store in bucket that renders at most slots variants at a
// time, because rendering is the most expensive work of the API.
func NewStore(bucket *blob.Bucket, slots int64) *Store {
	return &Store{bucket: bucket, slots: semaphore.NewWeighted(slots)}
}

// Put stores a master and returns its key. It is idempotent. It accepts SVG,
// which only the demo data contains: PutUpload re-encodes uploads before it calls
// Put.
func (s *Store) Put(ctx context.Context, master []byte) (Key, error) {
	k := KeyOf(master)
	path := masterPath(k)
	if ok, err := s.bucket.Exists(ctx, path); err == nil && ok {
		return k, nil
	}
	if err := s.bucket.WriteAll(ctx, path, master, nil); err != nil {
		return "", fmt.Errorf("store picture %s: %w", k, err)
	}
	return k, nil
}

// Variant returns the picture in one width and format. It renders and stores the
// variant at the first request. It returns ErrNotFound for an unknown key, width
// or format.
func (s *Store) Variant(ctx context.Context, k Key, width int, f Format) ([]byte, error) {
	if !keyPattern.MatchString(string(k)) || !slices.Contains(Widths, width) || !f.known() {
		return nil, ErrNotFound
	}
	path := "variants/" + string(k) + "/" + strconv.Itoa(width) + "." + string(f)
	data, err := s.bucket.ReadAll(ctx, path)
	if err == nil || gcerrors.Code(err) != gcerrors.NotFound {
		return data, err
	}
	// Concurrent requests share one rendering, which goes on if its caller leaves.
	rendered, err, _ := s.rendering.Do(path, func() (any, error) {
		return s.renderVariant(context.WithoutCancel(ctx), k, path, width, f)
	})
	if err != nil {
		return nil, err
	}
	return rendered.([]byte), nil
}

func (s *Store) renderVariant(ctx context.Context, k Key, path string, width int, f Format) ([]byte, error) {
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
		return nil, fmt.Errorf("store %s: %w", path, err)
	}
	return data, nil
}

func (f Format) known() bool { return f == AVIF || f == WebP || f == PNG }

// MediaType returns the Content-Type of the format.
func (f Format) MediaType() string { return "image/" + string(f) }

func masterPath(k Key) string { return "masters/" + string(k) }

// saveOptions are the encoder settings. AVIF at effort 2 is within 5 % of the size
// of effort 4 and takes a third of the time.
var saveOptions = map[Format]string{
	AVIF: ".avif[Q=62,effort=2]",
	WebP: ".webp[Q=82]",
	PNG:  ".png[compression=9,palette=true]",
}

// render runs libvips in a separate process, so that a decoder that crashes on a
// bad picture, or runs out of memory, does not stop the API.
func render(ctx context.Context, master []byte, width int, f Format) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	// The height only has to be larger than that of any picture.
	size := strconv.Itoa(width) + "x" + strconv.Itoa(4*width)
	cmd := exec.CommandContext(ctx, "vipsthumbnail", "stdin", "--size", size, "--output", saveOptions[f]) //nolint:gosec // arguments come from the tables above
	cmd.Stdin = bytes.NewReader(master)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("vipsthumbnail: %w: %.200s", err, errs.Bytes())
	}
	if out.Len() == 0 {
		return nil, fmt.Errorf("vipsthumbnail wrote nothing: %.200s", errs.Bytes())
	}
	return out.Bytes(), nil
}
