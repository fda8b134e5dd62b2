package desk

import (
	"slices"

	"larek/internal/account"
	"larek/internal/settlement"
	"larek/internal/staff"
)

// WayName is how a row of the queue is ended.
type WayName string

// The ways.
const (
	WayDelivered WayName = "delivered"
	WayNextOffer WayName = "next_offer"
	WayRefund    WayName = "refund"
	WayRetry     WayName = "retry"
	WayReplace   WayName = "replace"
	WayReject    WayName = "reject"
	WayCorrect   WayName = "correct"
	WayToBalance WayName = "to_balance"
	WaySettle    WayName = "settle"
	WaySend      WayName = "send"
	WayDecline   WayName = "decline"
	WaySeen      WayName = "seen"
	WayMatch     WayName = "match"
	WayReturn    WayName = "return"
	WayKeep      WayName = "keep"
	WayIgnore    WayName = "ignore"
	WayAsk       WayName = "ask"
	WayWake      WayName = "wake"
	WayResume    WayName = "resume"
	WayApprove   WayName = "approve"
	WayRefuse    WayName = "refuse"
	WayPublish   WayName = "publish"
	WayHide      WayName = "hide"
	WayResend    WayName = "resend"
	WayDismiss   WayName = "dismiss"
	WayGive      WayName = "give"
	WayBook      WayName = "book"
	WayWriteOff  WayName = "write_off"
	WayAccept    WayName = "accept"
	WayFetch     WayName = "fetch"
	WaySkip      WayName = "skip"
	WaySwitchOff WayName = "switch_off"
	WayDebit     WayName = "debit"
	WayRelease   WayName = "release"
	WayAnswer    WayName = "answer"
	WayWon       WayName = "won"
	WayLost      WayName = "lost"
)

// way is one way to end a row: who may, and what the form asks for.
type way struct {
	name       WayName
	permission staff.Permission
	isMoney    bool // or codes, prices, a buyer's data: needs a fresh proof of the second factor
	fields     []string
}

var (
	deliveryWays = []way{
		{name: WayDelivered, permission: staff.TaskResolve, isMoney: true, fields: []string{"proof", "cost"}},
		{name: WayNextOffer, permission: staff.TaskResolve, isMoney: true, fields: []string{"offer"}},
		{name: WayRefund, permission: staff.RefundGrant, isMoney: true},
	}
	refundWays = []way{
		{name: WayRetry, permission: staff.RefundSend, isMoney: true},
		{name: WayToBalance, permission: staff.RefundSend, isMoney: true},
		{name: WaySettle, permission: staff.RefundSettle, isMoney: true, fields: []string{"paid_from", "reference"}},
	}
	wakeWays = []way{{name: WayWake, permission: staff.OrderAsk}}
)

// ways are the ways of each kind.
var ways = map[Kind][]way{
	KindUnknown: deliveryWays, KindByHand: deliveryWays,
	KindStandoff: {deliveryWays[0], deliveryWays[2]},
	KindRefund:   refundWays, KindRefundLate: refundWays,
	KindGrant: {
		{name: WaySend, permission: staff.RefundSend, isMoney: true},
		{name: WayDecline, permission: staff.RefundGrant, fields: []string{"text"}},
	},
	KindChargeback: {
		{name: WayAnswer, permission: staff.ChargebackWrite, fields: []string{"text"}},
		{name: WayWon, permission: staff.ChargebackWrite, isMoney: true, fields: []string{"text"}},
		{name: WayLost, permission: staff.ChargebackWrite, isMoney: true, fields: []string{"text"}},
	},
	KindOutside:  {{name: WaySeen, permission: staff.RefundSettle, fields: []string{"text"}}},
	KindTooLarge: {{name: WaySeen, permission: staff.RefundSettle, fields: []string{"text"}}},
	KindFrozen: {
		{name: WayDebit, permission: staff.ReconWriteOff, isMoney: true, fields: []string{"text"}},
		{name: WayRelease, permission: staff.ReconWriteOff, isMoney: true, fields: []string{"text"}},
	},
	KindUnmatched: {
		{name: WayMatch, permission: staff.MoneyMatch, isMoney: true, fields: []string{"order"}},
		{name: WayReturn, permission: staff.MoneyMatch, isMoney: true, fields: []string{"reference"}},
		{name: WayKeep, permission: staff.MoneyMatch, isMoney: true},
		{name: WayIgnore, permission: staff.MoneyMatch},
	},
	KindUnconfirmed:           {{name: WayAsk, permission: staff.OrderAsk}},
	kindFailing + "settle":    wakeWays,
	kindFailing + "deliver":   wakeWays,
	kindFailing + "hand_over": wakeWays,
	kindFailing + "refund":    wakeWays,
	KindOverdue:               wakeWays,
	KindDetails: {
		{name: WayCorrect, permission: staff.OrderCorrect, fields: []string{"account"}},
		{name: WayRefund, permission: staff.RefundGrant, isMoney: true},
	},
	KindCode: {
		{name: WayReplace, permission: staff.CodeReplace, isMoney: true},
		{name: WayRefund, permission: staff.RefundGrantDelivered, isMoney: true},
		{name: WayReject, permission: staff.OrderWriteBuyer, fields: []string{"text"}},
	},
	KindHeld: {
		{name: WayRetry, permission: staff.OrderRetry},
		{name: WayRefund, permission: staff.RefundGrant, isMoney: true},
	},
	KindPaused: {
		{name: WayResume, permission: staff.OrderRetry},
		{name: WayRefund, permission: staff.RefundGrant, isMoney: true},
	},
	KindCost: {
		{name: WayApprove, permission: staff.OfferApprove, isMoney: true},
		{name: WayRefuse, permission: staff.OfferApprove},
	},
	KindPrice: {
		{name: WayApprove, permission: staff.PriceWrite, isMoney: true},
		{name: WayRefuse, permission: staff.PriceWrite},
	},
	KindReview: {
		{name: WayPublish, permission: staff.ReviewModerate},
		{name: WayHide, permission: staff.ReviewModerate},
	},
	KindDifference: {
		{name: WayGive, permission: staff.ReconWrite, isMoney: true},
		{name: WayBook, permission: staff.ReconWrite, isMoney: true},
		{name: WayWriteOff, permission: staff.ReconWrite, isMoney: true},
		{name: WayAccept, permission: staff.ReconWrite, isMoney: true},
	},
	KindRegistry: {
		{name: WayFetch, permission: staff.ReconWrite},
		{name: WaySkip, permission: staff.ReconWrite},
	},
	KindMethod: {
		{name: WayResume, permission: staff.ProviderSwitch},
		{name: WaySwitchOff, permission: staff.ProviderSwitch},
	},
	KindErasure: {
		{name: WayApprove, permission: staff.CustomerErase, isMoney: true},
		{name: WayRefuse, permission: staff.CustomerErase, isMoney: true},
	},
	KindLetter: {
		{name: WayResend, permission: staff.OrderWriteBuyer},
		{name: WayDismiss, permission: staff.OrderWriteBuyer},
	},
}

