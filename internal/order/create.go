package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"larek/internal/money"
	"larek/internal/order/orderdb"
	"larek/internal/pg"
	"larek/internal/picture"
	"larek/internal/publicid"
	"larek/internal/spelling"
)

// PaymentWindow is how long after its creation an order can be paid.
const PaymentWindow = 24 * time.Hour

// steamTitle is the title of every Steam line, whichever product it is.
const steamTitle = "Пополнение кошелька Steam"

// gameKinds maps the kind of an order to the kind of its game.
var gameKinds = map[Kind]string{PUBG: "pubg", Standoff: "standoff", Supply: "supply"}

// Querier is a pool or a transaction.
type Querier = orderdb.DBTX

// LineInput is one line of a new order (ID is the product's), or a new quantity
// of an existing line (ID is the line's).
type LineInput struct {
	ID       int64
	Quantity int32
}

// CreateInput is a request for a new order. Which fields are used depends on
// the kind.
type CreateInput struct {
	Kind   Kind
	UserID *int64
	Guest  *publicid.ID // nil for a signed-in buyer
	Email  *string
	Lines  []LineInput     // pubg, standoff, supply
	Amount money.RUB       // steam
	GiftID int64           // rokky
	Detail DeliveryDetails // accounts, server, surplus
}

// Product is a product as the catalogue describes it.
type Product struct {
	ID              int64
	Kind            string
	Title           string
	Price           money.RUB
	DiscountPercent int16
	FinalPrice      money.RUB
	Picture         picture.Key
	MinQuantity     int32
	MaxQuantity     int32
	IsActive        bool
	AmountUc        *int32
	Gold            *int32
	GameID          int64
	GameTitle       string
}

// Gift is a gift as the catalogue describes it.
type Gift struct {
	ID              int64
	Title           string
	Type            string
	Region          string
	Price           money.RUB
	DiscountPercent int16
	FinalPrice      money.RUB
	Logo            picture.Key
}

// CreatedOrder is a new order with its products or its gift.
type CreatedOrder struct {
	ID    int64
	Hash  publicid.ID
	Kind  Kind
	Total money.RUB
	Lines []CreatedLine // none for gifts
	Gift  *Gift
}

// CreatedLine is a line of a new order with its product.
type CreatedLine struct {
	ID       int64
	Quantity int32
	Product  Product
}

// Create prices an order from the catalogue and inserts it, its lines and its
// first event in one statement. An order that cannot be created is refused as a
// whole: the error is a *problem.Error that names all wrong fields.
func (s *Service) Create(ctx context.Context, db Querier, n CreateInput) (*CreatedOrder, error) {
	if err := n.Normalize(); err != nil {
		return nil, err
	}
	if n.UserID == nil && n.Email == nil {
		return nil, explainRefusal(ctx, db, n)
	}
	p := &CreatedOrder{Hash: publicid.New(), Kind: n.Kind}
	stored := n.Detail
	stored.Surplus = nil // set by the statement if surpluses are enabled
	detail, err := json.Marshal(stored)
	if err != nil {
		return nil, fmt.Errorf("marshal details of a new order: %w", err)
	}
	now := s.clock()
	switch n.Kind {
	case Steam:
		err = createSteam(ctx, db, n, p, detail, now)
	case Rokky:
		err = createGift(ctx, db, n, p, now)
	default:
		err = createLines(ctx, db, n, p, detail, now)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, explainRefusal(ctx, db, n)
	}
	if pg.Violates(err, "orders_user_id_fkey") {
		return nil, ErrSignIn // the account was deleted, its token has not expired
	}
	if err != nil {
		return nil, fmt.Errorf("create %s order: %w", n.Kind, err)
	}
	return p, nil
}

