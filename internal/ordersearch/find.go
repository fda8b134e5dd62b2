package ordersearch

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/ordersearch/ordersearchdb"
	"larek/internal/publicid"
)

// FindOptions limit what the caller may find.
type FindOptions struct {
	// Personal allows looking for people: addresses, phones, players.
	Personal bool
	// Customers allows seeing accounts.
	Customers bool
}

// Why is the kind of match.
type Why string

// The reasons.
const (
	ByNumber      Why = "number"
	ByHash        Why = "hash"
	ByAddress     Why = "email"
	ByPhone       Why = "phone"
	ByPlayer      Why = "player"
	ByReference   Why = "reference"
	ByKey         Why = "key"
	ByPaymentID   Why = "provider_id"
	BySupplierRef Why = "supplier_ref"
	ByCode        Why = "code"
	BySum         Why = "sum"
	ByRefund      Why = "refund"
	ByTask        Why = "task"
	ByWords       Why = "words"
)

// Found is one match.
type Found struct {
	Kind  string // order, customer, game, gift, notice, code
	ID    int64
	Why   Why
	Title string
	Row   *Row // of an order
}

// Finding has the matches, and the lookups that were made, so that an empty result can name them.
type Finding struct {
	Results []Found
	Tried   []Why
	// Withheld are the lookups the caller's role does not allow.
	Withheld []Why
}

// foundLimit bounds the orders one lookup returns.
const foundLimit = 10

type lookup struct {
	why      Why
	personal bool
	fits     func(text string) bool
	look     func(context.Context, *Service, string) ([]Found, error)
}

var (
	numberShape  = regexp.MustCompile(`^\d{1,9}$`)
	phoneShape   = regexp.MustCompile(`^\+?\d{10,15}$`)
	playerShape  = regexp.MustCompile(`^[\p{L}\d_.\-]{3,64}$`)
	outsideShape = regexp.MustCompile(`^[A-Za-z0-9_.:\-]{4,100}$`)
	codeShape    = regexp.MustCompile(`^[A-Za-z0-9_+/=.\-]{6,200}$`)
	markShape    = regexp.MustCompile(`^[0-9a-f]{64}$`)
	wordShape    = regexp.MustCompile(`\p{L}{3}`)
)

// lookups are the exact lookups for a text, chosen by its shape.
var lookups = []lookup{
	{why: ByNumber, fits: numberShape.MatchString, look: findNumber},
	{why: ByRefund, fits: numberShape.MatchString, look: findRefund},
	{why: ByTask, fits: numberShape.MatchString, look: findTask},
	{why: ByHash, fits: isHash, look: findHash},
	{why: ByAddress, personal: true, fits: isAddress, look: findAddress},
	{why: ByPhone, personal: true, fits: func(t string) bool { return phoneShape.MatchString(digits(t)) }, look: findPhone},
	{why: BySum, fits: isSum, look: findSum},
	{why: ByReference, fits: outsideShape.MatchString, look: findReference},
	{why: ByPlayer, personal: true, fits: playerShape.MatchString, look: findPlayer},
	{why: ByPaymentID, fits: outsideShape.MatchString, look: findPaymentID},
	{why: BySupplierRef, fits: outsideShape.MatchString, look: findSupplierRef},
	{why: ByCode, fits: codeShape.MatchString, look: findCode},
	{why: ByWords, fits: wordShape.MatchString, look: findWords},
}

// Find looks for anything. The text is never logged: it may be an address or a code.
func (s *Service) Find(ctx context.Context, text string, may FindOptions) (*Finding, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "№"))
	found := &Finding{}
	for _, l := range lookups {
		if !l.fits(text) {
			continue
		}
		if l.personal && !may.Personal {
			found.Withheld = append(found.Withheld, l.why)
			continue
		}
		results, err := l.look(ctx, s, text)
		if err != nil {
			return nil, cutOff(ctx, fmt.Errorf("find by %s: %w", l.why, err))
		}
		found.Tried = append(found.Tried, l.why)
		found.Results = append(found.Results, results...)
	}
	if !may.Customers {
		found.Results = slices.DeleteFunc(found.Results, func(f Found) bool { return f.Kind == "customer" })
	}
	return found, cutOff(ctx, s.describeFound(ctx, found))
}

// describeFound removes duplicate orders and reads the rest for display.
func (s *Service) describeFound(ctx context.Context, found *Finding) error {
	var ids []int64
	found.Results = slices.DeleteFunc(found.Results, func(f Found) bool {
		if f.Kind != "order" {
			return false
		}
		twice := slices.Contains(ids, f.ID)
		ids = append(ids, f.ID)
		return twice
	})
	rows, err := s.rows(ctx, ids)
	if err != nil {
		return err
	}
	for i := range found.Results {
		f := &found.Results[i]
		at := slices.IndexFunc(rows, func(r Row) bool { return f.Kind == "order" && r.ID == f.ID })
		if at >= 0 {
			f.Row = &rows[at]
		}
	}
	found.Results = slices.DeleteFunc(found.Results, func(f Found) bool { return f.Kind == "order" && f.Row == nil })
	return nil
}

func ordersFound(why Why, ids []int64) []Found {
	all := make([]Found, len(ids))
	for i, id := range ids {
		all[i] = Found{Kind: "order", ID: id, Why: why}
	}
	return all
}

func isAddress(text string) bool {
	return strings.Contains(text, "@") && !strings.ContainsAny(text, " \t") && len(text) <= 254
}

// sumOf reads a sum as people write it: "1 299,50 ₽".
func sumOf(text string) (money.RUB, error) {
	text = strings.TrimRight(text, "₽руб. \u00a0")
	return money.Parse(strings.NewReplacer(" ", "", "\u00a0", "", ",", ".").Replace(text))
}

