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

var (
	// ErrUpload is returned for an upload that is not an acceptable picture.
	ErrUpload = errors.New("picture: not a JPEG or PNG of at most 4096 × 4096 pixels")
	// ErrCrop is returned for a part that cannot be cut out of a picture.
	ErrCrop = errors.New("picture: no such part")
)

// Rect is a part of a picture held upright, in its pixels.
type Rect struct{ Left, Top, Width, Height int }

// within reports whether the part lies inside a picture.
func (r Rect) within(width, height int) bool {
	return r.Left >= 0 && r.Top >= 0 && r.Width > 0 && r.Height > 0 && r.Left+r.Width <= width && r.Top+r.Height <= height
}

// PutUpload re-encodes an uploaded picture as a JPEG of at most side × side pixels
// and stores the result. Re-encoding removes everything else that was in the
// file, metadata included. It returns ErrUpload if raw is not an acceptable
// picture.
func (s *Store) PutUpload(ctx context.Context, raw []byte, side int) (Key, error) {
	size := strconv.Itoa(side) + "x" + strconv.Itoa(side) + ">"
	return s.put(ctx, raw, nil, "--size", size, "--output", ".jpg[Q=88,strip,background=255]")
}

// PutCropped is PutUpload for pictures of goods: it cuts the part of width × height
// pixels in which most is to be seen, and keeps what is transparent.
func (s *Store) PutCropped(ctx context.Context, raw []byte, width, height int) (Key, error) {
	size := strconv.Itoa(width) + "x" + strconv.Itoa(height)
	return s.put(ctx, raw, nil, "--size", size, "--smartcrop", "attention", "--output", ".webp[Q=92,strip]")
}

// PutPart is PutCropped for the part of a picture that a person chose. It returns ErrCrop
// if the part is not inside the picture or has other proportions than width × height.
func (s *Store) PutPart(ctx context.Context, raw []byte, part Rect, width, height int) (Key, error) {
	// Each side may be rounded to a whole pixel.
	if skew := part.Width*height - part.Height*width; skew > width+height || -skew > width+height {
		return "", ErrCrop
	}
	size := strconv.Itoa(width) + "x" + strconv.Itoa(height)
	return s.put(ctx, raw, &part, "--size", size, "--smartcrop", "centre", "--output", ".webp[Q=92,strip]")
}

func (s *Store) put(ctx context.Context, raw []byte, part *Rect, options ...string) (Key, error) {
	size, format, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || !acceptable(size.Width, size.Height) {
		return "", ErrUpload
	}
	// Cameras store a picture that is held upright lying on its side.
	if part != nil && !part.within(size.Width, size.Height) && (format != "jpeg" || !part.within(size.Height, size.Width)) {
		return "", ErrCrop
	}
	if err := s.slots.Acquire(ctx, 1); err != nil {
		return "", err
	}
	defer s.slots.Release(1)
	if part != nil {
		if raw, err = cut(ctx, raw, format, *part); err != nil {
			return "", err
		}
	}
	master, err := vips(ctx, raw, "vipsthumbnail", append([]string{"stdin[fail_on=error]"}, options...)...)
	if err != nil {
		return "", err
	}
	return s.Put(ctx, master)
}

func acceptable(width, height int) bool {
	return width >= 1 && height >= 1 && width <= maxSide && height <= maxSide
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

// cut returns the part of a picture as a PNG.
func cut(ctx context.Context, raw []byte, format string, part Rect) ([]byte, error) {
	from := "stdin[fail_on=error]"
	if format == "jpeg" {
		from = "stdin[fail_on=error,autorotate]"
	}
	sides := []string{strconv.Itoa(part.Left), strconv.Itoa(part.Top), strconv.Itoa(part.Width), strconv.Itoa(part.Height)}
	return vips(ctx, raw, "vips", append([]string{"crop", from, ".png[compression=1]"}, sides...)...)
}

// vips runs a program of libvips. It returns ErrUpload for a file that the program cannot
// decode to its end.
func vips(ctx context.Context, raw []byte, program string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...) //nolint:gosec // the arguments are set by the functions above; of the upload they have numbers alone
	cmd.Stdin = bytes.NewReader(raw)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, refused := errors.AsType[*exec.ExitError](err); refused && ctx.Err() == nil || err == nil && out.Len() == 0 {
		return nil, fmt.Errorf("%w: %.200s", ErrUpload, errs.Bytes())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %.200s", program, err, errs.Bytes())
	}
	return out.Bytes(), nil
}
