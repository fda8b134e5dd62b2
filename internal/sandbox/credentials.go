package sandbox

// The sandbox's accounts. They open nothing but the sandbox, so they are no
// secrets: development and tests share them from here.
const (
	PayselectionSiteID    = "20003"
	PayselectionSecretKey = "sandbox-payselection-secret" //nolint:gosec // see above
	PayselectionPublicKey = "sandbox-payselection-public"
	// PayselectionSiteURL is the address agreed for public-key signatures.
	PayselectionSiteURL = "https://larek.example"

	TBankTerminal = "LAREKDEMO"
	TBankPassword = "sandbox-tbank-password" //nolint:gosec // see above

	PayinAgentID = "8686"
	PayinSecret  = "sandbox-payin-secret" //nolint:gosec // see above

	GetPayWallet = "27000"
	GetPaySecret = "sandbox-getpay-secret" //nolint:gosec // see above

	MooGoldPartnerID = "larek-demo"
	MooGoldSecret    = "sandbox-moogold-secret" //nolint:gosec // see above
	// MooGoldCallbackToken is the unguessable part of the address its unsigned
	// callbacks come to: /hooks/moogold/{token}/.
	MooGoldCallbackToken = "sandbox-moogold-callback" //nolint:gosec // see above

	NSGiftsUserID   = "1207"
	NSGiftsLogin    = "larek"
	NSGiftsPassword = "sandbox-nsgifts-password"         //nolint:gosec // see above
	NSGiftsSecret   = "c2FuZGJveC1uc2dpZnRzLXNlY3JldA==" //nolint:gosec // see above; base64, as they give it

	GamesDropToken = "sandbox-gamesdrop-token" //nolint:gosec // see above

	RokkyPartner = "larek"
	RokkySecret  = "sandbox-rokky-secret" //nolint:gosec // see above
)

// The paths that stand for the hosts of the real services.
const (
	PayselectionWebformPath = "/payselection/webform"
	PayselectionGatewayPath = "/payselection/gw"
	TBankPath               = "/tbank/v2"
	PayinPath               = "/payin"
	GetPayPath              = "/getpay"
	RatesPath               = "/cbr"
	MooGoldPath             = "/moogold/wp-json/v1/api"
	NSGiftsPath             = "/nsgifts"
	GamesDropPath           = "/gamesdrop/api/v1"
	RokkyPath               = "/rokky"
)

// Accounts is who the shop is to each provider.
type Accounts struct {
	Payselection PayselectionAccount
	TBank        TBankAccount
	Payin        PayinAccount
	GetPay       GetPayAccount
	MooGold      MooGoldAccount
	NSGifts      NSGiftsAccount
	GamesDrop    GamesDropAccount
	Rokky        RokkyAccount
}

// PayselectionAccount is a site there.
type PayselectionAccount struct{ SiteID, SecretKey, PublicKey, SiteURL string }

// TBankAccount is a terminal there.
type TBankAccount struct{ Terminal, Password string }

// PayinAccount is an agent there. NotifyURL is set in the agent's cabinet,
// because the protocol does not carry it.
type PayinAccount struct{ AgentID, Secret, NotifyURL string }

// GetPayAccount is a wallet there.
type GetPayAccount struct{ Wallet, Secret string }

// MooGoldAccount is a partner there. CallbackURL is told to their manager.
type MooGoldAccount struct{ PartnerID, Secret, CallbackURL string }

// NSGiftsAccount is a user there; Secret is base64.
type NSGiftsAccount struct{ UserID, Login, Password, Secret string }

// GamesDropAccount is a partner there.
type GamesDropAccount struct{ Token string }

// RokkyAccount is a partner there. WebhookURL is set in their cabinet.
type RokkyAccount struct{ Partner, Secret, WebhookURL string }

// DevelopmentAccounts are the fixed ones above. Suppliers call nobody until
// WithCallbacks says whom.
func DevelopmentAccounts(payinNotifyURL string) Accounts {
	return Accounts{
		Payselection: PayselectionAccount{PayselectionSiteID, PayselectionSecretKey, PayselectionPublicKey, PayselectionSiteURL},
		TBank:        TBankAccount{TBankTerminal, TBankPassword},
		Payin:        PayinAccount{PayinAgentID, PayinSecret, payinNotifyURL},
		GetPay:       GetPayAccount{GetPayWallet, GetPaySecret},
		MooGold:      MooGoldAccount{PartnerID: MooGoldPartnerID, Secret: MooGoldSecret},
		NSGifts:      NSGiftsAccount{NSGiftsUserID, NSGiftsLogin, NSGiftsPassword, NSGiftsSecret},
		GamesDrop:    GamesDropAccount{GamesDropToken},
		Rokky:        RokkyAccount{Partner: RokkyPartner, Secret: RokkySecret},
	}
}

// WithCallbacks makes the suppliers that call call a shop at this origin.
func (a Accounts) WithCallbacks(shop string) Accounts {
	a.MooGold.CallbackURL = shop + "/hooks/moogold/" + MooGoldCallbackToken + "/"
	a.Rokky.WebhookURL = shop + "/hooks/rokky/"
	return a
}
