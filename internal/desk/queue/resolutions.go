package queue

import (
	"slices"

	"larek/internal/account"
	"larek/internal/desk"
	"larek/internal/desk/finance"
	"larek/internal/desk/orders"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// Resolution is how a row of the queue ends.
type Resolution string

// The resolutions.
const (
	ResolveDelivered Resolution = "delivered"
	ResolveNextOffer Resolution = "next_offer"
	ResolveRefund    Resolution = "refund"
	ResolveRetry     Resolution = "retry"
	ResolveReplace   Resolution = "replace"
	ResolveReject    Resolution = "reject"
	ResolveCorrect   Resolution = "correct"
	ResolveToBalance Resolution = "to_balance"
	ResolveSettle    Resolution = "settle"
	ResolveSend      Resolution = "send"
	ResolveDecline   Resolution = "decline"
	ResolveSeen      Resolution = "seen"
	ResolveMatch     Resolution = "match"
	ResolveReturn    Resolution = "return"
	ResolveKeep      Resolution = "keep"
	ResolveIgnore    Resolution = "ignore"
	ResolveAsk       Resolution = "ask"
	ResolveWake      Resolution = "wake"
	ResolveResume    Resolution = "resume"
	ResolveApprove   Resolution = "approve"
	ResolveRefuse    Resolution = "refuse"
	ResolvePublish   Resolution = "publish"
	ResolveHide      Resolution = "hide"
	ResolveResend    Resolution = "resend"
	ResolveDismiss   Resolution = "dismiss"
	ResolveGive      Resolution = "give"
	ResolveBook      Resolution = "book"
	ResolveWriteOff  Resolution = "write_off"
	ResolveAccept    Resolution = "accept"
	ResolveFetch     Resolution = "fetch"
	ResolveSkip      Resolution = "skip"
	ResolveSwitchOff Resolution = "switch_off"
	ResolveDebit     Resolution = "debit"
	ResolveRelease   Resolution = "release"
	ResolveAnswer    Resolution = "answer"
	ResolveWon       Resolution = "won"
	ResolveLost      Resolution = "lost"

	ResolveChargeback Resolution = "chargeback"
)

// option is a resolution of a kind: who may use it, and the fields of its form.
type option struct {
	name       Resolution
	permission staff.Permission
	isMoney    bool // or codes, prices, a buyer's data: needs a fresh proof of the second factor
	fields     []string
}

var (
	deliveryOptions = []option{
		{name: ResolveAsk, permission: staff.OrderAsk},
		{name: ResolveDelivered, permission: staff.TaskResolve, isMoney: true, fields: []string{"proof", "picture", "cost"}},
		{name: ResolveNextOffer, permission: staff.TaskResolve, isMoney: true, fields: []string{"offer"}},
		{name: ResolveRefund, permission: staff.RefundGrant, isMoney: true},
	}
	refundOptions = []option{
		{name: ResolveRetry, permission: staff.RefundSend, isMoney: true},
		{name: ResolveToBalance, permission: staff.RefundSend, isMoney: true},
		{name: ResolveSettle, permission: staff.RefundSettle, isMoney: true, fields: []string{"paid_from", "reference"}},
	}
	wakeOptions = []option{{name: ResolveWake, permission: staff.OrderAsk}}
)

// options are the resolutions of each kind.
var options = map[desk.Kind][]option{
	desk.KindUnknown: deliveryOptions, desk.KindByHand: deliveryOptions[1:],
	desk.KindStandoff: {deliveryOptions[1], deliveryOptions[3]},
	desk.KindRefund:   refundOptions, desk.KindRefundLate: refundOptions,
	desk.KindGrant: {
		{name: ResolveSend, permission: staff.RefundSend, isMoney: true},
		{name: ResolveDecline, permission: staff.RefundGrant, fields: []string{"text"}},
	},
	desk.KindChargeback: {
		{name: ResolveAnswer, permission: staff.ChargebackWrite, fields: []string{"text"}},
		{name: ResolveWon, permission: staff.ChargebackWrite, isMoney: true, fields: []string{"text"}},
		{name: ResolveLost, permission: staff.ChargebackWrite, isMoney: true, fields: []string{"text"}},
	},
	desk.KindOutside: {
		{name: ResolveSeen, permission: staff.RefundSettle, fields: []string{"text"}},
		{name: ResolveChargeback, permission: staff.ChargebackWrite, isMoney: true, fields: []string{"reference", "fee", "answer_by"}},
	},
	desk.KindTooLarge: {{name: ResolveSeen, permission: staff.RefundSettle, fields: []string{"text"}}},
	desk.KindFrozen: {
		{name: ResolveDebit, permission: staff.ReconWriteOff, isMoney: true, fields: []string{"text"}},
		{name: ResolveRelease, permission: staff.ReconWriteOff, isMoney: true, fields: []string{"text"}},
	},
	desk.KindUnmatched: {
		{name: ResolveMatch, permission: staff.MoneyMatch, isMoney: true, fields: []string{"order"}},
		{name: ResolveReturn, permission: staff.MoneyMatch, isMoney: true, fields: []string{"reference"}},
		{name: ResolveKeep, permission: staff.MoneyMatch, isMoney: true},
		{name: ResolveIgnore, permission: staff.MoneyMatch},
	},
	desk.KindUnconfirmed:           {{name: ResolveAsk, permission: staff.OrderAsk}},
	desk.KindFailing + "settle":    wakeOptions,
	desk.KindFailing + "deliver":   wakeOptions,
	desk.KindFailing + "hand_over": wakeOptions,
	desk.KindFailing + "refund":    wakeOptions,
	desk.KindOverdue:               wakeOptions,
	desk.KindDetails: {
		{name: ResolveCorrect, permission: staff.OrderCorrect, fields: []string{"account", "server"}},
		{name: ResolveResend, permission: staff.OrderWriteBuyer},
		{name: ResolveRefund, permission: staff.RefundGrant, isMoney: true},
	},
	desk.KindCode: {
		{name: ResolveReplace, permission: staff.CodeReplace, isMoney: true},
		{name: ResolveRefund, permission: staff.RefundGrantDelivered, isMoney: true},
		{name: ResolveReject, permission: staff.OrderWriteBuyer, fields: []string{"text"}},
	},
	desk.KindHeld: {
		{name: ResolveRetry, permission: staff.OrderRetry},
		{name: ResolveRefund, permission: staff.RefundGrant, isMoney: true},
	},
	desk.KindPaused: {
		{name: ResolveResume, permission: staff.OrderRetry},
		{name: ResolveRefund, permission: staff.RefundGrant, isMoney: true},
	},
	desk.KindCost: {
		{name: ResolveApprove, permission: staff.OfferApprove, isMoney: true},
		{name: ResolveRefuse, permission: staff.OfferApprove},
	},
	desk.KindPrice: {
		{name: ResolveApprove, permission: staff.PriceWrite, isMoney: true},
		{name: ResolveRefuse, permission: staff.PriceWrite},
	},
	desk.KindReview: {
		{name: ResolvePublish, permission: staff.ReviewModerate},
		{name: ResolveHide, permission: staff.ReviewModerate},
	},
	desk.KindDifference: {
		{name: ResolveGive, permission: staff.ReconWrite, isMoney: true},
		{name: ResolveBook, permission: staff.ReconWrite, isMoney: true},
		{name: ResolveWriteOff, permission: staff.ReconWrite, isMoney: true},
		{name: ResolveAccept, permission: staff.ReconWrite, isMoney: true},
	},
	desk.KindRegistry: {
		{name: ResolveFetch, permission: staff.ReconWrite},
		{name: ResolveSkip, permission: staff.ReconWrite},
	},
	desk.KindMethod: {
		{name: ResolveResume, permission: staff.ProviderSwitch},
		{name: ResolveSwitchOff, permission: staff.ProviderSwitch},
	},
	desk.KindErasure: {
		{name: ResolveApprove, permission: staff.CustomerErase, isMoney: true},
		{name: ResolveRefuse, permission: staff.CustomerErase, isMoney: true},
	},
	desk.KindLetter: {
		{name: ResolveResend, permission: staff.OrderWriteBuyer},
		{name: ResolveDismiss, permission: staff.OrderWriteBuyer},
	},
}

// elsewhere are the kinds whose rows end on another screen, when their cause is gone, and who
// can do that.
var elsewhere = map[desk.Kind]staff.Permission{desk.KindStockLow: staff.CodeLoad, desk.KindMoneyLow: staff.SupplierSwitch}

// CanEnd reports whether the person can end rows of a kind by at least one resolution.
func CanEnd(k desk.Kind, who staff.Actor) bool {
	if p, is := elsewhere[k]; is {
		return who.Can(p)
	}
	return slices.ContainsFunc(options[k], func(w option) bool { return who.Can(w.permission) })
}

// AllowedResolution reports whether a person may end a row by a resolution.
type AllowedResolution struct {
	Name    Resolution
	Allowed bool
	Reason  string
	Needs   staff.Permission
	Fields  []string
	Risk    string
}

// optionsFor returns the resolutions of a row. s is the state of its order, if it has one.
func optionsFor(i Item, s *orders.State, units []int64, needsCodes bool, noticeIsPaid bool, who staff.Actor) []AllowedResolution {
	var list []AllowedResolution
	for _, w := range options[i.Kind] {
		x := AllowedResolution{Name: w.name, Fields: slices.Clone(w.fields)}
		if !who.Can(w.permission) {
			x.Needs = w.permission
		}
		if w.name == ResolveSend && s != nil && s.Grant != nil && s.Grant.GrantedBy != who.ID && !who.Can(staff.RefundSendOther) {
			x.Needs = staff.RefundSendOther
		}
		x.Reason = refusal(i, w, s, noticeIsPaid, who)
		if s != nil && s.HasOpenAttempt(units) && i.Kind.IsDelivery() {
			x.Fields = append(x.Fields, "force")
			x.Risk = "Поставщик ещё может доставить: тогда его цена станет нашим убытком."
		}
		if needsCodes && (w.name == ResolveDelivered || w.name == ResolveReplace) {
			x.Fields = append(x.Fields, "codes")
		}
		x.Allowed = x.Reason == "" && x.Needs == ""
		list = append(list, x)
	}
	return list
}

// refusal returns why the person cannot end a row by an option now.
func refusal(i Item, w option, s *orders.State, noticeIsPaid bool, who staff.Actor) string {
	switch {
	case i.isHeldByOther(who):
		return "Это взял другой человек: " + i.OwnerName + "."
	case w.name == ResolveSend && s != nil && s.Grant != nil && s.Grant.GrantedBy == who.ID && s.Grant.Rubles > s.RefundLimit(who):
		return desk.ErrSecondPerson.Detail
	case i.Kind == desk.KindErasure && w.name == ResolveApprove && i.erasure.AskedBy == who.ID:
		return account.ErrSamePerson.Detail
	case i.Kind == desk.KindDifference:
		return finance.DifferenceRefusal(i.difference, settlement.Way(w.name), who)
	case w.name == ResolveReplace && s != nil:
		return s.ReplaceRefusal()
	case w.name == ResolveRefund && s != nil && s.Refundable == nil && s.IsHeld():
		return "" // free
	case w.name == ResolveRefund && s != nil:
		return orders.RefundRefusal(s, who)
	case w.name == ResolveCorrect && s != nil:
		return orders.Rules[orders.ActionCorrect].Refusal(s, who)
	case w.name == ResolveToBalance && s != nil && (!s.HasBalance || i.Currency != "RUB" || s.IsPaidByOther()):
		return "На баланс нельзя: у заказа нет профиля, платили не рублями или платил другой человек по ссылке."
	case i.Kind == desk.KindUnmatched && w.name == ResolveIgnore && noticeIsPaid:
		return "Это деньги: их надо найти, вернуть или оставить."
	case i.Kind == desk.KindUnmatched && w.name != ResolveIgnore && !noticeIsPaid:
		return "Денег в этом сообщении нет."
	}
	return ""
}
