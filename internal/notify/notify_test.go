package notify_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"mime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/ident"
	"larek/internal/notify"
	"larek/internal/pg"
	"larek/internal/pg/pgtest"
	"larek/internal/picture"
)

// desk is a database with orders, a mail server and the service between them.
type desk struct {
	*testing.T
	pool *pgxpool.Pool
	post *postman
	*notify.Service
	now time.Time
	log *bytes.Buffer
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{T: t, pool: pgtest.New(t), post: newPostman(t), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC), log: &bytes.Buffer{}}
	sender, err := notify.NewSMTP(d.post.url(), "Ларёк <shop@example.test>")
	if err != nil {
		t.Fatal(err)
	}
	d.Service = notify.NewService(d.pool, sender, func() time.Time { return d.now }, slog.New(slog.NewTextHandler(d.log, nil)), "https://larek.example")
	d.exec(`insert into games (id, kind, title, detail_title, detail_description, logo, product_preview_name, product_preview_icon, position, created)
		values (1, 'steam', 'Steam', '', '', $1, '', $1, 1, now())`, picture.KeyOf([]byte("<svg/>")))
	return d
}

func (d *desk) exec(sql string, args ...any) {
	d.Helper()
	if _, err := d.pool.Exec(d.Context(), sql, args...); err != nil {
		d.Fatalf("%s: %v", sql, err)
	}
}

// order is one with a line, of a guest with the e-mail or of nobody.
func (d *desk) order(email string) int64 {
	d.Helper()
	var id int64
	err := d.pool.QueryRow(d.Context(), `with o as (
		insert into orders (hash, kind, status, email, game_id, total, created, next_action, due_at)
		values ($1, 'steam', 'paid', nullif($2, ''), 1, 730.55, now(), 'deliver', now()) returning id
	), l as (
		insert into order_lines (order_id, title, quantity, unit_price, status) select id, 'Пополнение кошелька', 1, 730.55, 'processing' from o
	) select id from o`, ident.NewHash(), email).Scan(&id)
	if err != nil {
		d.Fatal(err)
	}
	return id
}

func (d *desk) queue(order int64, event notify.Event) {
	d.Helper()
	err := pg.InTx(d.Context(), d.pool, func(tx pgx.Tx) error { return d.Queue(d.Context(), tx, order, event) })
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) send() {
	d.Helper()
	if _, err := d.SendDue(d.Context()); err != nil {
		d.Fatal(err)
	}
}

// state is the letter's, and how often it was tried.
func (d *desk) state(order int64) string {
	d.Helper()
	var s string
	if err := d.pool.QueryRow(d.Context(), `select state || ' ' || tries from letters where order_id = $1`, order).Scan(&s); err != nil {
		d.Fatal(err)
	}
	return s
}

func TestLetterIsSentOnceHoweverManyAskAndSend(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var orders []int64
	for range 10 {
		id := d.order("buyer@example.test")
		d.queue(id, notify.Paid)
		d.queue(id, notify.Paid)
		orders = append(orders, id)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { _, _ = d.SendDue(context.Background()) })
	}
	wg.Wait()
	d.send()
	if got := d.post.got(); len(got) != len(orders) {
		t.Fatalf("%d letters for %d orders", len(got), len(orders))
	}
	m := d.post.got()[0]
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || !strings.HasPrefix(subject, "Заказ ") || !strings.HasSuffix(subject, " оплачен") {
		t.Errorf("%q, %v", subject, err)
	}
	if kind := m.Header.Get("Content-Type"); !strings.HasPrefix(kind, "multipart/alternative") || m.Header.Get("To") != "<buyer@example.test>" ||
		!strings.HasSuffix(m.Header.Get("Message-ID"), "@larek.example>") {
		t.Errorf("%v", m.Header)
	}
	ids := map[string]bool{}
	for _, m := range d.post.got() {
		ids[m.Header.Get("Message-ID")] = true
	}
	if len(ids) != len(orders) {
		t.Errorf("%d ids", len(ids))
	}
}

