// Package deliveryproof signs and verifies delivery proofs: texts with what was delivered, to whom, when, and the
// supplier's order number.
package deliveryproof

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/brand"
	"larek/internal/delivery"
	"larek/internal/deliveryproof/deliveryproofdb"
	"larek/internal/order"
	"larek/internal/seal"
)

// Service creates the proofs of orders. A buyer can show one to a third party, and the shop
// cannot deny it. The texts are signed: do not change their wording.
type Service struct {
	q     *deliveryproofdb.Queries
	key   ed25519.PrivateKey
	brand *brand.Reader
}

// signature begins the last line of a proof; everything before it is signed.
const signature = "\nПодпись: "

// moscow is the time zone of proofs, as of fiscal receipts.
var moscow = time.FixedZone("МСК", 3*60*60)

// NewService returns a Service that reads from pool and signs
// with a key derived from seed.
func NewService(pool *pgxpool.Pool, names *brand.Reader, seed seal.Key) *Service {
	return &Service{q: deliveryproofdb.New(pool), brand: names, key: Key(seed)}
}

// Key returns the key pair of proofs.
func Key(seed seal.Key) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(seed[:]) }

// ForOrder returns the proof of an order, or "" if nothing was delivered. It names the
// pictures attached to the order by their digests.
func (r *Service) ForOrder(ctx context.Context, o *order.Order, pictures []delivery.ProofPicture) (string, error) {
	deliveries, err := r.q.Delivered(ctx, o.ID)
	if err != nil {
		return "", fmt.Errorf("read deliveries of order %d: %w", o.ID, err)
	}
	if len(deliveries) == 0 {
		return "", nil
	}
	// What the shop was called then: the same delivery always has the same proof.
	last := slices.MaxFunc(deliveries, func(a, b deliveryproofdb.DeliveredRow) int { return a.At.Compare(b.At) })
	shop, err := r.brand.At(ctx, last.At)
	if err != nil {
		return "", err
	}
	text := &strings.Builder{}
	fmt.Fprintf(text, "%s подтверждает доставку по заказу № %d", shop.Name, o.ID)
	if to := recipient(o); to != "" {
		fmt.Fprintf(text, "\nКуда: %s", to)
	}
	for _, d := range deliveries {
		fmt.Fprintf(text, "\n%s × %d, %s", d.Title, d.Units, d.At.In(moscow).Format("02.01.2006 15:04 МСК"))
		if len(d.Refs) > 0 {
			fmt.Fprintf(text, "\nНомер доставки: %s", strings.Join(d.Refs, ", "))
		}
		if len(d.Proofs) > 0 {
			fmt.Fprintf(text, "\nПодтверждение оператора: %s", strings.Join(d.Proofs, "; "))
		}
	}
	for _, p := range pictures {
		fmt.Fprintf(text, "\nСнимок доставки: SHA-256 %x", p.Digest)
	}
	return Sign(r.key, text.String()), nil
}

// Sign returns a text with its signature as the last line.
func Sign(key ed25519.PrivateKey, text string) string {
	return text + signature + base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, []byte(text)))
}

// recipient returns the account the goods were delivered to. Codes and gifts
// are delivered on the order's page.
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

// Verify reports whether a text is an unchanged proof of ours.
func Verify(key ed25519.PublicKey, text string) bool {
	body, encoded, found := strings.Cut(strings.TrimSpace(text), signature)
	signed, err := base64.RawURLEncoding.DecodeString(encoded)
	return found && err == nil && ed25519.Verify(key, []byte(body), signed)
}
