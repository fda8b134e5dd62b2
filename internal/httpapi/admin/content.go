package admin

import (
	"context"
	"strconv"

	"larek/internal/account"
	"larek/internal/content"
	"larek/internal/desk/texts"
	"larek/internal/httpapi/adminapi"
	"larek/internal/picture"
)

// ListArticles answers GET /api/admin/content/articles/.
func (h *Handlers) ListArticles(ctx context.Context, _ adminapi.ListArticlesRequestObject) (adminapi.ListArticlesResponseObject, error) {
	rows, err := h.Content.Articles(ctx)
	list := adminapi.ArticleList{Results: make([]adminapi.ArticleRow, len(rows))}
	for i, r := range rows {
		list.Results[i] = adminapi.ArticleRow{Slug: r.Slug, Header: r.Header, IsActive: r.IsActive, Version: r.Version, ChangedAt: r.ChangedAt, ChangedBy: given(r.ChangedBy), PlannedAt: r.PlannedAt, Consents: account.ConsentsTo(r.Slug)}
	}
	return adminapi.ListArticles200JSONResponse(list), err
}

// GetArticle answers GET /api/admin/content/articles/{slug}/.
func (h *Handlers) GetArticle(ctx context.Context, r adminapi.GetArticleRequestObject) (adminapi.GetArticleResponseObject, error) {
	a, version, err := h.Content.Article(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	plan, err := h.Content.ArticlePlan(ctx, r.Slug)
	answer := adminapi.GetArticle200JSONResponse{
		Slug: a.Slug, Header: a.Header, Text: a.HTML, IsActive: a.IsActive, Version: version, Consents: account.ConsentsTo(r.Slug),
	}
	if plan != nil {
		answer.Plan = &adminapi.ArticlePlan{Header: plan.Header, Text: plan.HTML, AppliesAt: plan.AppliesAt, By: plan.Author}
	}
	return answer, err
}

// SaveArticle answers POST /api/admin/content/articles/{slug}/.
func (h *Handlers) SaveArticle(ctx context.Context, r adminapi.SaveArticleRequestObject) (adminapi.SaveArticleResponseObject, error) {
	b := r.Body
	done, err := h.Texts.SaveContent(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), r.Slug, b.Version,
		content.ArticleDraft{Slug: r.Slug, Header: b.Header, HTML: b.Text, IsActive: b.IsActive})
	return adminapi.SaveArticle200JSONResponse(contentSaved(done)), err
}

// PreviewArticle answers POST /api/admin/content/preview/.
func (h *Handlers) PreviewArticle(_ context.Context, r adminapi.PreviewArticleRequestObject) (adminapi.PreviewArticleResponseObject, error) {
	return adminapi.PreviewArticle200JSONResponse{Text: content.CleanHTML(r.Body.Text), Removed: content.Removed(r.Body.Text)}, nil
}

// UploadArticlePicture answers POST /api/admin/content/pictures/.
func (h *Handlers) UploadArticlePicture(ctx context.Context, r adminapi.UploadArticlePictureRequestObject) (adminapi.UploadArticlePictureResponseObject, error) {
	p, err := h.Texts.UploadPicture(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), r.Body.Data)
	return adminapi.UploadArticlePicture200JSONResponse{URL: p.URL, Width: p.Width, Height: p.Height}, err
}

// ListQuestions answers GET /api/admin/content/questions/.
func (h *Handlers) ListQuestions(ctx context.Context, r adminapi.ListQuestionsRequestObject) (adminapi.ListQuestionsResponseObject, error) {
	rows, err := h.Content.Questions(ctx, r.Params.GameID)
	list := adminapi.QuestionList{Results: make([]adminapi.QuestionRow, len(rows))}
	for i, q := range rows {
		list.Results[i] = adminapi.QuestionRow{ID: q.ID, GameID: q.GameID, Text: q.Text, Answer: q.Answer, IsActive: q.IsActive, Version: q.Version}
	}
	return adminapi.ListQuestions200JSONResponse(list), err
}

// SaveQuestion answers POST /api/admin/content/questions/.
func (h *Handlers) SaveQuestion(ctx context.Context, r adminapi.SaveQuestionRequestObject) (adminapi.SaveQuestionResponseObject, error) {
	b := r.Body
	done, err := h.Texts.SaveContent(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), numbered(b.ID), b.Version,
		content.QuestionDraft{GameID: b.GameID, Question: b.Text, Answer: b.Answer, IsActive: b.IsActive})
	return adminapi.SaveQuestion200JSONResponse(contentSaved(done)), err
}

