package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"strconv"

	"gocloud.dev/gcerrors"
)

// Encoded is an upload as it is stored.
type Encoded struct {
	JPEG          []byte
	Width, Height int
}

// Encode re-encodes an uploaded PNG, JPEG or WebP as a JPEG of at most side × side pixels
// without metadata. It returns ErrUpload if raw is not an acceptable picture.
func (s *Store) Encode(ctx context.Context, raw []byte, side int) (Encoded, error) {
	width, height, isWebP := webpSize(raw)
	if !isWebP {
		c, _, err := image.DecodeConfig(bytes.NewReader(raw))
		if err != nil {
			return Encoded{}, ErrUpload
		}
		width, height = c.Width, c.Height
	}
	if !acceptable(width, height) {
		return Encoded{}, ErrUpload
	}
	if err := s.slots.Acquire(ctx, 1); err != nil {
		return Encoded{}, err
	}
	defer s.slots.Release(1)
	size := strconv.Itoa(side) + "x" + strconv.Itoa(side) + ">"
	jpeg, err := vips(ctx, raw, "vipsthumbnail", "stdin[fail_on=error]", "--size", size, "--output", ".jpg[Q=85,strip,background=255]")
	if err != nil {
		return Encoded{}, err
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(jpeg))
	if err != nil {
		return Encoded{}, fmt.Errorf("read the encoded picture: %w", err)
	}
	return Encoded{JPEG: jpeg, Width: c.Width, Height: c.Height}, nil
}

// webpSize returns the size that the header of a WebP names.
func webpSize(raw []byte) (width, height int, ok bool) {
	if len(raw) < 30 || string(raw[:4]) != "RIFF" || string(raw[8:12]) != "WEBP" {
		return 0, 0, false
	}
	little := binary.LittleEndian
	switch string(raw[12:16]) {
	case "VP8X": // 24 bits of each side less one
		return int(little.Uint32(raw[23:27])>>8) + 1, int(little.Uint32(raw[26:30])>>8) + 1, true
	case "VP8L": // 14 bits of each side less one
		bits := little.Uint32(raw[21:25])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1, true
	case "VP8 ": // 14 bits of each side
		return int(little.Uint16(raw[26:28]) & 0x3fff), int(little.Uint16(raw[28:30]) & 0x3fff), true
	}
	return 0, 0, false
}

// PutPrivate stores a file that no address leads to: whoever reads it was allowed to by the
// caller. key is random, so that it tells nothing about the file.
func (s *Store) PutPrivate(ctx context.Context, key string, data []byte) error {
	if err := s.bucket.WriteAll(ctx, privatePath(key), data, nil); err != nil {
		return fmt.Errorf("store private picture: %w", err)
	}
	return nil
}

// Private returns a file of PutPrivate, or ErrNotFound.
func (s *Store) Private(ctx context.Context, key string) ([]byte, error) {
	data, err := s.bucket.ReadAll(ctx, privatePath(key))
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read private picture: %w", err)
	}
	return data, nil
}

// DeletePrivate deletes a file of PutPrivate; one that is not there is deleted already.
func (s *Store) DeletePrivate(ctx context.Context, key string) error {
	if err := s.bucket.Delete(ctx, privatePath(key)); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return fmt.Errorf("delete private picture: %w", err)
	}
	return nil
}

func privatePath(key string) string { return "private/" + key }
