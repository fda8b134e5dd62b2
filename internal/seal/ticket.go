package seal

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// Ticket returns a text that opens about until a moment, to the second: for a link or a cookie.
func (k Key) Ticket(about string, until time.Time) string {
	end := strconv.FormatInt(until.Unix(), 10)
	return end + "." + base64.RawURLEncoding.EncodeToString(k.MAC([]byte(about+" "+end)))
}

// OpensTicket reports whether a ticket opens about at a moment.
func (k Key) OpensTicket(ticket, about string, now time.Time) bool {
	end, text, _ := strings.Cut(ticket, ".")
	until, err := strconv.ParseInt(end, 10, 64)
	if err != nil {
		return false
	}
	mac, err := base64.RawURLEncoding.DecodeString(text)
	return err == nil && k.Verify([]byte(about+" "+strconv.FormatInt(until, 10)), mac) && now.Unix() < until
}
