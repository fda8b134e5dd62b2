package main

import (
	"net/http"
	"time"

	"larek/internal/payment"
	"larek/internal/payment/getpay"
	"larek/internal/payment/payin"
	"larek/internal/payment/payselection"
	"larek/internal/payment/tbank"
)

// providerLimit bounds any one call to a provider; callers set shorter ones.
const providerLimit = 20 * time.Second

// outside is the client for everything beyond our own network.
func outside() *http.Client {
	return &http.Client{
		Timeout:       providerLimit,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 32, IdleConnTimeout: time.Minute, Proxy: http.ProxyFromEnvironment},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// providers are those we have an account with.
func (c *config) providers() []payment.Provider {
	client := outside()
	taxes := payment.Taxes{System: c.TaxSystem, VAT: c.TaxVAT, INN: c.TaxINN, Email: c.TaxEmail, Address: c.PublicOrigin}
	var list []payment.Provider
	if c.PayselectionSecretKey != "" {
		list = append(list, payselection.New(payselection.Config{
			SiteID: c.PayselectionSiteID, SecretKey: c.PayselectionSecretKey,
			WebformURL: c.PayselectionWebformURL, GatewayURL: c.PayselectionGatewayURL, Taxes: taxes,
		}, client))
	}
	if c.TBankPassword != "" {
		list = append(list, tbank.New(tbank.Config{TerminalKey: c.TBankTerminal, Password: c.TBankPassword, BaseURL: c.TBankURL, Taxes: taxes}, client))
	}
	if c.PayinSecret != "" {
		list = append(list, payin.New(payin.Config{AgentID: c.PayinAgentID, AgentName: "Ларёк", Secret: c.PayinSecret, BaseURL: c.PayinURL}, client))
	}
	if c.GetPaySecret != "" {
		list = append(list, getpay.New(getpay.Config{Wallet: c.GetPayWallet, Secret: c.GetPaySecret, BaseURL: c.GetPayURL}, client))
	}
	return list
}
