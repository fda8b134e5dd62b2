// Package content owns what the shop says: articles, banners, questions with
// answers, contacts.
package content

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/content/contentdb"
	"larek/internal/picture"
	"larek/internal/problem"
)

// What a reader may be told.
var (
	ErrArticleNotFound = problem.New(problem.NotFound, "article.not_found", "Такой страницы нет.")
	ErrGameNotFound    = problem.New(problem.NotFound, "game.not_found", "Такой игры нет на витрине.")
)

// Place is where a banner hangs.
type Place string

// The places.
const (
	Games Place = "games"
	Gifts Place = "gifts"
)

// Article is a page of text. Text is HTML written by staff, cleaned by CleanHTML.
type Article struct {
	Slug   string
	Header string
	Text   string
}

// Banner leads to a game, a gift, or nowhere in particular.
type Banner struct {
	ID                                                    int64
	Title, Description                                    string
	BackgroundDesktop, BackgroundTablet, BackgroundMobile picture.Key
	ForegroundDesktop, ForegroundTablet, ForegroundMobile picture.Key
	GameID, GiftID                                        *int64
}

// Contact is a legal entity behind the shop.
type Contact struct {
	CompanyName string
	Address     string
	Inn         string
	CompanyID   string
	Extra       string
}

// Question is asked often about one game.
type Question struct {
	ID       int64
	Text     string
	Answer   string
	GameID   int64
	Position int32
}

// Service answers questions about content.
type Service struct{ q *contentdb.Queries }

// NewService reads from pool, which may be a replica.
func NewService(pool *pgxpool.Pool) *Service { return &Service{q: contentdb.New(pool)} }

// Article returns the page with the slug.
func (s *Service) Article(ctx context.Context, slug string) (Article, error) {
	r, err := s.q.GetArticle(ctx, slug)
	if errors.Is(err, pgx.ErrNoRows) {
		return Article{}, ErrArticleNotFound
	}
	if err != nil {
		return Article{}, fmt.Errorf("article: %w", err)
	}
	// Cleaned when it was stored too; what came in another way is not trusted.
	return Article{Slug: r.Slug, Header: r.Header, Text: CleanHTML(r.Text)}, nil
}

// Banners lists the banners of a place whose game or gift is on sale, and
// tells how many there are in all.
func (s *Service) Banners(ctx context.Context, place Place, limit, offset int32) ([]Banner, int64, error) {
	count, err := s.q.CountBanners(ctx, string(place))
	if err != nil {
		return nil, 0, fmt.Errorf("count banners: %w", err)
	}
	rows, err := s.q.ListBanners(ctx, contentdb.ListBannersParams{Place: string(place), PageLimit: limit, PageOffset: offset})
	if err != nil {
		return nil, 0, fmt.Errorf("list banners: %w", err)
	}
	banners := make([]Banner, len(rows))
	for i, r := range rows {
		banners[i] = Banner(r)
	}
	return banners, count, nil
}

// Contacts lists the legal entities, and tells how many there are in all.
func (s *Service) Contacts(ctx context.Context, limit, offset int32) ([]Contact, int64, error) {
	count, err := s.q.CountContacts(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count contacts: %w", err)
	}
	rows, err := s.q.ListContacts(ctx, contentdb.ListContactsParams{PageLimit: limit, PageOffset: offset})
	if err != nil {
		return nil, 0, fmt.Errorf("list contacts: %w", err)
	}
	contacts := make([]Contact, len(rows))
	for i, r := range rows {
		contacts[i] = Contact(r)
	}
	return contacts, count, nil
}

// Questions lists what is often asked about a game.
func (s *Service) Questions(ctx context.Context, gameID int64) ([]Question, error) {
	rows, err := s.q.ListFaq(ctx, gameID)
	if err != nil {
		return nil, fmt.Errorf("faq of game %d: %w", gameID, err)
	}
	if len(rows) == 0 {
		if ok, err := s.q.GameExists(ctx, gameID); err != nil {
			return nil, fmt.Errorf("game %d: %w", gameID, err)
		} else if !ok {
			return nil, ErrGameNotFound
		}
	}
	questions := make([]Question, len(rows))
	for i, r := range rows {
		questions[i] = Question(r)
	}
	return questions, nil
}
