package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"larek/internal/delivery"
)

type codesCommand struct {
	Load    codesLoadCommand    `cmd:"" help:"Add redeem codes from a file, one per line, to a product."`
	Stock   codesStockCommand   `cmd:"" help:"Show how many codes each product has."`
	Seen    codesSeenCommand    `cmd:"" help:"Show who saw the codes of an order, and when."`
	Release codesReleaseCommand `cmd:"" help:"Sell codes again that were held after a restore."`
}

type codesLoadCommand struct {
	File    string `arg:"" type:"existingfile" help:"The file with the codes."`
	Product int64  `required:"" placeholder:"N" help:"The product's number."`
}

// Run adds the codes that are new. It is idempotent: an interrupted load is run
// again.
func (c *codesLoadCommand) Run(ctx context.Context, sh *cli) error {
	codes, err := readLines(c.File)
	if err != nil {
		return err
	}
	return withStock(ctx, sh, func(stock *delivery.Stock) error {
		loaded, known, err := stock.Load(ctx, c.Product, codes)
		_, _ = fmt.Fprintf(sh.out, "codes: %d loaded, %d were known already\n", loaded, known)
		if err != nil {
			return err
		}
		free, err := stock.Available(ctx, c.Product)
		if err == nil {
			_, err = fmt.Fprintf(sh.out, "codes: product %d has %d to sell\n", c.Product, free)
		}
		return err
	})
}

func readLines(path string) ([]string, error) {
	f, err := os.Open(path) //nolint:gosec // the operator names the file
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var lines []string
	s := bufio.NewScanner(f)
	for s.Scan() {
		lines = append(lines, s.Text())
	}
	return lines, s.Err()
}

type codesStockCommand struct{}

// Run lists every product that is sold from stock.
func (*codesStockCommand) Run(ctx context.Context, sh *cli) error {
	return withStock(ctx, sh, func(stock *delivery.Stock) error {
		levels, err := stock.Levels(ctx)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(sh.out, "%7s  %6s %8s %6s\n", "product", "free", "reserved", "given")
		for _, l := range levels {
			off := ""
			if !l.IsActive {
				off = " (not on sale)"
			}
			_, _ = fmt.Fprintf(sh.out, "%7d  %6d %8d %6d  %s, %s%s\n", l.ProductID, l.Free, l.Reserved, l.Given, l.Game, l.Title, off)
		}
		return nil
	})
}

type codesSeenCommand struct {
	Order int64 `arg:"" help:"The order's number."`
}

// Run lists who viewed an order's codes; the codes themselves stay encrypted.
func (c *codesSeenCommand) Run(ctx context.Context, sh *cli) error {
	return withStock(ctx, sh, func(stock *delivery.Stock) error {
		seen, err := stock.Reveals(ctx, c.Order)
		if err != nil {
			return err
		}
		for _, v := range seen {
			kind, viewer := "code", v.Viewer
			if v.BySupplier {
				kind = "unit"
			}
			if v.UserID != nil {
				viewer = fmt.Sprintf("account %d", *v.UserID)
			}
			_, _ = fmt.Fprintf(sh.out, "%s  %s %d  %s\n", v.At.UTC().Format("2006-01-02 15:04:05"), kind, v.Code, viewer)
		}
		_, err = fmt.Fprintf(sh.out, "codes of order %d were seen %d times\n", c.Order, len(seen))
		return err
	})
}

func withStock(ctx context.Context, sh *cli, do func(*delivery.Stock) error) error {
	return withShop(ctx, sh, func(s *shop) error { return do(s.Stock) })
}
