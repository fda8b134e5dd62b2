package attack_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"larek/internal/httpapi/httpapitest/mutate"
	"larek/internal/httpapi/storeapi"
)

// good returns a call of an operation that should succeed. What can succeed only
// once is created again for it.
func (w *surroundings) good(op storeapi.Operation, o *openapi3.Operation, fresh bool) mutate.Call {
	c := mutate.Call{Operation: op.OperationID, Method: op.Method, Path: op.Path, Header: bearer(w.me.access), Params: map[string]string{}}
	_, c.Tolerant = o.Extensions["x-provider-notice"]
	w.fillPath(&c)
	if body, has := w.bodies(op.OperationID, fresh); has {
		// Through JSON, so that every part of it is a plain value.
		text, _ := json.Marshal(body)
		_ = json.Unmarshal(text, &c.Body)
	}
	switch op.OperationID {
	case "getSocialLink":
		c.Query = "redirect_uri=" + url.QueryEscape(w.URL+"/auth/vk/redirect/")
	case "uploadStandoffAvatar":
		c.Raw = "--x\r\nContent-Disposition: form-data; name=\"game_avatar\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n" + picture() + "\r\n--x--\r\n"
		c.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	case "endSessions", "eraseAccount", "endSession", "signOut":
		c.Header = bearer(w.other.access)
	case "getWelcomePromoCode", "createToken", "refreshToken":
		c.Header = bearer("")
	}
	if fresh {
		w.prepare(&c)
	}
	return c
}

// prepare makes what a call uses up.
func (w *surroundings) prepare(c *mutate.Call) {
	switch c.Operation {
	case "signInWithSocial":
		body, cookie := w.visit("vk", "ivan")
		c.Body = map[string]any(body)
		c.Header.Del("Authorization")
		c.Header.Set("Cookie", cookie)
		c.Header.Set("X-Country", "KZ")
	case "bindSocial":
		body, cookie := w.visit("yandex", "timur")
		c.Body, c.Params["provider"] = map[string]any(body), "yandex"
		c.Header.Set("Cookie", cookie)
	case "confirmEmail":
		w.mustPost("/api/auth/email/change/", w.me.access, fields{"email": "new@example.test"}, nil)
		c.Body = map[string]any{"token": w.Mail.ConfirmToken("new@example.test")}
	case "endSession":
		w.other = w.signIn(w.other)
		var sessions []struct {
			ID        string `json:"id"`
			IsCurrent bool   `json:"is_current"`
		}
		_, _, answer := send(w.Shop, http.MethodGet, "/api/auth/sessions/", bearer(w.other.access), "")
		_ = json.Unmarshal(answer, &sessions)
		for _, s := range sessions {
			if !s.IsCurrent {
				c.Params["session"] = s.ID
			}
		}
		c.Header = bearer(w.other.access)
	case "signOut":
		w.other = w.signIn(w.other)
		c.Body, c.Header = map[string]any{"refresh": w.other.refresh}, bearer("")
	case "endSessions":
		w.other = w.signIn(w.other)
		c.Header = bearer(w.other.access)
	case "eraseAccount":
		w.other = w.signUp("erased@example.test")
		c.Header = bearer(w.other.access)
	}
}

func (w *surroundings) fillPath(c *mutate.Call) {
	kind := "steam"
	for k := range w.orders {
		if strings.Contains(c.Path, "/orders/"+k+"/") {
			kind = k
		}
	}
	b := w.orders[kind]
	switch c.Operation {
	case "getOrderPaymentData", "terminatePayselection":
		b = w.opened
	case "getOrderPicture":
		b = w.done
	case "uploadStandoffAvatar":
		b = w.orders["standoff"]
	}
	for name, value := range map[string]string{
		"hash": b.Hash, "provider": "vk", "slug": "user-agreement", "name": "payselection", "session": "00000000000000000000000000",
		"order_id": fmt.Sprint(b.ID), "game_id": fmt.Sprint(w.game), "game_pk": "1", "id": fmt.Sprint(b.ID), "picture": fmt.Sprint(w.picture),
	} {
		if strings.Contains(c.Path, "{"+name+"}") {
			c.Params[name] = value
		}
	}
	switch c.Operation {
	case "getGame", "getProduct":
		c.Params["id"] = "1"
	case "getGift":
		c.Params["id"] = fmt.Sprint(w.gift)
	}
}

// bodies are what the operations with a JSON body want.
func (w *surroundings) bodies(operation string, fresh bool) (fields, bool) {
	lines := func(kind string) []fields { return []fields{{"id": w.lineOf(w.orders[kind]), "quantity": 2}} }
	news := w.newOrders()
	social := fields{"code": "c", "state": strings.Repeat("s", 43), "redirect_uri": w.URL + "/auth/vk/redirect/", "device_id": "d"}
	body, has := map[string]fields{
		"createToken": {"email": w.me.email, "password": w.me.password}, "refreshToken": {"refresh": w.spare.refresh},
		"signInWithSocial": social, "bindSocial": social, "signOut": {"refresh": "x"}, "changeEmail": {"email": "wanted@example.test"},
		"confirmEmail": {"token": "t"}, "setConsent": {"kind": "mailing", "given": true}, "eraseAccount": {"confirm": "erase"},
		"createFeedback": {"order": w.done.ID, "rating": 5, "text": "хороший магазин"}, "chooseRefund": {"to": "balance"},
		"createPubgOrder": news["pubg"], "createSteamOrder": news["steam"], "createStandoffOrder": news["standoff"],
		"createRokkyOrder": news["rokky"], "createSupplyOrder": news["supply_channel"],
		"updatePubgOrder": {"products": lines("pubg")}, "updateSteamOrder": {"amount": "300.00"}, "updateStandoffOrder": {"products": lines("standoff")},
		"updateRokkyOrder": {"gift": w.gift}, "updateSupplyOrder": {"products": lines("supply_channel")},
		"updatePubgDelivery": {"email": "me@example.test"}, "updateSteamDelivery": {"email": "me@example.test", "steam_account_id": "other_login"},
		"updateStandoffDelivery": {"email": "me@example.test", "game_account_id": "87654321"}, "updateRokkyDelivery": {"email": "me@example.test"},
		"updateSupplyDelivery":   {"email": "me@example.test", "moogold_user_id": "987654321", "moogold_server": w.server},
		"activateOrderPromoCode": {"code": "NOCH5"}, "showOrderPromoCode": {"code": "NOCH5"}, "activatePromoCode": {"code": "NOCH5"}, "showPromoCode": {"code": "NOCH5"},
		"selectCountry": {"country_id": 1}, "startPayment": {"order_id": w.paying.ID, "currency": "RUB", "email": "me@example.test", "phone": "+79161234567"},
		"checkPayselection": {"order_id": w.opened.ID, "currency": "RUB"}, "notifyGetpay": w.getpayNotice(),
	}[operation]
	if operation == "eraseAccount" && !fresh {
		body = fields{"confirm": "no"} // with at least one invalid place, so that no account is erased
	}
	return body, has
}

// picture is a small PNG.
func picture() string {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 64, 64)))
	return b.String()
}
