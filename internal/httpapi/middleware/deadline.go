package middleware

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// boundBody sets until as the deadline for sending the body, and removes it when
// the body has been read: while a handler works, the server reads on to notice that
// the caller disconnected, and a deadline that passes meanwhile would cancel this
// request and every later one of the same connection.
func boundBody(r *http.Request, deadlines *http.ResponseController, until time.Time) {
	if r.ContentLength == 0 { // without a body there is no end of the body at which the deadline could be removed
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
