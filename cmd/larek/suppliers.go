package main

import (
	"fmt"

	"larek/internal/clock"
	"larek/internal/delivery"
	"larek/internal/delivery/gamesdrop"
	"larek/internal/delivery/moogold"
	"larek/internal/delivery/nsgifts"
	"larek/internal/delivery/rokky"
)

// directTopUps is the category of MooGold whose goods we sell.
const directTopUps = 50

// suppliers are those we have an account with.
func (c *config) suppliers() ([]delivery.Supplier, error) {
	client := outside()
	var list []delivery.Supplier
	if c.MooGoldSecret != "" {
		list = append(list, moogold.New(moogold.Config{
			BaseURL: c.MooGoldURL, PartnerID: c.MooGoldPartnerID, SecretKey: c.MooGoldSecret, HookToken: c.MooGoldHookToken,
			Categories: []int{directTopUps},
		}, client, clock.System))
	}
	if c.NSGiftsSecret != "" {
		s, err := nsgifts.New(nsgifts.Config{
			BaseURL: c.NSGiftsURL, UserID: c.NSGiftsUserID, Login: c.NSGiftsLogin, Password: c.NSGiftsPassword, Secret: c.NSGiftsSecret,
		}, client, clock.System)
		if err != nil {
			return nil, fmt.Errorf("LAREK_NSGIFTS_SECRET: %w", err)
		}
		list = append(list, s)
	}
	if c.GamesDropToken != "" {
		list = append(list, gamesdrop.New(gamesdrop.Config{BaseURL: c.GamesDropURL, Token: c.GamesDropToken}, client))
	}
	if c.RokkySecret != "" {
		list = append(list, rokky.New(rokky.Config{
			BaseURL: c.RokkyURL, Partner: c.RokkyPartner, Secret: c.RokkySecret, HookPath: "/hooks/rokky/",
		}, client, clock.System))
	}
	return list, nil
}
