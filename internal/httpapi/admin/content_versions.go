package admin

import (
	"context"

	"larek/internal/content"
	"larek/internal/httpapi/adminapi"
)

// OrderContent answers POST /api/admin/content/order/.
func (h *Handlers) OrderContent(ctx context.Context, r adminapi.OrderContentRequestObject) (adminapi.OrderContentResponseObject, error) {
	done, err := h.Texts.OrderContent(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), content.Kind(r.Body.Kind), r.Body.Ids)
	return adminapi.OrderContent200JSONResponse(contentSaved(done)), err
}

// ListContentVersions answers GET /api/admin/content/versions/{kind}/{object}/.
func (h *Handlers) ListContentVersions(ctx context.Context, r adminapi.ListContentVersionsRequestObject) (adminapi.ListContentVersionsResponseObject, error) {
	rows, err := h.Content.Versions(ctx, content.Kind(r.Kind), r.Object)
	list := adminapi.ContentVersionList{Results: make([]adminapi.ContentVersionRow, len(rows))}
	for i, v := range rows {
		list.Results[i] = adminapi.ContentVersionRow{Version: v.Version, At: v.Created, By: given(v.Author)}
	}
	return adminapi.ListContentVersions200JSONResponse(list), err
}

// GetContentVersion answers GET /api/admin/content/versions/{kind}/{object}/{version}/.
func (h *Handlers) GetContentVersion(ctx context.Context, r adminapi.GetContentVersionRequestObject) (adminapi.GetContentVersionResponseObject, error) {
	p, err := h.Content.Version(ctx, content.Kind(r.Kind), r.Object, r.Version)
	if err != nil {
		return nil, err
	}
	text, isHTML := p.Text(), p.Kind() == content.KindArticle
	if isHTML {
		text = content.CleanHTML(text)
	}
	return adminapi.GetContentVersion200JSONResponse{Title: p.Title(), Text: text, IsHTML: isHTML}, nil
}

// RestoreContent answers POST /api/admin/content/restore/.
func (h *Handlers) RestoreContent(ctx context.Context, r adminapi.RestoreContentRequestObject) (adminapi.RestoreContentResponseObject, error) {
	b := r.Body
	done, err := h.Texts.RestoreContent(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), content.Kind(b.Kind), b.Object, b.Version, b.To)
	return adminapi.RestoreContent200JSONResponse(contentSaved(done)), err
}

// PlanArticle answers POST /api/admin/content/articles/{slug}/plan/.
func (h *Handlers) PlanArticle(ctx context.Context, r adminapi.PlanArticleRequestObject) (adminapi.PlanArticleResponseObject, error) {
	b := r.Body
	done, err := h.Texts.PlanArticle(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), b.Version,
		content.ArticleDraft{Slug: r.Slug, Header: b.Header, HTML: b.Text}, *truncated(&b.AppliesAt))
	return adminapi.PlanArticle200JSONResponse(contentSaved(done)), err
}

// CancelArticlePlan answers POST /api/admin/content/articles/{slug}/plan/cancel/.
func (h *Handlers) CancelArticlePlan(ctx context.Context, r adminapi.CancelArticlePlanRequestObject) (adminapi.CancelArticlePlanResponseObject, error) {
	done, err := h.Texts.CancelArticlePlan(ctx, newAct(ctx, r.Params.IdempotencyKey, r.Body.Reason), r.Slug)
	return adminapi.CancelArticlePlan200JSONResponse(contentSaved(done)), err
}
