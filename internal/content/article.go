package content

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"

	"larek/internal/content/contentdb"
	"larek/internal/problem"
)

// ArticleDraft is an article as an editor saves it. Its slug never changes.
type ArticleDraft struct {
	Slug     string `json:"slug"`
	Header   string `json:"header"`
	HTML     string `json:"html"`
	IsActive bool   `json:"is_active"`
}

// slugs the storefront has a page for.
var articleSlug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

const maxArticle = 100_000

// Kind implements Piece.
func (d ArticleDraft) Kind() Kind { return KindArticle }

// Title implements Piece.
func (d ArticleDraft) Title() string { return d.Header }

// Text implements Piece.
func (d ArticleDraft) Text() string { return d.HTML }

func (d ArticleDraft) checked(context.Context, *contentdb.Queries) (Piece, []problem.Field, error) {
	var b bounds
	if len(d.Slug) > 80 || !articleSlug.MatchString(d.Slug) {
		b.add("slug", "wrong_format", "Латинские буквы, цифры и дефисы между ними, до 80 знаков.")
	}
	d.Header, d.HTML = strings.TrimSpace(d.Header), strings.TrimSpace(CleanHTML(d.HTML))
	b.need("header", d.Header, 200)
	b.need("text", d.HTML, maxArticle)
	return d, b, nil
}

func (d ArticleDraft) lock(ctx context.Context, q *contentdb.Queries, object string) (Piece, int32, error) {
	r, err := q.LockArticle(ctx, object)
	if err != nil {
		return nil, 0, err
	}
	if planned, err := q.HasPlan(ctx, object); err != nil || planned {
		return nil, 0, cmp.Or(err, error(ErrPlanned))
	}
	return ArticleDraft{Slug: r.Slug, Header: r.Header, HTML: r.Text, IsActive: r.IsActive}, r.Version, err
}

func (d ArticleDraft) insert(ctx context.Context, q *contentdb.Queries, _ *Editor) (string, error) {
	n, err := q.InsertArticle(ctx, contentdb.InsertArticleParams{Slug: d.Slug, Header: d.Header, Text: d.HTML, IsActive: d.IsActive})
	if err != nil {
		return "", fmt.Errorf("insert article: %w", err)
	}
	if n == 0 {
		return "", problem.InvalidFields(problem.Field{Name: "slug", Code: "taken", Detail: "Статья с таким адресом уже есть."})
	}
	return d.Slug, nil
}

func (d ArticleDraft) change(ctx context.Context, q *contentdb.Queries, _ *Editor, object string) error {
	return q.ChangeArticle(ctx, contentdb.ChangeArticleParams{Slug: object, Header: d.Header, Text: d.HTML, IsActive: d.IsActive})
}

// ArticleRow is an article in the editors' list.
type ArticleRow = contentdb.ListAllArticlesRow

// Articles lists all articles, also those that are not shown.
func (e *Editor) Articles(ctx context.Context) ([]ArticleRow, error) { return e.q.ListAllArticles(ctx) }

// Article returns an article as it is stored, and its version.
func (e *Editor) Article(ctx context.Context, slug string) (ArticleDraft, int32, error) {
	r, err := e.q.ReadArticle(ctx, slug)
	if errors.Is(err, pgx.ErrNoRows) {
		return ArticleDraft{}, 0, ErrArticleNotFound
	}
	if err != nil {
		return ArticleDraft{}, 0, fmt.Errorf("article %s: %w", slug, err)
	}
	return ArticleDraft{Slug: r.Slug, Header: r.Header, HTML: CleanHTML(r.Text), IsActive: r.IsActive}, r.Version, nil
}
