package admin_test

import (
	"slices"
	"testing"

	"larek/internal/httpapi/adminapi"
)

// notFresh are writes about money, codes and prices that give nothing away: they stop,
// decline, cancel a plan or look.
var notFresh = []string{
	"stopPromo", "stopPromoBatch", "refuseCost", "cancelPrices", "checkPriceFile", "declineBooksRequest", "declineGrant",
	"orderMethods", "placeProducts", "placeGames", "createGame", "changeGame", "showGame", "planGame", "planProduct",
	"uploadPicture", "previewGame", "revokeInvitation",
}

func TestWritesAboutMoneyCodesAndPricesNeedAFreshProof(t *testing.T) {
	t.Parallel()
	about := []string{
		"refund.send", "refund.grant", "refund.settle", "refund.send_other", "money.match", "goodwill.give", "code.load", "code.void", "code.reveal", "code.replace",
		"price.write", "price.below_cost", "promo.write", "offer.write", "offer.approve", "catalog.write", "payment.write", "recon.write", "recon.write_off",
		"chargeback.write", "books.entry", "period.close", "task.resolve", "order.reroute", "staff.write", "role.write",
	}
	for _, op := range adminapi.Operations {
		if !op.Writes || !slices.Contains(about, op.Permission) {
			continue
		}
		if op.Fresh == slices.Contains(notFresh, op.OperationID) {
			t.Errorf("%s by %s: fresh %t, which the list of this test does not say", op.OperationID, op.Permission, op.Fresh)
		}
	}
}
