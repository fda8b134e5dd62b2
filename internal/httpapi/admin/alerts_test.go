package admin_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"larek/internal/desk/alerts"
	"larek/internal/httpapi/adminapi"
	"larek/internal/httpapi/httpapitest"
	"larek/internal/pg/pgtest/factory"
	"larek/internal/salesstats"
)

const alertChange = `{"email": ["row", "late"], "push": [], "quiet_from": 22, "quiet_until": 8, "on_duty_only": true, "report_hour": 9}`

var _ = rows(func() map[string]row {
	return map[string]row{
		"getAlerts":    {call: at("/api/admin/me/alerts/")},
		"changeAlerts": {call: at("/api/admin/me/alerts/", strings.Replace(alertChange, `"row", "late"`, "", 1)), action: "alerts.change"},
		"testAlerts":   {call: at("/api/admin/me/alerts/test/", `{"channel": "email"}`), want: 204, action: "alerts.test"},
	}
})

// watch is a shop whose queue is empty, with people who are alerted.
type watch struct {
	*fixture
	order int64
}

func newWatch(t *testing.T) *watch {
	t.Helper()
	w := &watch{fixture: &fixture{Shop: httpapitest.NewShop(t)}}
	if _, late, err := w.Deps.Admin.Queue.Counts(t.Context()); err != nil || late != 0 {
		t.Fatal(late, err)
	}
	w.order = factory.Order(t, w.Pool, factory.With{"game_id": 1})
	return w
}

// subscribed hires a person who wants this by email.
func (w *watch) subscribed(role, change string) httpapitest.Operator {
	w.T.Helper()
	o := w.HireOperator(role)
	if a := w.Do("POST", "/api/admin/me/alerts/", o.Header(), change); a.Status != 200 {
		w.T.Fatalf("%s: %d %s %s", change, a.Status, a.Body, w.Logs)
	}
	return o
}

// wants are settings without hours.
func wants(kinds ...alerts.Kind) string {
	quoted := make([]string, len(kinds))
	for i, k := range kinds {
		quoted[i] = strconv.Quote(string(k))
	}
	return `{"email": [` + strings.Join(quoted, ",") + `], "push": [], "quiet_from": null, "quiet_until": null, "on_duty_only": false, "report_hour": null}`
}

// rows adds rows of the queue: letters that could not be sent.
func (w *watch) rows(n int) {
	w.Exec(`insert into letters (order_id, event, state, created) select $1, 'e' || $2::int || ' ' || n, 'given_up', $3 from generate_series(1, $4) n`, w.order, w.next(), w.Clock.Now(), n)
}

// tick looks for facts and sends what is due.
func (w *watch) tick() {
	w.T.Helper()
	if err := errors.Join(w.Operations.Alerts.Find(w.T.Context()), w.Operations.Alerts.SendDue(w.T.Context())); err != nil {
		w.T.Fatal(err)
	}
}

// mail returns the lines of emails to a person, one text each.
func (w *watch) mail(o httpapitest.Operator) []string {
	var texts []string
	for _, m := range w.Emails.Sent() {
		if m.To != o.Email {
			continue
		}
		text, _, _ := strings.Cut(m.Text, "Открыть консоль:")
		_, text, _ = strings.Cut(text, "\n")
		texts = append(texts, strings.Join(strings.Fields(strings.ReplaceAll(text, "\n", "; ")), " "))
	}
	return texts
}

func (w *watch) wantMail(o httpapitest.Operator, when string, want ...string) {
	w.T.Helper()
	got := w.mail(o)
	for i := range got {
		got[i] = strings.Trim(strings.ReplaceAll(got[i], "; ;", ";"), "; ")
	}
	if !slices.Equal(got, want) {
		w.T.Errorf("%s: got e-mails %q, want %q", when, got, want)
	}
}

