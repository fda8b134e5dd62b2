package email_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/brand"
	"larek/internal/email"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
)

// emailFixture is a database with orders, a mail server and the service under
// test.
type emailFixture struct {
	*testing.T
	pool *pgxpool.Pool
	game int64
	post *mailServer
	*email.Service
	now time.Time
	log *bytes.Buffer
	// announced are the emails that operators were notified of.
	announced []int64
}

var look = email.NewLook(brand.Brand{Name: "Полночь", Accent: new("#6e4cff")}, "https://larek.example/")

func newEmailFixture(t *testing.T) *emailFixture {
	t.Helper()
	d := &emailFixture{T: t, pool: pgtest.New(t), post: newMailServer(t), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC), log: &bytes.Buffer{}}
	sender, err := email.NewSMTP(d.post.url(), "Ларёк <shop@example.test>")
	if err != nil {
		t.Fatal(err)
	}
	d.Service = email.NewService(d.pool, sender, func() time.Time { return d.now }, slog.New(slog.NewTextHandler(d.log, nil)), "https://larek.example")
	d.SetQueue(func(_ context.Context, _ string, id int64) { d.announced = append(d.announced, id) })
	d.game = factory.Game(t, d.pool, factory.With{"kind": "steam"})
	return d
}

// order inserts a paid order with one line. Columns of it are, for example, its
// email address.
func (d *emailFixture) order(columns factory.With) int64 {
	d.Helper()
	columns["kind"], columns["status"], columns["game_id"], columns["total"] = "steam", "paid", d.game, 730.55
	id := factory.Order(d, d.pool, columns)
	factory.Line(d, d.pool, id, factory.With{"title": "Пополнение кошелька", "unit_price": 730.55})
	return id
}

// guestOrder inserts an order of a guest with an email address.
func (d *emailFixture) guestOrder() int64 {
	d.Helper()
	return d.order(factory.With{"email": "buyer@example.test"})
}

func (d *emailFixture) queue(order int64, kind email.Kind) {
	d.Helper()
	pgtest.InTx(d, d.pool, func(ctx context.Context, tx pgx.Tx) error { return d.Enqueue(ctx, tx, order, kind) })
}

func (d *emailFixture) send() {
	d.Helper()
	if _, err := d.SendDue(d.Context()); err != nil {
		d.Fatal(err)
	}
}

// state returns the state of the order's email and how often it was tried.
func (d *emailFixture) state(order int64) string {
	d.Helper()
	return pgtest.One[string](d, d.pool, `select state || ' ' || tries from letters where order_id = $1`, order)
}

func TestEmailIsSentOnce(t *testing.T) {
	t.Parallel()
	d := newEmailFixture(t)
	var orders []int64
	for range 10 {
		id := d.guestOrder()
		d.queue(id, email.Delivered)
		d.queue(id, email.Delivered)
		orders = append(orders, id)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { _, _ = d.SendDue(context.Background()) })
	}
	wg.Wait()
	d.send()
	if got := d.post.got(); len(got) != len(orders) {
		t.Fatalf("got %d e-mails for %d orders", len(got), len(orders))
	}
	m := d.post.got()[0]
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || !strings.HasPrefix(subject, "Заказ ") || !strings.Contains(subject, " доставлен: ") {
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
		t.Errorf("got %d Message-IDs, want one per order", len(ids))
	}
}

func TestRefusedEmailIsRetriedAndThenAbandoned(t *testing.T) {
	t.Parallel()
	d := newEmailFixture(t)
	id := d.guestOrder()
	d.queue(id, email.Delivered)
	d.post.set(true, false)
	for i, wait := range []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 2 * time.Hour} {
		d.send()
		if want := "waiting " + string(rune('1'+i)); d.state(id) != want {
			t.Fatalf("state: got %s, want %s", d.state(id), want)
		}
		d.now = d.now.Add(wait - time.Second)
		d.send()
		if want := "waiting " + string(rune('1'+i)); d.state(id) != want {
			t.Fatalf("retried too early: %s", d.state(id))
		}
		d.now = d.now.Add(time.Second)
	}
	if strings.Contains(d.log.String(), "buyer@") {
		t.Errorf("the log contains the buyer's address: %s", d.log)
	}
	d.now = d.now.Add(23 * time.Hour)
	if len(d.announced) != 0 {
		t.Errorf("announced to operators: %v while it is retried", d.announced)
	}
	d.send()
	if d.state(id) != "given_up 6" || len(d.post.got()) != 0 || len(d.announced) != 1 {
		t.Errorf("got state %s, %d e-mails, announced %v", d.state(id), len(d.post.got()), d.announced)
	}
}

