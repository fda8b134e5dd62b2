package delivery

import "larek/internal/seal/reseal"

// SealedColumns are where codes are stored: those of our stock, and those that
// suppliers and operators delivered.
var SealedColumns = []reseal.Column{
	{Table: "codes", ID: "id", Sealed: "sealed", KeyID: "key_id", About: "fingerprint"},
	{Table: "delivery_units", ID: "id", Sealed: "sealed", KeyID: "key_id", About: "convert_to('unit ' || id, 'UTF8')"}, // as sealContext
}
