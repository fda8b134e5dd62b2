package notify

import (
	"context"
	"fmt"
	"strings"

	"larek/internal/ident"
)

// Confirm sends the link that proves an address, at once: somebody waits for
// it. It is not kept, because its link must not be.
func (s *Service) Confirm(ctx context.Context, to, link string) error {
	if s.sender == nil {
		return fmt.Errorf("%w: there is no mail server", ErrRefused)
	}
	p := page{
		Subject: "Подтвердите почту",
		Lead: []string{
			"Эту почту указали в профиле «Ларька». Если это вы, подтвердите её: тогда на неё придут письма о заказах.",
			"Ссылка работает сутки. Если почту указали не вы, ничего делать не нужно.",
		},
		Button: "Подтвердить почту", Link: link, Host: host(strings.TrimSuffix(s.origin, "/")),
		Foot: "Письмо пришло, потому что кто-то указал этот адрес. Мы не просим ни паролей, ни кодов.",
	}
	m, err := p.message()
	if err != nil {
		return fmt.Errorf("confirmation letter: %w", err)
	}
	m.ID, m.To = "confirm."+ident.NewHash().String()+"@"+p.Host, to
	return s.sender.Send(ctx, m)
}