func TestEmailWithUnknownOutcomeIsNotSentAgain(t *testing.T) {
	t.Parallel()
	d := newEmailFixture(t)
	id := d.guestOrder()
	d.queue(id, email.Delivered)
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
	d.queue(id, email.Delivered)
	d.send()
	if d.state(id) != "given_up 1" || len(d.post.got()) != 1 || len(d.announced) != 1 {
		t.Errorf("got state %s, %d e-mails, announced %v", d.state(id), len(d.post.got()), d.announced)
	}
}

func TestEmailWithoutAddressIsAbandoned(t *testing.T) {
	t.Parallel()
	d := newEmailFixture(t)
	user := factory.User(t, d.pool, factory.With{"email": "me@example.test"})
	noAddress, member := d.order(factory.With{}), d.order(factory.With{"user_id": user})
	d.queue(noAddress, email.Delivered)
	d.queue(member, email.Delivered)
	d.send()
	if d.state(noAddress) != "given_up 1" || d.state(member) != "sent 1" || len(d.post.got()) != 1 || len(d.announced) != 0 {
		t.Errorf("%s, %s, announced %v", d.state(noAddress), d.state(member), d.announced)
	}
}

func TestRefundEmailWaitsForTheRefund(t *testing.T) {
	t.Parallel()
	d := newEmailFixture(t)
	id := d.guestOrder()
	d.queue(id, email.Refunded)
	if _, err := d.SendDue(t.Context()); err == nil || d.state(id) != "waiting 1" {
		t.Fatalf("%v, %s", err, d.state(id))
	}
	attempt := factory.PaymentAttempt(t, d.pool, id, factory.With{"status": "paid", "total": 730.55, "amount": 730.55})
	factory.Refund(t, d.pool, factory.Payment(t, d.pool, attempt), factory.With{"destination": "balance"})
	d.now = d.now.Add(time.Minute)
	d.send()
	if d.state(id) != "sent 2" || len(d.post.got()) != 1 {
		t.Errorf("got state %s, %d e-mails", d.state(id), len(d.post.got()))
	}
}

func TestRefundEmailSaysWhereTheMoneyWent(t *testing.T) {
	t.Parallel()
	sentences := map[string]string{"method": "тем же способом", "balance": "на вашем балансе", "other": "на реквизиты, о которых мы договорились"}
	for to := range sentences {
		order := email.Order{ID: 5, Refunds: []email.Refund{{Sum: email.Sum{Minor: 300_00, Currency: "RUB"}, To: to}}}
		m, err := email.Compose(&order, email.Refunded, nil, look)
		if err != nil {
			t.Fatal(err)
		}
		for of, sentence := range sentences {
			if strings.Contains(m.Text, sentence) != (of == to) {
				t.Errorf("a refund to %s: %q", to, m.Text)
			}
		}
	}
}

// Of two emails about one thing the buyer gets the one that says more.
func TestEmailThatIsOvertakenIsNotSent(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		kind   email.Kind
		after  time.Duration
		status string
		want   string
	}{
		{email.Paid, 59 * time.Second, "sending", "waiting 0"},
		{email.Paid, time.Minute, "sending", "sent 1"},
		{email.Paid, time.Minute, "sent", "given_up 1"},
		{email.Declined, 9 * time.Minute, "waiting_for_payment", "waiting 0"},
		{email.Declined, 10 * time.Minute, "waiting_for_payment", "sent 1"},
		{email.Declined, 10 * time.Minute, "paid", "given_up 1"},
		{email.Expired, 10 * time.Minute, "failed", "given_up 1"},
		{email.Delivered, 0, "sent", "sent 1"},
	} {
		t.Run(fmt.Sprintf("%s, %s after %s", row.kind, row.status, row.after), func(t *testing.T) {
			t.Parallel()
			d := newEmailFixture(t)
			id := d.guestOrder()
			d.queue(id, row.kind)
			pgtest.Exec(t, d.pool, `update orders set status = $2, next_action = case when $2 in ('done', 'failed') then null else 'pay' end,
				due_at = case when $2 in ('done', 'failed') then null else created end where id = $1`, id, row.status)
			d.now = d.now.Add(row.after)
			d.send()
			if got := d.state(id); got != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
			if len(d.announced) > 0 {
				t.Error("operators are told of an email that nobody misses")
			}
		})
	}
}

