package ledger

import "strconv"

// Account is a ledger account. Balances of what the shop has are positive, of what it
// owes or has earned negative; all accounts add up to zero. The values are stored.
type Account string

// Provider returns the account of the money a payment provider has collected for us.
func Provider(name string) Account { return Account("provider:" + name) }

// Customer returns the account of a buyer's balance, which we owe.
func Customer(userID int64) Account { return Account("customer:" + strconv.FormatInt(userID, 10)) }

// OrderDeposits returns the account of what buyers have paid and not received yet.
func OrderDeposits() Account { return "orders" }

// Unapplied returns the account of payments that no order needs: surplus, short, late.
func Unapplied() Account { return "unapplied" }

// Revenue returns the account of the catalogue price of delivered goods.
func Revenue() Account { return "revenue" }

// Discounts returns the account of what promo codes take off the revenue: nobody pays it.
func Discounts() Account { return "discounts" }

// Fees returns the account of the fees buyers paid for their payment method, less those refunded.
func Fees() Account { return "fees" }

// CurrencyExchange returns the account that converts one currency into another: the position in
// other currencies, and in rubles what the books have it for. What was gained or lost is moved from
// there to ExchangeResult and Revaluation.
func CurrencyExchange() Account { return "exchange" }
