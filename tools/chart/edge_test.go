package chart

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
)

const start = "../../deploy/edge/start"

// settings returns what a pod tells its program, with the addresses of this machine
// instead of those of a cluster.
func settings(t *testing.T, c core.Container, here map[string]string) []string {
	t.Helper()
	queries, err := filepath.Abs("../../web/server/queries.json")
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "EDGE_DIR=" + t.TempDir(), "EDGE_QUERIES=" + queries, "EDGE_LOG=/dev/null"}
	if os.Geteuid() == 0 { // as in dev/edge
		env = append(env, "EDGE_USER=user root;")
	}
	for _, v := range c.Env {
		value := v.Value
		if replaced, ok := here[v.Name]; ok && (value != "" || v.ValueFrom != nil) {
			value = replaced
		}
		env = append(env, v.Name+"="+value)
	}
	return env
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// running starts the script of the image with the settings of a pod, and waits until it
// answers.
func running(t *testing.T, program, addr string, env []string) *exec.Cmd {
	t.Helper()
	said, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", start, program)
	cmd.Env, cmd.Stdout, cmd.Stderr = env, said, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); _ = cmd.Wait() })
	for tries := 0; ; tries++ {
		res, err := http.Get("http://" + addr + "/healthz")
		if err == nil {
			res.Body.Close()
			return cmd
		}
		if tries == 600 {
			t.Fatalf("%s does not answer: %v\n%s", program, err, read(t, said.Name()))
		}
		<-time.After(100 * time.Millisecond)
	}
}

func get(ctx context.Context, address string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return fmt.Sprint(res.StatusCode, " ", strings.TrimSpace(string(body))), err
}

// TestNginxEndsOpenRequests starts nginx as the chart does, by the script of the image. It
// passes the secret on, takes another list of copies while it runs, and finishes what is
// open when it is stopped.
func TestNginxEndsOpenRequests(t *testing.T) {
	each(t, func(t *testing.T, _, text string) {
		c := pods(decode(t, text))["Deployment/shop-edge"].Spec.Containers[0]
		came, leave := make(chan string, 1), make(chan struct{})
		slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			came <- r.Header.Get("X-Edge-Secret")
			<-leave
			fmt.Fprint(w, "late")
		}))
		other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "other") }))
		defer slow.Close()
		defer other.Close()
		countries := filepath.Join(t.TempDir(), "countries.conf")
		if err := os.WriteFile(countries, []byte("203.0.113.0/24 KZ;\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		addr := freeAddr(t)
		here := map[string]string{"API_ORIGIN": slow.URL, "WEB_ADDR": "127.0.0.1:1", "VARNISH_ADDR": "127.0.0.1:1", "LAREK_EDGE_LISTEN": addr, "LAREK_EDGE_SECRET": "of the edge", "LAREK_EDGE_COUNTRIES": countries}
		env := settings(t, c, here)
		cmd := running(t, c.Args[0], addr, env)
		late := make(chan string, 1)
		go func() {
			got, err := get(t.Context(), "http://"+addr+"/api/slow/")
			late <- fmt.Sprint(got, err)
		}()
		if got := <-came; got != "of the edge" {
			t.Errorf("the API was shown the secret %q", got)
		}
		reload := exec.Command("/bin/sh", start, "reload")
		reload.Env = append(env, "API_ORIGIN="+other.URL)
		reload.Stderr = t.Output()
		if err := reload.Start(); err != nil {
			t.Fatal(err)
		}
		for tries := 0; ; tries++ {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			got, err := get(ctx, "http://"+addr+"/api/games/")
			cancel()
			if got == "200 other" {
				break
			}
			select {
			case <-came: // an old worker took it
			default:
			}
			if tries == 60 {
				t.Fatalf("after a reload: %s, %v", got, err)
			}
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		for tries := 0; tries < 100; tries++ { // it takes no more requests
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				break
			}
			conn.Close()
			<-time.After(50 * time.Millisecond)
		}
		close(leave)
		if got := <-late; got != "200 late<nil>" {
			t.Errorf("the open request got %q", got)
		}
		if err := reload.Wait(); err != nil { // it waits for the old workers
			t.Errorf("reload: %v", err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("nginx ended with %v", err)
		}
	})
}

// TestNginxCountsAHouseholdAsOne calls from many IPv6 addresses of one /64 network.
func TestNginxCountsAHouseholdAsOne(t *testing.T) {
	text, err := render(t, filepath.Join(testdata, "gateway.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	c := pods(decode(t, text))["Deployment/shop-edge"].Spec.Containers[0]
	api := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer api.Close()
	addr := freeAddr(t)
	env := append(settings(t, c, map[string]string{
		"API_ORIGIN": api.URL, "WEB_ADDR": "127.0.0.1:1", "VARNISH_ADDR": "127.0.0.1:1", "LAREK_EDGE_LISTEN": addr, "LAREK_EDGE_SECRET": "of the edge",
	}), "LAREK_EDGE_RATE=1", "LAREK_EDGE_PROXIES=127.0.0.1", "LAREK_EDGE_COUNTRIES=") // a burst of 4
	running(t, c.Args[0], addr, env)
	passed := func(visitors string) (n int) {
		for i := range 40 {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+"/api/games/", nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("X-Forwarded-For", fmt.Sprintf(visitors, i+1))
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				n++
			}
		}
		return n
	}
	for visitors, isOne := range map[string]bool{
		"2001:db8:1:1:%x::1": true, "2001:db8:1:2::%x": true, "2001:db8::%x": true, "2001:db8:3:%x::1": false, "2001:db8:%x::1": false, "203.0.113.%d": false,
	} {
		if n := passed(visitors); (n < 20) != isOne || n == 0 {
			t.Errorf("%s: %d of 40 passed", visitors, n)
		}
	}
}

// TestVarnishServesPages starts Varnish as the chart does, by the script of the image.
func TestVarnishServesPages(t *testing.T) {
	text, err := render(t, filepath.Join(testdata, "gateway.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	c := pods(decode(t, text))["StatefulSet/shop-varnish"].Spec.Containers[0]
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "page") }))
	defer pages.Close()
	addr := freeAddr(t)
	env := settings(t, c, map[string]string{"WEB_ADDR": pages.Listener.Addr().String(), "VARNISH_ADDR": addr})
	running(t, c.Args[0], addr, env)
	if got, err := get(t.Context(), "http://"+addr+"/ru"); got != "200 page" {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestEdgeSaysWhatIsMissing starts the script of the image with nothing of what the
// chart sets.
func TestEdgeSaysWhatIsMissing(t *testing.T) {
	for program, want := range map[string]string{
		"nginx": "API_ORIGIN VARNISH_ADDR LAREK_EDGE_SECRET LAREK_EDGE_TLS_CERT LAREK_EDGE_TLS_KEY", "varnish": "LAREK_PUBLIC_ORIGIN WEB_ADDR", "haproxy": "nginx, varnish or reload",
	} {
		cmd := exec.Command("/bin/sh", start, program)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("%s started", program)
		}
		for _, word := range strings.Fields(want) {
			if !strings.Contains(string(out), word) {
				t.Errorf("%s does not say %s: %s", program, word, out)
			}
		}
	}
}
