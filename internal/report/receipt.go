package report

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/order"
	"larek/internal/report/reportdb"
	"larek/internal/seal"
)

// Receipts writes the shop's word about what was handed over: to whom, when,
// and under which number at the supplier. It is signed, so that a buyer can
// show it to anybody and the shop cannot disown it.
type Receipts struct {
	q   *reportdb.Queries
	key ed25519.PrivateKey
}

// signature starts the last line of a receipt; everything before is signed.
const signature = "\nПодпись: "

// moscow is the clock of the receipt, as on the fiscal one.
var moscow = time.FixedZone("МСК", 3*60*60)

// NewReceipts reads from pool and signs with a key made of the seed.
func NewReceipts(pool *pgxpool.Pool, seed seal.Key) *Receipts {
	return &Receipts{q: reportdb.New(pool), key: ReceiptKey(seed)}
}

// ReceiptKey is the pair receipts are signed with.
func ReceiptKey(seed seal.Key) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(seed[:]) }

// Of writes the receipt of an order; empty while nothing was handed over.
func (r *Receipts) Of(ctx context.Context, o *order.Order) (string, error) {
	handed, err := r.q.Handed(ctx, o.ID)
	if err != nil {
		return "", fmt.Errorf("receipt of order %d: %w", o.ID, err)
	}
	if len(handed) == 0 {
		return "", nil
	}
	text := &strings.Builder{}
	fmt.Fprintf(text, "Ларёк подтверждает доставку по заказу № %d", o.ID)
	if to := recipient(o); to != "" {
		fmt.Fprintf(text, "\nКуда: %s", to)
	}
	for _, h := range handed {
		fmt.Fprintf(text, "\n%s × %d, %s", h.Title, h.Units, h.At.In(moscow).Format("02.01.2006 15:04 МСК"))
		if len(h.Refs) > 0 {
			fmt.Fprintf(text, "\nНомер у поставщика: %s", strings.Join(h.Refs, ", "))
		}
		if len(h.Proofs) > 0 {
			fmt.Fprintf(text, "\nПодтверждение оператора: %s", strings.Join(h.Proofs, "; "))
		}
	}
	signed := ed25519.Sign(r.key, []byte(text.String()))
	return text.String() + signature + base64.RawURLEncoding.EncodeToString(signed), nil
}

// recipient is where the goods went; codes and gifts are on the order's page.
func recipient(o *order.Order) string {
	d := o.Detail
	switch o.Kind {
	case order.Steam:
		return "Steam, логин " + d.SteamAccountID
	case order.Standoff:
		return "Standoff 2, игрок " + d.GameAccountID
	case order.Supply:
		to := "игрок " + d.MoogoldUserID
		if d.MoogoldServerName != nil {
			to += ", сервер " + *d.MoogoldServerName
		} else if d.MoogoldServerCustomID != nil {
			to += ", сервер " + *d.MoogoldServerCustomID
		}
		return to
	default:
		return ""
	}
}

// IsReceipt tells whether a text is a receipt of ours, to the letter.
func IsReceipt(key ed25519.PublicKey, text string) bool {
	said, mark, found := strings.Cut(strings.TrimSpace(text), signature)
	signed, err := base64.RawURLEncoding.DecodeString(mark)
	return found && err == nil && ed25519.Verify(key, []byte(said), signed)
}
