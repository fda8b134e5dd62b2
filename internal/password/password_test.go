package password

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/problem"
)

func TestPasswordsAreVerifiedWithStoredParams(t *testing.T) {
	t.Parallel()
	old := NewHasher(Argon2Params{Memory: 64, Passes: 1, Lanes: 1}, 1)
	digest, err := old.Digest(t.Context(), "ночной ларёк")
	if err != nil {
		t.Fatal(err)
	}
	again, _ := old.Digest(t.Context(), "ночной ларёк")
	if digest == again {
		t.Error("got equal digests of one password, want salted ones")
	}
	harder := NewHasher(Argon2Params{Memory: 128, Passes: 2, Lanes: 1}, 1)
	for _, row := range []struct {
		p         *Hasher
		password  string
		ok, stale bool
	}{{old, "ночной ларёк", true, false}, {harder, "ночной ларёк", true, true}, {harder, "дневной ларёк", false, false}, {old, "", false, false}} {
		ok, stale, err := row.p.Check(t.Context(), &digest, row.password)
		if err != nil || ok != row.ok || stale != row.stale {
			t.Errorf("%q: got %t, stale %t, %v, want %t, stale %t", row.password, ok, stale, err, row.ok, row.stale)
		}
	}
	if ok, _, err := old.Check(t.Context(), nil, "x"); ok || err != nil {
		t.Errorf("unknown user: got %t, %v, want false", ok, err)
	}
	for _, bad := range []string{"", "x", "$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA", "$argon2id$v=19$m=99999999,t=1,p=1$" + "AAAAAAAAAAAAAAAAAAAAAA$AAAA", "$argon2id$v=19$m=64,t=1,p=1$AA$AA"} {
		if ok, _, err := old.Check(t.Context(), &bad, "x"); ok || err == nil {
			t.Errorf("digest %q: got no error", bad)
		}
	}
}

// Concurrent sign-ins must not use more memory than the slots allow, and 1 000
// sign-ins a minute must pass.
func TestConcurrentPasswordsStayWithinMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const slots, signIns = 2, 60
	p := NewHasher(DefaultArgon2Params, slots)
	digest, err := p.Digest(t.Context(), "x")
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(5 * time.Millisecond):
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapInuse)
			}
		}
	}()
	started := time.Now()
	var wg sync.WaitGroup
	for range signIns {
		wg.Go(func() {
			if ok, _, err := p.Check(t.Context(), &digest, "x"); !ok || err != nil {
				t.Errorf("%t, %v", ok, err)
			}
		})
	}
	wg.Wait()
	took := time.Since(started)
	close(stop)
	grown := (max(<-peak, before.HeapInuse) - before.HeapInuse) >> 20
	t.Logf("%d sign-ins in %v: %.0f a minute, at most %d MiB more", signIns, took.Round(time.Millisecond), signIns/took.Minutes(), grown)
	// Memory of finished digests waits for the garbage collector.
	if limit := uint64(3*slots*19 + 20); grown > limit {
		t.Errorf("got %d MiB more, want at most %d", grown, limit)
	}
}

func TestFullPasswordQueueIsRefused(t *testing.T) {
	t.Parallel()
	p := NewHasher(Argon2Params{Memory: 64, Passes: 1, Lanes: 1}, 1)
	for range cap(p.queue) {
		p.queue <- struct{}{}
	}
	_, err := p.Digest(t.Context(), "x")
	if busy, ok := errors.AsType[*problem.Error](err); !ok || busy.Kind != problem.Unavailable {
		t.Errorf("got %v, want an unavailable problem", err)
	}
}

func TestPasswordIsNotNormalized(t *testing.T) {
	t.Parallel()
	p := NewHasher(Argon2Params{Memory: 64, Passes: 1, Lanes: 1}, 1)
	password := " Ночной ларёк 🌙 " + strings.Repeat("x", 200)
	digest, err := p.Digest(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	for name, entered := range map[string]string{
		"trimmed": strings.TrimSpace(password), "in capitals": strings.ToUpper(password), "a letter less": password[:len(password)-1], "72 bytes": password[:72],
	} {
		if ok, _, err := p.Check(t.Context(), &digest, entered); ok || err != nil {
			t.Errorf("%s: got %t, %v, want false", name, ok, err)
		}
	}
	if ok, _, err := p.Check(t.Context(), &digest, password); !ok || err != nil {
		t.Errorf("unchanged: got %t, %v, want true", ok, err)
	}
}
