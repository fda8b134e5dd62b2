package httpapi

import (
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"
)

// connectionLost recognises a connection that broke in the middle of a query.
func connectionLost(err error) bool {
	_, network := errors.AsType[net.Error](err)
	return network || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, net.ErrClosed)
}

// boundBody gives the caller until then to send the body. The deadline goes with
// the end of the body: while a handler works, the server reads on to notice a
// caller that left, and a deadline that passes meanwhile would cancel this request
// and every later one of the same connection.
func boundBody(r *http.Request, deadlines *http.ResponseController, until time.Time) {
	if r.ContentLength == 0 { // nobody reads to the end of a body that is not there
		return
	}
	_ = deadlines.SetReadDeadline(until)
	r.Body = &boundedBody{r.Body, deadlines}
}

type boundedBody struct {
	io.ReadCloser
	deadlines *http.ResponseController
}

func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.deadlines.SetReadDeadline(time.Time{})
	}
	return n, err
}
