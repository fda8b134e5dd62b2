// Package password computes and verifies digests of passwords.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"

	"larek/internal/problem"
)

// Argon2Params is the cost of a password digest: memory in KiB, passes, lanes.
// It is stored in every digest, so that it can be raised later.
type Argon2Params struct {
	Memory uint32
	Passes uint32
	Lanes  uint8
}

// DefaultArgon2Params costs about 20 ms and 19 MiB.
var DefaultArgon2Params = Argon2Params{Memory: 19 * 1024, Passes: 2, Lanes: 1}

const (
	saltSize, sumSize = 16, 32
	// Bounds for the parameters of stored digests.
	maxMemory, maxPasses = 1 << 20, 16
)

// errBusy is returned if too many digests are queued.
var errBusy = problem.New(problem.Unavailable, "busy", "Сейчас входит слишком много людей. Попробуйте через минуту.")

// Hasher computes and verifies password digests. It limits how many run at
// once, and so bounds their memory.
type Hasher struct {
	work  Argon2Params
	slots *semaphore.Weighted
	queue chan struct{}
	// dummyDigest is verified for unknown users, so that the response takes
	// equally long.
	dummyDigest string
}

// NewHasher returns a Hasher that runs at most atOnce digests
// concurrently.
func NewHasher(work Argon2Params, atOnce int64) *Hasher {
	p := &Hasher{work: work, slots: semaphore.NewWeighted(atOnce), queue: make(chan struct{}, 64*atOnce)}
	p.dummyDigest = work.digest(rand.Text())
	return p
}

// Digest returns the digest to store.
func (p *Hasher) Digest(ctx context.Context, password string) (string, error) {
	var digest string
	err := p.runLimited(ctx, func() { digest = p.work.digest(password) })
	return digest, err
}

// Check verifies a password. digest is nil for a user without a password. stale
// reports that the digest was made with other parameters than the current ones.
func (p *Hasher) Check(ctx context.Context, digest *string, password string) (ok, stale bool, err error) {
	stored := p.dummyDigest
	if digest != nil {
		stored = *digest
	}
	work, salt, sum, err := parseDigest(stored)
	if err != nil {
		return false, false, err
	}
	err = p.runLimited(ctx, func() {
		got := argon2.IDKey([]byte(password), salt, work.Passes, work.Memory, work.Lanes, uint32(len(sum))) //nolint:gosec // 32
		ok = subtle.ConstantTimeCompare(got, sum) == 1 && digest != nil
	})
	return ok, ok && work != p.work, err
}

// runLimited runs fn when a slot is free. It returns errBusy if the queue is
// full.
func (p *Hasher) runLimited(ctx context.Context, fn func()) error {
	select {
	case p.queue <- struct{}{}:
		defer func() { <-p.queue }()
	default:
		return errBusy
	}
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("wait for a password slot: %w", err)
	}
	defer p.slots.Release(1)
	fn()
	return nil
}

func (w Argon2Params) digest(password string) string {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails since Go 1.24
	sum := argon2.IDKey([]byte(password), salt, w.Passes, w.Memory, w.Lanes, sumSize)
	text := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, w.Memory, w.Passes, w.Lanes, text.EncodeToString(salt), text.EncodeToString(sum))
}

var errDigest = errors.New("password: invalid digest")

func parseDigest(s string) (w Argon2Params, salt, sum []byte, err error) {
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return w, nil, nil, errDigest
	}
	if _, err = fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &w.Memory, &w.Passes, &w.Lanes); err != nil || w.Memory > maxMemory || w.Passes > maxPasses || w.Passes == 0 || w.Lanes == 0 {
		return w, nil, nil, errDigest
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	sum, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(salt) < saltSize || len(sum) < sumSize {
		return w, nil, nil, errDigest
	}
	return w, salt, sum, nil
}
