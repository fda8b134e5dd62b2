package checkout

import (
	"context"
	"errors"

	"larek/internal/delivery"
	"larek/internal/order"
	"larek/internal/problem"
)

// checkAccount asks the supplier whether the account exists, and keeps the
// player's name for the buyer to see before paying. Nobody able to tell is no
// reason not to sell: wrong details can be corrected after payment too.
func (s *Service) checkAccount(ctx context.Context, n *order.New) error {
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
	checked, err := s.Dispatch.CheckAccount(ctx, product, n.Detail.MoogoldServer, account)
	switch {
	case errors.Is(err, delivery.ErrCannotCheck):
		return nil
	case err != nil:
		return err
	case !checked.Exists:
		return problem.InvalidFields(problem.Field{Name: field, Code: "no_such_account", Detail: "Такого аккаунта поставщик не нашёл. Проверьте, нет ли опечатки."})
	case checked.Name != "":
		n.Detail.AccountName = &checked.Name
	}
	return nil
}
