package ordersearch

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"

	"larek/internal/money"
	"larek/internal/order"
	"larek/internal/problem"
)

var nameShape = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

var (
	statuses = texts([]order.Status{order.Created, order.WaitingForPayment, order.Paid, order.Sending, order.Sent, order.Done, order.Failed})
	kinds    = texts([]order.Kind{order.PUBG, order.Steam, order.Standoff, order.Rokky, order.Supply})
	problems = texts([]Problem{
		UnknownOutcome, StandoffLot, ByHand, OutsideRefund, Chargeback, RefundTooLarge, RefundStuck, WrongDetails, Held, FailingStep, LetterStuck,
	})
)

// maxValues bounds the alternatives of one field.
const maxValues = 20

// ParseFilter reads the filter of an address; me is who "owner=me" means. It refuses
// names and values it does not know, so that a saved address means the same when it
// is opened.
func ParseFilter(values url.Values, me int64) (Filter, error) {
	f := Filter{}
	var bad []problem.Field
	for name, given := range values {
		read := fields[name]
		if read == nil || len(given) > maxValues {
			bad = append(bad, problem.Field{Name: name, Code: "unknown", Detail: "Такого условия нет."})
			continue
		}
		for _, value := range given {
			if !read(&f, value, me) {
				bad = append(bad, problem.Field{Name: name, Code: "wrong_value", Detail: "Неверное значение."})
				break
			}
		}
	}
	if len(bad) > 0 {
		slices.SortFunc(bad, func(a, b problem.Field) int { return len(a.Name) - len(b.Name) })
		return Filter{}, problem.InvalidFields(bad...)
	}
	return f, nil
}

// fields parses the values of each field; false refuses a value.
var fields = map[string]func(f *Filter, value string, me int64) bool{
	"status":    oneOf(statuses, func(f *Filter) *[]string { return &f.Statuses }),
	"kind":      oneOf(kinds, func(f *Filter) *[]string { return &f.Kinds }),
	"next":      oneOf(openActions, func(f *Filter) *[]string { return &f.Next }),
	"game":      number(func(f *Filter) *[]int64 { return &f.Games }),
	"gift":      number(func(f *Filter) *[]int64 { return &f.Gifts }),
	"method":    name(func(f *Filter) *[]string { return &f.Methods }),
	"provider":  name(func(f *Filter) *[]string { return &f.Providers }),
	"supplier":  name(func(f *Filter) *[]string { return &f.Suppliers }),
	"country":   name(func(f *Filter) *[]string { return &f.Countries }),
	"promo":     name(func(f *Filter) *[]string { return &f.Promos }),
	"sum_from":  sum(func(f *Filter) **money.RUB { return &f.SumFrom }),
	"sum_to":    sum(func(f *Filter) **money.RUB { return &f.SumTo }),
	"since":     moment(func(f *Filter) **time.Time { return &f.Since }),
	"until":     moment(func(f *Filter) **time.Time { return &f.Until }),
	"user":      single(func(f *Filter) **int64 { return &f.User }),
	"buyer_of":  single(func(f *Filter) **int64 { return &f.BuyerOf }),
	"player_of": single(func(f *Filter) **int64 { return &f.PlayerOf }),
	"problem": func(f *Filter, value string, _ int64) bool {
		f.Problems = append(f.Problems, Problem(value))
		return slices.Contains(problems, value)
	},
	"buyer": func(f *Filter, value string, _ int64) bool {
		f.Buyer = Buyer(value)
		return f.Buyer == Guests || f.Buyer == Accounts
	},
	"late": func(f *Filter, value string, _ int64) bool {
		f.Late = value == "true"
		return f.Late || value == "false"
	},
	"max_age": func(f *Filter, value string, _ int64) bool {
		minutes, err := strconv.ParseInt(value, 10, 32)
		f.MaxAge = time.Duration(minutes) * time.Minute
		return err == nil && minutes > 0
	},
	"owner": func(f *Filter, value string, me int64) bool {
		switch value {
		case "me":
			f.Owner = &me
			return true
		case "none":
			f.Owner = new(int64(0))
			return true
		}
		return single(func(f *Filter) **int64 { return &f.Owner })(f, value, me)
	},
}

type fieldReader = func(f *Filter, value string, me int64) bool

func oneOf(known []string, to func(*Filter) *[]string) fieldReader {
	return func(f *Filter, value string, _ int64) bool {
		*to(f) = append(*to(f), value)
		return slices.Contains(known, value)
	}
}

func name(to func(*Filter) *[]string) fieldReader {
	return func(f *Filter, value string, _ int64) bool {
		*to(f) = append(*to(f), value)
		return nameShape.MatchString(value)
	}
}

func number(to func(*Filter) *[]int64) fieldReader {
	return func(f *Filter, value string, _ int64) bool {
		id, err := strconv.ParseInt(value, 10, 64)
		*to(f) = append(*to(f), id)
		return err == nil && id > 0
	}
}

func single(to func(*Filter) **int64) fieldReader {
	return func(f *Filter, value string, _ int64) bool {
		id, err := strconv.ParseInt(value, 10, 64)
		*to(f) = &id
		return err == nil && id > 0
	}
}

func sum(to func(*Filter) **money.RUB) fieldReader {
	return func(f *Filter, value string, _ int64) bool {
		rubles, err := money.Parse(value)
		*to(f) = &rubles
		return err == nil && rubles >= 0
	}
}

func moment(to func(*Filter) **time.Time) fieldReader {
	return func(f *Filter, value string, _ int64) bool {
		at, err := time.Parse(time.RFC3339, value)
		*to(f) = &at
		return err == nil
	}
}
