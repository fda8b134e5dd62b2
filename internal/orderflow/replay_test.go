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
	"google.golang.org/protobuf/encoding/protojson"

	"larek/e2e/shoptest"
	"larek/internal/delivery"
	"larek/internal/ident"
	"larek/internal/orderflow"
	"larek/internal/sandbox"
	"larek/internal/seal"
)

// histories is the key all saved histories are sealed with; it opens nothing else.
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

// TestSavedHistoriesReplay: orders that run while a new worker is deployed go
// through its code from their beginning, and must find the same steps there.
func TestSavedHistoriesReplay(t *testing.T) {
	t.Parallel()
	replayer, err := worker.NewWorkflowReplayerWithOptions(worker.WorkflowReplayerOptions{DataConverter: orderflow.Converter(historyKey(t).For("flow"))})
	if err != nil {
		t.Fatal(err)
	}
	replayer.RegisterWorkflow(orderflow.Order)
	for name := range paths {
		file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".json")
		if err := replayer.ReplayWorkflowHistoryFromJSONFile(tlog.NewStructuredLogger(slog.New(slog.DiscardHandler)), file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type fields = shoptest.Fields

// paths are the ways an order can go. Each returns the order at its end.
var paths = map[string]func(s *shoptest.Shop) *shoptest.Buyer{
	"codes delivered": func(s *shoptest.Shop) *shoptest.Buyer {
		b := codes(s)
		b.Pays()
		b.Awaits("done")
		return b
	},
	"declined and paid another way": func(s *shoptest.Shop) *shoptest.Buyer {
		b := codes(s)
		s.Box.Act("decline", b.Start("tbank_sbp"), nil)
		b.Hears("payment.declined", 1)
		b.Pays()
		b.Awaits("done")
		return b
	},
	"expired and closed": func(s *shoptest.Shop) *shoptest.Buyer {
		b := codes(s)
		b.Start("payselection")
		s.PutForward(31 * time.Minute)
		b.Hears("payment.expired", 1)
		s.PutForward(24 * time.Hour)
		b.Awaits("failed")
		return b
	},
	"surplus given back": func(s *shoptest.Shop) *shoptest.Buyer {
		s.Box.Must("/faults", fields{"operation": "refund", "kind": "error_500", "count": 1})
		b := codes(s)
		s.Box.Act("twice", b.Start("payselection"), nil)
		b.Awaits("done")
		b.Hears("refund.done", 1)
		return b
	},
	"supply delivered": func(s *shoptest.Shop) *shoptest.Buyer {
		b := supply(s, "5123456789", 3)
		b.Pays()
		b.Awaits("done")
		return b
	},
	"corrected": func(s *shoptest.Shop) *shoptest.Buyer {
		s.Box.Must("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
		b := supply(s, "5123456404", 1)
		b.Pays()
		b.AwaitsLine("incorrect-details")
		b.Corrects(fields{"moogold_user_id": "5123456789"})
		b.Awaits("done")
		return b
	},
	"never corrected": func(s *shoptest.Shop) *shoptest.Buyer {
		s.Box.Must("/faults", fields{"operation": "check", "kind": "error_500", "percent": 100})
		b := supply(s, "5123456404", 1)
		b.Pays()
		b.AwaitsLine("incorrect-details")
		s.PutForward(73 * time.Hour)
		b.Awaits("failed")
		b.Hears("refund.done", 1)
		return b
	},
	"nobody delivers": func(s *shoptest.Shop) *shoptest.Buyer {
		s.Exec(`update offers set is_active = false`)
		b := supply(s, "5123456789", 2)
		b.Pays()
		b.Awaits("failed")
		b.Hears("refund.done", 1)
		return b
	},
	"supplier away for a while": func(s *shoptest.Shop) *shoptest.Buyer {
		s.Exec(`delete from offers where supplier = 'gamesdrop'`)
		s.Box.Supplier(sandbox.MooGold, fields{"down": true})
		b := supply(s, "5123456789", 1)
		b.Pays()
		b.AwaitsLine("sending")
		s.Eventually(func() string {
			return shoptest.Unless(shoptest.One[int64](s, `select count(*) from delivery_attempts where reason = 'away'`) > 0, "not noticed")
		})
		s.Box.Supplier(sandbox.MooGold, fields{"down": false})
		b.Awaits("done")
		return b
	},
	"served by an operator": func(s *shoptest.Shop) *shoptest.Buyer {
		b := s.Order("standoff", "", fields{"game_account_id": "77", "products": []fields{
			{"product_id": shoptest.One[int64](s, `select min(id) from products where kind = 'standoff'`), "quantity": 1},
		}})
		b.Pays()
		var task int64
		s.Eventually(func() string {
			task = shoptest.One[int64](s, `select coalesce(max(id), 0) from operator_tasks`)
			return shoptest.Unless(task > 0, "no task")
		})
		closed, err := s.Checkout.Dispatch.Finish(s.T.Context(), delivery.Closing{Task: task, Who: "anna", Done: true, Words: "lot"})
		if err != nil {
			s.T.Fatal(err)
		}
		s.Tell(closed.OrderID)
		b.Awaits("done")
		return b
	},
}

func codes(s *shoptest.Shop) *shoptest.Buyer {
	s.T.Helper()
	pack := shoptest.One[int64](s, `select min(id) from products where kind = 'pubg'`)
	if _, _, err := s.Checkout.Stock.Load(s.T.Context(), pack, []string{ident.NewHash().String()}); err != nil {
		s.T.Fatal(err)
	}
	return s.Order("pubg", "", fields{"products": []fields{{"product_id": pack, "quantity": 1}}})
}

func supply(s *shoptest.Shop, player string, quantity int) *shoptest.Buyer {
	s.T.Helper()
	pack := shoptest.One[int64](s, `select min(p.id) from products p join games g on g.id = p.game_id where g.kind = 'supply' and not g.is_server_needed and p.max_quantity > 2`)
	return s.Order("supply_channel", "", fields{"products": []fields{{"product_id": pack, "quantity": quantity}}, "supply_channel_user_id": player})
}

func TestSaveHistories(t *testing.T) {
	if !*save {
		t.Skip("to save them anew: go test ./internal/orderflow -run SaveHistories -save-histories")
	}
	for name, path := range paths {
		t.Run(name, func(t *testing.T) {
			s := shoptest.OpenWithoutWorker(t, historyKey(t))
			s.Work()
			b := path(s)
			s.Audit()
			file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".json")
			if err := os.WriteFile(file, history(t, s, b.ID), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// history waits until the flow of an order has ended and reads what the engine
// kept of it, without the names of this machine.
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
	var all historypb.History
	events := c.GetWorkflowHistory(t.Context(), flow, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		e, err := events.Next()
		if err != nil {
			t.Fatal(err)
		}
		all.Events = append(all.Events, e)
	}
	text, err := protojson.Marshal(&all)
	if err != nil {
		t.Fatal(err)
	}
	return workerNames.ReplaceAll(text, []byte(`$1"worker"`))
}

// workerNames tell machines and processes: who ran a flow, and the queue of
// its memory.
var workerNames = regexp.MustCompile(`("identity":\s*|"name":\s*)"[^"]*[@:][^"]*"`)
