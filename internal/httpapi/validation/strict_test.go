package validation_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/internal/httpapi/httpapitest"
	"larek/internal/httpapi/storeapi"
)

// TestKeysAreReadLetterByLetter sends every JSON body of the contract with, in each
// of its objects, each key in another case, each key twice, and an unknown key.
func TestKeysAreReadLetterByLetter(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	doc := httpapitest.Contract(t)
	bodies := 0
	for _, op := range storeapi.Operations {
		o := httpapitest.FindOperation(t, doc, op)
		if o.RequestBody == nil || o.RequestBody.Value.Content.Get("application/json") == nil || o.Extensions["x-provider-notice"] != nil {
			continue
		}
		bodies++
		path, body := httpapitest.SampleAddress(op, o), fullSample(o.RequestBody.Value.Content.Get("application/json").Schema.Value)
		for _, at := range objectsIn(body, nil) {
			for _, bad := range keyFaults(lookUp(body, at).(map[string]any)) {
				t.Run(op.OperationID+"/"+strings.Join(append(at, bad.name), "."), func(t *testing.T) {
					t.Parallel()
					a := s.Do("POST", path, s.SignedIn(1), httpapitest.AsText(replaced(body, at, json.RawMessage(bad.text))))
					r := a.Refused(t, 400)
					want := httpapitest.RefusalField{Field: strings.Join(append(at, bad.key), "."), Code: bad.code}
					if r.Code != "invalid" || !slices.ContainsFunc(r.Fields, func(f httpapitest.RefusalField) bool { return f.Field == want.Field && f.Code == want.Code }) {
						t.Errorf("got %s, want the field %s with %s", a.Body, want.Field, want.Code)
					}
				})
			}
		}
	}
	if bodies < 25 {
		t.Errorf("got %d bodies of the contract, want all of them, at least 25", bodies)
	}
}

type keyFault struct{ name, key, code, text string }

func keyFaults(object map[string]any) (list []keyFault) {
	whole := httpapitest.AsText(object)
	with := func(key string, value any) string {
		k, _ := json.Marshal(key)
		v, _ := json.Marshal(value)
		return strings.Replace(`{`+string(k)+`:`+string(v)+`,`+whole[1:], ",}", "}", 1)
	}
	list = append(list, keyFault{"unknown", "nobody_knows", "unknown_field", with("nobody_knows", 1)})
	for _, key := range slices.Sorted(maps.Keys(object)) {
		title, kelvin := strings.ToUpper(key[:1])+key[1:], strings.NewReplacer("s", "ſ", "k", "\u212a").Replace(key)
		for _, variant := range []string{title, strings.ToUpper(key), kelvin} {
			if variant != key {
				list = append(list, keyFault{variant, variant, "unknown_field", with(variant, object[key])})
			}
		}
		list = append(list, keyFault{key + " twice", key, "duplicate", with(key, object[key])})
		escaped := strings.Replace(with("@", object[key]), `"@"`, `"\u00`+strconv.FormatInt(int64(key[0]), 16)+key[1:]+`"`, 1)
		list = append(list, keyFault{key + " twice, escaped", key, "duplicate", escaped})
	}
	return list
}

// fullSample is a sample with the optional properties too.
func fullSample(s *openapi3.Schema) any {
	switch {
	case s.Example == nil && len(s.Properties) > 0:
		o := map[string]any{}
		for name, p := range s.Properties {
			o[name] = fullSample(p.Value)
		}
		return o
	case s.Example == nil && s.Type.Is("array"):
		return []any{fullSample(s.Items.Value)}
	}
	return httpapitest.Sample(s)
}

// objectsIn lists the places of every object in a body.
func objectsIn(v any, at []string) (list [][]string) {
	switch v := v.(type) {
	case map[string]any:
		list = append(list, slices.Clip(slices.Clone(at)))
		for key, m := range v {
			list = append(list, objectsIn(m, append(slices.Clone(at), key))...)
		}
	case []any:
		for i, item := range v {
			list = append(list, objectsIn(item, append(slices.Clone(at), strconv.Itoa(i)))...)
		}
	}
	return list
}