// canEnd reports whether the person can end rows of a kind in at least one way.
func canEnd(k Kind, who staff.Actor) bool {
	return slices.ContainsFunc(ways[k], func(w way) bool { return who.Can(w.permission) })
}

// Way is one way to end a row, for one person.
type Way struct {
	Name    WayName
	Allowed bool
	Reason  string
	Needs   staff.Permission
	Fields  []string
	Risk    string
}

// waysOf returns the ways to end a row. s is the state of its order, if it has one.
func waysOf(i Item, s *orderState, units []int64, needsCodes bool, noticeIsPaid bool, who staff.Actor) []Way {
	var list []Way
	for _, w := range ways[i.Kind] {
		x := Way{Name: w.name, Fields: slices.Clone(w.fields)}
		if !who.Can(w.permission) {
			x.Needs = w.permission
		}
		if w.name == WaySend && s != nil && s.grant != nil && s.grant.GrantedBy != who.ID && !who.Can(staff.RefundSendOther) {
			x.Needs = staff.RefundSendOther
		}
		x.Reason = wayRefusal(i, w, s, noticeIsPaid, who)
		if s != nil && s.isAsked(units) && i.Kind.isDelivery() {
			x.Fields = append(x.Fields, "force")
			x.Risk = "Поставщик ещё может доставить: тогда его цена станет нашим убытком."
		}
		if needsCodes && (w.name == WayDelivered || w.name == WayReplace) {
			x.Fields = append(x.Fields, "codes")
		}
		x.Allowed = x.Reason == "" && x.Needs == ""
		list = append(list, x)
	}
	return list
}

// wayRefusal returns why a row cannot be ended this way now.
func wayRefusal(i Item, w way, s *orderState, noticeIsPaid bool, who staff.Actor) string {
	switch {
	case i.isHeldByOther(who):
		return "Это взял другой человек: " + i.OwnerName + "."
	case w.name == WaySend && s != nil && s.grant != nil && s.grant.GrantedBy == who.ID && s.grant.Rubles > s.refundLimit(who):
		return ErrSecondPerson.Detail
	case i.Kind == KindErasure && w.name == WayApprove && i.erasure.AskedBy == who.ID:
		return account.ErrSamePerson.Detail
	case i.Kind == KindDifference:
		return differenceRefusal(i.difference, settlement.Way(w.name), who)
	case w.name == WayReplace && s != nil:
		return s.replaceRefusal()
	case w.name == WayRefund && s != nil && s.refundable == nil && s.isHeld():
		return "" // free
	case w.name == WayRefund && s != nil:
		return refundRefusal(s, who)
	case w.name == WayCorrect && s != nil:
		return rules[ActionCorrect].refusal(s, who)
	case w.name == WayToBalance && s != nil && (!s.hasBalance || i.Currency != "RUB" || s.isPaidByOther()):
		return "На баланс нельзя: у заказа нет профиля, платили не рублями или платил другой человек по ссылке."
	case i.Kind == KindUnmatched && w.name == WayIgnore && noticeIsPaid:
		return "Это деньги: их надо найти, вернуть или оставить."
	case i.Kind == KindUnmatched && w.name != WayIgnore && !noticeIsPaid:
		return "Денег в этом сообщении нет."
	}
	return ""
}

// isPaidByOther reports whether a person other than the order's owner paid it.
func (s *orderState) isPaidByOther() bool { return s.refundable != nil && s.refundable.IsByLink() }