func createLines(ctx context.Context, db Querier, n CreateInput, p *CreatedOrder, detail []byte, now time.Time) error {
	params := orderdb.CreateLinesParams{
		GameKind: gameKinds[n.Kind], Kind: string(n.Kind), Hash: p.Hash, UserID: n.UserID, Guest: n.Guest, Email: n.Email, Detail: detail,
		ServerID: n.Detail.MoogoldServer, HasCustomServer: n.Detail.MoogoldServerCustomID != nil, Now: now, DueAt: new(now.Add(PaymentWindow)),
	}
	if n.Detail.Surplus != nil {
		params.Surplus = new(n.Detail.Surplus.String())
	}
	for _, l := range n.Lines {
		params.ProductIds, params.Quantities = append(params.ProductIds, l.ID), append(params.Quantities, l.Quantity)
	}
	rows, err := orderdb.New(db).CreateLines(ctx, params)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return pgx.ErrNoRows
	}
	for _, r := range rows {
		p.add(r)
	}
	return nil
}

func createSteam(ctx context.Context, db Querier, n CreateInput, p *CreatedOrder, detail []byte, now time.Time) error {
	r, err := orderdb.New(db).CreateSteam(ctx, orderdb.CreateSteamParams{
		Amount: n.Amount, Hash: p.Hash, UserID: n.UserID, Guest: n.Guest, Email: n.Email, Detail: detail,
		LineTitle: steamTitle, Now: now, DueAt: new(now.Add(PaymentWindow)),
	})
	if err == nil {
		r.Title, r.Price, r.FinalPrice, r.DiscountPercent = steamTitle, r.Total, r.Total, 0
		p.add(orderdb.CreateLinesRow(r))
	}
	return err
}

func createGift(ctx context.Context, db Querier, n CreateInput, p *CreatedOrder, now time.Time) error {
	r, err := orderdb.New(db).CreateGift(ctx, orderdb.CreateGiftParams{
		GiftID: n.GiftID, Hash: p.Hash, UserID: n.UserID, Guest: n.Guest, Email: n.Email, Now: now, DueAt: new(now.Add(PaymentWindow)),
	})
	p.ID, p.Total = r.OrderID, r.Total
	p.Gift = &Gift{
		ID: r.ID, Title: r.Title, Type: r.Type, Region: r.Region, Price: r.Price,
		DiscountPercent: r.DiscountPercent, FinalPrice: r.FinalPrice, Logo: r.Logo,
	}
	return err
}

func (p *CreatedOrder) add(r orderdb.CreateLinesRow) {
	p.ID, p.Total = r.OrderID, r.Total
	p.Lines = append(p.Lines, CreatedLine{ID: r.LineID, Quantity: r.Quantity, Product: Product{
		ID: r.ID, Kind: r.Kind, Title: r.Title, Price: r.Price, DiscountPercent: r.DiscountPercent, FinalPrice: r.FinalPrice,
		Picture: r.Picture, MinQuantity: r.MinQuantity, MaxQuantity: r.MaxQuantity, IsActive: r.IsActive,
		AmountUc: r.AmountUc, Gold: r.Gold, GameID: r.GameID, GameTitle: r.GameTitle,
	}})
}

// Normalize merges lines of the same product and writes the delivery details in their
// one spelling.
func (n *CreateInput) Normalize() error {
	var lines []LineInput
	at := map[int64]int{}
	for _, l := range n.Lines {
		if i, ok := at[l.ID]; ok {
			lines[i].Quantity += l.Quantity
			continue
		}
		at[l.ID] = len(lines)
		lines = append(lines, l)
	}
	n.Lines = lines
	return n.Detail.normalize(n.Kind, "supply_channel_user_id")
}

// normalize writes the accounts in their one spelling. It returns an error if the account this kind of
// order is delivered to is missing.
func (d *DeliveryDetails) normalize(k Kind, supplyField string) error {
	for _, id := range []*string{&d.SteamAccountID, &d.GameAccountID, &d.MoogoldUserID} {
		*id = spelling.Player(*id)
	}
	if server := d.MoogoldServerCustomID; server != nil {
		d.MoogoldServerCustomID = nil
		if text := strings.TrimSpace(*server); text != "" {
			d.MoogoldServerCustomID = &text
		}
	}
	switch {
	case k == Steam && d.SteamAccountID == "":
		return missing("steam_account_id", "Укажите логин Steam.")
	case k == Standoff && d.GameAccountID == "":
		return missing("game_account_id", "Укажите ID игрока.")
	case k == Supply && d.MoogoldUserID == "":
		return missing(supplyField, "Укажите ID игрока.")
	}
	return nil
}
