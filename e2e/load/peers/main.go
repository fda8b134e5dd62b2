// Command peers measures Larek beside two general engines of shops, Medusa and Vendure, on one
// machine and one PostgreSQL server, in turns. It compares nothing with a threshold: what each
// does for a call differs, README.md says how.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"time"
)

// kinds are what is measured, in the order of the table.
var kinds = []string{"ready list", "read list", "cart", "order"}

var titles = map[string]string{
	"ready list": "a page of 20 with prices, as kept ready",
	"read list":  "a page of 20 with prices, read from tables",
	"cart":       "a cart with an item",
	"order":      "from nothing to a paid order",
}

// shop is one of those measured. A kind it has no call for is absent.
type shop struct {
	name  string
	calls map[string]call
}

// call is one buyer's doing, from its first request to the answer of the last; n differs by call.
type call func(ctx context.Context, n int64) error

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	b := &bench{out: out}
	flags.IntVar(&b.rounds, "rounds", 3, "how often each is measured")
	flags.IntVar(&b.connections, "connections", 8, "buyers at the same time")
	flags.DurationVar(&b.length, "length", 5*time.Second, "of each measurement")
	products := flags.Int64("products", 200, "in each shop")
	larekShop := flags.String("larek", "", "address of Larek")
	sandbox := flags.String("sandbox", "", "address of its sandbox")
	database := flags.String("database", "", "address of its database")
	medusaShop := flags.String("medusa", "", "address of Medusa, if it runs")
	seeded := flags.String("seeded", "", "file with what Medusa's seed made")
	vendureShop := flags.String("vendure", "", "address of Vendure, if it runs")
	if err := flags.Parse(args); err != nil {
		return err
	}
	w := &web{client: &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: b.connections}}}
	for _, peer := range []struct {
		name, origin string
		open         func() (shop, error)
	}{
		{"larek", *larekShop, func() (shop, error) { return newLarek(ctx, w, *larekShop, *sandbox, *database, *products) }},
		{"medusa", *medusaShop, func() (shop, error) { return newMedusa(w, *medusaShop, *seeded, *products) }},
		{"vendure", *vendureShop, func() (shop, error) { return newVendure(ctx, w, *vendureShop, *products) }},
	} {
		if peer.origin == "" {
			continue
		}
		opened, err := peer.open()
		if err != nil {
			return fmt.Errorf("%s: %w", peer.name, err)
		}
		b.shops = append(b.shops, opened)
	}
	return b.measure(ctx)
}
