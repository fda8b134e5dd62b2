package payment

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/text/encoding/charmap"

	"larek/internal/money"
	"larek/internal/payment/paymentdb"
)

const (
	// maxRateAge bounds the age of the bank's document. On weekends and holidays the
	// last one is repeated; an older one is an error.
	maxRateAge   = 7 * 24 * time.Hour
	ratesTimeout = 10 * time.Second
	// confirmAfter is after how long a rate that did not change is set again: less than a
	// day, so that one of the two updates a day does it.
	confirmAfter = 20 * time.Hour
	maxDocument  = 1 << 20
)

// moscow is the bank's time zone; it has had no daylight saving time since 2014.
var moscow = time.FixedZone("MSK", 3*60*60)

// CentralBankRates is the central bank's list for one day.
type CentralBankRates struct {
	// Date is the day the rates are valid for, which need not be the day of the request.
	Date time.Time
	// Rates is rubles for one unit, exactly.
	Rates map[string]*big.Rat
}

type ratesXML struct {
	Date   string `xml:"Date,attr"`
	Valute []struct {
		CharCode string
		Nominal  string
		Value    string
	}
}

var (
	currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)
	nominal      = regexp.MustCompile(`^[1-9][0-9]{0,6}$`)
	// bankValue has a decimal comma.
	bankValue = regexp.MustCompile(`^[0-9]{1,9}(,[0-9]{1,8})?$`)
)

// ParseRates parses the bank's XML. It returns an error if any line is unreadable,
// because a misread list must not set prices.
func ParseRates(doc []byte) (CentralBankRates, error) {
	d := xml.NewDecoder(bytes.NewReader(doc))
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		if !strings.EqualFold(charset, "windows-1251") {
			return nil, errors.New("unexpected encoding")
		}
		return charmap.Windows1251.NewDecoder().Reader(in), nil
	}
	var list ratesXML
	if err := d.Decode(&list); err != nil {
		return CentralBankRates{}, fmt.Errorf("bank rates: %w", err)
	}
	date, err := time.ParseInLocation("02.01.2006", list.Date, moscow)
	if err != nil || len(list.Valute) == 0 {
		return CentralBankRates{}, errors.New("bank rates: no date or no currencies")
	}
	out := CentralBankRates{Date: date, Rates: make(map[string]*big.Rat, len(list.Valute))}
	for _, v := range list.Valute {
		if !currencyCode.MatchString(v.CharCode) || !nominal.MatchString(v.Nominal) || !bankValue.MatchString(v.Value) {
			return CentralBankRates{}, fmt.Errorf("bank rates: unreadable line of %q", v.CharCode)
		}
		// The bank's own price of one unit is rounded, so it is calculated here.
		value, _ := new(big.Rat).SetString(strings.Replace(v.Value, ",", ".", 1))
		units, _ := new(big.Rat).SetString(v.Nominal)
		if value.Sign() <= 0 {
			return CentralBankRates{}, fmt.Errorf("bank rates: rate of %s is not positive", v.CharCode)
		}
		out.Rates[v.CharCode] = value.Quo(value, units)
	}
	return out, nil
}

// RateFetcher fetches the bank's list.
type RateFetcher struct {
	Client  *http.Client
	BaseURL string // https://www.cbr.ru
}

// Fetch fetches the newest list. The bank rejects requests without a User-Agent.
func (f RateFetcher) Fetch(ctx context.Context) (CentralBankRates, error) {
	ctx, cancel := context.WithTimeout(ctx, ratesTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(f.BaseURL, "/")+"/scripts/XML_daily.asp", nil)
	if err != nil {
		return CentralBankRates{}, fmt.Errorf("bank rates: %w", err)
	}
	req.Header.Set("User-Agent", "shop/1.0 (daily rates)")
	resp, err := f.Client.Do(req)
	if err != nil {
		return CentralBankRates{}, fmt.Errorf("bank rates: %w", err)
	}
	defer resp.Body.Close() //nolint:errcheck // read to the end or abandoned
	if resp.StatusCode != http.StatusOK {
		return CentralBankRates{}, fmt.Errorf("bank rates: status %d", resp.StatusCode)
	}
	doc, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument))
	if err != nil {
		return CentralBankRates{}, fmt.Errorf("bank rates: %w", err)
	}
	return ParseRates(doc)
}

// Rates sets and lists the prices of currencies in rubles.
type Rates struct{ q *paymentdb.Queries }

