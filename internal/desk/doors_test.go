package desk_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"larek/internal/desk"
	"larek/internal/desk/operations"
)

// throughDoors are the verbs by which money or goods can leave the shop, with the doors
// they count at.
var throughDoors = map[string][]desk.Door{
	"GiveGoodwill":      {desk.DoorGoodwill},
	"CreditCustomer":    {desk.DoorCredit},
	"ReplaceCode":       {desk.DoorCode},
	"Deliver":           {desk.DoorDelivery},
	"CorrectCost":       {desk.DoorDelivery},
	"Reroute":           {desk.DoorReroute},
	"Resolve":           {desk.DoorCode, desk.DoorDelivery, desk.DoorReroute, desk.DoorOffer, desk.DoorWriteOff, desk.DoorBalance},
	"AddOffer":          {desk.DoorOffer},
	"LoadCodes":         {desk.DoorOffer},
	"ChangeOffer":       {desk.DoorOffer},
	"DecideCost":        {desk.DoorOffer},
	"CreatePromo":       {desk.DoorPromo},
	"GeneratePromo":     {desk.DoorPromo},
	"ChangePromo":       {desk.DoorPromo},
	"SwitchPromo":       {desk.DoorPromo},
	"ChangePrices":      {desk.DoorPrice},
	"ApplyPriceFile":    {desk.DoorPrice},
	"ResolveDifference": {desk.DoorWriteOff},
	"RecordTopUp":       {desk.DoorTopUp},
	"RevealCode":        {desk.DoorReveal},
	"VoidCode":          {desk.DoorVoid},
	"VoidBatch":         {desk.DoorVoid},
	"ChangeSettings":    {desk.DoorSettings},
	"DebitCustomer":     {desk.DoorBalance},
	"PayOutCustomer":    {desk.DoorBalance},
}

// bounded are the methods that have other bounds: refunds by grants, which the database checks; entries and months by
// two people; facts that other parties report.
var bounded = []string{
	"GrantRefund", "SendGrant", "DecideRefund", "DeclineGrant", "AskToEnter", "AskToClose", "Decide", "Revalue", "LoadFile", "RecordChargeback",
	"SetPriceRule", "SetLargestStep", "DecideRulePrice", "CreateProduct", "ChangeProduct", "ChangeMethod", "Batch",
}

// moveNothing are all other verbs.
var moveNothing = []string{
	"AddNote", "AnswerReview", "QueryNow", "AskToErase", "Block", "BlockCustomer", "Cancel", "CancelArticlePlan", "CancelPrices", "ChangeGame", "ChangeSignInRule", "CheckPriceFile", "Correct",
	"CreateGame", "DecideErasure", "EndCustomerSessions", "HandOver", "HideReview", "KeepMethod", "Next", "NoteCustomer", "OrderContent", "OrderMethods", "Pause", "PlaceGames",
	"PlaceProducts", "PlanArticle", "PlanShowing", "PreviewGame", "PublishReview", "Release", "ResendLetter", "RestoreContent", "Resume", "Retry", "SaveBrand", "SaveContent", "SaveOpening",
	"SaveLetter", "SetDuty", "ShowGame", "StorePicture", "StopPromoBatch", "SwitchMethod", "SwitchSupplier", "Take", "TestLetter", "Unblock", "UnblockCustomer", "UploadPicture", "ViewAsCustomer", "Wake",
}

// TestEveryVerbIsADoorOrNone lists the verbs of operators: a new one has to be named here,
// and one that gives something away calls spend.
func TestEveryVerbIsADoorOrNone(t *testing.T) {
	t.Parallel()
	used := map[desk.Door]bool{}
	for subject := range reflect.TypeFor[operations.Services]().Fields() {
		for m := range subject.Type.Methods() {
			isVerb, isStep := false, false // a step runs in the transaction of another verb
			for i := range m.Type.NumIn() {
				isVerb = isVerb || m.Type.In(i) == reflect.TypeFor[desk.Command]()
				isStep = isStep || m.Type.In(i) == reflect.TypeFor[pgx.Tx]()
			}
			isVerb = isVerb && !isStep
			doors, isDoor := throughDoors[m.Name]
			if isVerb && !isDoor && !slices.Contains(bounded, m.Name) && !slices.Contains(moveNothing, m.Name) {
				t.Errorf("%s may move value: name it in this test", m.Name)
			}
			for _, d := range doors {
				used[d] = true
			}
		}
	}
	for d := range desk.Doors {
		if !used[d] {
			t.Errorf("no verb uses the door %s", d)
		}
		if desk.TakingTitle(d, "", 0) == ". " {
			t.Errorf("the second person reads no name of the door %s", d)
		}
	}
}
