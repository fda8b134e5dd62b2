// Package staff knows the people who run the shop: their roles and permissions,
// how they are invited and sign in, and their sessions.
package staff

// Permission is something a role may do.
type Permission string

// The permissions. Their rows in staff_permissions are the same: a test compares
// both.
const (
	Home                 Permission = "home"
	OrdersRead           Permission = "orders.read"
	CatalogRead          Permission = "catalog.read"
	PaymentsRead         Permission = "payments.read"
	PIIRead              Permission = "pii.read"
	TaskTake             Permission = "task.take"
	OrderNote            Permission = "order.note"
	OrderAsk             Permission = "order.ask"
	TaskResolve          Permission = "task.resolve"
	OrderRetry           Permission = "order.retry"
	OrderCorrect         Permission = "order.correct"
	OrderWriteBuyer      Permission = "order.write_buyer"
	OrderReroute         Permission = "order.reroute"
	CodeReplace          Permission = "code.replace"
	RefundGrant          Permission = "refund.grant"
	RefundGrantDelivered Permission = "refund.grant_delivered"
	RefundSend           Permission = "refund.send"       // one's own grant, up to the limit
	RefundSendOther      Permission = "refund.send_other" // a grant of another person
	RefundSettle         Permission = "refund.settle"
	MoneyMatch           Permission = "money.match"
	GoodwillGive         Permission = "goodwill.give" // up to the limit
	CustomerRead         Permission = "customer.read"
	CustomerViewAs       Permission = "customer.view_as"
	CustomerBar          Permission = "customer.bar"
	CustomerExport       Permission = "customer.export"
	CustomerErase        Permission = "customer.erase"
	ReviewModerate       Permission = "review.moderate"
	CatalogWrite         Permission = "catalog.write"
	PriceWrite           Permission = "price.write"
	PromoWrite           Permission = "promo.write"
	ContentWrite         Permission = "content.write"
	PriceBelowCost       Permission = "price.below_cost"
	CodeLoad             Permission = "code.load"
	CodeVoid             Permission = "code.void"
	CodeWriteOff         Permission = "code.write_off" // of codes that are voided, up to the limit
	CodeReveal           Permission = "code.reveal"
	OfferWrite           Permission = "offer.write"
	OfferApprove         Permission = "offer.approve"
	SupplierSwitch       Permission = "supplier.switch"
	ProviderSwitch       Permission = "provider.switch"
	PaymentWrite         Permission = "payment.write"
	MarginRead           Permission = "margin.read"
	BooksRead            Permission = "books.read"
	ReconWrite           Permission = "recon.write"
	ReconWriteOff        Permission = "recon.write_off" // up to the limit
	ChargebackWrite      Permission = "chargeback.write"
	ExportMoney          Permission = "export.money"
	BooksEntry           Permission = "books.entry"
	PeriodClose          Permission = "period.close"
	ViewShare            Permission = "view.share"
	AuditRead            Permission = "audit.read"
	StaffWrite           Permission = "staff.write"
	RoleWrite            Permission = "role.write"
	SettingsWrite        Permission = "settings.write"
)

// Self is no permission of a role: every signed-in person may do it, about their own
// things.
const Self Permission = "self"

// Permissions lists what a role may be given, in the order of the matrix.
var Permissions = []Permission{
	Home, OrdersRead, CatalogRead, PaymentsRead, PIIRead, TaskTake, OrderNote, OrderAsk, TaskResolve, OrderRetry,
	OrderCorrect, OrderWriteBuyer, OrderReroute, CodeReplace, RefundGrant, RefundGrantDelivered, RefundSend,
	RefundSendOther, RefundSettle, MoneyMatch, GoodwillGive, CustomerRead, CustomerViewAs, CustomerBar, CustomerExport,
	CustomerErase, ReviewModerate, CatalogWrite, PriceWrite, PromoWrite, ContentWrite, PriceBelowCost, CodeLoad, CodeVoid,
	CodeWriteOff, CodeReveal, OfferWrite, OfferApprove, SupplierSwitch, ProviderSwitch, PaymentWrite, MarginRead, BooksRead, ReconWrite, ReconWriteOff,
	ChargebackWrite, ExportMoney, BooksEntry, PeriodClose, ViewShare, AuditRead, StaffWrite, RoleWrite, SettingsWrite,
}

// HasLimit reports whether a permission carries the largest sum it may be used for
// alone.
func (p Permission) HasLimit() bool {
	return p == RefundSend || p == GoodwillGive || p == ReconWriteOff || p == CodeWriteOff
}