func lookUp(v any, at []string) any {
	for _, key := range at {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			i, _ := strconv.Atoi(key)
			v = in[i]
		}
	}
	return v
}

// replaced returns a copy of v with another value at a place.
func replaced(v any, at []string, with any) any {
	if len(at) == 0 {
		return with
	}
	switch v := v.(type) {
	case map[string]any:
		o := maps.Clone(v)
		o[at[0]] = replaced(v[at[0]], at[1:], with)
		return o
	case []any:
		list := slices.Clone(v)
		i, _ := strconv.Atoi(at[0])
		list[i] = replaced(list[i], at[1:], with)
		return list
	}
	return with
}

// TestNoTwoKeysOfTheContractDifferByCaseOnly checks it because the decoder could
// not distinguish such keys.
func TestNoTwoKeysOfTheContractDifferByCaseOnly(t *testing.T) {
	t.Parallel()
	for name, schema := range httpapitest.Contract(t).Components.Schemas {
		seen := map[string]string{}
		for key := range schema.Value.Properties {
			if other, is := seen[strings.ToLower(key)]; is {
				t.Errorf("%s: got %s and %s, want names that differ by more than case", name, key, other)
			}
			seen[strings.ToLower(key)] = key
		}
	}
}

func TestNumbersAreTakenOrRefusedWhole(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	for _, number := range []string{
		"4294967298", "9223372036854775808", "-9223372036854775809", "18446744073709551617", "1e3", "1.0", "1E0", "10e-1", "-0", "1e400", strings.Repeat("1", 400),
	} {
		for _, body := range []string{`{"products":[{"product_id":1,"quantity":` + number + `}]}`, `{"products":[{"product_id":` + number + `,"quantity":1}]}`} {
			if strings.Contains(body, `"product_id":4294967298`) {
				continue // a number like any other
			}
			a := s.Do("POST", "/api/orders/pubg/", s.SignedIn(1), body)
			if r := a.Refused(t, 400); r.Code != "invalid" || !strings.HasPrefix(r.Fields[0].Field, "products.0.") {
				t.Errorf("%.80s: got %s, want 400 that names the number", body, a.Body)
			}
		}
	}
}

func TestBodiesThatAreNotOneCleanValueAreRefused(t *testing.T) {
	t.Parallel()
	s := httpapitest.SharedShop(t)
	good := `{"amount":"200.00","steam_account_id":"login"}`
	for name, body := range map[string]string{
		"trailing data": good + `{}`, "trailing text": good + `x`, "byte order mark": "\ufeff" + good, "invalid UTF-8": `{"amount":"200.00","steam_account_id":"` + "\xff" + `"}`,
		"a lone surrogate": `{"amount":"200.00","steam_account_id":"\ud800"}`, "half a pair": `{"amount":"200.00","steam_account_id":"\ud83dx"}`,
		"a low surrogate": `{"amount":"200.00","steam_account_id":"\udc00"}`, "two high ones": `{"amount":"200.00","steam_account_id":"\ud83d\ud83d"}`,
		"a zero character": `{"amount":"200.00","steam_account_id":"a\u0000b"}`, "deep": strings.Repeat(`{"a":`, 17) + `1` + strings.Repeat(`}`, 17),
		"very deep": strings.Repeat(`[`, 20000) + strings.Repeat(`]`, 20000), "nothing": ``, "a comment": `//` + "\n" + good,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.Do("POST", "/api/orders/steam/", s.SignedIn(1), body).WantRefusal(t, 400, "invalid_json")
		})
	}
	if a := s.Do("POST", "/api/orders/steam/", s.SignedIn(1), `{"amount":"200.00","steam_account_id":"ab\\u0000 \ud83d\ude00"}`); a.Status != 201 {
		t.Errorf("a backslash and a whole pair: got %d %s, want 201", a.Status, a.Body)
	}
}
