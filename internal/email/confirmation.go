package email

import (
	"context"
	"fmt"
	"strings"

	"larek/internal/publicid"
)

// Confirm sends the link that proves an address immediately, because
// the user waits for it. It is not queued, because the link must not be stored.
func (s *Service) Confirm(ctx context.Context, to, link string) error {
	return s.sendNow(ctx, "confirm", to, page{
		Subject: "Подтвердите почту",
		Lead: []string{
			"Эту почту указали в профиле «Ларька». Если это вы, откройте ссылку там же, где вы вошли в свой аккаунт, и нажмите «Подтвердить почту».",
			"Ссылка работает сутки. Если почту указали не вы, ничего делать не нужно: без входа в тот аккаунт ссылка ничего не меняет.",
		},
		Button: "Открыть", Link: link,
		Foot: "Письмо пришло, потому что кто-то указал этот адрес. Мы не просим ни паролей, ни кодов.",
	})
}

// EmailChanging warns the current address of an account that a change was
// requested.
func (s *Service) EmailChanging(ctx context.Context, to, wanted, stop string) error {
	return s.sendNow(ctx, "changing", to, page{
		Subject: "Почту аккаунта меняют",
		Lead: []string{
			"Почту вашего аккаунта в «Ларьке» меняют на " + wanted + ". Новая заработает, когда её подтвердят из аккаунта.",
			"Если это вы, ничего делать не нужно. Если не вы, остановите смену: мы отменим её и выйдем из аккаунта на всех устройствах.",
		},
		Button: "Это не я", Link: stop,
		Foot: "Письмо пришло, потому что этот адрес сейчас указан в аккаунте. Мы не просим ни паролей, ни кодов.",
	})
}

// EmailChanged notifies the previous address of an account that it was changed.
func (s *Service) EmailChanged(ctx context.Context, to, now, stop string) error {
	return s.sendNow(ctx, "changed", to, page{
		Subject: "Почта аккаунта сменилась",
		Lead: []string{
			"Почта вашего аккаунта в «Ларьке» теперь " + now + ". На этот адрес письма больше не придут.",
			"Если её сменили не вы, выйдите из аккаунта на всех устройствах и напишите нам: вернём почту.",
		},
		Button: "Это не я", Link: stop,
		Foot: "Письмо пришло, потому что этот адрес был указан в аккаунте. Мы не просим ни паролей, ни кодов.",
	})
}

// PromoProof sends the code that proves the address of a guest's order.
func (s *Service) PromoProof(ctx context.Context, to string, orderID int64, code, link string) error {
	return s.sendNow(ctx, "proof", to, page{
		Subject: "Код для скидки: " + code,
		Lead: []string{
			fmt.Sprintf("Код %s подтверждает почту для заказа %d со скидкой на первый заказ. Введите его на странице оплаты.", code, orderID),
			"Если заказ оформляли не вы, никому не сообщайте код: без него скидку не применят.",
		},
		Button: "Вернуться к оплате", Link: link,
		Foot: "Письмо пришло, потому что кто-то указал этот адрес в заказе.",
	})
}

func (s *Service) sendNow(ctx context.Context, kind, to string, p page) error {
	if s.sender == nil {
		return fmt.Errorf("%w: no mail server configured", ErrRefused)
	}
	p.Host = host(strings.TrimSuffix(s.origin, "/"))
	m, err := p.message()
	if err != nil {
		return fmt.Errorf("render %s e-mail: %w", kind, err)
	}
	m.ID, m.To = kind+"."+publicid.New().String()+"@"+p.Host, to
	return s.sender.Send(ctx, m)
}
