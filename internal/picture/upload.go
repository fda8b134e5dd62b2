package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the two formats phones make screenshots in
	_ "image/png"
	"os/exec"
	"strconv"
	"time"
)

// maxSide bounds the sides of an upload in pixels: a small file can decode to
// gigabytes.
const maxSide = 4096

// ErrUpload is returned for an upload that is not an acceptable picture.
var ErrUpload = errors.New("picture: not a JPEG or PNG of at most 4096 × 4096 pixels")

// PutUpload re-encodes an uploaded picture as a JPEG of at most side × side pixels
// and stores the result. Re-encoding removes everything else that was in the
// file, metadata included. It returns ErrUpload if raw is not an acceptable
// picture.
func (s *Store) PutUpload(ctx context.Context, raw []byte, side int) (Key, error) {
	size := strconv.Itoa(side) + "x" + strconv.Itoa(side) + ">"
	return s.put(ctx, raw, "--size", size, "--output", ".jpg[Q=88,strip,background=255]")
}

// PutCropped is PutUpload for pictures of goods: it cuts the part of width × height
// pixels in which most is to be seen, and keeps what is transparent.
func (s *Store) PutCropped(ctx context.Context, raw []byte, width, height int) (Key, error) {
	size := strconv.Itoa(width) + "x" + strconv.Itoa(height)
	return s.put(ctx, raw, "--size", size, "--smartcrop", "attention", "--output", ".webp[Q=92,strip]")
}

func (s *Store) put(ctx context.Context, raw []byte, options ...string) (Key, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || size.Width < 1 || size.Height < 1 || size.Width > maxSide || size.Height > maxSide {
		return "", ErrUpload
	}
	if err := s.slots.Acquire(ctx, 1); err != nil {
		return "", err
	}
	master, err := reencode(ctx, raw, options)
	s.slots.Release(1)
	if err != nil {
		return "", err
	}
	return s.Put(ctx, master)
}

// Has reports whether a picture is stored.
func (s *Store) Has(ctx context.Context, k Key) (bool, error) {
	if !keyPattern.MatchString(string(k)) {
		return false, nil
	}
	known, err := s.bucket.Exists(ctx, masterPath(k))
	if err != nil {
		return false, fmt.Errorf("look for picture %s: %w", k, err)
	}
	return known, nil
}

// reencode returns ErrUpload for a file that libvips cannot decode to its end.
func reencode(ctx context.Context, raw []byte, options []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "vipsthumbnail", append([]string{"stdin[fail_on=error]"}, options...)...) //nolint:gosec // the options are set by the functions above, not by the upload
	cmd.Stdin = bytes.NewReader(raw)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, refused := errors.AsType[*exec.ExitError](err); refused && ctx.Err() == nil || err == nil && out.Len() == 0 {
		return nil, fmt.Errorf("%w: %.200s", ErrUpload, errs.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("vipsthumbnail: %w: %.200s", err, errs.Bytes())
	}
	return out.Bytes(), nil
}
