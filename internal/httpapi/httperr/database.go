package httperr

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// isDatabaseUnavailable reports whether the database cannot be reached or is going
// down, as opposed to a query that is wrong.
func isDatabaseUnavailable(err error) bool {
	if isFile(err) {
		return false
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		// 57P: shutdown, crash, starting up; 08: connection; 53300: no connections left;
		// 57014: our own statement timeout.
		return e.Code[:3] == "57P" || e.Code[:2] == "08" || e.Code == "53300" || e.Code == "57014"
	}
	return pgconn.SafeToRetry(err) || pgconn.Timeout(err) || isConnectionLost(err)
}

// isFile reports whether err is about a file, such as a picture on a full disk. The
// system's own error in it would pass for one of the network.
func isFile(err error) bool {
	_, path := errors.AsType[*fs.PathError](err)
	_, link := errors.AsType[*os.LinkError](err)
	return path || link
}

// isConnectionLost reports whether err means that a connection broke in the middle
// of a query.
func isConnectionLost(err error) bool {
	_, network := errors.AsType[net.Error](err)
	return network || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, net.ErrClosed)
}
