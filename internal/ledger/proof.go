package ledger

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"larek/internal/ledger/ledgerdb"
)

// digesters is how many connections read entries at once.
const digesters = 4

// Proof is the result of comparing the books with their checkpoints.
type Proof struct {
	Checkpoints, Entries, Postings int64      // that were read again and are as they were
	Last                           Checkpoint // the newest whole one
	// Broken is the first checkpoint that does not fit, and Why says what; nil if all do.
	Broken *Checkpoint
	Why    string
	// Since is the audit of what was posted after the last checkpoint.
	Since Audit
}

// Err returns an error that names what is wrong, or nil.
func (p Proof) Err() error {
	if p.Broken != nil {
		return fmt.Errorf("checkpoint %d of %s does not fit entries %d to %d: %s", p.Broken.Number, p.Broken.Day.Format(time.DateOnly), p.Broken.FromID, p.Broken.ToID, p.Why)
	}
	return p.Since.Err()
}

// Prove checks the chain, reads the entries of the checkpoints from a day on again, and
// audits what was posted since. The zero day is the beginning.
func (c *Chain) Prove(ctx context.Context, from time.Time) (Proof, error) {
	return c.prove(ctx, func(list []Checkpoint) int {
		n, _ := slices.BinarySearchFunc(list, from, func(x Checkpoint, day time.Time) int { return x.Day.Compare(day) })
		return n
	})
}

// ProveRecent is Prove from the last checkpoint on.
func (c *Chain) ProveRecent(ctx context.Context) (Proof, error) {
	return c.prove(ctx, func(list []Checkpoint) int { return max(len(list)-1, 0) })
}

func (c *Chain) prove(ctx context.Context, first func([]Checkpoint) int) (p Proof, err error) {
	rows, err := c.q.Checkpoints(ctx)
	if err != nil {
		return p, fmt.Errorf("read checkpoints: %w", err)
	}
	list := make([]Checkpoint, len(rows))
	for i, r := range rows {
		list[i] = checkpointOf(r)
	}
	start := first(list)
	found, err := c.digest(ctx, list[start:])
	if err != nil {
		return p, err
	}
	sums, err := c.sumsOf(ctx)
	if err != nil {
		return p, err
	}
	age := c.keys.Oldest()
	for i, x := range list {
		var why string
		if age, why = c.misfit(p.Last, x, sums[x.Number], age); why != "" {
			p.Broken, p.Why = &x, why
			return p, nil
		}
		if i >= start {
			f := found[i-start]
			if f.Entries != x.Entries || f.Postings != x.Postings || !bytes.Equal(f.Content, x.Content) {
				p.Broken, p.Why = &x, fmt.Sprintf("%d entries with %d postings were there, %d with %d are, and what they say differs", x.Entries, x.Postings, f.Entries, f.Postings)
				return p, nil
			}
			p.Checkpoints, p.Entries, p.Postings = p.Checkpoints+1, p.Entries+f.Entries, p.Postings+f.Postings
		}
		p.Last = x
	}
	p.Since, err = c.books.verifyAfter(ctx, p.Last)
	return p, err
}

// misfit says why a checkpoint does not follow the one before, whose key has an age; it
// returns the age of its own key.
func (c *Chain) misfit(before, x Checkpoint, sums []sum, age int) (int, string) {
	if x.Number != before.Number+1 || x.FromID != before.ToID+1 || !x.Day.After(before.Day) {
		return age, fmt.Sprintf("it does not follow checkpoint %d", before.Number)
	}
	if age = c.keys.Age(linkText(before.Digest, x, sums), x.Digest, age); age < 0 {
		return age, "its own digest differs: it or its sums were changed, or LAREK_SECRET was and LAREK_OLD_SECRETS lacks the one before"
	}
	return age, ""
}

// sumsOf returns the sums of all checkpoints by number.
func (c *Chain) sumsOf(ctx context.Context) (map[int64][]sum, error) {
	rows, err := c.q.CheckpointSums(ctx, 0)
	if err != nil {
		return nil, fmt.Errorf("sums of checkpoints: %w", err)
	}
	by := map[int64][]sum{}
	for _, r := range rows {
		by[r.CheckpointID] = append(by[r.CheckpointID], r)
	}
	return by, nil
}

// digest returns what is there now of the ranges of checkpoints: how many entries and
// postings, and their digest. A range is digested in chunks, side by side.
func (c *Chain) digest(ctx context.Context, list []Checkpoint) ([]Checkpoint, error) {
	parts := make([][]ledgerdb.DigestOfRangeRow, len(list))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(digesters)
	for i, x := range list {
		parts[i] = make([]ledgerdb.DigestOfRangeRow, (x.ToID-x.FromID)/chunk+1)
		for n := range parts[i] {
			from := x.FromID + int64(n)*chunk
			work.Go(func() (err error) {
				parts[i][n], err = c.q.DigestOfRange(ctx, ledgerdb.DigestOfRangeParams{FromID: from, ToID: min(from+chunk-1, x.ToID)})
				return err
			})
		}
	}
	if err := work.Wait(); err != nil {
		return nil, fmt.Errorf("digest entries: %w", err)
	}
	found := make([]Checkpoint, len(list))
	for i := range list {
		h := sha256.New()
		for _, part := range parts[i] {
			found[i].Entries, found[i].Postings = found[i].Entries+part.Entries, found[i].Postings+part.Postings
			_, _ = h.Write(part.Digest)
		}
		found[i].Content = h.Sum(nil)
	}
	return found, nil
}

// sums returns the sums of a new checkpoint: what its entries did, and the balances of the
// one before with that. An entry that does not add up to zero is an error: nothing is to be
// proved by it.
func (c *Chain) sums(ctx context.Context, last, next Checkpoint) ([]sum, error) {
	type key struct{ account, currency string }
	by := map[key]sum{}
	if last.Number > 0 {
		before, err := c.q.CheckpointSums(ctx, last.Number)
		if err != nil {
			return nil, fmt.Errorf("sums of the last checkpoint: %w", err)
		}
		for _, s := range before {
			by[key{s.Account, s.Currency}] = sum{Account: s.Account, Currency: s.Currency, Balance: s.Balance}
		}
	}
	for from := next.FromID; from <= next.ToID; from += chunk {
		to := min(from+chunk-1, next.ToID)
		unbalanced, err := c.q.UnbalancedGroups(ctx, ledgerdb.UnbalancedGroupsParams{AfterID: from - 1, UntilID: to})
		if err != nil {
			return nil, fmt.Errorf("unbalanced entries: %w", err)
		}
		if len(unbalanced) > 0 {
			return nil, fmt.Errorf("entries %v do not add up to zero", unbalanced)
		}
		rows, err := c.q.SumsOfRange(ctx, ledgerdb.SumsOfRangeParams{FromID: from, ToID: to})
		if err != nil {
			return nil, fmt.Errorf("sums of entries: %w", err)
		}
		for _, r := range rows {
			s := by[key{r.Account, r.Currency}]
			by[key{r.Account, r.Currency}] = sum{Account: r.Account, Currency: r.Currency, Debit: s.Debit + r.Debit, Credit: s.Credit + r.Credit, Balance: s.Balance + r.Debit - r.Credit}
		}
	}
	var list []sum
	for _, s := range by {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b sum) int {
		return cmp.Or(cmp.Compare(a.Account, b.Account), cmp.Compare(a.Currency, b.Currency))
	})
	return list, nil
}
