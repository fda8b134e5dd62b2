package promo

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/problem"
	"larek/internal/promo/promodb"
)

// Problems of the operators' changes.
var (
	ErrNoCode  = problem.New(problem.NotFound, "promo.none", "Такого промокода нет.")
	ErrNoBatch = problem.New(problem.NotFound, "promo.no_batch", "Такой партии нет, или все её коды уже остановлены.")
	ErrStale   = problem.New(problem.Conflict, "promo.stale", "Пока вы смотрели, промокод изменили. Посмотрите ещё раз и повторите.")
	ErrStopped = problem.New(problem.Conflict, "promo.stopped", "Промокод уже в этом состоянии.")
)

var errTaken = problem.Field{Name: "text", Code: "taken", Detail: "Такой промокод уже есть."}

// Draft is a code an operator wants to make. The text is ignored for a batch.
type Draft struct {
	Text           string
	Kind           string
	Percent        int16
	Goods          string
	GameID, GiftID *int64
	ValidFrom      time.Time
	ValidUntil     *time.Time
	TotalLimit     *int32
	PerBuyerLimit  int32
	FirstOrderOnly bool
	Budget         *money.RUB
}

// codeText is what a buyer can type without mistaking it.
var codeText = regexp.MustCompile(`^[A-ZА-ЯЁ0-9-]{3,40}$`)

// Problems returns what is wrong with the draft itself.
func (d Draft) Problems(now time.Time) []problem.Field {
	var list []problem.Field
	add := func(name, code, detail string) {
		list = append(list, problem.Field{Name: name, Code: code, Detail: detail})
	}
	if !codeText.MatchString(NormalizeCode(d.Text)) {
		add("text", "wrong_format", "От 3 до 40 букв, цифр и дефисов.")
	}
	return append(list, d.termProblems(now)...)
}

// termProblems is Problems without those of the text.
func (d Draft) termProblems(now time.Time) []problem.Field {
	var list []problem.Field
	add := func(name, code, detail string) {
		list = append(list, problem.Field{Name: name, Code: code, Detail: detail})
	}
	if d.ValidUntil != nil && !d.ValidUntil.After(d.ValidFrom) {
		add("valid_until", "too_small", "Конец должен быть позже начала.")
	} else if d.ValidUntil != nil && !d.ValidUntil.After(now) {
		add("valid_until", "too_small", "Этот срок уже прошёл.")
	}
	if d.GameID != nil && d.Goods != GoodsGames {
		add("game_id", "wrong_value", "Игру выбирают для промокода на игры.")
	}
	if d.GiftID != nil && d.Goods != GoodsGifts {
		add("gift_id", "wrong_value", "Подарок выбирают для промокода на подарки.")
	}
	if d.Budget != nil && *d.Budget <= 0 {
		add("budget", "too_small", "Бюджет больше нуля.")
	}
	return list
}

// Create makes a code.
func (s *Service) Create(ctx context.Context, tx pgx.Tx, d Draft, now time.Time) (Code, error) {
	if list := d.Problems(now); len(list) > 0 {
		return Code{}, problem.InvalidFields(list...)
	}
	made, err := insertCodes(ctx, tx, d, []string{NormalizeCode(d.Text)}, nil, now)
	if err != nil {
		return Code{}, err
	}
	if len(made) == 0 {
		return Code{}, problem.InvalidFields(errTaken)
	}
	return made[0], nil
}

func insertCodes(ctx context.Context, tx pgx.Tx, d Draft, texts []string, batch *int64, now time.Time) ([]Code, error) {
	q := promodb.New(tx)
	rows, err := q.InsertCodes(ctx, promodb.InsertCodesParams{
		Kind: d.Kind, Percent: d.Percent, Goods: d.Goods, GameID: d.GameID, GiftID: d.GiftID, ValidFrom: d.ValidFrom, ValidUntil: d.ValidUntil,
		TotalLimit: d.TotalLimit, PerBuyerLimit: d.PerBuyerLimit, FirstOrderOnly: d.FirstOrderOnly, Now: now, BatchID: batch, Texts: texts,
	})
	if err != nil {
		return nil, targetProblem(err)
	}
	codes, ids := make([]Code, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		codes[i], ids[i] = Code(r), r.ID
	}
	if d.Budget != nil && len(ids) > 0 {
		if err := q.InsertBudgets(ctx, promodb.InsertBudgetsParams{Ids: ids, Budget: *d.Budget}); err != nil {
			return nil, fmt.Errorf("insert budget: %w", err)
		}
	}
	return codes, nil
}

