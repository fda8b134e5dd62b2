// Package texts edits what buyers read: articles, questions, banners, emails and reviews.
package texts

import (
	"larek/internal/content"
	"larek/internal/desk"
	"larek/internal/email"
	"larek/internal/feedback"
	"larek/internal/picture"
)

// Service edits texts.
type Service struct {
	Desk    *desk.Desk
	Content *content.Editor
	Emails  *email.Service
	Reviews *feedback.Service
	Notify  desk.Notifier
	// Pictures are those of articles; nil without a store.
	Pictures *picture.Store
}
