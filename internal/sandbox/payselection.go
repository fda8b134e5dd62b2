package sandbox

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"larek/internal/money"
)

const maxBody = 1 << 20

// payselection: redirect to a page of theirs, JSON signed with HMAC.
type payselection struct{ account PayselectionAccount }

func (payselection) paymentID(_ *Invoice, n int64) string { return fmt.Sprintf("PS%014d", n) }
func (payselection) manyPayments() bool                   { return true }
func (payselection) partialPayments() bool                { return false }
func (payselection) payableAtOnce() bool                  { return true }
func (payselection) namesCurrency() bool                  { return true }
func (payselection) afterDecline() Status                 { return StatusOpen }

func (payselection) acknowledged(status int, _ []byte) bool { return status == http.StatusOK }

func (payselection) refuse(w http.ResponseWriter) {
	payselectionError(w, http.StatusBadRequest, "OperationDeclined", "Операция отклонена")
}

func (p payselection) messages(inv *Invoice, e Entry) []message {
	event := map[What]string{Paid: "Payment", Declined: "Fail", Refunded: "Refund"}[e.What]
	if event == "" {
		return nil
	}
	m := message{
		url: e.NotifyURL, reference: inv.Reference, payment: e.Payment, event: event, amount: e.Amount,
		currency: e.Currency, at: e.At, reason: e.Reason, terms: inv.Terms,
	}
	if e.What == Refunded {
		for _, paid := range inv.Payments {
			if paid.ID == e.Payment {
				m.rest = paid.left()
			}
		}
	}
	return []message{m}
}

func (p payselection) compose(m message) hook {
	shop := pickText(m.shop, p.account.SiteID)
	body := map[string]any{
		"Event": m.event, "TransactionId": m.payment, "OrderId": m.reference, "Amount": m.amount.String(),
		"Currency": m.currency, "Service_Id": shop, "DateTime": m.at.In(moscow).Format("02.01.2006 15.04.05"),
		"IsTest": 1, "Email": m.terms.Email, "Phone": m.terms.Phone, "Description": m.terms.Description,
		"Brand": "MIR", "Bank": "Песочница", "Country_Code_Alpha2": "RU", "Gate": "testbank",
		"PaymentMethod": "Card", "CardMasked": "220000******0004", "CardHolder": "SANDBOX", "RRN": "",
	}
	switch m.event {
	case "Fail":
		body["ErrorCode"], body["ErrorMessage"], body["ClientMessage"] = "InsufficientFunds", m.reason, m.reason
	case "Refund":
		body["NewAmount"] = m.rest.String()
	}
	raw := mustJSON(body)
	signature := payselectionSign(p.account.SecretKey, http.MethodPost, m.url, shop, string(raw))
	return hook{url: m.url, body: raw, signature: signature, header: http.Header{
		"Content-Type": {"application/json"}, "X-Site-Id": {shop}, "X-Webhook-Signature": {signature},
	}}
}

// signed checks our signature over the bytes as they came, then lets fn answer.
func (s *Server) payselectionSigned(mount string, publicMode bool, fn func(http.ResponseWriter, *http.Request, []byte)) http.HandlerFunc {
	account := s.cfg.Accounts.Payselection
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			payselectionError(w, http.StatusRequestEntityTooLarge, "BodyError", "The body is too long or cut short")
			return
		}
		site, id, got := r.Header.Get("X-SITE-ID"), r.Header.Get("X-REQUEST-ID"), r.Header.Get("X-REQUEST-SIGNATURE")
		path := strings.TrimPrefix(r.URL.EscapedPath(), mount)
		ok := same(got, payselectionSign(account.SecretKey, r.Method, path, site, id, string(body))) ||
			publicMode && same(got, payselectionSign(account.PublicKey, r.Method, account.SiteURL, site, id, string(body)))
		switch {
		case site != account.SiteID:
			payselectionError(w, http.StatusUnauthorized, "SiteIdError", "Unknown X-SITE-ID")
		case id == "":
			payselectionError(w, http.StatusBadRequest, "RequestIdError", "X-REQUEST-ID is missing")
		case !ok:
			payselectionError(w, http.StatusUnauthorized, "SignatureError", "X-REQUEST-SIGNATURE does not match")
		case r.Method == http.MethodPost && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"):
			payselectionError(w, http.StatusUnsupportedMediaType, "ContentTypeError", "Content-Type must be application/json")
		default:
			fn(w, r, body)
		}
	}
}

type payselectionCreate struct {
	MetaData       struct{ PaymentType string }
	PaymentRequest struct {
		OrderID     string `json:"OrderId"`
		Amount      string
		Currency    string
		Description string
		ExtraData   struct{ ReturnURL, SuccessURL, DeclineURL, WebhookURL string }
	}
	CustomerInfo struct{ Email, Phone string }
	ReceiptData  *payselectionReceipt
}

