package payment

import (
	"fmt"
	"net/http"
	"strings"

	"larek/internal/outbound"
)

// NewOutboundClient returns a client for calls to a provider. A request that was not
// sent fails with ErrNotSent, one that may have been carried out with
// ErrOutcomeUnknown.
func NewOutboundClient(client *http.Client) outbound.Client {
	return outbound.New(client, outbound.Errors{NotSent: ErrNotSent, OutcomeUnknown: ErrOutcomeUnknown})
}

// RefusedError returns ErrRefused with the provider's code, shortened to 64 bytes.
func RefusedError(code string) error {
	if len(code) > 64 {
		code = code[:64]
	}
	return fmt.Errorf("%w: %q", ErrRefused, code)
}

// SignatureErrorReason returns the reason given to SignatureError, for our records.
func SignatureErrorReason(err error) string {
	if _, what, ok := strings.Cut(err.Error(), ErrInvalidSignature.Error()+": "); ok {
		return what
	}
	return "unreadable"
}

// SignatureError returns ErrInvalidSignature with what failed verification; never
// with the expected value.
func SignatureError(what string) error { return fmt.Errorf("%w: %s", ErrInvalidSignature, what) }
