package catalog

import (
	"context"
	"strconv"
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
	return p.key.Ticket(previewed(gameID), until), until
}

// Opens reports whether a token opens the page of a game now.
func (p *Previews) Opens(token string, gameID int64) bool {
	return p.key.OpensTicket(token, previewed(gameID), p.clock())
}

func previewed(gameID int64) string { return "game " + strconv.FormatInt(gameID, 10) }

// Preview returns a game as buyers will see it, if token opens it.
func (s *Service) Preview(ctx context.Context, p *Previews, token string, id int64) (Game, error) {
	if !p.Opens(token, id) {
		return Game{}, ErrGameNotFound
	}
	return s.game(ctx, id, true)
}
