// Command privacy searches everything a run of the browser stories has left behind
// (logs, traces, histories of the workflow engine) for personal data of buyers.
//
//	privacy collect ADDR FILE  receives traces and stores them as JSON
//	privacy search DATABASE TEMPORAL NAMESPACE FILE…
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	tracepb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := errors.New("usage: privacy collect ADDR FILE | search DATABASE TEMPORAL NAMESPACE FILE…")
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "collect":
		err = collect(ctx, args[1], args[2])
	case len(args) > 4 && args[0] == "search":
		err = searchAll(ctx, args[1], args[2], args[3], args[4:], os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "privacy:", err)
		os.Exit(1)
	}
}

// collect is a collector of traces.
func collect(ctx context.Context, addr, path string) error {
	file, err := os.Create(path) //nolint:gosec // where the run wants it
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	var mu sync.Mutex
	server := &http.Server{Addr: addr, ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		_, _ = file.Write(append(readable(body), '\n'))
	})}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// readable returns an export of spans as JSON: the random bytes of their ids would look like
// an address now and then. What is no export stays as it came.
func readable(body []byte) []byte {
	var spans tracepb.ExportTraceServiceRequest
	if err := proto.Unmarshal(body, &spans); err != nil {
		return body
	}
	text, err := protojson.Marshal(&spans)
	if err != nil {
		return body
	}
	return text
}

func searchAll(ctx context.Context, database, engine, namespace string, files []string, out io.Writer) error {
	db, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close(ctx) }()
	known, err := secretsOf(ctx, db)
	if err != nil {
		return err
	}
	s := newSearch(known)
	for _, path := range files {
		text, err := os.ReadFile(path) //nolint:gosec // named by the run
		if err != nil {
			return err
		}
		if len(text) == 0 {
			return fmt.Errorf("%s is empty: there was nothing to search", path)
		}
		s.scan(path, text)
		fmt.Fprintf(out, "privacy: looked through %s, %d KB\n", path, len(text)>>10)
	}
	flows, size, err := histories(ctx, engine, namespace, s.scan)
	if err != nil {
		return err
	}
	if flows == 0 {
		return errors.New("the engine has no workflow: there was nothing to search")
	}
	fmt.Fprintf(out, "privacy: looked through %d flows of the engine, %d KB, for %d secrets and %d shapes\n", flows, size>>10, len(known), len(patterns))
	return s.result()
}
