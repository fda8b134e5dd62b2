package app

import (
	"fmt"

	"larek/internal/seal"
)

// Purposes of the keys that are derived from LAREK_SECRET. Persisted: another text
// makes another key, which opens nothing that the old one sealed or signed. The
// account service derives two more from the secret itself.
const (
	purposeToken      = "token"       // signs access tokens
	purposeGuest      = "guest"       // signs the cookie of a guest
	purposeSignIn     = "browser"     // binds a sign-in to the browser that began it
	purposeWorkflow   = "flow"        // encrypts what the workflow engine stores
	purposeCodes      = "codes"       // recognises a code loaded twice
	purposeReceipt    = "receipt"     // signs delivery proofs
	purposePhone      = "phone"       // recognises the phone of a payer
	purposeEmailProof = "promo-proof" // proves a guest's address for a promo code
	purposeAudit      = "audit"       // seals the audit
	purposeBooks      = "books"       // seals the checkpoints of the books
	purposeStaff      = "staff"       // makes links of invitations and recovery codes
	purposeCursor     = "cursor"      // signs the places in the console's lists
	purposePreview    = "preview"     // signs links to games that are not shown yet
	purposeLog        = "log"         // names callers in the log
	purposeAccounts   = "accounts"    // tells our accounts with partners apart that have no number
	purposePass       = "pass"        // lets staff into a shop that is closed
	purposeDemo       = "demo"        // makes the link into the console of a demo
)

// Keys are the keys of the shop, one for each purpose.
type Keys struct {
	secret seal.Key
	// before are secrets that were replaced.
	before []seal.Key
	// Ring seals codes and second factors.
	Ring *seal.Keyring
	// Flow encrypts what the workflow engine stores.
	Flow *seal.Keyring
}

// Keys parses the keys of the settings.
func (c *Config) Keys() (Keys, error) {
	secret, err := seal.ParseKey(c.Secret)
	if err != nil {
		return Keys{}, fmt.Errorf("LAREK_SECRET: %w", err)
	}
	before, err := seal.ParseKeys(c.OldSecrets)
	if err != nil {
		return Keys{}, fmt.Errorf("LAREK_OLD_SECRETS: %w", err)
	}
	ring, err := seal.ParseKeyring(c.CodeKeys)
	if err != nil {
		return Keys{}, fmt.Errorf("LAREK_CODE_KEYS: %w", err)
	}
	// Workflows from before the setting have the derived key.
	flow := seal.NewKeyring(purposeWorkflow, secret.Derive(purposeWorkflow))
	if c.FlowKeys != "" {
		named, err := seal.ParseKeyring(c.FlowKeys)
		if err != nil {
			return Keys{}, fmt.Errorf("LAREK_FLOW_KEYS: %w", err)
		}
		flow = named.WithOld(flow)
	}
	return Keys{secret: secret, before: before, Ring: ring, Flow: flow}, nil
}

// Token returns the key that signs access tokens.
func (k Keys) Token() seal.Key { return k.secret.Derive(purposeToken) }

// Guest returns the key that signs the cookie of a guest.
func (k Keys) Guest() seal.Key { return k.secret.Derive(purposeGuest) }

// Log returns the key that names callers in the log.
func (k Keys) Log() seal.Key { return k.secret.Derive(purposeLog) }

// SignIn returns the key that binds a sign-in to its browser.
func (k Keys) SignIn() seal.Key { return k.secret.Derive(purposeSignIn) }

// Codes returns the key that recognises a code loaded twice.
func (k Keys) Codes() seal.Key { return k.secret.Derive(purposeCodes) }

// Receipt returns the key that signs delivery proofs.
func (k Keys) Receipt() seal.Key { return k.secret.Derive(purposeReceipt) }

// Phone returns the key that recognises the phone of a payer.
func (k Keys) Phone() seal.Key { return k.secret.Derive(purposePhone) }

// EmailProof returns the key that proves a guest's address for a promo code.
func (k Keys) EmailProof() seal.Key { return k.secret.Derive(purposeEmailProof) }

// Audit returns the keys that seal the audit.
func (k Keys) Audit() seal.Succession { return k.succession(purposeAudit) }

// Books returns the keys that seal the checkpoints of the books.
func (k Keys) Books() seal.Succession { return k.succession(purposeBooks) }

func (k Keys) succession(purpose string) seal.Succession {
	keys := seal.Succession{k.secret.Derive(purpose)}
	for _, old := range k.before {
		keys = append(keys, old.Derive(purpose))
	}
	return keys
}

// Cursor returns the key that signs the places in the console's lists.
func (k Keys) Cursor() seal.Key { return k.secret.Derive(purposeCursor) }

// Preview returns the key that signs links to games that are not shown yet.
func (k Keys) Preview() seal.Key { return k.secret.Derive(purposePreview) }

// Staff returns the key of invitations and recovery codes of staff.
func (k Keys) Staff() seal.Key { return k.secret.Derive(purposeStaff) }

// Pass returns the key that lets staff into a shop that is closed.
func (k Keys) Pass() seal.Key { return k.secret.Derive(purposePass) }

// Demo returns the key that makes the link into the console of a demo.
func (k Keys) Demo() seal.Key { return k.secret.Derive(purposeDemo) }

// Accounts returns the key that tells our accounts with partners apart that have no number.
func (k Keys) Accounts() seal.Key { return k.secret.Derive(purposeAccounts) }