type payselectionReceipt struct {
	Receipt struct {
		Items []struct{ Sum json.Number }
		Total json.Number
	} `json:"receipt"`
}

var (
	printable   = regexp.MustCompile(`^[ -~]{1,100}$`)
	paysAmount  = regexp.MustCompile(`^\d+(\.\d{2})?$`)
	currencyISO = regexp.MustCompile(`^[A-Z]{3}$`)
	paysPhone   = regexp.MustCompile(`^\+7\d{10}$`)
)

// terms checks a create call as strictly as the documents allow.
func (c payselectionCreate) terms() (Terms, string) {
	req := c.PaymentRequest
	amount, err := money.ParseMinor(req.Amount)
	switch {
	case c.MetaData.PaymentType != "" && c.MetaData.PaymentType != "Pay":
		return Terms{}, "MetaData.PaymentType: two-stage payments are not enabled for this site"
	case !printable.MatchString(req.OrderID):
		return Terms{}, "PaymentRequest.OrderId: want 1 to 100 printable characters"
	case err != nil || !paysAmount.MatchString(req.Amount) || amount <= 0 || len(req.Amount) > 16:
		return Terms{}, "PaymentRequest.Amount: want digits with two decimals"
	case !currencyISO.MatchString(req.Currency):
		return Terms{}, "PaymentRequest.Currency: want three letters"
	case req.Description == "" || len([]rune(req.Description)) > 250:
		return Terms{}, "PaymentRequest.Description: want 1 to 250 characters"
	case c.CustomerInfo.Phone != "" && !paysPhone.MatchString(c.CustomerInfo.Phone):
		return Terms{}, "CustomerInfo.Phone: want +7 and ten digits"
	case c.ReceiptData != nil && !c.ReceiptData.sumsTo(amount):
		return Terms{}, "ReceiptData: items and total must sum up to the amount"
	}
	for _, address := range []string{req.ExtraData.ReturnURL, req.ExtraData.SuccessURL, req.ExtraData.WebhookURL} {
		if u, err := url.Parse(address); err != nil || (address != "" && u.Host == "") {
			return Terms{}, "PaymentRequest.ExtraData: addresses must be absolute"
		}
	}
	return Terms{
		Kind: "page", Amount: amount, Currency: req.Currency, Description: req.Description,
		Email: c.CustomerInfo.Email, Phone: c.CustomerInfo.Phone, WebhookURL: req.ExtraData.WebhookURL,
		ReturnURL: pickText(req.ExtraData.SuccessURL, req.ExtraData.ReturnURL),
		FailURL:   pickText(req.ExtraData.DeclineURL, req.ExtraData.ReturnURL),
	}, ""
}

func (p *payselectionReceipt) sumsTo(amount money.Minor) bool {
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

// payselectionOpen serves both ways of opening an invoice: a page and a link.
func (s *Server) payselectionOpen(kind string) func(http.ResponseWriter, *http.Request, []byte) {
	return func(w http.ResponseWriter, r *http.Request, body []byte) {
		var c payselectionCreate
		if err := json.Unmarshal(body, &c); err != nil {
			payselectionError(w, http.StatusBadRequest, "BodyError", "The body is not JSON")
			return
		}
		terms, wrong := c.terms()
		if wrong != "" {
			payselectionError(w, http.StatusBadRequest, "ValidationError", wrong)
			return
		}
		terms.Kind, terms.Extra = kind, map[string]string{"request_id": r.Header.Get("X-REQUEST-ID")}
		var known, inv *Invoice
		err := s.do(func(b *book) error {
			known = b.requests[terms.Extra["request_id"]]
			if known == nil {
				known = b.find("payselection", c.PaymentRequest.OrderID)
			}
			if known == nil {
				inv = s.issue(b, "payselection", c.PaymentRequest.OrderID, fmt.Sprintf("PL%014d", b.n+1), terms)
			}
			return nil
		})
		switch {
		case err != nil:
			s.broken(w, err)
		case known != nil:
			answerJSON(w, http.StatusConflict, map[string]any{
				"Code": "OrderIdAlreadyExists", "Description": "Счёт с таким номером уже есть",
				"AddDetails": map[string]string{"URL": s.payURL(known)},
			})
		case kind == "link":
			answerJSON(w, http.StatusCreated, map[string]any{
				"Id": inv.ID, "Status": "created", "Url": s.payURL(inv), "Invoice": inv.Reference, "Email": terms.Email,
				"Phone": terms.Phone, "Description": terms.Description, "Amount": terms.Amount.String(),
				"Currency": terms.Currency, "CreatedDate": inv.Opened.Format(time.RFC3339), "TypeLink": "Reusable",
			})
		default:
			answerJSON(w, http.StatusCreated, s.payURL(inv))
		}
	}
}