// ListBanners answers GET /api/admin/content/banners/.
func (h *Handlers) ListBanners(ctx context.Context, r adminapi.ListBannersRequestObject) (adminapi.ListBannersResponseObject, error) {
	rows, err := h.Content.Banners(ctx, content.Placement(r.Params.Place))
	list := adminapi.BannerList{Results: make([]adminapi.BannerRow, len(rows))}
	for i, b := range rows {
		list.Results[i] = adminapi.BannerRow{
			ID: b.ID, Version: b.Version, Place: adminapi.BannerPlace(b.Place), Title: b.Title, Description: b.Description,
			BackgroundDesktop: string(b.BackgroundDesktop), BackgroundTablet: string(b.BackgroundTablet), BackgroundMobile: string(b.BackgroundMobile),
			ForegroundDesktop: string(b.ForegroundDesktop), ForegroundTablet: string(b.ForegroundTablet), ForegroundMobile: string(b.ForegroundMobile),
			GameID: b.GameID, GiftID: b.GiftID, ShownFrom: b.ShownFrom, ShownUntil: b.ShownUntil, IsActive: b.IsActive,
			Target: given(b.Target), State: adminapi.BannerRowState(b.State(h.Clock())),
		}
	}
	return adminapi.ListBanners200JSONResponse(list), err
}

// SaveBanner answers POST /api/admin/content/banners/.
func (h *Handlers) SaveBanner(ctx context.Context, r adminapi.SaveBannerRequestObject) (adminapi.SaveBannerResponseObject, error) {
	b := r.Body
	done, err := h.Texts.SaveContent(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), numbered(b.ID), b.Version, content.BannerDraft{
		Place: content.Placement(b.Place), Heading: b.Title, Description: b.Description,
		BackgroundDesktop: picture.Key(b.BackgroundDesktop), BackgroundTablet: picture.Key(b.BackgroundTablet), BackgroundMobile: picture.Key(b.BackgroundMobile),
		ForegroundDesktop: picture.Key(b.ForegroundDesktop), ForegroundTablet: picture.Key(b.ForegroundTablet), ForegroundMobile: picture.Key(b.ForegroundMobile),
		GameID: b.GameID, GiftID: b.GiftID, ShownFrom: truncated(b.ShownFrom), ShownUntil: truncated(b.ShownUntil), IsActive: b.IsActive,
	})
	return adminapi.SaveBanner200JSONResponse(contentSaved(done)), err
}

// ListContacts answers GET /api/admin/content/contacts/.
func (h *Handlers) ListContacts(ctx context.Context, _ adminapi.ListContactsRequestObject) (adminapi.ListContactsResponseObject, error) {
	rows, err := h.Content.Contacts(ctx)
	list := adminapi.ContactList{Results: make([]adminapi.ContactRow, len(rows))}
	for i, c := range rows {
		list.Results[i] = adminapi.ContactRow{
			ID: c.ID, CompanyName: c.CompanyName, Address: c.Address, Inn: c.Inn, CompanyID: c.CompanyID, Extra: c.Extra, IsActive: c.IsActive, Version: c.Version,
		}
	}
	return adminapi.ListContacts200JSONResponse(list), err
}

// SaveContact answers POST /api/admin/content/contacts/.
func (h *Handlers) SaveContact(ctx context.Context, r adminapi.SaveContactRequestObject) (adminapi.SaveContactResponseObject, error) {
	b := r.Body
	done, err := h.Texts.SaveContent(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), numbered(b.ID), b.Version, content.ContactDraft{
		CompanyName: b.CompanyName, Address: b.Address, Inn: b.Inn, CompanyID: b.CompanyID, Extra: b.Extra, IsActive: b.IsActive,
	})
	return adminapi.SaveContact200JSONResponse(contentSaved(done)), err
}

// numbered returns the name of what has an ID, empty for a new one.
func numbered(id *int64) string {
	if id == nil {
		return ""
	}
	return strconv.FormatInt(*id, 10)
}

func contentSaved(d texts.ContentDone) adminapi.ContentSaved {
	return adminapi.ContentSaved{Object: d.Object, Version: d.Version, Message: d.Message, Removed: d.Removed}
}

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
