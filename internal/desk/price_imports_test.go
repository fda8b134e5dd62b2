package desk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"larek/internal/audit"
	"larek/internal/catalog"
	"larek/internal/desk"
	"larek/internal/pg/pgtest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/staff"
)

func (o *office) checkFile(who staff.Actor, lines ...string) desk.Saved {
	o.t.Helper()
	text := "Вид;Номер;Название;Цена\n" + strings.Join(lines, "\n")
	done, err := o.do.Pricing.CheckPriceFile(o.t.Context(), desk.Command{Actor: who, Key: newKey()}, "цены.csv", text)
	if err != nil {
		o.t.Fatal(err)
	}
	return done
}

func (o *office) applyFile(who staff.Actor, id int64) error {
	_, err := o.do.Pricing.ApplyPriceFile(o.t.Context(), desk.Command{Actor: who, Key: newKey(), Reason: audit.Reason{Code: "prices", Text: "прайс"}}, id)
	if applied := o.do.Pricing.ApplyPriceFiles(o.t.Context()); applied != nil {
		o.t.Fatal(applied)
	}
	return err
}

// lines returns the result of each line of a file.
func (o *office) lines(id int64) string {
	o.t.Helper()
	return pgtest.One[string](o.t, o.pool, `select string_agg(line || ' ' || verdict, ', ' order by line) from price_import_lines where import_id = $1`, id)
}

func TestFileOfPricesIsLookedAtThenApplied(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk := o.hire("catalog")
	changed, same, loss := o.priced(nil), o.priced(nil), o.priced(nil)
	gift := factory.Gift(t, o.pool, factory.With{"price": 500})
	file := []string{
		fmt.Sprintf("товар;%d;;120,50", changed), fmt.Sprintf("товар;%d;;100", same), fmt.Sprintf("товар;%d;;79,99", loss),
		fmt.Sprintf("подарок;%d;;555", gift), fmt.Sprintf("товар;%d;;130", changed), "товар;999999;Нет такого;5", fmt.Sprintf("товар;%d;;сто", same), "ключ;1;;5",
	}
	done := o.checkFile(clerk, file...)
	want := "2 ready, 3 same, 4 refused, 5 ready, 6 repeated, 7 not_found, 8 unclear, 9 unclear"
	if got := o.lines(done.ID); got != want || done.Message != "Файл проверен, изменится цен: 2." {
		t.Fatalf("got %s, %q; want %s", got, done.Message, want)
	}
	if err := o.do.Pricing.ApplyPriceFiles(t.Context()); err != nil || o.priceOf(changed) != "100.00 v1" {
		t.Fatalf("got %v, %s; want no price changed by looking", err, o.priceOf(changed))
	}
	if err := o.applyFile(clerk, done.ID); err != nil {
		t.Fatal(err)
	}
	giftPrice := func() string {
		return pgtest.One[string](t, o.pool, `select price || ' v' || price_version from gifts where id = $1`, gift)
	}
	if o.priceOf(changed) != "120.50 v2" || o.priceOf(same) != "100.00 v1" || o.priceOf(loss) != "100.00 v1" || giftPrice() != "555.00 v2" {
		t.Errorf("got %s, %s, %s, %s", o.priceOf(changed), o.priceOf(same), o.priceOf(loss), giftPrice())
	}
	want = "2 applied, 3 same, 4 refused, 5 applied, 6 repeated, 7 not_found, 8 unclear, 9 unclear"
	if got := o.lines(done.ID); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	history, err := o.do.Pricing.Prices.History(t.Context(), catalog.Goods{GiftID: gift})
	if err != nil || len(history) != 1 || history[0].OldPrice != 500_00 || history[0].Price != 555_00 || history[0].ReasonText != "прайс" {
		t.Errorf("got %+v, %v", history, err)
	}
	if got := pgtest.One[string](t, o.pool, `select string_agg(action, ' ' order by id) from audit`); got != "price.check_file price.apply_file price.apply" {
		t.Errorf("got %s", got)
	}

	before := o.priceRows()
	if err := o.applyFile(clerk, done.ID); code(err) != "price.import_ended" || o.priceRows() != before {
		t.Errorf("a second time: got %v, %s; want a refusal that changes nothing", err, o.priceRows())
	}
	again := o.checkFile(clerk, file[0], file[1], file[3])
	before = o.priceRows()
	if err := o.applyFile(clerk, again.ID); code(err) != "price.import_empty" || o.priceRows() != before || o.lines(again.ID) != "2 same, 3 same, 4 same" {
		t.Errorf("the same file: got %v, %s; want nothing to apply", err, o.lines(again.ID))
	}
}

