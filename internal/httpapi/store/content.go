package store

import (
	"bytes"
	"context"
	"fmt"

	"go.yaml.in/yaml/v3"

	"larek/api"
	"larek/internal/content"
	"larek/internal/httpapi/storeapi"
)

// ListArticles answers GET /api/articles/.
func (h *Handlers) ListArticles(ctx context.Context, _ storeapi.ListArticlesRequestObject) (storeapi.ListArticlesResponseObject, error) {
	links, err := h.Content.Articles(ctx)
	if err != nil {
		return nil, err
	}
	return storeapi.ListArticles200JSONResponse(each(links, func(l content.ArticleLink) storeapi.ArticleLink {
		return storeapi.ArticleLink{Slug: l.Slug, Header: l.Header}
	})), nil
}

// GetArticle answers GET /api/articles/{slug}/.
func (h *Handlers) GetArticle(ctx context.Context, r storeapi.GetArticleRequestObject) (storeapi.GetArticleResponseObject, error) {
	a, err := h.Content.Article(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	return storeapi.GetArticle200JSONResponse{Slug: a.Slug, Header: a.Header, Text: a.Text}, nil
}

// ListGameBanners answers GET /api/banners/games/.
func (h *Handlers) ListGameBanners(ctx context.Context, r storeapi.ListGameBannersRequestObject) (storeapi.ListGameBannersResponseObject, error) {
	w := byPage(ctx, r.Params.Page, r.Params.PageSize)
	limit, offset := w.sql()
	banners, count, err := h.Content.Banners(ctx, content.PlacementGames, limit, offset)
	if err != nil {
		return nil, err
	}
	games, err := h.Catalog.ShortGames(ctx, ids(banners, func(b content.Banner) *int64 { return b.GameID }))
	if err != nil {
		return nil, err
	}
	return storeapi.ListGameBanners200JSONResponse{
		Count: int(count), Next: w.next(count), Previous: w.previous(),
		Results: each(banners, func(b content.Banner) storeapi.GameBanner { return gameBanner(b, games) }),
	}, nil
}

// ListGiftBanners answers GET /api/banners/gifts/.
func (h *Handlers) ListGiftBanners(ctx context.Context, r storeapi.ListGiftBannersRequestObject) (storeapi.ListGiftBannersResponseObject, error) {
	w := byPage(ctx, r.Params.Page, r.Params.PageSize)
	limit, offset := w.sql()
	banners, count, err := h.Content.Banners(ctx, content.PlacementGifts, limit, offset)
	if err != nil {
		return nil, err
	}
	gifts, err := h.Catalog.GiftsByID(ctx, ids(banners, func(b content.Banner) *int64 { return b.GiftID }))
	if err != nil {
		return nil, err
	}
	return storeapi.ListGiftBanners200JSONResponse{
		Count: int(count), Next: w.next(count), Previous: w.previous(),
		Results: each(banners, func(b content.Banner) storeapi.GiftBanner { return giftBanner(b, gifts) }),
	}, nil
}

// ListContacts answers GET /api/contacts/.
func (h *Handlers) ListContacts(ctx context.Context, r storeapi.ListContactsRequestObject) (storeapi.ListContactsResponseObject, error) {
	w := byPage(ctx, r.Params.Page, r.Params.PageSize)
	limit, offset := w.sql()
	contacts, count, err := h.Content.Contacts(ctx, limit, offset)
	if err != nil {
		return nil, err
	}
	return storeapi.ListContacts200JSONResponse{
		Count: int(count), Next: w.next(count), Previous: w.previous(), Results: each(contacts, contact),
	}, nil
}

// ListFaq answers GET /api/faq/{game_pk}/.
func (h *Handlers) ListFaq(ctx context.Context, r storeapi.ListFaqRequestObject) (storeapi.ListFaqResponseObject, error) {
	questions, err := h.Content.Questions(ctx, r.GamePk)
	if err != nil {
		return nil, err
	}
	return storeapi.ListFaq200JSONResponse(each(questions, question)), nil
}

// GetDocsSchema answers GET /api/docs/schema/ with this contract.
func (h *Handlers) GetDocsSchema(_ context.Context, r storeapi.GetDocsSchemaRequestObject) (storeapi.GetDocsSchemaResponseObject, error) {
	if deref(r.Params.Format) == storeapi.GetDocsSchemaParamsFormatJSON {
		var doc map[string]any
		if err := yaml.Unmarshal(api.StoreYAML, &doc); err != nil {
			return nil, fmt.Errorf("contract: %w", err)
		}
		return storeapi.GetDocsSchema200JSONResponse(doc), nil
	}
	return storeapi.GetDocsSchema200ApplicationYamlResponse{
		Body: bytes.NewReader(api.StoreYAML), ContentLength: int64(len(api.StoreYAML)),
	}, nil
}
