package orderflow

// Names in Temporal. Running workflows and saved histories contain them.
// Persisted: functions may be renamed, these strings may not.
const (
	// Queue is the task queue of the shop and the prefix of its workflow IDs.
	// Tests use queues of their own on the same Temporal.
	Queue = "order"

	workflowName = "Order"
	// signalOrderChanged makes the workflow read the order again. It has no
	// payload; the workflow reads the database.
	signalOrderChanged = "news"

	activityProcessNotices  = "Settle"
	activityAdvanceDelivery = "Deliver"
	activityDeliverUnit     = "HandOver"
	activitySendRefund      = "Refund"
)
