package email_test

import (
	"context"
	"mime"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/email"
	"larek/internal/pg/pgtest"
)

// subjects returns the subjects of all emails that were sent.
func (d *emailFixture) subjects() []string {
	d.Helper()
	var list []string
	for _, m := range d.post.got() {
		subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
		if err != nil {
			d.Fatal(err)
		}
		list = append(list, subject)
	}
	return list
}

func (d *emailFixture) editor() int64 {
	d.Helper()
	return pgtest.One[int64](d, d.pool, `insert into staff (email, name, role_id, password, created, seen_at)
		select 'anna@staff.test', 'Анна', min(id), '', now(), now() from staff_roles returning id`)
}

func TestEmailSaysWhatWasSavedLast(t *testing.T) {
	t.Parallel()
	d := newEmailFixture(t)
	anna := d.editor()
	for i, subject := range []string{"Первая {код}", "Вторая {код}"} {
		pgtest.InTx(d, d.pool, func(ctx context.Context, tx pgx.Tx) error {
			version, err := d.SaveTexts(ctx, tx, anna, email.DiscountCode, int32(i), email.Texts{"subject": subject, "lead": "{код} для заказа {заказ}"})
			if int(version) != i+1 {
				t.Errorf("got version %d, want %d", version, i+1)
			}
			return err
		})
	}
	// What replaces a placeholder is no text: its braces mean nothing.
	if err := d.PromoProof(t.Context(), "buyer@example.test", 7, "{заказ}", "https://larek.example/ru"); err != nil {
		t.Fatal(err)
	}
	if got := d.subjects(); len(got) != 1 || got[0] != "Вторая {заказ}" {
		t.Errorf("got %q, want the newest version", got)
	}
}

func TestEmailIsSentWhateverTextIsStored(t *testing.T) {
	t.Parallel()
	d := newEmailFixture(t)
	id := d.guestOrder()
	if _, err := d.pool.Exec(t.Context(), `insert into letter_texts (kind, version, body, staff_id, created) values ('delivered', 1, '{"subject": "Без номера", "gone": "x"}', $1, now())`, d.editor()); err != nil {
		t.Fatal(err)
	}
	d.queue(id, email.Delivered)
	d.send()
	if got := d.subjects(); len(got) != 1 || !strings.HasPrefix(got[0], "Заказ "+pgtest.One[string](d, d.pool, `select id::text from orders`)+" доставлен: ") {
		t.Errorf("got %q, want the shop's own words", got)
	}
}
