package delivery_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"larek/internal/delivery"
	"larek/internal/pg/pgtest"
)

// Games take a code in any case and with any hyphens, so those are one code.
func TestCodeIsLoadedOnceHoweverItIsSpelled(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	spellings := []string{"F8DD-B1B8-0D61", "f8dd-b1b8-0d61", "F8DDB1B80D61", "F8DD--B1B8--0D61", "f8DD-B1b8-0d61"}
	if loaded, repeated, err := b.Load(t.Context(), 1, spellings); err != nil || loaded != 1 || repeated != 4 {
		t.Errorf("got %d loaded, %d repeated, %v, want 1 and 4", loaded, repeated, err)
	}
	lines, err := b.Preview(t.Context(), 1, []byte("AAAA-0000-0001\naaaa-0000-0001\nf8ddb1b8-0d61\n"), time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	faults := []string{}
	for _, l := range lines {
		faults = append(faults, string(l.Fault))
	}
	if want := []string{"", string(delivery.FaultRepeated), string(delivery.FaultKnown)}; !slices.Equal(faults, want) {
		t.Errorf("got the faults %q, want %q", faults, want)
	}
	if n := b.number(`select count(*) from codes`); n != 1 {
		t.Errorf("got %d codes, want 1", n)
	}
}

// Codes stored by an earlier release have no spelling until the worker opens them.
// Duplicates are reported and not sold.
func TestCodesOfAnEarlierReleaseGetTheirSpelling(t *testing.T) {
	t.Parallel()
	b := newStockFixture(t)
	load := func(codes ...string) int {
		t.Helper()
		loaded, _, err := b.Load(t.Context(), 1, codes)
		if err != nil {
			t.Fatal(err)
		}
		return loaded
	}
	load("F8DD-B1B8-0D61", "AAAA-0000-0001")
	forget := func() { pgtest.Exec(t, b.pool, `update codes set spelling = null`) }
	forget()
	if err := b.RecordSpellings(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := load("f8ddb1b80d61", "aaaa00000001"); n != 0 {
		t.Errorf("%d codes are loaded again", n)
	}
	forget()
	if n := load("f8ddb1b80d61"); n != 1 { // as the earlier release would
		t.Fatalf("%d codes loaded, want 1", n)
	}
	forget()
	twice := b.number(`select max(id) from codes`)
	if err := b.RecordSpellings(t.Context()); err == nil || !strings.HasSuffix(err.Error(), fmt.Sprintf(": %d", twice)) {
		t.Errorf("got %v, want code %d named", err, twice)
	}
	pgtest.Exec(t, b.pool, `update codes set state = 'void' where id = $1`, twice)
	if err := b.RecordSpellings(t.Context()); err != nil {
		t.Errorf("after it was voided: %v", err)
	}
}
