package admin

import (
	"context"
	"strconv"

	"larek/internal/email"
	"larek/internal/httpapi/adminapi"
)

// keptVersions is how many versions of a letter's texts are shown.
const keptVersions = 20

// ListLetters answers GET /api/admin/content/letters/.
func (h *Handlers) ListLetters(ctx context.Context, _ adminapi.ListLettersRequestObject) (adminapi.ListLettersResponseObject, error) {
	list := adminapi.LetterTextsList{Results: make([]adminapi.LetterTextsRow, len(email.AllKinds))}
	for i, kind := range email.AllKinds {
		v, err := h.Emails.LatestTexts(ctx, kind)
		if err != nil {
			return nil, err
		}
		list.Results[i] = adminapi.LetterTextsRow{Kind: adminapi.LetterName(kind), Subject: v.Texts["subject"], Version: v.Version, ChangedBy: given(v.Author)}
		if v.Version > 0 {
			list.Results[i].ChangedAt = &v.Created
		}
	}
	return adminapi.ListLetters200JSONResponse(list), nil
}

// GetLetter answers GET /api/admin/content/letters/{kind}/.
func (h *Handlers) GetLetter(ctx context.Context, r adminapi.GetLetterRequestObject) (adminapi.GetLetterResponseObject, error) {
	kind := email.Kind(r.Kind)
	versions, err := h.Emails.TextsVersions(ctx, kind, keptVersions)
	if err != nil {
		return nil, err
	}
	now, err := h.Emails.LatestTexts(ctx, kind)
	if err != nil {
		return nil, err
	}
	answer := adminapi.LetterTexts{Kind: r.Kind, Version: now.Version, Versions: make([]adminapi.LetterTextsVersion, len(versions))}
	for i, v := range versions {
		answer.Versions[i] = adminapi.LetterTextsVersion{Version: v.Version, At: v.Created, By: v.Author, Texts: listedTexts(kind, v.Texts)}
	}
	for _, p := range email.Places(kind) {
		answer.Places = append(answer.Places, adminapi.LetterPlace{
			Name: p.Name, Text: now.Texts[p.Name], Default: p.Default, Words: append([]string{}, p.Words...), Needed: append([]string{}, p.Needed...),
			Most: p.Most, IsHeader: p.IsHeader,
		})
	}
	return adminapi.GetLetter200JSONResponse(answer), nil
}

// SaveLetter answers POST /api/admin/content/letters/{kind}/.
func (h *Handlers) SaveLetter(ctx context.Context, r adminapi.SaveLetterRequestObject) (adminapi.SaveLetterResponseObject, error) {
	b := r.Body
	done, err := h.Texts.SaveLetter(ctx, newAct(ctx, r.Params.IdempotencyKey, b.Reason), email.Kind(r.Kind), b.Version, textsByName(b.Texts))
	return adminapi.SaveLetter200JSONResponse(contentSaved(done)), err
}

// PreviewLetter answers POST /api/admin/content/letters/{kind}/preview/.
func (h *Handlers) PreviewLetter(ctx context.Context, r adminapi.PreviewLetterRequestObject) (adminapi.PreviewLetterResponseObject, error) {
	samples, err := h.Emails.Samples(ctx, email.Kind(r.Kind), textsByName(r.Body.Texts))
	if err != nil {
		return nil, err
	}
	answer := adminapi.LetterSamples{Samples: make([]adminapi.LetterSample, len(samples))}
	for i, s := range samples {
		answer.Samples[i] = adminapi.LetterSample{Name: adminapi.LetterSampleName(s.Name), Subject: s.Subject, HTML: s.HTML, Text: s.Text}
	}
	return adminapi.PreviewLetter200JSONResponse(answer), nil
}

// TestLetter answers POST /api/admin/content/letters/{kind}/test/.
func (h *Handlers) TestLetter(ctx context.Context, r adminapi.TestLetterRequestObject) (adminapi.TestLetterResponseObject, error) {
	if err := h.slow(ctx, "letter", "staff "+strconv.FormatInt(Actor(ctx).ID, 10)); err != nil {
		return nil, err
	}
	done, err := h.Texts.TestLetter(ctx, newAct(ctx, r.Params.IdempotencyKey, adminapi.Reason{}), email.Kind(r.Kind), string(r.Body.Sample), textsByName(r.Body.Texts))
	return adminapi.TestLetter200JSONResponse(doneShape(done)), err
}

func textsByName(list []adminapi.LetterText) email.Texts {
	texts := email.Texts{}
	for _, t := range list {
		texts[t.Name] = t.Text
	}
	return texts
}

// listedTexts are the texts of a letter in the order of their places.
func listedTexts(kind email.Kind, texts email.Texts) []adminapi.LetterText {
	var list []adminapi.LetterText
	for _, p := range email.Places(kind) {
		list = append(list, adminapi.LetterText{Name: p.Name, Text: texts[p.Name]})
	}
	return list
}
