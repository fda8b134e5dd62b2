package sandbox

import (
	"larek/internal/sandbox/core"
	"larek/internal/sandbox/gamesdrop"
	"larek/internal/sandbox/getpay"
	"larek/internal/sandbox/moogold"
	"larek/internal/sandbox/nsgifts"
	"larek/internal/sandbox/payin"
	"larek/internal/sandbox/payselection"
	"larek/internal/sandbox/rokky"
	"larek/internal/sandbox/signin"
	"larek/internal/sandbox/tbank"
)

// The types of the control API and the journal.
type (
	Action         = core.Action
	AccountTotal   = core.AccountTotal
	DeliveredTotal = core.DeliveredTotal
	EventType      = core.EventType
	Fault          = core.Fault
	FaultKind      = core.FaultKind
	Goods          = core.Goods
	Invoice        = core.Invoice
	JournalEntry   = core.JournalEntry
	Letter         = core.Letter
	Mode           = core.Mode
	OrderAction    = core.OrderAction
	Record         = core.Record
	SignInFault    = signin.Fault
	SupplierTotal  = core.SupplierTotal
	Total          = core.Total
)

// The events of the journal.
const (
	Paid        = core.Paid
	Refunded    = core.Refunded
	ChargedBack = core.ChargedBack
	Ordered     = core.Ordered
	Delivered   = core.Delivered
)

// The actions of buyers, banks and suppliers.
const (
	Pay             = core.Pay
	Decline         = core.Decline
	PayTwice        = core.PayTwice
	PartOnly        = core.PartOnly
	PayLate         = core.PayLate
	RefundInCabinet = core.RefundInCabinet
	ChargeBack      = core.ChargeBack
	Void            = core.Void
	DeliverOrder    = core.DeliverOrder
)

// The ways to send webhooks, and how they end.
const (
	Send         = core.Send
	Lose         = core.Lose
	Twice        = core.Twice
	Delay        = core.Delay
	Early        = core.Early
	Acknowledged = core.Acknowledged
)

// The faults of calls.
const (
	TimeoutAfterAccept = core.TimeoutAfterAccept
	Error500           = core.Error500
	Slow               = core.Slow
	WrongBody          = core.WrongBody
	Refuse             = core.Refuse
	ConnectionReset    = core.ConnectionReset
	NoticeFirst        = core.NoticeFirst
)

// The faults of sign-ins.
const (
	WrongNonce      = signin.WrongNonce
	WrongState      = signin.WrongState
	UnverifiedEmail = signin.UnverifiedEmail
	BadSignature    = signin.BadSignature
	Replayable      = signin.Replayable
)

// The names of the suppliers.
const (
	MooGold   = moogold.Name
	NSGifts   = nsgifts.Name
	GamesDrop = gamesdrop.Name
	Rokky     = rokky.Name
)

// The accounts and paths of the services, for tests that call them without a
// shop.
const (
	PayselectionSiteID      = payselection.SiteID
	PayselectionSecretKey   = payselection.SecretKey
	PayselectionPublicKey   = payselection.PublicKey
	PayselectionSiteURL     = payselection.SiteURL
	PayselectionWebformPath = payselection.WebformPath
	PayselectionGatewayPath = payselection.GatewayPath

	TBankTerminal = tbank.Terminal
	TBankPassword = tbank.Password
	TBankPath     = tbank.Path

	PayinAgentID = payin.AgentID
	PayinSecret  = payin.Secret
	PayinPath    = payin.Path

	GetPayWallet = getpay.Wallet
	GetPaySecret = getpay.Secret
	GetPayPath   = getpay.Path

	MooGoldPartnerID     = moogold.PartnerID
	MooGoldSecret        = moogold.Secret
	MooGoldCallbackToken = moogold.CallbackToken
	MooGoldPath          = moogold.Path

	NSGiftsUserID   = nsgifts.UserID
	NSGiftsLogin    = nsgifts.Login
	NSGiftsPassword = nsgifts.Password
	NSGiftsSecret   = nsgifts.Secret
	NSGiftsPath     = nsgifts.Path

	GamesDropToken = gamesdrop.Token
	GamesDropPath  = gamesdrop.Path

	RokkyPartner = rokky.Partner
	RokkySecret  = rokky.Secret
	RokkyPath    = rokky.Path

	SignInClientID   = signin.ClientID
	SignInSecret     = signin.ClientSecret
	SignInPath       = signin.Path
	TelegramClientID = signin.TelegramClientID
	TelegramBotToken = signin.TelegramBotToken
)
