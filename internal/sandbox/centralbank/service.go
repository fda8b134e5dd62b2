// Package centralbank plays the currency rates of the Bank of Russia.
package centralbank

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"larek/internal/sandbox/core"
)

// Path replaces the host of the bank.
const Path = "/cbr"

// Service is the played bank.
type Service struct{ core *core.Server }

func init() { core.Register(func(string) core.Service { return &Service{} }) }

// Name implements core.Service.
func (*Service) Name() string { return "cbr" }

// Env implements core.Service.
func (*Service) Env(origin string) map[string]string {
	return map[string]string{"LAREK_RATES_URL": origin + Path}
}

// Routes implements core.Service.
func (s *Service) Routes(r chi.Router, c *core.Server) {
	s.core = c
	r.Get(Path+"/scripts/XML_daily.asp", c.WithFaults(s.Name(), "rates", s.daily))
}

// currencyRate is one row of the central bank's list; value is in hundredths
// of a kopeck for the whole nominal, as the bank prints four decimals.
type currencyRate struct {
	id, num, code string
	nominal       int64
	name          string
	value         int64
}

// currencyRates lacks RSD on purpose: a shop must work without a rate.
var currencyRates = []currencyRate{
	{"R01020A", "944", "AZN", 1, "Азербайджанский манат", 47_8800},
	{"R01060", "051", "AMD", 100, "Армянских драмов", 21_3700},
	{"R01090B", "933", "BYN", 1, "Белорусский рубль", 27_4500},
	{"R01210", "981", "GEL", 1, "Грузинский лари", 30_1500},
	{"R01230", "784", "AED", 1, "Дирхам ОАЭ", 22_1800},
	{"R01235", "840", "USD", 1, "Доллар США", 81_4600},
	{"R01239", "978", "EUR", 1, "Евро", 94_3500},
	{"R01335", "398", "KZT", 100, "Тенге", 16_4200},
	{"R01370", "417", "KGS", 10, "Сомов", 9_3150},
	{"R01375", "156", "CNY", 1, "Юань", 11_3700},
	{"R01500", "498", "MDL", 10, "Молдавских леев", 48_1200},
	{"R01565", "985", "PLN", 1, "Злотый", 22_2600},
	{"R01670", "972", "TJS", 10, "Сомони", 87_6000},
	{"R01700J", "949", "TRY", 10, "Турецких лир", 18_9400},
	{"R01717", "860", "UZS", 10000, "Узбекских сумов", 67_2000},
	{"R01720", "980", "UAH", 10, "Гривен", 19_2800},
}

// rateDay returns the day whose rates are valid: Saturday's on Sunday and Monday.
func rateDay(day time.Time) time.Time {
	for day.Weekday() == time.Sunday || day.Weekday() == time.Monday {
		day = day.AddDate(0, 0, -1)
	}
	return day
}

// on returns the rate of a day: it differs a little from day to day, always in
// the same way.
func (c currencyRate) on(day string) int64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(day + c.code))
	return c.value + c.value*(int64(h.Sum32()%101)-50)/10_000
}

// daily serves the daily list. Like the bank it refuses clients without a
// User-Agent of their own.
func (s *Service) daily(w http.ResponseWriter, r *http.Request) {
	if agent := r.UserAgent(); agent == "" || strings.HasPrefix(agent, "Go-http-client") {
		http.Error(w, "Forbidden", http.StatusForbidden)
		return
	}
	day := s.core.Now().In(core.Moscow)
	if asked := r.URL.Query().Get("date_req"); asked != "" {
		var err error
		if day, err = time.ParseInLocation("02/01/2006", asked, core.Moscow); err != nil {
			writeWindows1251(w, "<ValCurs>Error in parameters</ValCurs>")
			return
		}
	}
	date := rateDay(day).Format("02.01.2006")
	var b strings.Builder
	fmt.Fprintf(&b, "<ValCurs Date=\"%s\" name=\"Foreign Currency Market\">", date)
	for _, c := range currencyRates {
		value := c.on(date)
		unit := strings.TrimRight(fmt.Sprintf("%d,%08d", value/10_000/c.nominal, value*10_000/c.nominal%100_000_000), "0")
		fmt.Fprintf(&b, "<Valute ID=\"%s\"><NumCode>%s</NumCode><CharCode>%s</CharCode><Nominal>%d</Nominal>"+
			"<Name>%s</Name><Value>%d,%04d</Value><VunitRate>%s</VunitRate></Valute>",
			c.id, c.num, c.code, c.nominal, c.name, value/10_000, value%10_000, strings.TrimSuffix(unit, ","))
	}
	b.WriteString("</ValCurs>")
	writeWindows1251(w, b.String())
}

// writeWindows1251 answers with XML in the bank's encoding: ASCII and Russian
// letters.
func writeWindows1251(w http.ResponseWriter, xml string) {
	w.Header().Set("Content-Type", "application/xml; charset=windows-1251")
	out := []byte(`<?xml version="1.0" encoding="windows-1251"?>`)
	for _, c := range xml {
		switch {
		case c < 0x80:
			out = append(out, byte(c))
		case c == 'Ё':
			out = append(out, 0xA8)
		case c == 'ё':
			out = append(out, 0xB8)
		case c >= 'А' && c <= 'я':
			out = append(out, byte(c-'А')+0xC0) //nolint:gosec // 64 letters
		}
	}
	_, _ = w.Write(out)
}
