// Package content stores articles, banners, frequently asked questions and
// contacts.
package content

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"larek/internal/brand"
	"larek/internal/content/contentdb"
	"larek/internal/picture"
	"larek/internal/problem"
)

// Errors shown to the visitor.
var (
	ErrArticleNotFound = problem.New(problem.NotFound, "article.not_found", "Такой страницы нет.")
	ErrGameNotFound    = problem.New(problem.NotFound, "game.not_found", "Такой игры нет на витрине.")
)

// Placement is the page a banner is shown on.
type Placement string

// The placements. Persisted: do not change the values.
const (
	PlacementGames Placement = "games"
	PlacementGifts Placement = "gifts"
)

// ArticleLink is a line of the index of articles.
type ArticleLink = contentdb.ListArticlesRow

// Article is a page of text. Text is HTML written by staff, cleaned by CleanHTML.
type Article struct {
	Slug   string
	Header string
	Text   string
}

// Banner links to a game, a gift, or nothing.
type Banner struct {
	ID                                                    int64
	Title, Description                                    string
	BackgroundDesktop, BackgroundTablet, BackgroundMobile picture.Key
	ForegroundDesktop, ForegroundTablet, ForegroundMobile picture.Key
	GameID, GiftID                                        *int64
}

// Contact is a legal entity of the shop.
type Contact struct {
	CompanyName string
	Address     string
	Inn         string
	CompanyID   string
	Extra       string
}

// Question is a frequently asked question about a game.
type Question struct {
	ID       int64
	Text     string
	Answer   string
	GameID   int64
	Position int32
}

// Service reads content.
type Service struct {
	q     *contentdb.Queries
	brand *brand.Reader
}

// NewService returns a Service that reads from pool, which may be a replica.
func NewService(pool *pgxpool.Pool) *Service { return &Service{q: contentdb.New(pool)} }

// WithBrand sets what the shop is called in articles. It returns s.
func (s *Service) WithBrand(names *brand.Reader) *Service {
	s.brand = names
	return s
}

// Articles lists what can be read, by header.
func (s *Service) Articles(ctx context.Context) ([]ArticleLink, error) {
	rows, err := s.q.ListArticles(ctx)
	if err != nil {
		return nil, fmt.Errorf("articles: %w", err)
	}
	return rows, nil
}

// Article returns the article with a slug.
func (s *Service) Article(ctx context.Context, slug string) (Article, error) {
	r, err := s.q.GetArticle(ctx, slug)
	if errors.Is(err, pgx.ErrNoRows) {
		return Article{}, ErrArticleNotFound
	}
	if err != nil {
		return Article{}, fmt.Errorf("article: %w", err)
	}
	text, err := s.filledIn(ctx, r.Text)
	if err != nil {
		return Article{}, err
	}
	// Also cleaned when it was stored; the database is not trusted here.
	return Article{Slug: r.Slug, Header: r.Header, Text: CleanHTML(text)}, nil
}

// Banners lists the active banners of a placement, and returns how many there
// are.
func (s *Service) Banners(ctx context.Context, place Placement, limit, offset int32) ([]Banner, int64, error) {
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

// Contacts lists the legal entities, and returns how many there are.
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

// Questions lists the frequently asked questions about a game.
func (s *Service) Questions(ctx context.Context, gameID int64) ([]Question, error) {
	questions, err := s.questions(ctx, gameID, false)
	if err != nil {
		return nil, err
	}
	if len(questions) == 0 {
		if ok, err := s.q.GameExists(ctx, gameID); err != nil {
			return nil, fmt.Errorf("game %d: %w", gameID, err)
		} else if !ok {
			return nil, ErrGameNotFound
		}
	}
	return questions, nil
}

// PreviewQuestions lists the questions of a game that buyers may not see yet.
func (s *Service) PreviewQuestions(ctx context.Context, gameID int64) ([]Question, error) {
	return s.questions(ctx, gameID, true)
}

func (s *Service) questions(ctx context.Context, gameID int64, withHidden bool) ([]Question, error) {
	rows, err := s.q.ListFaq(ctx, contentdb.ListFaqParams{GameID: gameID, WithHidden: withHidden})
	if err != nil {
		return nil, fmt.Errorf("faq of game %d: %w", gameID, err)
	}
	questions := make([]Question, len(rows))
	for i, r := range rows {
		questions[i] = Question(r)
	}
	return questions, nil
}
