// Command catalog measures the games list and a game page, warm, against bare
// net/http writing the same bytes, in one run. It prints the ratio of
// requests per second; the promise is 0.90.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	bar     = 0.90
	rounds  = 7
	seconds = "2s"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench-catalog:", err)
		os.Exit(1)
	}
}

// run takes the address of a running shop. Both servers are other processes
// to the load generator, and so is the bare one to the shop: `catalog bare
// FILE` is this same program serving one file.
func run(ctx context.Context, args []string, out io.Writer) error {
	switch {
	case len(args) == 2 && args[0] == "bare":
		return bare(ctx, args[1], out)
	case len(args) == 1:
		return compare(ctx, args[0], out)
	default:
		return fmt.Errorf("usage: catalog SHOP_ADDRESS")
	}
}

func compare(ctx context.Context, shop string, out io.Writer) error {
	missed := 0
	for _, path := range []string{"/api/games/", "/api/games/1/"} {
		ratio, err := ratioOf(ctx, shop, path, out)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if ratio < bar {
			missed++
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d below %.2f", missed, bar)
	}
	return nil
}

func ratioOf(ctx context.Context, shop, path string, out io.Writer) (float64, error) {
	header, body, err := fetch(ctx, shop+path)
	if err != nil {
		return 0, err
	}
	stop, bareURL, err := startBare(ctx, header, body)
	if err != nil {
		return 0, err
	}
	defer stop()
	var ratios, ours, theirs []float64
	for range rounds {
		// Side by side in turns: the speed of the machine changes by the minute.
		a1, err := rps(ctx, shop+path)
		if err != nil {
			return 0, err
		}
		b1, err := rps(ctx, bareURL)
		if err != nil {
			return 0, err
		}
		b2, err := rps(ctx, bareURL)
		if err != nil {
			return 0, err
		}
		a2, err := rps(ctx, shop+path)
		if err != nil {
			return 0, err
		}
		ours, theirs = append(ours, (a1+a2)/2), append(theirs, (b1+b2)/2)
		ratios = append(ratios, (a1+a2)/(b1+b2))
	}
	ratio := median(ratios)
	_, err = fmt.Fprintf(out, "%-16s %6d bytes  larek %8.0f/s  bare net/http %8.0f/s  ratio %.3f (median of %d, %.3f to %.3f)\n",
		path, len(body), median(ours), median(theirs), ratio, rounds, slices.Min(ratios), slices.Max(ratios))
	return ratio, err
}

var requestsPerSecond = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)

// rps loads the address with wrk, with the headers of a browser.
func rps(ctx context.Context, url string) (float64, error) {
	out, err := exec.CommandContext(ctx, "wrk", "-t1", "-c16", "-d"+seconds, "-H", "Accept-Encoding: br", url).CombinedOutput() //nolint:gosec // a measuring tool
	if err != nil {
		return 0, fmt.Errorf("wrk: %w: %s", err, out)
	}
	m := requestsPerSecond.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("wrk said: %s", out)
	}
	return strconv.ParseFloat(string(m[1]), 64)
}

// fetch gets what goes over the wire: headers, and the body compressed, as wrk will ask.
func fetch(ctx context.Context, url string) (http.Header, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Accept-Encoding", "br")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("answered %s", res.Status)
	}
	body, err := io.ReadAll(res.Body)
	return res.Header, body, err
}

// copied is an answer of the shop, for the bare server to repeat.
type copied struct {
	Header http.Header
	Body   []byte
}

func startBare(ctx context.Context, header http.Header, body []byte) (stop func(), url string, err error) {
	file, err := os.CreateTemp("", "larek-bare-*")
	if err != nil {
		return nil, "", err
	}
	header.Del("Date") // net/http writes its own
	if err := errors.Join(json.NewEncoder(file).Encode(copied{header, body}), file.Close()); err != nil {
		return nil, "", err
	}
	cmd := exec.CommandContext(ctx, os.Args[0], "bare", file.Name()) //nolint:gosec // this very program
	said, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.Remove(file.Name())
	}
	addr, err := bufio.NewReader(said).ReadString('\n') // printed once it listens
	if err != nil {
		stop()
		return nil, "", err
	}
	return stop, "http://" + strings.TrimSpace(addr), nil
}

// bare is the least a Go program can do: the same bytes and headers.
func bare(ctx context.Context, path string, out io.Writer) error {
	file, err := os.ReadFile(path) //nolint:gosec // our own temporary file
	if err != nil {
		return err
	}
	var answer copied
	if err := json.Unmarshal(file, &answer); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, listener.Addr()); err != nil {
		return err
	}
	srv := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), answer.Header)
		_, _ = w.Write(answer.Body)
	})}
	return srv.Serve(listener)
}

func median(v []float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	return sorted[len(sorted)/2]
}