func isSum(text string) bool { sum, err := sumOf(text); return err == nil && sum > 0 }

func isHash(text string) bool { _, err := publicid.Parse(text); return err == nil }

// digits returns a phone as it is digested: digits, with + and the country.
func digits(text string) string {
	number := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ()-", r) {
			return -1
		}
		return r
	}, text)
	switch {
	case len(number) == 11 && number[0] == '8':
		return "+7" + number[1:]
	case number != "" && number[0] != '+':
		return "+" + number
	}
	return number
}

func findNumber(_ context.Context, _ *Service, text string) ([]Found, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	return ordersFound(ByNumber, []int64{id}), err
}

func findRefund(ctx context.Context, s *Service, text string) ([]Found, error) {
	return findOne(ctx, ByRefund, text, s.known.RefundOrder)
}

func findTask(ctx context.Context, s *Service, text string) ([]Found, error) {
	return findOne(ctx, ByTask, text, s.known.TaskOrder)
}

func findOne(ctx context.Context, why Why, text string, read func(context.Context, int64) (int64, error)) ([]Found, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, err
	}
	id, err := read(ctx, number)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return ordersFound(why, []int64{id}), err
}

func findHash(ctx context.Context, s *Service, text string) ([]Found, error) {
	hash, err := publicid.Parse(text)
	if err != nil {
		return nil, err
	}
	id, err := s.known.OrderByHash(ctx, hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return ordersFound(ByHash, []int64{id}), err
}

func findAddress(ctx context.Context, s *Service, text string) ([]Found, error) {
	users, err := s.known.UsersByAddress(ctx, lower(text))
	if err != nil {
		return nil, err
	}
	var all []Found
	for _, u := range users {
		all = append(all, Found{Kind: "customer", ID: u.ID, Why: ByAddress, Title: u.Nickname})
	}
	ids, err := s.known.OrdersByAddress(ctx, ordersearchdb.OrdersByAddressParams{Address: lower(text), PageLimit: foundLimit})
	return append(all, ordersFound(ByAddress, ids)...), err
}

func findPhone(ctx context.Context, s *Service, text string) ([]Found, error) {
	ids, err := s.known.OrdersByPhone(ctx, ordersearchdb.OrdersByPhoneParams{Digest: s.Phones.MAC([]byte(digits(text))), PageLimit: foundLimit})
	return ordersFound(ByPhone, ids), err
}

func findPlayer(ctx context.Context, s *Service, text string) ([]Found, error) {
	ids, err := s.known.OrdersByPlayer(ctx, ordersearchdb.OrdersByPlayerParams{Player: lower(text), PageLimit: foundLimit})
	return ordersFound(ByPlayer, ids), err
}

func findReference(ctx context.Context, s *Service, text string) ([]Found, error) {
	rows, err := s.known.OrdersByReference(ctx, text)
	var all []Found
	for _, r := range rows {
		all = append(all, moneyFound(Why(r.Why), r.OrderID, r.ID))
	}
	return all, err
}

func findSum(ctx context.Context, s *Service, text string) ([]Found, error) {
	sum, err := sumOf(text)
	if err != nil {
		return nil, err
	}
	rows, err := s.known.OrdersBySum(ctx, sum)
	var all []Found
	for _, r := range rows {
		all = append(all, moneyFound(BySum, r.OrderID, r.ID))
	}
	return all, err
}

// moneyFound is the order that money belongs to, or the notice of unmatched money.
func moneyFound(why Why, order, notice int64) Found {
	if order == 0 {
		return Found{Kind: "notice", ID: notice, Why: why, Title: "Деньги без заказа"}
	}
	return Found{Kind: "order", ID: order, Why: why}
}

func findPaymentID(ctx context.Context, s *Service, text string) ([]Found, error) {
	rows, err := s.known.OrdersByProviderID(ctx, text)
	var all []Found
	for _, r := range rows {
		all = append(all, moneyFound(ByPaymentID, r.OrderID, r.ID))
	}
	return all, err
}

func findSupplierRef(ctx context.Context, s *Service, text string) ([]Found, error) {
	rows, err := s.known.OrdersBySupplierRef(ctx, text)
	var all []Found
	for _, r := range rows {
		all = append(all, Found{Kind: "order", ID: r.OrderID, Why: BySupplierRef})
	}
	return all, err
}

// findCode looks for the fingerprint of a code, or for the fingerprint itself.
func findCode(ctx context.Context, s *Service, text string) ([]Found, error) {
	mark := s.Codes.MAC([]byte(text))
	if markShape.MatchString(text) {
		mark, _ = hex.DecodeString(text) // the shape is right
	}
	rows, err := s.known.OrdersByFingerprint(ctx, mark)
	var all []Found
	for _, r := range rows {
		if r.OrderID == 0 {
			all = append(all, Found{Kind: "code", ID: r.CodeID, Why: ByCode, Title: "Код на складе: " + named(codeStates, r.State)})
			continue
		}
		all = append(all, Found{Kind: "order", ID: r.OrderID, Why: ByCode})
	}
	return all, err
}

var codeStates = map[string]string{"free": "свободен", "reserved": "в брони", "given": "выдан", "void": "погашен"}

func findWords(ctx context.Context, s *Service, text string) ([]Found, error) {
	pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
	rows, err := s.known.GoodsByWords(ctx, ordersearchdb.GoodsByWordsParams{Pattern: pattern, Words: text})
	var all []Found
	for _, r := range rows {
		all = append(all, Found{Kind: r.Kind, ID: r.ID, Why: ByWords, Title: r.Title})
	}
	return all, err
}
