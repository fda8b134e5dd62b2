package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"larek/internal/clock"
	"larek/internal/config"
	"larek/internal/delivery"
	"larek/internal/delivery/suppliers"
	"larek/internal/partner"
	"larek/internal/payment"
	"larek/internal/payment/providers"
	"larek/internal/sandbox"
	"larek/internal/sandbox/sandboxtest"
)

// probeCase is one adapter, by its settings.
type probeCase struct {
	name     string
	settings func() any
	build    func(any) (partner.Prober, error)
}

func probeCases() []probeCase {
	client := &http.Client{Timeout: 10 * time.Second, Transport: new(http.Transport)}
	var list []probeCase
	for _, d := range providers.All {
		list = append(list, probeCase{d.Name, func() any { return d.NewSettings() }, func(s any) (partner.Prober, error) {
			p, err := s.(payment.Settings).New(payment.ProviderDeps{HTTP: client})
			if err != nil {
				return nil, err
			}
			return p.(partner.Prober), nil
		}})
	}
	for _, d := range suppliers.All {
		list = append(list, probeCase{d.Name, func() any { return d.NewSettings() }, func(s any) (partner.Prober, error) {
			p, err := s.(delivery.Settings).New(delivery.SupplierDeps{HTTP: client, Clock: clock.System})
			if err != nil {
				return nil, err
			}
			return p.(partner.Prober), nil
		}})
	}
	return list
}

// probe tries the keys of an adapter with other values of some settings.
func (c probeCase) probe(t *testing.T, env, changed map[string]string) []string {
	t.Helper()
	s := c.settings()
	if err := config.Load(func(name string) string {
		if value, is := changed[name]; is {
			return value
		}
		return env[name]
	}, config.Group{Name: c.name, Into: s}); err != nil {
		t.Fatal(err)
	}
	adapter, err := c.build(s)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := adapter.Probe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, step := range steps {
		said = append(said, string(step.State)+": "+step.Text)
	}
	for _, f := range (config.Group{Name: c.name, Into: s}).Fields() {
		if f.Secret && f.Value != "" && strings.Contains(strings.Join(said, "\n"), f.Value) {
			t.Errorf("%s: the steps contain %s: %q", c.name, f.Name, said)
		}
	}
	return said
}

const (
	denied = "failed: Поставщик отказал: ключи не подходят."
	silent = "failed: Поставщик не ответил или ответил непонятно. Повторите через минуту."
	mute   = "failed: Провайдер не ответил или ответил непонятно. Повторите через минуту."
	no     = "failed: Провайдер отказал: ключи не подходят."
	site   = "failed: Подпись не принята: номер сайта или секретный ключ не подходит."
)

// probeSentences are what operators read of each partner.
var probeSentences = map[string]struct{ right, secret, number, silent string }{
	"tbank": {
		"ok: Подпись принята, терминал рабочий|ok: Счёт на 10 ₽ создан и отменён",
		"failed: Банк знает терминал, но пароль не подходит.", "failed: Банк не знает такого терминала.", mute,
	},
	"payselection": {"ok: Подпись принята, сайт рабочий", site, site, mute},
	"payin":        {"ok: Подпись принята, счёт на 10 ₽ создан. Он закроется сам через пять минут", no, no, mute},
	"getpay":       {"ok: Кошелёк принят, счёт на 10 ₽ создан. Отменять счета этот сервис не умеет, но его никто не увидит", no, no, mute},
	"moogold":      {"ok: Ключи приняты. На счёте |ok: Страница прайса прочитана, позиций: ", denied, denied, silent},
	"nsgifts":      {"ok: Ключи приняты. На счёте |ok: Страница прайса прочитана, позиций: ", denied, denied, silent},
	"gamesdrop":    {"ok: Ключи приняты. На счёте |ok: Страница прайса прочитана, позиций: ", denied, denied, silent},
	"rokky":        {"ok: Ключи приняты. На счёте |ok: Страница прайса прочитана, позиций: ", denied, denied, silent},
}

// begins checks what was said, sentence by sentence; each may go on with figures.
func begins(t *testing.T, what string, said []string, want string) {
	t.Helper()
	sentences := strings.Split(want, "|")
	ok := len(said) == len(sentences)
	for i := range said {
		ok = ok && strings.HasPrefix(said[i], sentences[i])
	}
	if !ok {
		t.Errorf("%s: got %q, want %q", what, said, sentences)
	}
}

func TestEveryAdapterProbes(t *testing.T) {
	t.Parallel()
	for _, c := range probeCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			box := sandboxtest.Start(t, sandbox.Config{})
			env, want := sandbox.Env(box.URL, ""), probeSentences[c.name]
			begins(t, "right keys", c.probe(t, env, nil), want.right)
			for _, f := range (config.Group{Name: c.name, Into: c.settings()}).Fields() {
				wrong := map[string]string{f.Name: "d3Jvbmcta2V5"}
				switch {
				case f.External:
					begins(t, "no connection", c.probe(t, env, map[string]string{f.Name: "http://127.0.0.1:1"}), noConnection(c, f.Name))
				case f.Needed && f.Secret:
					begins(t, "wrong "+f.Name, c.probe(t, env, wrong), want.secret)
				case f.IsNumber:
					wrong[f.Name] = "31415"
					begins(t, "wrong "+f.Name, c.probe(t, env, wrong), want.number)
				}
			}
			box.Control(http.MethodPost, "/faults", fmt.Sprintf(`{"provider":%q,"kind":"error_500","percent":100}`, c.name))
			begins(t, "no answer", c.probe(t, env, nil), want.silent)
			box.Control(http.MethodDelete, "/faults", "")
			if isSupplier(c) {
				box.Control(http.MethodPost, "/supplier", fmt.Sprintf(`{"supplier":%q,"balance":"0"}`, c.name))
				begins(t, "empty balance", c.probe(t, env, nil), "warning: Ключи приняты, но на счёте пусто|ok: Страница прайса прочитана, позиций: ")
			}
		})
	}
}

func isSupplier(c probeCase) bool { _, is := c.settings().(delivery.Settings); return is }

// noConnection is what is said if an address does not answer at all.
func noConnection(c probeCase, setting string) string {
	switch {
	case setting == "LAREK_PAYSELECTION_WEBFORM_URL": // a probe opens no page
		return probeSentences[c.name].right
	case isSupplier(c):
		return silent
	}
	return "failed: Нет связи: адрес провайдера не отвечает."
}

// An invoice that tried the keys is closed, and its reference is no order's.
func TestAProbeLeavesNothingToPay(t *testing.T) {
	t.Parallel()
	box := sandboxtest.Start(t, sandbox.Config{})
	p := adapter(t, "tbank", box.URL)
	if _, err := p.(partner.Prober).Probe(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Entries []struct {
			Reference, What string
		}
	}
	raw := box.Control(http.MethodGet, "/record", "")
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	var did []string
	for _, e := range list.Entries {
		if !strings.HasPrefix(e.Reference, payment.ProbeReference) {
			t.Errorf("a probe left %+v", e)
		}
		did = append(did, e.What)
	}
	if !reflect.DeepEqual(did, []string{"opened", "closed"}) {
		t.Errorf("got %q, want an invoice that was opened and closed", did)
	}
}
