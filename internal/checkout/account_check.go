package checkout

import (
	"context"
	"errors"

	"larek/internal/delivery"
	"larek/internal/order"
	"larek/internal/problem"
)

// checkAccount asks a supplier whether the account of a new order exists, and
// stores the player's name in the order. An order is accepted if no supplier
// can answer: wrong details can be corrected after the payment.
func (s *Service) checkAccount(ctx context.Context, n *order.CreateInput) error {
	var (
		product *int64
		field   string
		account delivery.Account
	)
	switch {
	case n.Kind == order.Steam:
		field, account.SteamLogin = "steam_account_id", n.Detail.SteamAccountID
	case n.Kind == order.Supply && len(n.Lines) > 0:
		field, account.PlayerID, product = "supply_channel_user_id", n.Detail.MoogoldUserID, &n.Lines[0].ID
		if n.Detail.MoogoldServerCustomID != nil {
			account.ServerID = *n.Detail.MoogoldServerCustomID
		}
	default:
		return nil
	}
	checked, err := s.sourcing.CheckAccount(ctx, product, n.Detail.MoogoldServer, account)
	switch {
	case errors.Is(err, delivery.ErrCheckUnsupported):
		return nil
	case err != nil:
		return err
	case !checked.Exists:
		return problem.InvalidFields(problem.Field{Name: field, Code: "no_such_account", Detail: "Такой аккаунт не найден. Проверьте, нет ли опечатки."})
	case checked.Name != "":
		n.Detail.AccountName = &checked.Name
	}
	return nil
}

// AccountCheck identifies an account before there is an order for it.
type AccountCheck struct {
	GameKind     string // as the catalogue names it
	ProductID    *int64 // any product of the game; nil for Steam
	AccountID    string
	Server       *int64
	ServerCustom *string
}

// CheckAccount reports whether the account exists. It returns
// delivery.ErrCheckUnsupported if no supplier can check it.
func (s *Service) CheckAccount(ctx context.Context, c AccountCheck) (delivery.AccountCheck, error) {
	var account delivery.Account
	switch {
	case c.GameKind == "steam":
		account.SteamLogin = c.AccountID
	case c.GameKind == "supply" && c.ProductID != nil:
		account.PlayerID = c.AccountID
		if c.ServerCustom != nil {
			account.ServerID = *c.ServerCustom
		}
	default:
		return delivery.AccountCheck{}, delivery.ErrCheckUnsupported
	}
	return s.sourcing.CheckAccount(ctx, c.ProductID, c.Server, account)
}