// Terms are what may be changed of a code that buyers already have.
type Terms struct {
	ValidUntil *time.Time
	TotalLimit *int32
	Budget     *money.RUB
}

// Terms returns the present terms of a code, and locks its budget.
func (s *Service) Terms(ctx context.Context, tx pgx.Tx, id int64) (Terms, error) {
	c, err := s.Get(ctx, tx, id)
	if err != nil {
		return Terms{}, err
	}
	t := Terms{ValidUntil: c.ValidUntil, TotalLimit: c.TotalLimit}
	b, err := promodb.New(tx).LockBudget(ctx, id)
	switch {
	case err == nil:
		t.Budget = &b.Budget
	case !errors.Is(err, pgx.ErrNoRows):
		return t, fmt.Errorf("lock budget of promo code %d: %w", id, err)
	}
	return t, nil
}

// Change sets the terms of a code. The limit may rise or go, never sink: orders may hold
// the whole of it. The budget may not sink below what is held.
func (s *Service) Change(ctx context.Context, tx pgx.Tx, id int64, version int32, t Terms, now time.Time) (before, after Terms, err error) {
	q := promodb.New(tx)
	c, err := lockVersion(ctx, q, id, version)
	if err != nil {
		return before, after, err
	}
	before = Terms{ValidUntil: c.ValidUntil, TotalLimit: c.TotalLimit}
	b, err := q.LockBudget(ctx, id)
	switch {
	case err == nil:
		before.Budget = &b.Budget
	case !errors.Is(err, pgx.ErrNoRows):
		return before, after, fmt.Errorf("lock budget of promo code %d: %w", id, err)
	}
	if list := changeProblems(c, b, before, t, now); len(list) > 0 {
		return before, after, problem.InvalidFields(list...)
	}
	if c.TotalLimit != nil && t.TotalLimit != nil && *t.TotalLimit > *c.TotalLimit {
		if err := q.AddSlots(ctx, promodb.AddSlotsParams{PromoCodeID: id, First: *c.TotalLimit + 1, Last: *t.TotalLimit}); err != nil {
			return before, after, fmt.Errorf("add slots of promo code %d: %w", id, err)
		}
	}
	if t.Budget != nil {
		if err := q.SetBudget(ctx, promodb.SetBudgetParams{PromoCodeID: id, Budget: *t.Budget}); err != nil {
			return before, after, fmt.Errorf("set budget of promo code %d: %w", id, err)
		}
	}
	_, err = q.ChangeCode(ctx, promodb.ChangeCodeParams{ID: id, ValidUntil: t.ValidUntil, TotalLimit: t.TotalLimit, IsActive: c.IsActive})
	if err != nil {
		return before, after, fmt.Errorf("change promo code %d: %w", id, err)
	}
	return before, t, nil
}

func changeProblems(c Code, b promodb.LockBudgetRow, before, t Terms, now time.Time) []problem.Field {
	var list []problem.Field
	add := func(name, code, detail string) {
		list = append(list, problem.Field{Name: name, Code: code, Detail: detail})
	}
	isSame := before.ValidUntil != nil && t.ValidUntil != nil && before.ValidUntil.Equal(*t.ValidUntil)
	if t.ValidUntil != nil && !isSame && (!t.ValidUntil.After(now) || !t.ValidUntil.After(c.ValidFrom)) {
		add("valid_until", "too_small", "Этот срок уже прошёл. Чтобы закончить сейчас, остановите промокод.")
	}
	switch {
	case before.TotalLimit == nil && t.TotalLimit != nil:
		add("total_limit", "wrong_value", "У промокода без лимита лимит не появится: сделайте новый.")
	case before.TotalLimit != nil && t.TotalLimit != nil && *t.TotalLimit < *before.TotalLimit:
		add("total_limit", "too_small", fmt.Sprintf("Лимит можно только поднять: сейчас %d.", *before.TotalLimit))
	}
	switch {
	case (before.Budget == nil) != (t.Budget == nil):
		add("budget", "wrong_value", "Бюджет назначают, когда делают промокод.")
	case t.Budget != nil && *t.Budget < b.Held:
		add("budget", "too_small", fmt.Sprintf("Заказы уже держат %s ₽.", b.Held))
	}
	return list
}

