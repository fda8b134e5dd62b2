package ledger

import "strconv"

// Account is a pot money is in or owed from. What the shop has is positive,
// what it owes or has earned is negative: all pots together are zero.
type Account string

// Provider holds what a payment provider has collected for us.
func Provider(name string) Account { return Account("provider:" + name) }

// Customer is the balance of an account in the shop, which we owe.
func Customer(userID int64) Account { return Account("customer:" + strconv.FormatInt(userID, 10)) }

// Orders is what buyers have paid for and not got yet.
func Orders() Account { return "orders" }

// Unapplied is money nothing was to be paid with: surplus, short, too late.
func Unapplied() Account { return "unapplied" }

// Revenue is the catalogue price of what was delivered.
func Revenue() Account { return "revenue" }

// Discounts is what promo codes cost us.
func Discounts() Account { return "discounts" }

// Fees is what buyers paid for the way they pay.
func Fees() Account { return "fees" }

// Exchange takes one currency and gives another; its rest is the gain or loss
// of exchange.
func Exchange() Account { return "exchange" }