// TestBurstIsOneEmail adds 500 rows at once.
func TestBurstIsOneEmail(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	anna := w.subscribed("operator", wants(alerts.Row, alerts.Late))
	w.tick()
	w.wantMail(anna, "nothing has begun")
	w.rows(500)
	w.tick()
	w.tick()
	w.wantMail(anna, "500 rows", "Задачи в очереди: 500")
	w.Clock.Advance(37 * time.Hour)
	w.tick()
	w.tick()
	w.wantMail(anna, "they are late", "Задачи в очереди: 500", "Просроченные задачи: 500")
	if m := w.Emails.Sent()[0]; !strings.Contains(m.Text, httpapitest.Origin+"/console/queue") || strings.Contains(m.Text, strconv.FormatInt(w.order, 10)) {
		t.Errorf("want a link to the queue and no order: %s", m.Text)
	}
}

// TestKilledWorkerSendsAnAlertOnce looks for facts by many workers at once, of which all die
// before they send, and sends by many others.
func TestKilledWorkerSendsAnAlertOnce(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	anna := w.subscribed("operator", wants(alerts.Row))
	w.rows(3)
	for _, step := range []func() error{
		func() error { return w.Operations.Alerts.Find(t.Context()) },
		func() error { return w.Operations.Alerts.SendDue(t.Context()) },
	} {
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if err := step(); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
	w.wantMail(anna, "after all", "Задачи в очереди: 3")
	if got := w.Value(`select string_agg(state || ' ' || tries, ',') from staff_messages`); got != "sent 1" {
		t.Errorf("messages: %s", got)
	}
}

// TestEmailWithUnknownOutcomeIsNotSentAgain stops a worker between the mail server and the
// mark.
func TestEmailWithUnknownOutcomeIsNotSentAgain(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	anna := w.subscribed("operator", wants(alerts.Row))
	w.rows(1)
	if err := w.Operations.Alerts.Find(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Exec(`update staff_messages set state = 'sending', tries = 1, next_try_at = $1`, w.Clock.Now().Add(10*time.Minute))
	w.Clock.Advance(11 * time.Minute)
	w.tick()
	w.wantMail(anna, "abandoned")
	if got := w.Value(`select state from staff_messages`); got != "given_up" {
		t.Errorf("state: %s", got)
	}
}

func TestRefusedEmailIsSentAgain(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	anna := w.subscribed("operator", wants(alerts.Row))
	w.rows(1)
	w.Emails.Refuses = true
	w.tick()
	w.Emails.Refuses = false
	w.tick()
	w.wantMail(anna, "too early")
	w.Clock.Advance(time.Minute)
	w.tick()
	w.wantMail(anna, "a minute later", "Задачи в очереди: 1")
}

func TestQuietHoursPutAlertsOff(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	quiet := strings.NewReplacer(`"quiet_from": null`, `"quiet_from": 22`, `"quiet_until": null`, `"quiet_until": 8`)
	anna, boris := w.subscribed("operator", quiet.Replace(wants(alerts.Row))), w.subscribed("operator", wants(alerts.Row))
	w.Clock.Advance(8 * time.Hour) // from 15:00 to 23:00 in Moscow
	w.rows(2)
	w.tick()
	w.wantMail(anna, "at 23:00")
	w.wantMail(boris, "without quiet hours", "Задачи в очереди: 2")
	w.Clock.Advance(9*time.Hour - time.Second)
	w.rows(1)
	w.Exec(`update letters set dismissed_at = $1 where id = (select min(id) from letters where state = 'given_up')`, w.Clock.Now())
	w.tick()
	w.wantMail(anna, "at 7:59:59")
	w.Clock.Advance(time.Second)
	w.tick()
	w.wantMail(anna, "at 8:00, without what has ended", "Задачи в очереди: 2")
}

func TestOnlyOnDuty(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	anna := w.subscribed("operator", strings.Replace(wants(alerts.Row), `"on_duty_only": false`, `"on_duty_only": true`, 1))
	w.rows(2)
	w.tick()
	w.wantMail(anna, "off duty")
	if a := w.Do("POST", "/api/admin/shift/duty/", anna.Header(), `{"is_on":true}`); a.Status != 200 {
		t.Fatal(a.Status, string(a.Body))
	}
	w.tick()
	w.wantMail(anna, "on duty", "Задачи в очереди: 2")
	w.rows(1)
	w.Do("POST", "/api/admin/shift/duty/", anna.Header(), `{"is_on":false}`)
	w.tick()
	w.wantMail(anna, "off duty again", "Задачи в очереди: 2")
}

// TestPeopleHearOnlyOfWhatTheyMaySee: a letter is sent again by those who write to buyers.
func TestPeopleHearOnlyOfWhatTheyMaySee(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	anna, olga, dismissed := w.subscribed("operator", wants(alerts.Row)), w.subscribed("finance", wants(alerts.Row, alerts.Books)), w.subscribed("operator", wants(alerts.Row))
	w.rows(1)
	w.Exec(`update staff set suspended_at = $2, suspended_for = 'test' where id = $1`, dismissed.ID, w.Clock.Now())
	w.tick()
	w.wantMail(anna, "may end the row", "Задачи в очереди: 1")
	w.wantMail(olga, "may not end the row")
	w.wantMail(dismissed, "suspended")

	w.rows(1)
	if err := w.Operations.Alerts.Find(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Exec(`update staff set role_id = (select id from staff_roles where name = 'finance') where id = $1`, anna.ID)
	w.tick()
	w.wantMail(anna, "lost the permission before it was sent", "Задачи в очереди: 1")
	if got := w.Value(`select string_agg(state, ',' order by id) from staff_messages`); got != "sent,dropped" {
		t.Errorf("messages: %s", got)
	}
	w.Do("POST", "/api/admin/me/alerts/", w.HireOperator("operator").Header(), wants(alerts.Books)).WantRefusal(t, 403, "console.forbidden")
	got := httpapitest.Decode[adminapi.Alerts](t, w.Do("GET", "/api/admin/me/alerts/", w.HireOperator("operator").Header(), "")).Kinds
	if slices.ContainsFunc(got, func(c adminapi.AlertChoice) bool { return c.Kind == "books" }) || len(got) != 5 {
		t.Errorf("an operator may choose of %+v", got)
	}
}

func TestEveryKindIsAlerted(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	admin := w.subscribed("admin", wants(alerts.Kinds...))
	now := w.Clock.Now()
	w.Exec(`insert into supplier_health (supplier, down_since) values ('moogold', $1) on conflict (supplier) do update set down_since = excluded.down_since`, now.Add(-4*time.Minute))
	w.tick()
	w.wantMail(admin, "a supplier that is away for four minutes")
	w.Clock.Advance(time.Minute)
	w.Exec(`insert into method_pauses (method_id, state, since) select min(id), 'failing', $1 from payment_methods`, now)
	w.AsOwner(`insert into ledger_daily (day, account, currency, debit, credit) values ('2026-11-01', 'orders', 'RUB', 1, 0)`)
	w.tick()
	w.wantMail(admin, "three at once", "Поставщики: не отвечают или кончаются деньги: 1; Способы оплаты не работают: 1; Книги не сходятся: 1")
}

// TestFactThatComesAndGoesIsToldOnce repeats the alert about a supplier only after it had been
// back for half an hour.
func TestFactThatComesAndGoesIsToldOnce(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	admin := w.subscribed("admin", wants(alerts.Supplier))
	down := func(is bool) {
		var since *time.Time
		if is {
			since = new(w.Clock.Now().Add(-time.Hour))
		}
		w.Exec(`insert into supplier_health (supplier, down_since) values ('moogold', $1) on conflict (supplier) do update set down_since = excluded.down_since`, since)
		w.tick()
	}
	const told = "Поставщики: не отвечают или кончаются деньги: 1"
	down(true)
	down(false)
	w.Clock.Advance(29 * time.Minute)
	down(true)
	w.wantMail(admin, "back for 29 minutes", told)
	down(false)
	w.Clock.Advance(31 * time.Minute)
	down(false)
	down(true)
	w.wantMail(admin, "back for 31 minutes", told, told)
}

func TestTestAlertComes(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	anna := w.HireOperator("operator")
	if a := w.Do("POST", "/api/admin/me/alerts/test/", anna.Header(), `{"channel":"email"}`); a.Status != 204 {
		t.Fatal(a.Status, string(a.Body))
	}
	w.tick()
	w.wantMail(anna, "a test", "Уведомления: доходят")
}

// TestMorningReportIsWhatTheConsoleShows compares the report with the first screen at the end
// of the day before, and with the queue, the stock and the books of the morning.
func TestMorningReportIsWhatTheConsoleShows(t *testing.T) {
	t.Parallel()
	w := newWatch(t)
	at9 := strings.Replace(wants(), `"report_hour": null`, `"report_hour": 9`, 1)
	admin, operator := w.subscribed("admin", at9), w.subscribed("operator", at9)
	w.Exec(`insert into figures (grain, dimension, at, key, measure, currency, amount, n) select g, 'all', a::timestamptz, '', m, 'RUB', s, n
		from (values ('day', '2026-11-14 21:00Z'), ('minute', '2026-11-15 10:00Z')) t (g, a), (values ('turnover', 12345.60, 12), ('returned', 340.00, 2)) x (m, s, n)`)
	w.Exec(`insert into figures_waits (grain, dimension, at, key, bucket, n) values ('day', 'all', '2026-11-14 21:00Z', '', 24, 9), ('minute', 'all', '2026-11-15 10:00Z', '', 24, 9)`)
	w.Exec(`insert into supplier_health (supplier, prepaid, prepaid_currency, checked_at) values ('moogold', 1250.5, 'USD', $1)
		on conflict (supplier) do update set prepaid = excluded.prepaid, prepaid_currency = excluded.prepaid_currency, down_since = null`, w.Clock.Now())
	w.rows(2)
	w.Exec(`update letters set created = created - interval '1 day' where id = (select max(id) from letters)`)
	w.Clock.Advance(9*time.Hour - time.Minute) // 23:59 in Moscow
	home := httpapitest.Decode[adminapi.Home](t, w.Do("GET", "/api/admin/home/", w.HireOperator("admin").Header(), ""))
	w.Clock.Advance(9 * time.Hour) // 8:59
	w.tick()
	w.wantMail(admin, "at 8:59")
	w.Clock.Advance(time.Minute)
	w.tick()
	w.tick()
	reader := w.HireOperator("admin")
	queue := httpapitest.Decode[adminapi.QueuePage](t, w.Do("GET", "/api/admin/queue/", reader.Header(), ""))
	trial := httpapitest.Decode[adminapi.TrialBalance](t, w.Do("GET", "/api/admin/books/trial/?since=2026-11-01&until=2026-11-16", reader.Header(), ""))
	waits, low := 0, 0
	for _, c := range queue.Counts {
		waits += c.Count
		if c.Kind == "stock_low" {
			low = c.Count
		}
	}
	sum := func(text string) string {
		return strings.ReplaceAll(strings.Replace(text, "12345", "12 345", 1), ".", ",")
	}
	seen := []string{
		fmt.Sprintf("Оплачено заказов: %d на %s ₽", home.Paid.Now, sum(home.Turnover.Now)), "Доставлено заказов: 9",
		fmt.Sprintf("Возвратов: %d на %s ₽", home.Returns.Now, sum(home.Returned.Now)),
		fmt.Sprintf("Задач в очереди: %d", waits), fmt.Sprintf("Из них просрочено: %d", queue.Late), fmt.Sprintf("Товаров, у которых кончаются коды: %d", low),
	}
	if home.Paid.Now != 12 || waits != 2 || queue.Late != 1 || !trial.IsZero || len(home.Suppliers) != 1 {
		t.Fatalf("the console: %+v, %+v, %t", home.Paid, queue.Counts, trial.IsZero)
	}
	w.wantMail(operator, "the report of an operator", strings.Join(seen, "; "))
	w.wantMail(admin, "the report of an administrator", strings.Join(append(seen, "Деньги у "+home.Suppliers[0].Name+": 1 250,50 $", "Книги сходятся: да"), "; "))
	w.Clock.Advance(24 * time.Hour)
	w.tick()
	if n := len(w.mail(admin)); n != 2 {
		t.Errorf("%d reports in two days, want 2", n)
	}
	if day := w.Value(`select max(day)::text from staff_messages`); day != w.Clock.Now().In(salesstats.Moscow).Format(time.DateOnly) {
		t.Errorf("the report of %s", day)
	}
}