// Update sets the selling rates: the bank's rate plus our margin, or the rate
// fixed by an operator. It returns how many rates are new. An unchanged rate is
// inserted again once a day, so that its age says when it was last confirmed; a currency the bank does not list keeps its last rate. Fixed
// rates are set even if the bank cannot be reached; that error is returned as well.
func (s *Rates) Update(ctx context.Context, bank RateFetcher, now time.Time) (int, error) {
	list, fetchErr := bank.Fetch(ctx)
	if age := now.Sub(list.Date); fetchErr == nil && (age > maxRateAge || age < -maxRateAge) {
		fetchErr = fmt.Errorf("bank rates: outdated, for %s", list.Date.Format(time.DateOnly))
		list = CentralBankRates{}
	}
	rows, err := s.q.RatesInUse(ctx)
	if err != nil {
		return 0, errors.Join(fetchErr, fmt.Errorf("rates in use: %w", err))
	}
	fresh := paymentdb.InsertRatesParams{SetAt: now}
	for _, r := range rows {
		rate, source, err := sellingRate(list.Rates[r.Currency], r.Margin, r.FixedRate)
		if err != nil {
			return 0, fmt.Errorf("rate of %s: %w", r.Currency, err)
		}
		if rate == "" || rate == r.Rate && now.Sub(r.SetAt) < confirmAfter || !r.SetAt.Before(now) {
			continue
		}
		fresh.Currencies = append(fresh.Currencies, r.Currency)
		fresh.Rates = append(fresh.Rates, rate)
		fresh.Sources = append(fresh.Sources, source)
	}
	if len(fresh.Rates) > 0 {
		if err := s.q.InsertRates(ctx, fresh); err != nil {
			return 0, errors.Join(fetchErr, fmt.Errorf("insert rates: %w", err))
		}
	}
	return len(fresh.Rates), fetchErr
}

// sellingRate returns the fixed rate, else the bank's rate plus the margin, rounded
// up so that the margin is never lost. It returns "" if there is neither.
func sellingRate(bank *big.Rat, margin, fixed string) (rate, source string, err error) {
	if fixed != "" {
		r, err := money.ParseRate(fixed)
		return r.String(), "operator", err
	}
	if bank == nil {
		return "", "", nil
	}
	percent, ok := new(big.Rat).SetString(margin)
	if !ok {
		return "", "", fmt.Errorf("margin %q", margin)
	}
	scaled := percent.Add(percent, big.NewRat(100, 1))
	scaled.Mul(scaled, bank)
	scaled.Mul(scaled, big.NewRat(int64(money.OneToOne), 100))
	up := new(big.Int).Add(scaled.Num(), scaled.Denom())
	up.Quo(up.Sub(up, big.NewInt(1)), scaled.Denom()) // fits: the parser bounds the bank's digits
	return money.Rate(up.Int64()).String(), "central_bank", nil
}

// RateRow is a currency in use, and how its rate is set.
type RateRow = paymentdb.RatesTableRow

// PastRate is a rate that was set.
type PastRate = paymentdb.RateHistoryRow

// rateHistory bounds how many rates of a currency are shown.
const rateHistory = 30

// Table returns the currencies in use.
func (s *Rates) Table(ctx context.Context) ([]RateRow, error) {
	rows, err := s.q.RatesTable(ctx)
	if err != nil {
		return nil, fmt.Errorf("rates: %w", err)
	}
	return rows, nil
}

// History returns the newest rates of a currency, the newest first.
func (s *Rates) History(ctx context.Context, currency string) ([]PastRate, error) {
	rows, err := s.q.RateHistory(ctx, paymentdb.RateHistoryParams{Currency: currency, PageLimit: rateHistory})
	if err != nil {
		return nil, fmt.Errorf("rates of %s: %w", currency, err)
	}
	return rows, nil
}

// Rate returns the price of one unit of the currency in rubles, or ErrCurrency if the
// shop does not sell in it.
func Rate(ctx context.Context, tx pgx.Tx, currency money.Currency) (money.Rate, error) {
	if currency == money.Ruble {
		return money.OneToOne, nil
	}
	text, err := paymentdb.New(tx).LatestRate(ctx, string(currency))
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrCurrency
	}
	if err != nil {
		return 0, fmt.Errorf("rate of %s: %w", currency, err)
	}
	return money.ParseRate(text)
}
