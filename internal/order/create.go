package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"larek/internal/ident"
	"larek/internal/money"
	"larek/internal/order/orderdb"
	"larek/internal/picture"
)

// PayWindow is how long an order waits for its money.
const PayWindow = 24 * time.Hour

// steamTitle is what a top-up is called on the receipt, whatever the pack.
const steamTitle = "Пополнение кошелька Steam"

// gameKinds says which games an order of a kind is about.
var gameKinds = map[Kind]string{PUBG: "pubg", Standoff: "standoff", Supply: "supply"}

// Querier is a pool or a transaction.
type Querier = orderdb.DBTX

// Wanted is one line of a new order, or a new quantity of an old one (ID is
// then the line's).
type Wanted struct {
	ID       int64
	Quantity int32
}

// New is an order somebody wants; which fields count depends on the kind.
type New struct {
	Kind   Kind
	UserID *int64
	Guest  *ident.Hash // nil for a signed-in buyer
	Email  *string
	Lines  []Wanted  // pubg, standoff, supply
	Amount money.RUB // steam
	GiftID int64     // rokky
	Detail Detail    // accounts, server, surplus
}

// Product is a pack as the catalogue describes it.
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

// Placed is an order that was just made, with what it is made of.
type Placed struct {
	ID    int64
	Hash  ident.Hash
	Kind  Kind
	Total money.RUB
	Lines []PlacedLine // none for gifts
	Gift  *Gift
}

// PlacedLine is a line with its pack.
type PlacedLine struct {
	ID       int64
	Quantity int32
	Product  Product
}

// Create prices an order from the catalogue and writes it, its lines and the
// first line of its history, all in one statement.
func (s *Service) Create(ctx context.Context, db Querier, n New) (*Placed, error) {
	if err := n.tidy(); err != nil {
		return nil, err
	}
	if n.UserID == nil && n.Email == nil {
		return nil, s.whyNot(ctx, db, n)
	}
	p := &Placed{Hash: ident.NewHash(), Kind: n.Kind}
	kept := n.Detail
	kept.Surplus = nil // the statement puts it in, if surpluses are on
	detail, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("detail of a new order: %w", err)
	}
	now := s.clock()
	switch n.Kind {
	case Steam:
		err = s.createSteam(ctx, db, n, p, detail, now)
	case Rokky:
		err = s.createGift(ctx, db, n, p, now)
	default:
		err = s.createLines(ctx, db, n, p, detail, now)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, s.whyNot(ctx, db, n)
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.ConstraintName == "orders_user_id_fkey" {
		return nil, ErrSignIn // an account that is gone, with a token that is still good
	}
	if err != nil {
		return nil, fmt.Errorf("create %s order: %w", n.Kind, err)
	}
	return p, nil
}

func (s *Service) createLines(ctx context.Context, db Querier, n New, p *Placed, detail []byte, now time.Time) error {
	ask := orderdb.CreateLinesParams{
		GameKind: gameKinds[n.Kind], Kind: string(n.Kind), Hash: p.Hash, UserID: n.UserID, Guest: n.Guest, Email: n.Email, Detail: detail,
		ServerID: n.Detail.MoogoldServer, HasCustomServer: n.Detail.MoogoldServerCustomID != nil, Now: now, DueAt: new(now.Add(PayWindow)),
	}
	if n.Detail.Surplus != nil {
		ask.Surplus = new(n.Detail.Surplus.String())
	}
	for _, l := range n.Lines {
		ask.ProductIds, ask.Quantities = append(ask.ProductIds, l.ID), append(ask.Quantities, l.Quantity)
	}
	rows, err := orderdb.New(db).CreateLines(ctx, ask)
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

func (s *Service) createSteam(ctx context.Context, db Querier, n New, p *Placed, detail []byte, now time.Time) error {
	r, err := orderdb.New(db).CreateSteam(ctx, orderdb.CreateSteamParams{
		Amount: n.Amount, Hash: p.Hash, UserID: n.UserID, Guest: n.Guest, Email: n.Email, Detail: detail,
		LineTitle: steamTitle, Now: now, DueAt: new(now.Add(PayWindow)),
	})
	if err == nil {
		p.add(orderdb.CreateLinesRow(r))
	}
	return err
}

func (s *Service) createGift(ctx context.Context, db Querier, n New, p *Placed, now time.Time) error {
	r, err := orderdb.New(db).CreateGift(ctx, orderdb.CreateGiftParams{
		GiftID: n.GiftID, Hash: p.Hash, UserID: n.UserID, Guest: n.Guest, Email: n.Email, Now: now, DueAt: new(now.Add(PayWindow)),
	})
	p.ID, p.Total = r.OrderID, r.Total
	p.Gift = &Gift{
		ID: r.ID, Title: r.Title, Type: r.Type, Region: r.Region, Price: r.Price,
		DiscountPercent: r.DiscountPercent, FinalPrice: r.FinalPrice, Logo: r.Logo,
	}
	return err
}

func (p *Placed) add(r orderdb.CreateLinesRow) {
	p.ID, p.Total = r.OrderID, r.Total
	p.Lines = append(p.Lines, PlacedLine{ID: r.LineID, Quantity: r.Quantity, Product: Product{
		ID: r.ID, Kind: r.Kind, Title: r.Title, Price: r.Price, DiscountPercent: r.DiscountPercent, FinalPrice: r.FinalPrice,
		Picture: r.Picture, MinQuantity: r.MinQuantity, MaxQuantity: r.MaxQuantity, IsActive: r.IsActive,
		AmountUc: r.AmountUc, Gold: r.Gold, GameID: r.GameID, GameTitle: r.GameTitle,
	}})
}

// tidy merges lines of one pack and trims what people paste with spaces.
func (n *New) tidy() error {
	var lines []Wanted
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
	return n.Detail.tidy(n.Kind, "supply_channel_user_id")
}

// tidy trims the accounts and wants the one the kind is delivered to.
func (d *Detail) tidy(k Kind, supplyField string) error {
	for _, text := range []*string{&d.SteamAccountID, &d.GameAccountID, &d.MoogoldUserID, d.MoogoldServerCustomID} {
		if text != nil {
			*text = strings.TrimSpace(*text)
		}
	}
	if d.MoogoldServerCustomID != nil && *d.MoogoldServerCustomID == "" {
		d.MoogoldServerCustomID = nil
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
