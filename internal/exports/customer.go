package exports

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/exports/exportsdb"
	"larek/internal/ledger"
	"larek/internal/ordersearch"
	"larek/internal/staff"
)

// customerFilter names the account a file is of.
type customerFilter struct {
	UserID int64 `json:"user_id"`
}

// RequestCustomer records a request for a copy of a customer's data, which a Worker makes.
func (s *Service) RequestCustomer(ctx context.Context, tx pgx.Tx, who staff.Actor, userID int64) (int64, error) {
	if err := s.checkCustomer(who); err != nil {
		return 0, err
	}
	exists, err := exportsdb.New(tx).CustomerExists(ctx, userID)
	if err != nil {
		return 0, fmt.Errorf("account %d: %w", userID, err)
	}
	if !exists {
		return 0, ordersearch.ErrNoCustomer
	}
	return s.insert(ctx, tx, who, kindCustomer, customerFilter{userID}, []string{})
}

func (s *Service) checkCustomer(who staff.Actor) error {
	if err := who.Need(staff.CustomerExport); err != nil {
		return err
	}
	return who.NeedFresh(s.clock())
}

// makeCustomer writes the data of one buyer: the account, its devices and consents, orders, movements of the balance,
// promo codes and reviews. Delivered codes are left out: the buyer has them.
func (x *Worker) makeCustomer(ctx context.Context, q *exportsdb.Queries, e exportsdb.LeaseExportRow) error {
	var f customerFilter
	if err := json.Unmarshal(e.Filter, &f); err != nil {
		return fmt.Errorf("filter of export %d: %w", e.ID, err)
	}
	p, err := x.Orders.Customer(ctx, f.UserID)
	if err != nil {
		return fmt.Errorf("rows of export %d: %w", e.ID, err)
	}
	return x.storeTable(ctx, q, e, func(out *csv.Writer) (int64, error) {
		t := &personTable{out: out}
		_ = out.Write([]string{"Раздел", "Когда", "Что", "Значение"}) // into memory
		t.profile(p)
		if err := t.devices(ctx, q, f.UserID); err != nil {
			return 0, err
		}
		if err := t.orders(ctx, q, f.UserID); err != nil {
			return 0, err
		}
		return t.rows, t.movements(ctx, x.Orders, f.UserID)
	})
}

// personTable is a file about one person.
type personTable struct {
	out  *csv.Writer
	rows int64
}

func (t *personTable) add(part string, at *time.Time, what, value string) {
	_ = t.out.Write([]string{part, cellTime(at), plainCell(what), plainCell(value)}) // into memory
	t.rows++
}

func (t *personTable) profile(p *ordersearch.CustomerPage) {
	t.add("Профиль", &p.Created, "Имя", p.Nickname)
	t.add("Профиль", nil, "Почта", p.Email)
	t.add("Профиль", nil, "Вход", strings.Join(p.Socials, ", "))
	for _, c := range p.Promo {
		t.add("Промокоды", &c.At, c.Code, strconv.Itoa(int(c.Percent))+" %")
	}
	for _, r := range p.Reviews {
		t.add("Отзывы", &r.Created, "Заказ "+strconv.FormatInt(r.OrderID, 10)+", "+strconv.Itoa(int(r.Rating))+" из 5", r.Text)
	}
}

// consentNames are the titles of consents.
var consentNames = map[string]string{"personal_data": "Обработка персональных данных", "mailing": "Рассылка"}

// devices adds the sessions of the person, and every consent given or withdrawn with the version of its text.
func (t *personTable) devices(ctx context.Context, q *exportsdb.Queries, userID int64) error {
	sessions, err := q.CustomerDevices(ctx, userID)
	if err != nil {
		return fmt.Errorf("devices of account %d: %w", userID, err)
	}
	for _, s := range sessions {
		t.add("Устройства", &s.Created, s.Device, "последний раз "+cellTime(&s.UsedAt))
	}
	consents, err := q.CustomerConsentsAll(ctx, userID)
	if err != nil {
		return fmt.Errorf("consents of account %d: %w", userID, err)
	}
	for _, c := range consents {
		value := "отозвано, "
		if c.Given {
			value = "дано, "
		}
		if c.Version != nil {
			value += fmt.Sprintf("версия текста %d, ", *c.Version)
		}
		value += "отпечаток текста " + c.Revision
		t.add("Согласия", &c.At, consentNames[c.Kind], value)
	}
	return nil
}

func (t *personTable) orders(ctx context.Context, q *exportsdb.Queries, userID int64) error {
	for before := int64(math.MaxInt64); ; {
		rows, err := q.CustomerOrdersAll(ctx, exportsdb.CustomerOrdersAllParams{UserID: userID, Before: before})
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			t.add("Заказы", &r.Created, fmt.Sprintf("Заказ %d: %s", r.ID, r.Goods), r.Sum.String()+" ₽")
			t.add("Заказы", nil, fmt.Sprintf("Заказ %d: почта", r.ID), r.Email)
			t.add("Заказы", nil, fmt.Sprintf("Заказ %d: игрок", r.ID), r.Player)
			before = r.ID
		}
	}
}

func (t *personTable) movements(ctx context.Context, read *ordersearch.Service, userID int64) error {
	for before := int64(0); ; {
		rows, err := read.CustomerMovements(ctx, userID, before, 1000)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			t.add("Баланс", &r.At, ledger.ReasonTitle(r.Reason), r.Amount.String()+" ₽")
			before = r.ID
		}
	}
}