func TestRefusedLetterIsTriedLaterAndThenGivenUp(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.order("buyer@example.test")
	d.queue(id, notify.Paid)
	d.post.set(true, false)
	for i, wait := range []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 2 * time.Hour} {
		d.send()
		if want := "waiting " + string(rune('1'+i)); d.state(id) != want {
			t.Fatalf("%s instead of %s", d.state(id), want)
		}
		d.now = d.now.Add(wait - time.Second)
		d.send()
		if want := "waiting " + string(rune('1'+i)); d.state(id) != want {
			t.Fatalf("tried too early: %s", d.state(id))
		}
		d.now = d.now.Add(time.Second)
	}
	if strings.Contains(d.log.String(), "buyer@") {
		t.Errorf("the log names the buyer: %s", d.log)
	}
	d.now = d.now.Add(23 * time.Hour)
	d.send()
	if d.state(id) != "given_up 6" || len(d.post.got()) != 0 {
		t.Errorf("%s, %d letters", d.state(id), len(d.post.got()))
	}
}

func TestLetterOfUnknownFateIsNeverSentAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.order("buyer@example.test")
	d.queue(id, notify.Delivered)
	d.post.set(false, true)
	d.send()
	d.post.set(false, false)
	d.now = d.now.Add(9 * time.Minute)
	d.send()
	if d.state(id) != "sending 1" {
		t.Fatal(d.state(id))
	}
	d.now = d.now.Add(time.Minute)
	d.send()
	d.now = d.now.Add(24 * time.Hour)
	d.queue(id, notify.Delivered)
	d.send()
	if d.state(id) != "given_up 1" || len(d.post.got()) != 1 {
		t.Errorf("%s, %d letters", d.state(id), len(d.post.got()))
	}
}

func TestNobodyToWriteTo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	nobody, member := d.order(""), d.order("")
	d.exec(`insert into users (id, nickname, email, created) values (7, 'Я', 'me@example.test', now())`)
	d.exec(`update orders set user_id = 7 where id = $1`, member)
	d.queue(nobody, notify.Paid)
	d.queue(member, notify.Paid)
	d.send()
	if d.state(nobody) != "given_up 1" || d.state(member) != "sent 1" || len(d.post.got()) != 1 {
		t.Errorf("%s, %s", d.state(nobody), d.state(member))
	}
}

func TestRefundLetterWaitsForTheRefund(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.order("buyer@example.test")
	d.queue(id, notify.Refunded)
	if _, err := d.SendDue(t.Context()); err == nil || d.state(id) != "waiting 1" {
		t.Fatalf("%v, %s", err, d.state(id))
	}
	d.exec(`with a as (insert into payment_attempts (order_id, number, reference, method, provider, status, total, fee, currency, rate, amount, created, expires_at)
			values ($1, 1, 'r', 'balance', 'balance', 'paid', 730.55, 0, 'RUB', 1, 730.55, now(), now()) returning id),
		n as (insert into payment_notices (provider, fact, source, kind, provider_id, amount, currency)
			values ('balance', 'f', 'balance', 'paid', 'r', 730.55, 'RUB') returning id),
		p as (insert into payments (order_id, attempt_id, notice_id, provider, provider_id, amount, currency, use, received_at)
			select $1, a.id, n.id, 'balance', 'r', 730.55, 'RUB', 'order', now() from a, n returning id)
		insert into refunds (payment_id, order_id, amount, currency, reason, destination, status, created, done_at)
		select p.id, $1, 730.55, 'RUB', 'excess', 'balance', 'done', now(), now() from p`, id)
	d.now = d.now.Add(time.Minute)
	d.send()
	if d.state(id) != "sent 2" || len(d.post.got()) != 1 {
		t.Errorf("%s, %d letters", d.state(id), len(d.post.got()))
	}
}

