package httpapi

import (
	"errors"
	"io"
	"net"
	"syscall"
)

// connectionLost recognises a connection that broke in the middle of a query.
func connectionLost(err error) bool {
	_, network := errors.AsType[net.Error](err)
	return network || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, net.ErrClosed)
}