// SetActive stops a code or lets it work again. Invoices that were made with it stay.
func (s *Service) SetActive(ctx context.Context, tx pgx.Tx, id int64, version int32, active bool) (Code, error) {
	q := promodb.New(tx)
	c, err := lockVersion(ctx, q, id, version)
	if err != nil {
		return Code{}, err
	}
	if c.IsActive == active {
		return Code{}, ErrStopped
	}
	row, err := q.ChangeCode(ctx, promodb.ChangeCodeParams{ID: id, ValidUntil: c.ValidUntil, TotalLimit: c.TotalLimit, IsActive: active})
	if err != nil {
		return Code{}, fmt.Errorf("change promo code %d: %w", id, err)
	}
	return Code(row), nil
}

func lockVersion(ctx context.Context, q *promodb.Queries, id int64, version int32) (Code, error) {
	c, err := found(q.LockCode(ctx, id))
	switch {
	case errors.Is(err, ErrNotFound):
		return Code{}, ErrNoCode
	case err != nil:
		return Code{}, err
	case c.Version != version:
		return Code{}, ErrStale
	}
	return c, nil
}

// NewBatch is a batch of codes with random texts, each for one order.
type NewBatch struct {
	Title   string
	Prefix  string
	Count   int
	StaffID int64
	Draft   Draft
}

// prefixText is what the texts of a batch may begin with.
var prefixText = regexp.MustCompile(`^[A-ZА-ЯЁ0-9]{1,12}$`)

// MaxBatch is how many codes one batch has at most: they are made in one transaction.
const MaxBatch = 1000

// Generate makes a batch and returns its ID.
func (s *Service) Generate(ctx context.Context, tx pgx.Tx, b NewBatch, now time.Time) (int64, error) {
	list := b.Draft.termProblems(now)
	b.Prefix = NormalizeCode(b.Prefix)
	if !prefixText.MatchString(b.Prefix) {
		list = append(list, problem.Field{Name: "prefix", Code: "wrong_format", Detail: "От 1 до 12 букв и цифр."})
	}
	if b.Count < 1 || b.Count > MaxBatch {
		list = append(list, problem.Field{Name: "count", Code: "wrong_value", Detail: fmt.Sprintf("От 1 до %d.", MaxBatch)})
	}
	if len(list) > 0 {
		return 0, problem.InvalidFields(list...)
	}
	id, err := promodb.New(tx).InsertBatch(ctx, promodb.InsertBatchParams{Title: b.Title, StaffID: b.StaffID, Created: now})
	if err != nil {
		return 0, fmt.Errorf("insert promo batch: %w", err)
	}
	b.Draft.TotalLimit, b.Draft.PerBuyerLimit, b.Draft.Budget = new(int32(1)), 1, nil
	texts := make([]string, b.Count)
	for i := range texts {
		texts[i] = randomText(b.Prefix)
	}
	made, err := insertCodes(ctx, tx, b.Draft, slices.Compact(slices.Sorted(slices.Values(texts))), &id, now)
	if err != nil {
		return 0, err
	}
	if len(made) != b.Count {
		return 0, fmt.Errorf("promo batch: %d of %d texts were free", len(made), b.Count) // 60 random bits: a broken generator
	}
	return id, nil
}

// StopBatch stops all codes of a batch and returns how many worked until now.
func (s *Service) StopBatch(ctx context.Context, tx pgx.Tx, id int64) (int, error) {
	stopped, err := promodb.New(tx).StopBatch(ctx, &id)
	if err != nil {
		return 0, fmt.Errorf("stop promo batch %d: %w", id, err)
	}
	if len(stopped) == 0 {
		return 0, ErrNoBatch
	}
	return len(stopped), nil
}
