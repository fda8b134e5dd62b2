package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/publicid"
)

// secret is something of one buyer, and what it is.
type secret struct{ what, text string }

// patterns are recognised wherever they come from: the data of one story is deleted
// by the next, and codes are encrypted in the database.
var patterns = []struct {
	what string
	like *regexp.Regexp
}{
	{"an e-mail", regexp.MustCompile(`[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}`)},
	{"an access token", regexp.MustCompile(`\beyJ[\w-]{8,}\.[\w-]{8,}`)},
	{"a refresh token", regexp.MustCompile(`(?:^|[^\w-])[\w-]{43}(?:[^\w-]|$)`)},
	{"a code of the stock", regexp.MustCompile(`\b[A-HJ-NP-Z2-9]{18}\b`)},
}

// shortest is the length from which on a player's id does not turn up by chance.
const shortest = 6

const players = `
	select distinct d.key, d.value from orders, jsonb_each_text(detail) d
	where d.key in ('game_account_id', 'steam_account_id', 'moogold_user_id', 'moogold_server_custom_id') and length(d.value) >= $1`

// secretsOf collects what the shop knows about its buyers at the end of a run.
func secretsOf(ctx context.Context, db *pgx.Conn) ([]secret, error) {
	var found []secret
	rows, _ := db.Query(ctx, players, shortest)
	ids, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (secret, error) {
		var s secret
		return s, row.Scan(&s.what, &s.text)
	})
	if err != nil {
		return nil, fmt.Errorf("player ids: %w", err)
	}
	found = append(found, ids...)
	// The holder of one of these sees the order.
	for what, query := range map[string]string{
		"the hash of an order": `select hash from orders where not detail ? 'seeded'`,
		"a guest":              `select distinct guest from orders where guest is not null and not detail ? 'seeded'`,
	} {
		rows, _ := db.Query(ctx, query)
		hashes, err := pgx.CollectRows(rows, pgx.RowTo[publicid.ID])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		for _, h := range hashes {
			found = append(found, secret{what, h.String()})
		}
	}
	if len(ids) == 0 || len(found) == len(ids) {
		return nil, errors.New("there are no orders: nothing to search for")
	}
	return found, nil
}

// search remembers where something was found, once for each place and kind.
type search struct {
	known   []secret
	found   []string
	perhaps *regexp.Regexp
}

func newSearch(known []secret) *search {
	texts := make([]string, len(known))
	for i, s := range known {
		texts[i] = regexp.QuoteMeta(s.text)
	}
	// One pass instead of thousands.
	return &search{known: known, perhaps: regexp.MustCompile(strings.Join(texts, "|"))}
}

func (s *search) scan(place string, text []byte) {
	for line := range bytes.Lines(text) {
		// The sandbox is not the shop: it is every service the shop talks to. And
		// the shop's own address is no secret.
		if bytes.HasPrefix(line, []byte("sandbox│")) || bytes.Contains(line, []byte("LAREK_MAIL_FROM")) {
			continue
		}
		for _, hit := range s.perhaps.FindAll(line, -1) {
			i := slices.IndexFunc(s.known, func(k secret) bool { return k.text == string(hit) })
			s.note(place, s.known[i].what, line, hit)
		}
		for _, shape := range patterns {
			for _, hit := range shape.like.FindAll(line, -1) {
				s.note(place, shape.what, line, hit)
			}
		}
	}
}

// note shows the line without what was found in it: this is a log too.
func (s *search) note(place, what string, line, hit []byte) {
	start := fmt.Sprintf("%s: %s: ", place, what)
	if slices.ContainsFunc(s.found, func(f string) bool { return strings.HasPrefix(f, start) }) {
		return
	}
	around := bytes.ReplaceAll(bytes.TrimSpace(line), hit, []byte("***"))
	s.found = append(s.found, fmt.Sprintf("%s%.300q", start, around))
}

func (s *search) result() error {
	if len(s.found) == 0 {
		return nil
	}
	return fmt.Errorf("what belongs to buyers was found:\n  %s", strings.Join(s.found, "\n  "))
}
