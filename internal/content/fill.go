package content

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"strings"

	"larek/internal/content/contentdb"
)

// address finds the first email address in what a legal entity says about itself.
var address = regexp.MustCompile(`[\w.+-]+@[\w-]+(\.[\w-]+)+`)

// filledIn replaces the placeholders of an article by the name of the shop and by its first
// legal entity, so that no text has to be edited when they change.
func (s *Service) filledIn(ctx context.Context, text string) (string, error) {
	if !strings.Contains(text, "{{") {
		return text, nil
	}
	var first contentdb.ListContactsRow
	contacts, err := s.q.ListContacts(ctx, contentdb.ListContactsParams{PageLimit: 1})
	if err != nil {
		return "", fmt.Errorf("legal entity: %w", err)
	}
	if len(contacts) > 0 {
		first = contacts[0]
	}
	values := []string{
		"{{shop.name}}", s.brand.Now(ctx).Name, "{{shop.email}}", address.FindString(first.Extra),
		"{{entity.name}}", first.CompanyName, "{{entity.inn}}", first.Inn, "{{entity.ogrn}}", first.CompanyID, "{{entity.address}}", first.Address,
	}
	for i := 1; i < len(values); i += 2 {
		values[i] = html.EscapeString(values[i])
	}
	return strings.NewReplacer(values...).Replace(text), nil
}
