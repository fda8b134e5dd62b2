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

// maxSide bounds an upload in pixels: a small file can unpack to gigabytes.
const maxSide = 4096

// ErrUpload is returned for an upload that is not a picture we take.
var ErrUpload = errors.New("picture: not a JPEG or PNG of a sensible size")

// PutUpload draws a stranger's picture anew as a JPEG no larger than side, and
// keeps that: whatever else the file held is gone, places and names included.
func (s *Store) PutUpload(ctx context.Context, raw []byte, side int) (Key, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || size.Width < 1 || size.Height < 1 || size.Width > maxSide || size.Height > maxSide {
		return "", ErrUpload
	}
	if err := s.slots.Acquire(ctx, 1); err != nil {
		return "", err
	}
	master, err := redraw(ctx, raw, side)
	s.slots.Release(1)
	if err != nil {
		return "", err
	}
	return s.Put(ctx, master)
}

// redraw fails for a file that only begins like a picture.
func redraw(ctx context.Context, raw []byte, side int) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	box := strconv.Itoa(side) + "x" + strconv.Itoa(side) + ">"
	cmd := exec.CommandContext(ctx, "vipsthumbnail", "stdin[fail_on=error]", "--size", box, "--output", ".jpg[Q=88,strip,background=255]") //nolint:gosec // a number of ours
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
