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
	// signalRenew makes the workflow continue as new: with the current build and the
	// current key. It has no payload.
	signalRenew = "renew"

	activityProcessNotices  = "Settle"
	activityAdvanceDelivery = "Deliver"
	activityDeliverUnit     = "HandOver"
	activitySendRefund      = "Refund"
)

// refundQueue returns the task queue of refunds, beside that of the workflows.
func refundQueue(orders string) string { return orders + "-refunds" }

// supplierQueue returns the task queue of the calls to a supplier.
func supplierQueue(orders, supplier string) string { return orders + "-" + supplier }

// periodicQueue returns the task queue of periodic jobs.
func periodicQueue(orders string) string { return orders + "-periodic" }
