package payment

import (
	"fmt"
	"net/http"
	"strings"

	"larek/internal/wire"
)

// Wire calls a provider through client: what was never sent is ErrRefused,
// what may have happened ErrUnknown.
func Wire(client *http.Client) wire.Client {
	return wire.New(client, wire.Ends{Unsent: ErrRefused, Unknown: ErrUnknown})
}

// Refused reports the provider's own code for its «no».
func Refused(code string) error {
	if len(code) > 64 {
		code = code[:64]
	}
	return fmt.Errorf("%w: %q", ErrRefused, code)
}

// WhyForged is what did not convince, for our records.
func WhyForged(err error) string {
	if _, what, ok := strings.Cut(err.Error(), ErrForged.Error()+": "); ok {
		return what
	}
	return "unreadable"
}

// Forged says what did not convince; never what it should have been.
func Forged(what string) error { return fmt.Errorf("%w: %s", ErrForged, what) }
