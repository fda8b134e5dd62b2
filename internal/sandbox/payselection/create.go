package payselection

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"larek/internal/money"
	"larek/internal/sandbox/core"
)

// handler serves a request whose signature was verified.
type handler func(w http.ResponseWriter, r *http.Request, body []byte)

// signed verifies the signature over the body as it was received, then calls fn.
func signed(mount string, publicMode bool, fn handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, core.MaxBody))
		if err != nil {
			writeError(w, http.StatusRequestEntityTooLarge, "BodyError", "The body is too long or cut short")
			return
		}
		site, id, got := r.Header.Get("X-SITE-ID"), r.Header.Get("X-REQUEST-ID"), r.Header.Get("X-REQUEST-SIGNATURE")
		path := strings.TrimPrefix(r.URL.EscapedPath(), mount)
		ok := core.SameSignature(got, sign(SecretKey, r.Method, path, site, id, string(body))) ||
			publicMode && core.SameSignature(got, sign(PublicKey, r.Method, SiteURL, site, id, string(body)))
		switch {
		case site != SiteID:
			writeError(w, http.StatusUnauthorized, "SiteIdError", "Unknown X-SITE-ID")
		case id == "":
			writeError(w, http.StatusBadRequest, "RequestIdError", "X-REQUEST-ID is missing")
		case !ok:
			writeError(w, http.StatusUnauthorized, "SignatureError", "X-REQUEST-SIGNATURE does not match")
		case r.Method == http.MethodPost && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"):
			writeError(w, http.StatusUnsupportedMediaType, "ContentTypeError", "Content-Type must be application/json")
		default:
			fn(w, r, body)
		}
	}
}

type createRequest struct {
	MetaData       struct{ PaymentType string }
	PaymentRequest struct {
		OrderID     string `json:"OrderId"`
		Amount      string
		Currency    string
		Description string
		ExtraData   struct{ ReturnURL, SuccessURL, DeclineURL, WebhookURL string }
	}
	CustomerInfo struct{ Email, Phone string }
	ReceiptData  *receipt
}

type receipt struct {
	Receipt struct {
		Items []struct{ Sum json.Number }
		Total json.Number
	} `json:"receipt"`
}

var (
	printable    = regexp.MustCompile(`^[ -~]{1,100}$`)
	amountText   = regexp.MustCompile(`^\d+(\.\d{2})?$`)
	currencyText = regexp.MustCompile(`^[A-Z]{3}$`)
	phoneText    = regexp.MustCompile(`^\+7\d{10}$`)
)

// terms validates a create call as strictly as the documents allow. The text is
// empty, or says which field is wrong.
func (c createRequest) terms() (core.Terms, string) {
	req := c.PaymentRequest
	amount, err := money.ParseMinor(req.Amount)
	switch {
	case c.MetaData.PaymentType != "" && c.MetaData.PaymentType != "Pay":
		return core.Terms{}, "MetaData.PaymentType: two-stage payments are not enabled for this site"
	case !printable.MatchString(req.OrderID):
		return core.Terms{}, "PaymentRequest.OrderId: want 1 to 100 printable characters"
	case err != nil || !amountText.MatchString(req.Amount) || amount <= 0 || len(req.Amount) > 16:
		return core.Terms{}, "PaymentRequest.Amount: want digits with two decimals"
	case !currencyText.MatchString(req.Currency):
		return core.Terms{}, "PaymentRequest.Currency: want three letters"
	case req.Description == "" || len([]rune(req.Description)) > 250:
		return core.Terms{}, "PaymentRequest.Description: want 1 to 250 characters"
	case c.CustomerInfo.Phone != "" && !phoneText.MatchString(c.CustomerInfo.Phone):
		return core.Terms{}, "CustomerInfo.Phone: want +7 and ten digits"
	case c.ReceiptData != nil && !c.ReceiptData.sumsTo(amount):
		return core.Terms{}, "ReceiptData: items and total must sum up to the amount"
	}
	for _, address := range []string{req.ExtraData.ReturnURL, req.ExtraData.SuccessURL, req.ExtraData.WebhookURL} {
		if u, err := url.Parse(address); err != nil || (address != "" && u.Host == "") {
			return core.Terms{}, "PaymentRequest.ExtraData: addresses must be absolute"
		}
	}
	return core.Terms{
		Kind: "page", Amount: amount, Currency: req.Currency, Description: req.Description,
		Email: c.CustomerInfo.Email, Phone: c.CustomerInfo.Phone, WebhookURL: req.ExtraData.WebhookURL,
		ReturnURL: cmp.Or(req.ExtraData.SuccessURL, req.ExtraData.ReturnURL),
		FailURL:   cmp.Or(req.ExtraData.DeclineURL, req.ExtraData.ReturnURL),
	}, ""
}

func (p *receipt) sumsTo(amount money.Minor) bool {
	var sum money.Minor
	for _, item := range p.Receipt.Items {
		one, err := money.ParseMinor(item.Sum.String())
		if err != nil {
			return false
		}
		sum += one
	}
	total, err := money.ParseMinor(p.Receipt.Total.String())
	return err == nil && sum == amount && total == amount
}

// create opens an invoice of either kind: a page or a link.
func (s *Service) create(kind string) handler {
	return func(w http.ResponseWriter, r *http.Request, body []byte) {
		var c createRequest
		if err := json.Unmarshal(body, &c); err != nil {
			writeError(w, http.StatusBadRequest, "BodyError", "The body is not JSON")
			return
		}
		terms, wrong := c.terms()
		if wrong != "" {
			writeError(w, http.StatusBadRequest, "ValidationError", wrong)
			return
		}
		terms.Kind, terms.Extra = kind, map[string]string{"request_id": r.Header.Get("X-REQUEST-ID")}
		var known, inv *core.Invoice
		err := s.core.Do(func(st *core.State) error {
			known = st.InvoiceByRequest(terms.Extra["request_id"])
			if known == nil {
				known = st.Find(Name, c.PaymentRequest.OrderID)
			}
			if known == nil {
				inv = s.core.Payments.Issue(st, Name, c.PaymentRequest.OrderID, fmt.Sprintf("PL%014d", st.Next()), terms)
			}
			return nil
		})
		switch {
		case err != nil:
			s.core.InternalError(w, err)
		case known != nil:
			core.WriteJSON(w, http.StatusConflict, map[string]any{
				"Code": "OrderIdAlreadyExists", "Description": "Счёт с таким номером уже есть",
				"AddDetails": map[string]string{"URL": s.core.Payments.PayURL(known)},
			})
		case kind == "link":
			core.WriteJSON(w, http.StatusCreated, map[string]any{
				"Id": inv.ID, "Status": "created", "Url": s.core.Payments.PayURL(inv), "Invoice": inv.Reference, "Email": terms.Email,
				"Phone": terms.Phone, "Description": terms.Description, "Amount": terms.Amount.String(),
				"Currency": terms.Currency, "CreatedDate": inv.Opened.Format(time.RFC3339), "TypeLink": "Reusable",
			})
		default:
			core.WriteJSON(w, http.StatusCreated, s.core.Payments.PayURL(inv))
		}
	}
}