func TestEveryLetterTellsWhatItMust(t *testing.T) {
	t.Parallel()
	subjects := map[notify.Event]string{
		notify.Paid: "Заказ 4001 оплачен", notify.Delivered: "Заказ 4001 доставлен", notify.DetailsNeeded: "Заказ 4001: проверьте данные",
		notify.DetailsReminder: "Заказ 4001: ждём верные данные", notify.Refunded: "Заказ 4001: вернули 730,55\u00a0₽",
		notify.OrderLink: "Заказ 4001: ссылка для вас",
	}
	for _, event := range notify.Events {
		m, err := notify.Sample(event, "https://larek.example/")
		again, _ := notify.Sample(event, "https://larek.example/")
		if err != nil || m.Subject != subjects[event] || m.ID != again.ID {
			t.Errorf("%s: %q, %v", event, m.Subject, err)
		}
		link := "https://larek.example/ru/orders/f96jr000000000000000000000/details"
		if event == notify.OrderLink {
			link = "https://larek.example/ru/orders/f96jr000000000000000000000/prove?proof=the-proof-of-the-letter"
		}
		for form, body := range map[string]string{"text": m.Text, "html": m.HTML} {
			for _, want := range []string{link, "Благословение полой луны", "Заказ 4001"} {
				if !strings.Contains(body, want) {
					t.Errorf("%s, %s: no %q", event, form, want)
				}
			}
		}
		for _, outside := range []string{"<img", "url(", "<link", "<script", "@import"} {
			if strings.Contains(m.HTML, outside) {
				t.Errorf("%s: %s", event, outside)
			}
		}
	}
	if m, _ := notify.Sample(notify.DetailsNeeded, ""); !strings.Contains(m.Text, "18\u00a0ноября, 15:00 по\u00a0Москве") {
		t.Errorf("no deadline: %s", m.Text)
	}
}

func TestGuestsLettersCarryAProofAndAccountsLettersDoNot(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var mu sync.Mutex
	made := map[int64]string{}
	d.ProveBy(func(_ context.Context, orderID int64, email string) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		made[orderID] = email
		return "secret", nil
	})
	guests, users := d.order("guest@example.test"), d.order("me@example.test")
	d.exec(`insert into users (id, nickname, created) values (7, 'Я', now())`)
	d.exec(`update orders set user_id = 7 where id = $1`, users)
	d.queue(guests, notify.Delivered)
	d.queue(users, notify.Delivered)
	for range 2 { // asked for twice before it is sent, and once more after
		for range 2 {
			if err := d.QueueAgain(t.Context(), guests, notify.OrderLink); err != nil {
				t.Fatal(err)
			}
		}
		d.send()
	}
	if err := d.QueueAgain(t.Context(), users, notify.OrderLink); err != nil {
		t.Fatal(err)
	}
	d.send()
	with, without := 0, 0
	for _, m := range d.post.got() {
		body, err := io.ReadAll(m.Body)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(strings.ReplaceAll(string(body), "=\r\n", ""), "=3D", "=")
		if strings.Contains(text, "/prove?proof=secret") {
			with++
		} else if strings.Contains(text, "/details") {
			without++
		}
	}
	if with != 3 || without != 1 || len(made) != 1 || made[guests] != "guest@example.test" {
		t.Errorf("got %d letters with a proof and %d without, proofs for %v; want 3, 1 and the guest's", with, without, made)
	}
}

func TestTitlesCannotWriteHTML(t *testing.T) {
	t.Parallel()
	o := &notify.Order{ID: 1, Lines: []notify.Line{{Title: "<b>&</b>", Quantity: 1, Status: "completed"}}}
	m, err := notify.Compose(o, notify.Delivered, "https://larek.example")
	if err != nil || strings.Contains(m.HTML, "<b>") || !strings.Contains(m.Text, "<b>&</b>") {
		t.Errorf("%v", err)
	}
}

func TestPasswordsStayHome(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "localhost:25", "http://user:hunter2@host", "smtp://", "smtp://user:hunter2@"} {
		if _, err := notify.NewSMTP(bad, "shop@example.test"); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := notify.NewSMTP("smtp://localhost", "nobody"); err == nil {
		t.Error("a sender without an address")
	}
}