func TestFileRefusesWhatChangedSinceItWasLookedAt(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	clerk := o.hire("catalog")
	id := o.priced(nil)
	done := o.checkFile(clerk, fmt.Sprintf("товар;%d;;120", id))
	pgtest.One[int64](t, o.pool, `update products set price = 110 where id = $1 returning id`, id)
	if err := o.applyFile(clerk, done.ID); err != nil || o.priceOf(id) != "110.00 v2" || o.lines(done.ID) != "2 refused" {
		t.Errorf("got %v, %s, %s; want another editor's price kept", err, o.priceOf(id), o.lines(done.ID))
	}
	if state := pgtest.One[string](t, o.pool, `select state || ' ' || applied from price_imports`); state != "applied 0" {
		t.Errorf("got %s", state)
	}
}

func TestFileBelowCostIsAppliedOnlyByOneWhoMay(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.priced(nil)
	line := fmt.Sprintf("товар;%d;;79", id)
	done := o.checkFile(o.admin, line)
	if err := o.applyFile(o.hire("catalog"), done.ID); err != nil || o.priceOf(id) != "100.00 v1" || o.lines(done.ID) != "2 refused" {
		t.Errorf("got %v, %s, %s; want the loss refused to the clerk", err, o.priceOf(id), o.lines(done.ID))
	}
	done = o.checkFile(o.admin, line)
	if err := o.applyFile(o.admin, done.ID); code(err) != "desk.second_person" || o.priceOf(id) != "100.00 v1" {
		t.Errorf("got %v, %s; want a second person asked", err, o.priceOf(id))
	}
	if err := o.approve(o.hire("admin")); err != nil {
		t.Fatal(err)
	}
	if err := o.applyFile(o.admin, done.ID); err != nil || o.priceOf(id) != "79.00 v2" {
		t.Errorf("got %v, %s; want it allowed to two administrators", err, o.priceOf(id))
	}
}

func TestLongFileIsAppliedPartByPart(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	ids := pgtest.One[string](t, o.pool, `with g as (
		insert into gifts (title, type, region, price, logo, description, created) select 'Подарок ' || n, 'game', 'ru', 100, (select logo from games limit 1), '', now() from generate_series(1, 601) n returning id)
		select string_agg('подарок;' || id || ';;150', E'\n') from g`)
	done := o.checkFile(o.admin, ids)
	if err := o.applyFile(o.admin, done.ID); err != nil {
		t.Fatal(err)
	}
	got := pgtest.One[string](t, o.pool, `select concat_ws(' ', (select count(*) from gifts where price = 150), (select count(*) from price_batches), (select applied from price_imports), (select count(*) from audit))`)
	if got != "601 3 601 5" {
		t.Errorf("got %s, want 601 prices in three parts, each with its audit row", got)
	}
}

func TestPlannedPriceOfAGiftIsAppliedAtItsTime(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	gift := factory.Gift(t, o.pool, factory.With{"price": 500})
	at := noon.Add(time.Hour)
	if _, err := o.changePrices(o.hire("catalog"), &at, catalog.NewPrice{GiftID: gift, Price: 450_00, Version: 1}); err != nil {
		t.Fatal(err)
	}
	rows, err := o.do.Pricing.Prices.Gifts(t.Context(), nil, gift-1, 1)
	if err != nil || len(rows) != 1 || rows[0].ID != gift || rows[0].NextPrice != 450_00 || rows[0].Price != 500_00 {
		t.Fatalf("got %+v, %v; want the gift with its plan", rows, err)
	}
	pgtest.One[int64](t, o.pool, `update price_batches set apply_at = $1 returning id`, noon)
	if err := o.do.Pricing.ApplyDuePrices(t.Context()); err != nil {
		t.Fatal(err)
	}
	row, err := o.do.Pricing.Prices.Row(t.Context(), catalog.Goods{GiftID: gift})
	if err != nil || row.Price != 450_00 || row.Lowest != 450_00 || row.NextBatch != 0 {
		t.Errorf("got %+v, %v", row, err)
	}
}
