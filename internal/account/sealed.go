package account

import "larek/internal/seal/reseal"

// SealedColumns are where second factors of buyers are stored.
var SealedColumns = []reseal.Column{
	{Table: "users", ID: "id", Sealed: "totp_sealed", KeyID: "totp_key", About: "'totp'::bytea"},
}