func TestEmailContents(t *testing.T) {
	t.Parallel()
	subjects := map[email.Kind]string{
		email.Short: "Заказ 4001: пришла не вся сумма", email.Declined: "Заказ 4001: платёж не прошёл",
		email.Expired: "Заказ 4001: время на платёж вышло", email.Late: "Заказ 4001: деньги пришли поздно, возвращаем",
		email.Paid: "Заказ 4001 оплачен: Genshin Impact, 980 Кристаллов сотворения и ещё 1", email.Delivered: "Заказ 4001 доставлен: Genshin Impact, 980 Кристаллов сотворения и ещё 1",
		email.DetailsNeeded:   "Заказ 4001: проверьте данные",
		email.DetailsReminder: "Заказ 4001: ждём верные данные", email.Refunded: "Заказ 4001: вернули 730,55\u00a0₽",
		email.OrderLink: "Заказ 4001: ссылка для вас",
	}
	for _, kind := range email.Kinds {
		m, err := email.Preview(kind, look)
		again, _ := email.Preview(kind, look)
		if err != nil || m.Subject != subjects[kind] || m.ID != again.ID {
			t.Errorf("%s: got subject %q, %v", kind, m.Subject, err)
		}
		link := "https://larek.example/ru/orders/f96jr000000000000000000000/details"
		if kind == email.OrderLink {
			link = "https://larek.example/ru/orders/f96jr000000000000000000000/prove?proof=the-proof-of-the-letter"
		}
		for form, body := range map[string]string{"text": m.Text, "html": m.HTML} {
			for _, want := range []string{link, "Благословение полой луны", "Заказ 4001", "«Полночь», larek.example"} {
				if !strings.Contains(body, want) {
					t.Errorf("%s, %s: no %q", kind, form, want)
				}
			}
		}
		for _, outside := range []string{"<img", "url(", "<link", "<script", "@import"} {
			if strings.Contains(m.HTML, outside) {
				t.Errorf("%s: got external content %s", kind, outside)
			}
		}
	}
	if m, _ := email.Preview(email.DetailsNeeded, look); !strings.Contains(m.Text, "18\u00a0ноября, 15:00 по\u00a0Москве") {
		t.Errorf("no deadline: %s", m.Text)
	}
}

func TestOnlyGuestsEmailsContainAProof(t *testing.T) {
	t.Parallel()
	d := newEmailFixture(t)
	var mu sync.Mutex
	made := map[int64]string{}
	d.SetProver(func(_ context.Context, orderID int64, email string) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		made[orderID] = email
		return "secret", nil
	})
	guests := d.order(factory.With{"email": "guest@example.test"})
	users := d.order(factory.With{"email": "me@example.test", "user_id": factory.User(t, d.pool, nil)})
	d.queue(guests, email.Delivered)
	d.queue(users, email.Delivered)
	for range 2 { // requested twice before it is sent, and once more after
		for range 2 {
			if err := d.EnqueueAgain(t.Context(), guests, email.OrderLink); err != nil {
				t.Fatal(err)
			}
		}
		d.send()
	}
	if err := d.EnqueueAgain(t.Context(), users, email.OrderLink); err != nil {
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
		t.Errorf("got %d e-mails with a proof and %d without, proofs for %v; want 3, 1 and the guest's", with, without, made)
	}
}

func TestTitlesAreEscaped(t *testing.T) {
	t.Parallel()
	o := &email.Order{ID: 1, Lines: []email.Line{{Title: "<b>&</b>", Quantity: 1, Status: "completed"}}}
	m, err := email.Compose(o, email.Delivered, nil, look)
	if err != nil || strings.Contains(m.HTML, "<b>") || !strings.Contains(m.Text, "<b>&</b>") {
		t.Errorf("%v", err)
	}
}

func TestPasswordsAreNotInErrors(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "localhost:25", "http://user:hunter2@host", "smtp://", "smtp://user:hunter2@"} {
		if _, err := email.NewSMTP(bad, "shop@example.test"); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := email.NewSMTP("smtp://localhost", "no-address"); err == nil {
		t.Error("invalid sender: got no error")
	}
}
