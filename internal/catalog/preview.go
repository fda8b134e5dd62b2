package catalog

import (
	"context"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"larek/internal/clock"
	"larek/internal/seal"
)

// previewLife is how long a link to a page that is not shown yet can be opened: long
// enough to look at it on a phone too, short enough that a link left in a chat is dead.
const previewLife = 15 * time.Minute

// Previews signs the links by which staff look at the page of a game before buyers do.
type Previews struct {
	key   seal.Key
	clock clock.Clock
}

// NewPreviews returns Previews whose links are signed with key.
func NewPreviews(key seal.Key, now clock.Clock) *Previews { return &Previews{key: key, clock: now} }

// Token returns what opens the page of a game, and until when.
func (p *Previews) Token(gameID int64) (token string, until time.Time) {
	until = p.clock().Add(previewLife).Truncate(time.Second)
	return strconv.FormatInt(until.Unix(), 10) + "." + base64.RawURLEncoding.EncodeToString(p.key.MAC(previewed(gameID, until.Unix()))), until
}

// Opens reports whether a token opens the page of a game now.
func (p *Previews) Opens(token string, gameID int64) bool {
	end, text, _ := strings.Cut(token, ".")
	until, err := strconv.ParseInt(end, 10, 64)
	if err != nil {
		return false
	}
	mac, err := base64.RawURLEncoding.DecodeString(text)
	return err == nil && p.key.Verify(previewed(gameID, until), mac) && p.clock().Unix() < until
}

// previewed is what a signature covers.
func previewed(gameID, until int64) []byte {
	return []byte("game " + strconv.FormatInt(gameID, 10) + " " + strconv.FormatInt(until, 10))
}

// Preview returns a game as buyers will see it, if token opens it.
func (s *Service) Preview(ctx context.Context, p *Previews, token string, id int64) (Game, error) {
	if !p.Opens(token, id) {
		return Game{}, ErrGameNotFound
	}
	return s.game(ctx, id, true)
}
