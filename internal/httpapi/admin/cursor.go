package admin

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"

	"larek/internal/problem"
	"larek/internal/seal"
)

// errCursor is the problem of a cursor that was not given for this list and filter.
var errCursor = problem.InvalidFields(problem.Field{Name: "cursor", Code: "wrong_value", Detail: "Список начат с другими условиями. Откройте его заново."})

// Cursors signs the places in lists. A cursor belongs to the list and the filter it was
// given for.
type Cursors struct{ Key seal.Key }

const macSize = 16

// Encode returns the cursor of a position in a list with this filter. A nil pointer is the
// end of the list, which has none.
func (c Cursors) Encode(list string, filter, position any) (*string, error) {
	place, err := json.Marshal(position)
	if err != nil || string(place) == "null" {
		return nil, err
	}
	mac, err := c.mac(list, filter, place)
	if err != nil {
		return nil, err
	}
	return new(base64.RawURLEncoding.EncodeToString(append(mac, place...))), nil
}

// Decode reads the position of a cursor; without a cursor position stays as it is, where the
// list begins. It refuses a cursor of another list or filter.
func (c Cursors) Decode(list string, filter any, cursor *string, position any) error {
	if cursor == nil {
		return nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(*cursor)
	if err != nil || len(raw) <= macSize {
		return errCursor
	}
	mac, err := c.mac(list, filter, raw[macSize:])
	if err != nil {
		return err
	}
	if !hmac.Equal(mac, raw[:macSize]) || json.Unmarshal(raw[macSize:], position) != nil {
		return errCursor
	}
	return nil
}

func (c Cursors) mac(list string, filter any, place []byte) ([]byte, error) {
	conditions, err := json.Marshal([]any{list, filter})
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(conditions)
	return c.Key.MAC(append(sum[:], place...))[:macSize], nil
}
