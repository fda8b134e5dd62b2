package staff

import "larek/internal/seal/reseal"

// SealedColumns are where second factors of staff are stored; those of sessions are
// not confirmed yet.
var SealedColumns = []reseal.Column{
	{Table: "staff", ID: "id", Sealed: "totp_sealed", KeyID: "totp_key", About: "'staff-totp'::bytea"},
	{Table: "staff_sessions", ID: "id", Sealed: "pending_totp_sealed", KeyID: "pending_totp_key", About: "'staff-totp'::bytea"},
}
