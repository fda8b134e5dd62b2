package orderflow_test

import (
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"
	tlog "go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/encoding/protojson"

	"larek/e2e/shoptest"
	"larek/internal/delivery"
	"larek/internal/orderflow"
	"larek/internal/publicid"
	"larek/internal/sandbox/moogold"
	"larek/internal/seal"
)

// histories is the key of all saved histories; it decrypts nothing else.
const histories = "bGFyZWsgc2F2ZWQgaGlzdG9yaWVzIG9mIG9yZGVycyE="

var save = flag.Bool("save-histories", false, "run every path in a whole shop and save its history into testdata")

func historyKey(t *testing.T) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(histories)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Orders that run while a new worker is deployed are replayed from their
// beginning, so the new code must produce the same commands.
func TestSavedHistoriesReplay(t *testing.T) {
	t.Parallel()
	replayer, err := worker.NewWorkflowReplayerWithOptions(worker.WorkflowReplayerOptions{DataConverter: orderflow.Converter(historyKey(t).Derive("flow"))})
	if err != nil {
		t.Fatal(err)
	}
	replayer.RegisterWorkflowWithOptions(orderflow.OrderWorkflow, workflow.RegisterOptions{Name: "Order"})
	for name := range paths {
		file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".json")
		if err := replayer.ReplayWorkflowHistoryFromJSONFile(tlog.NewStructuredLogger(slog.New(slog.DiscardHandler)), file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type fields = shoptest.Fields

// paths are the ways an order can take. Each returns the order at its end. The
// names are those of the files in testdata.
var paths = map[string]func(s *shoptest.Shop) *shoptest.Buyer{
	"codes delivered": func(s *shoptest.Shop) *shoptest.Buyer {
		b := codes(s)
		b.PayByCard()
		b.WaitForStatus("done")
		return b
	},
	"declined and paid another way": func(s *shoptest.Shop) *shoptest.Buyer {
		b := codes(s)
		s.Sandbox.Do("decline", b.StartPayment("tbank_sbp"), nil)
		b.WaitForEvent("payment.declined", 1)
		b.PayByCard()
		b.WaitForStatus("done")
		return b
	},
	"expired and closed": func(s *shoptest.Shop) *shoptest.Buyer {
		b := codes(s)
		b.StartPayment("payselection")
		s.NotifyWorkflow(b.ID) // the release before did when a payment was started
		s.AdvanceClock(31 * time.Minute)
		b.WaitForEvent("payment.expired", 1)
		s.AdvanceClock(24 * time.Hour)
		b.WaitForStatus("failed")
		return b
	},
	"surplus given back": func(s *shoptest.Shop) *shoptest.Buyer {
		s.Sandbox.Command("/faults", fields{"operation": "refund", "kind": "error_500", "count": 1})
		b := codes(s)
		s.Sandbox.Do("twice", b.StartPayment("payselection"), nil)
		b.WaitForStatus("done")
		b.WaitForEvent("refund.done", 1)
		return b
	},
	"supply delivered": func(s *shoptest.Shop) *shoptest.Buyer {
		b := supply(s, "5123456789", 3)
		b.PayByCard()
		b.WaitForStatus("done")
		return b
	},
	"corrected": func(s *shoptest.Shop) *shoptest.Buyer {
		b := wrongDetails(s)
		b.CorrectDetails(fields{"moogold_user_id": "5123456789"})
		b.WaitForStatus("done")
		return b
	},
	"never corrected": func(s *shoptest.Shop) *shoptest.Buyer {
		b := wrongDetails(s)
		s.AdvanceClock(73 * time.Hour)
		b.WaitForStatus("failed")
		b.WaitForEvent("refund.done", 1)
		return b
	},
	"nobody delivers": func(s *shoptest.Shop) *shoptest.Buyer {
		s.Exec(`update offers set is_active = false`)
		b := supply(s, "5123456789", 2)
		b.PayByCard()
		b.WaitForStatus("failed")
		b.WaitForEvent("refund.done", 1)
		return b
	},
	"supplier away for a while": func(s *shoptest.Shop) *shoptest.Buyer {
		s.AsOwner(`delete from offers where supplier = 'gamesdrop'`)
		s.Sandbox.Supplier(moogold.Name, fields{"down": true})
		b := supply(s, "5123456789", 1)
		b.PayByCard()
		b.WaitForLineStatus("sending")
		s.Eventually(func() string {
			return shoptest.FailUnless(shoptest.One[int64](s, `select count(*) from delivery_attempts where reason = 'away'`) > 0, "not noticed")
		})
		s.Sandbox.Supplier(moogold.Name, fields{"down": false})
		b.WaitForStatus("done")
		return b
	},
	"served by an operator": func(s *shoptest.Shop) *shoptest.Buyer {
		b := s.Order("standoff", "", fields{"game_account_id": "77", "products": []fields{
			{"product_id": shoptest.One[int64](s, `select min(id) from products where kind = 'standoff'`), "quantity": 1},
		}})
		b.PayByCard()
		var task int64
		s.Eventually(func() string {
			task = shoptest.One[int64](s, `select coalesce(max(id), 0) from operator_tasks`)
			return shoptest.FailUnless(task > 0, "no task")
		})
		closed, err := s.Services().Dispatch.CloseTask(s.T.Context(), delivery.Closing{Task: task, Who: "anna", Done: true, Words: "lot"})
		if err != nil {
			s.T.Fatal(err)
		}
		s.NotifyWorkflow(closed.OrderID)
		b.WaitForStatus("done")
		return b
	},
}

func codes(s *shoptest.Shop) *shoptest.Buyer {
	s.T.Helper()
	pack := shoptest.One[int64](s, `select min(id) from products where kind = 'pubg'`)
	if _, _, err := s.Services().Stock.Load(s.T.Context(), pack, []string{publicid.New().String()}); err != nil {
		s.T.Fatal(err)
	}
	return s.Order("pubg", "", fields{"products": []fields{{"product_id": pack, "quantity": 1}}})
}

func supply(s *shoptest.Shop, player string, quantity int) *shoptest.Buyer {
	s.T.Helper()
	pack := shoptest.One[int64](s, `select min(p.id) from products p join games g on g.id = p.game_id where g.kind = 'supply' and not g.is_server_needed and p.max_quantity > 2`)
	return s.Order("supply_channel", "", fields{"products": []fields{{"product_id": pack, "quantity": quantity}}, "supply_channel_user_id": player})
}

// wrongDetails returns a paid order whose wrong player ID was found by the supplier.
func wrongDetails(s *shoptest.Shop) *shoptest.Buyer {
	s.T.Helper()
	s.Sandbox.Command("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
	b := supply(s, "5123456404", 1)
	b.PayByCard()
	b.WaitForLineStatus("incorrect-details")
	return b
}

func TestSaveHistories(t *testing.T) {
	if !*save {
		t.Skip("to save them again: go test ./internal/orderflow -run SaveHistories -save-histories")
	}
	for name, path := range paths {
		t.Run(name, func(t *testing.T) {
			s := shoptest.OpenWithoutWorker(t, historyKey(t))
			s.StartWorker()
			b := path(s)
			s.Audit()
			file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".json")
			if err := os.WriteFile(file, history(t, s, b.ID), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// history waits until the workflow of an order has ended and returns the text of its
// history.
func history(t *testing.T, s *shoptest.Shop, orderID int64) []byte {
	t.Helper()
	c, err := client.Dial(client.Options{HostPort: s.Engine, Namespace: s.Namespace, Logger: tlog.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	flow := s.Queue + "-" + strconv.FormatInt(orderID, 10)
	if err := c.GetWorkflow(t.Context(), flow, "").Get(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var all []*historypb.HistoryEvent
	events := c.GetWorkflowHistory(t.Context(), flow, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		e, err := events.Next()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return marshalHistory(t, all)
}

// marshalHistory returns the text of a history without the names of this machine.
func marshalHistory(t *testing.T, events []*historypb.HistoryEvent) []byte {
	t.Helper()
	text, err := protojson.Marshal(&historypb.History{Events: events})
	if err != nil {
		t.Fatal(err)
	}
	return workerNames.ReplaceAll(text, []byte(`$1"worker"`))
}

// workerNames matches names of machines and processes: the worker's identity
// and its sticky queue.
var workerNames = regexp.MustCompile(`("identity":\s*|"name":\s*)"[^"]*[@:][^"]*"`)
