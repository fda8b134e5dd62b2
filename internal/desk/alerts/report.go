package alerts

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"larek/internal/desk"
	"larek/internal/desk/deskdb"
	"larek/internal/ledger"
	"larek/internal/money"
	"larek/internal/salesstats"
	"larek/internal/staff"
)

// report writes the morning report of a day: the day before, and what waits now. Its numbers
// are those the console shows, and only those that the person may see there.
func (s *Service) report(ctx context.Context, day time.Time, who staff.Actor) (*Note, error) {
	if !who.Can(staff.Home) {
		return nil, nil //nolint:nilnil // nothing to tell
	}
	yesterday := day.AddDate(0, 0, -1)
	t, err := s.Stats.Day(ctx, yesterday)
	if err != nil {
		return nil, err
	}
	n := &Note{Title: fmt.Sprintf("Магазин за %s", yesterday.Format("02.01.2006")), Path: "/", Lines: []Line{
		{"Оплачено заказов", countAndSum(t, salesstats.Turnover)},
		{"Доставлено заказов", strconv.FormatInt(t.Waits.Orders(), 10)},
		{"Возвратов", countAndSum(t, salesstats.Returned)},
	}}
	for _, add := range []func(context.Context, staff.Actor) ([]Line, error){s.waiting, s.balances, s.books} {
		lines, err := add(ctx, who)
		if err != nil {
			return nil, err
		}
		n.Lines = append(n.Lines, lines...)
	}
	return n, nil
}

// countAndSum formats a measure as "12 на 3 400,00 ₽".
func countAndSum(t salesstats.Totals, m salesstats.Measure) string {
	x := t.Of[m]
	return fmt.Sprintf("%d на %s\u00a0₽", x.N, money.Grouped(ledger.Format(x.TenThousandths)))
}

func (s *Service) waiting(ctx context.Context, who staff.Actor) ([]Line, error) {
	if !who.Can(staff.TaskTake) && !who.Can(staff.CatalogRead) {
		return nil, nil
	}
	counts, late, err := s.Queue.Counts(ctx)
	if err != nil {
		return nil, err
	}
	var lines []Line
	if who.Can(staff.TaskTake) {
		n := 0
		for _, x := range counts {
			n += x
		}
		lines = append(lines, Line{"Задач в очереди", strconv.Itoa(n)}, Line{"Из них просрочено", strconv.Itoa(late)})
	}
	if who.Can(staff.CatalogRead) {
		lines = append(lines, Line{"Товаров, у которых кончаются коды", strconv.Itoa(counts[desk.KindStockLow])})
	}
	return lines, nil
}

func (s *Service) balances(ctx context.Context, who staff.Actor) ([]Line, error) {
	if !who.Can(staff.MarginRead) {
		return nil, nil
	}
	balances, err := s.Sourcing.Prepaid(ctx)
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(balances))
	for i, b := range balances {
		lines[i] = Line{"Деньги у " + b.Supplier, money.Grouped(ledger.Format(b.Left.TenThousandths)) + "\u00a0" + b.Left.Currency.Symbol()}
		if b.Warn {
			lines[i].Name += " (мало)"
		}
	}
	return lines, nil
}

func (s *Service) books(ctx context.Context, who staff.Actor) ([]Line, error) {
	if !who.Can(staff.BooksRead) {
		return nil, nil
	}
	balance, err := deskdb.New(s.Desk.Pool()).BooksBalance(ctx)
	if err != nil {
		return nil, fmt.Errorf("do the books balance: %w", err)
	}
	return []Line{{"Книги сходятся", yesNo(balance)}}, nil
}
