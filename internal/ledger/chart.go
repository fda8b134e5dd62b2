package ledger

import (
	"regexp"
	"slices"
	"strings"
)

// Customers is what all buyers' accounts are called together, in sums by day.
const Customers Account = "customer"

// Group says what the balance of an account is to the shop.
type Group string

// The groups, in the order of the trial balance.
const (
	GroupMoney  Group = "money"  // what the shop has
	GroupBuyers Group = "buyers" // what it owes buyers
	GroupSupply Group = "supply" // what it has prepaid to suppliers, or owes them
	GroupEarned Group = "earned" // with what reduces it
	GroupSpent  Group = "spent"
	GroupState  Group = "state" // what it owes the state
	// GroupPosition is no result: the two sides of money in other currencies, here it and there its worth.
	GroupPosition Group = "position"
	GroupEquity   Group = "equity" // the owner's
)

// Chart lists the accounts and what each is. Accounts of a name (provider:tbank) are
// listed without it.
var Chart = []struct {
	Account Account
	Group   Group
	Title   string
}{
	{"provider", GroupMoney, "Собрано провайдером"},
	{Transit(), GroupMoney, "Деньги в пути"},
	{Bank(), GroupMoney, "Расчётный счёт"},
	{OrderDeposits(), GroupBuyers, "Оплачено и ещё не доставлено"},
	{Customers, GroupBuyers, "Балансы покупателей"},
	{Unapplied(), GroupBuyers, "Деньги без заказа"},
	{"supplier", GroupSupply, "Аванс поставщику"},
	{Revenue(), GroupEarned, "Выручка по ценам каталога"},
	{Discounts(), GroupEarned, "Скидки (уменьшают выручку)"},
	{Fees(), GroupEarned, "Комиссия с покупателей"},
	{ExchangeResult(), GroupEarned, "Курсовые разницы"},
	{Revaluation(), GroupEarned, "Переоценка валюты"},
	{CostOfGoods(), GroupSpent, "Себестоимость"},
	{Acquiring(), GroupSpent, "Комиссия провайдеров"},
	{Chargebacks(), GroupSpent, "Чарджбэки и возвраты без нас"},
	{Goodwill(), GroupSpent, "Извинения деньгами"},
	{WriteOffs(), GroupSpent, "Списания"},
	{"expenses", GroupSpent, "Прочие расходы"}, // by hand: what leaves the bank account for no order
	{VAT(), GroupState, "НДС"},
	{CurrencyExchange(), GroupPosition, "Валютная позиция"},
	{"capital", GroupEquity, "Вклад владельца"}, // by hand
	{Retained(), GroupEquity, "Нераспределённая прибыль"},
}

// base returns an account without the name it has.
func (a Account) base() Account {
	base, _, _ := strings.Cut(string(a), ":")
	return Account(base)
}

// place returns where an account stands in the chart, -1 if nowhere.
func (a Account) place() int {
	return slices.IndexFunc(Chart, func(c struct {
		Account Account
		Group   Group
		Title   string
	},
	) bool {
		return c.Account == a.base()
	})
}

// Title returns what an account is called on screens.
func (a Account) Title() string {
	if a == CodeStock() {
		return "Закуплено кодов на склад"
	}
	if i := a.place(); i >= 0 {
		return Chart[i].Title
	}
	return string(a)
}

// Group returns the group of an account; an unknown one is spent, where it is seen.
func (a Account) Group() Group {
	if i := a.place(); i >= 0 {
		return Chart[i].Group
	}
	return GroupSpent
}

var named = regexp.MustCompile(`^(provider|supplier):[a-z0-9_]{1,40}$`)

// canEnter reports whether an entry made by hand may use the account. A buyer's
// balance changes by refunds and apologies only, and money owed for orders by orders.
func (a Account) canEnter() bool {
	switch a {
	case Customers, OrderDeposits(), "provider", "supplier":
		return false
	}
	return named.MatchString(string(a)) || a.base() == a && a.place() >= 0
}

// Enterable returns the accounts that entries made by hand may use, in the order of the
// chart; those of a name are listed for each of the names.
func Enterable(providers, suppliers []string) []Account {
	names := map[Account][]string{"provider": providers, "supplier": suppliers}
	var list []Account
	for _, c := range Chart {
		for _, name := range names[c.Account] {
			list = append(list, c.Account+":"+Account(name))
		}
		if c.Account == CodeStock().base() {
			list = append(list, CodeStock())
		}
		if c.Account.canEnter() {
			list = append(list, c.Account)
		}
	}
	return list
}

// reasonTitles are what entries are called on screens.
var reasonTitles = map[string]string{
	"payment": "Оплата", "balance": "Оплата с баланса", "surplus": "Лишние деньги", "delivery": "Доставка", "cost": "Себестоимость", "refund": "Возврат",
	"outside": "Возврат без нас", "goodwill": "Извинение деньгами", "unmatched": "Деньги без заказа", "unmatched_returned": "Деньги без заказа возвращены",
	"settlement": "Выплата провайдера", "arrival": "Выплата пришла на счёт", "commission": "Комиссия провайдера", "topup": "Пополнение поставщика", "chargeback": "Чарджбэк",
	"writeoff": "Списание", "found": "Найдено в реестре", "vat": "НДС", "revaluation": "Переоценка валюты", "manual": "Ручная проводка", "year": "Закрытие года",
	"dispute_won":    "Спор выигран",
	"balance_frozen": "Баланс заморожен", "balance_released": "Баланс разморожен", "frozen_debited": "Замороженное списано",
	"balance_debited": "Списано с баланса", "balance_paid_out": "Баланс выплачен", "balance_given_up": "Покупатель отказался от баланса",
}

// ReasonTitle returns what an entry of a reason is called on screens.
func ReasonTitle(reason string) string {
	if title, ok := reasonTitles[reason]; ok {
		return title
	}
	return reason
}
