package main

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// lotIsBought is what becomes of an order that needs a person: one in seven
// accounts cannot be found.
func lotIsBought(orderID int64) bool { return orderID%7 != 0 }

// serveQueue is the operator, with nothing but the command line.
func serveQueue(ctx context.Context) {
	for ; ctx.Err() == nil; pause(ctx, time.Second) {
		list, err := queue(ctx)
		if err != nil {
			continue // the shop is being killed; the queue is still there later
		}
		for row := range strings.Lines(list) {
			var task, order int64
			var kind string
			if n, _ := fmt.Sscanf(row, "%d\torder %d\t%s", &task, &order, &kind); n != 3 || kind != standoff {
				continue
			}
			id := strconv.FormatInt(task, 10)
			if _, err := queue(ctx, "take", id, "--as", "chaos"); err != nil {
				continue
			}
			if lotIsBought(order) {
				_, _ = queue(ctx, "done", id, "--as", "chaos", "--proof", fmt.Sprintf("lot of order %d", order))
			} else {
				_, _ = queue(ctx, "fail", id, "--as", "chaos", "--reason", "no such account")
			}
		}
	}
}

func queue(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, ".dev/bin/larek", append([]string{"queue"}, args...)...).Output()
	return string(out), err
}
