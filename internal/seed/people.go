package seed

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/publicid"
)

// pastOrderCount is the number of orders in the demo data.
const pastOrderCount = 4000

func rowsOf(rows [][]any) pgx.CopyFromSource { return pgx.CopyFromRows(rows) }

func (s *seeder) seedPeople(ctx context.Context) error {
	rows := make([][]any, len(s.data.Nicknames))
	for i, nickname := range s.data.Nicknames {
		email := fmt.Sprintf("buyer%d@example.test", i+1)
		rows[i] = []any{int64(i + 1), email, nickname, s.images.add("avatars/%02d", 1+i%avatars), s.daysAgo(300 - i%300)}
	}
	s.users = len(rows)
	return s.copyRows(ctx, "users", []string{"id", "email", "nickname", "avatar", "created"}, rows)
}

var (
	orderColumns = []string{"id", "hash", "kind", "status", "user_id", "email", "game_id", "gift_id", "total", "detail", "created", "done_at"}
	lineColumns  = []string{"id", "order_id", "product_id", "title", "quantity", "unit_price", "status"}
)

// pastOrder is one delivered order.
type pastOrder struct {
	order []any
	line  []any
}

// seedOrders inserts the orders of the live feed, and an order of its game for
// every review.
func (s *seeder) seedOrders(ctx context.Context) error {
	if s.opt.Complete {
		return nil
	}
	var orders, lines, reviews [][]any
	byGame := map[int64][]soldProduct{}
	for _, p := range s.products {
		byGame[p.gameID] = append(byGame[p.gameID], p)
	}
	add := func(o pastOrder) {
		orders, lines = append(orders, o.order), append(lines, o.line)
	}
	// Reviews belong to orders of the last year, newest first, some hours after
	// the delivery.
	for i, r := range s.data.Reviews {
		done := s.opt.Now.Add(-time.Duration(i)*19*time.Hour - time.Duration(s.rng.IntN(600))*time.Minute - 2*time.Hour)
		if r.Gift {
			add(s.giftOrder(s.gifts[s.rng.IntN(len(s.gifts))], done, true))
		} else {
			packs := byGame[s.gameIDs[r.Game]]
			if len(packs) == 0 {
				return fmt.Errorf("review %d: no game %q", i+1, r.Game)
			}
			add(s.productOrder(packs[s.rng.IntN(len(packs))], done, true))
		}
		s.nextReview++
		reviews = append(reviews, []any{s.nextReview, s.nextOrder, r.Text, r.Stars, "published", done.Add(time.Duration(5+s.rng.IntN(90)) * time.Minute)})
	}
	// The other orders get rarer into the past; the newest are seconds old.
	for i := len(orders); i < pastOrderCount; i++ {
		n := i - len(s.data.Reviews)
		add(s.anyOrder(s.opt.Now.Add(-time.Duration(n*n/8+n*17+s.rng.IntN(15)) * time.Second)))
	}
	if err := s.copyRows(ctx, "orders", orderColumns, orders); err != nil {
		return err
	}
	if err := s.copyRows(ctx, "order_lines", lineColumns, lines); err != nil {
		return err
	}
	return s.copyRows(ctx, "feedback", []string{"id", "order_id", "text", "rating", "state", "created"}, reviews)
}

func (s *seeder) anyOrder(done time.Time) pastOrder {
	if s.rng.IntN(6) == 0 {
		return s.giftOrder(s.gifts[s.rng.IntN(len(s.gifts))], done, s.rng.IntN(3) > 0)
	}
	return s.productOrder(s.products[s.rng.IntN(len(s.products))], done, s.rng.IntN(3) > 0)
}

func (s *seeder) productOrder(p soldProduct, done time.Time, known bool) pastOrder {
	quantity := 1
	if s.rng.IntN(5) == 0 {
		quantity = 2
	}
	return s.order(orderKind[p.kind], &p.gameID, nil, &p.id, p.title, p.price, quantity, done, known)
}

func (s *seeder) giftOrder(g soldGift, done time.Time, known bool) pastOrder {
	return s.order("rokky", nil, &g.id, nil, g.title, g.price, 1, done, known)
}

// order returns a delivered order with one line, of a user or a guest.
func (s *seeder) order(kind string, gameID, giftID, productID *int64, title string, price money.RUB, quantity int, done time.Time, known bool) pastOrder {
	s.nextOrder++
	s.nextLine++
	var user *int64
	if known {
		user = new(int64(s.rng.IntN(s.users) + 1))
	}
	var hash publicid.ID
	binary.BigEndian.PutUint64(hash[:8], s.rng.Uint64())
	binary.BigEndian.PutUint64(hash[8:], s.rng.Uint64())
	email := fmt.Sprintf("guest%d@example.test", s.nextOrder)
	return pastOrder{
		order: []any{
			s.nextOrder, hash, kind, "done", user, email, gameID, giftID, price * money.RUB(quantity), `{"seeded": true}`,
			done.Add(-time.Duration(20+s.rng.IntN(160)) * time.Second), done,
		},
		line: []any{s.nextLine, s.nextOrder, productID, title, quantity, price, "completed"},
	}
}
