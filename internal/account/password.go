package account

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

// Work is how hard a password is to guess: memory in KiB, passes, lanes. It is
// written into every digest, so that it can be raised later.
type Work struct {
	Memory uint32
	Passes uint32
	Lanes  uint8
}

// StandardWork costs some 20 ms and 19 MiB.
var StandardWork = Work{Memory: 19 * 1024, Passes: 2, Lanes: 1}

const (
	saltSize, sumSize = 16, 32
	// maxWork bounds what a stored digest can make us do.
	maxMemory, maxPasses = 1 << 20, 16
)

// errBusy is answered before memory runs out.
var errBusy = problem.New(problem.Unavailable, "busy", "Сейчас входит слишком много людей. Попробуйте через минуту.")

// Passwords digests passwords, few at a time: each takes its memory only while
// it runs, so that a crowd costs time and not the machine.
type Passwords struct {
	work  Work
	slots *semaphore.Weighted
	queue chan struct{}
	// nobody is compared with when there is no such person, so that the answer
	// takes as long.
	nobody string
}

// NewPasswords runs at most atOnce digests side by side.
func NewPasswords(work Work, atOnce int64) *Passwords {
	p := &Passwords{work: work, slots: semaphore.NewWeighted(atOnce), queue: make(chan struct{}, 64*atOnce)}
	p.nobody = work.digest(rand.Text())
	return p
}

// Digest makes what is stored.
func (p *Passwords) Digest(ctx context.Context, password string) (string, error) {
	var digest string
	err := p.take(ctx, func() { digest = p.work.digest(password) })
	return digest, err
}

// Check compares; a person without a password is nil. Stale tells that the
// digest was made with less work than is asked for today.
func (p *Passwords) Check(ctx context.Context, digest *string, password string) (ok, stale bool, err error) {
	stored := p.nobody
	if digest != nil {
		stored = *digest
	}
	work, salt, sum, err := parseDigest(stored)
	if err != nil {
		return false, false, err
	}
	err = p.take(ctx, func() {
		got := argon2.IDKey([]byte(password), salt, work.Passes, work.Memory, work.Lanes, uint32(len(sum))) //nolint:gosec // 32
		ok = subtle.ConstantTimeCompare(got, sum) == 1 && digest != nil
	})
	return ok, ok && work != p.work, err
}

// take runs fn when there is room, and refuses when the queue itself is full.
func (p *Passwords) take(ctx context.Context, fn func()) error {
	select {
	case p.queue <- struct{}{}:
		defer func() { <-p.queue }()
	default:
		return errBusy
	}
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("wait for a password: %w", err)
	}
	defer p.slots.Release(1)
	fn()
	return nil
}

func (w Work) digest(password string) string {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails since Go 1.24
	sum := argon2.IDKey([]byte(password), salt, w.Passes, w.Memory, w.Lanes, sumSize)
	text := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, w.Memory, w.Passes, w.Lanes, text.EncodeToString(salt), text.EncodeToString(sum))
}

var errDigest = errors.New("account: a stored password is not readable")

func parseDigest(s string) (w Work, salt, sum []byte, err error) {
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
