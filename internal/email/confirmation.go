package email

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"larek/internal/publicid"
)

// Security notes of emails about addresses, and their buttons. Editors do not change them.
var (
	addressFeet = map[Kind]string{
		AddressConfirm:  "Письмо пришло, потому что кто-то указал этот адрес. Мы не просим ни паролей, ни кодов.",
		AddressChanging: "Письмо пришло, потому что этот адрес сейчас указан в аккаунте. Мы не просим ни паролей, ни кодов.",
		AddressChanged:  "Письмо пришло, потому что этот адрес был указан в аккаунте. Мы не просим ни паролей, ни кодов.",
		DiscountCode:    "Письмо пришло, потому что кто-то указал этот адрес в заказе.",
	}
	addressButtons = map[Kind]string{
		AddressConfirm: "Открыть", AddressChanging: "Это не я", AddressChanged: "Это не я", DiscountCode: "Вернуться к оплате",
	}
)

// Confirm sends the link that proves an address immediately, because
// the user waits for it. It is not queued, because the link must not be stored.
func (s *Service) Confirm(ctx context.Context, to, link string) error {
	return s.sendNow(ctx, AddressConfirm, to, link, nil)
}

// EmailChanging warns the current address of an account that a change was
// requested.
func (s *Service) EmailChanging(ctx context.Context, to, wanted, stop string) error {
	return s.sendNow(ctx, AddressChanging, to, stop, map[string]string{wordAddress: wanted})
}

// EmailChanged notifies the previous address of an account that it was changed.
func (s *Service) EmailChanged(ctx context.Context, to, now, stop string) error {
	return s.sendNow(ctx, AddressChanged, to, stop, map[string]string{wordAddress: now})
}

// PromoProof sends the code that proves the address of a guest's order.
func (s *Service) PromoProof(ctx context.Context, to string, orderID int64, code, link string) error {
	return s.sendNow(ctx, DiscountCode, to, link, map[string]string{wordCode: code, wordOrder: strconv.FormatInt(orderID, 10)})
}

// InviteStaff sends the link of an invitation to the console. Only the email has it: not
// even the inviter sees it. Its text has no template that editors could change.
func (s *Service) InviteStaff(ctx context.Context, to, link string) error {
	p := page{
		Subject: "Приглашение в консоль", Lead: []string{"Вас пригласили работать в магазине.", "Откройте ссылку, придумайте пароль и добавьте второй фактор. Она действует 48 часов и один раз."},
		Button: "Принять приглашение", Link: link, Host: host(strings.TrimSuffix(s.origin, "/")), Foot: "Если вы не ждали приглашения, ничего не делайте и никому не пересылайте письмо.",
	}
	return s.sendToStaff(ctx, "invitation", to, p)
}

// WarnGuessed warns a member of staff that second factors are tried with their password.
func (s *Service) WarnGuessed(ctx context.Context, to string) error {
	origin := strings.TrimSuffix(s.origin, "/")
	return s.sendToStaff(ctx, "guessed", to, page{
		Subject: "Кто-то подбирает ваш второй фактор",
		Lead: []string{
			"За последний час в консоль пытались войти под вашим именем: пароль верный, код не подошёл несколько раз.",
			"Если это были не вы, смените пароль на странице «Мои сессии и ключи» и скажите администратору.",
		},
		Button: "Открыть консоль", Link: origin + "/console/account", Host: host(origin), Foot: "Если это были вы, ничего делать не нужно.",
	})
}

// StaffLetter is an email to a member of staff.
type StaffLetter struct {
	ID, To, Subject string
	Rows            []StaffRow
	// Button leads to Path of the shop's address.
	Button, Path string
	Foot         string
}

// StaffRow is a name with its number.
type StaffRow struct{ Name, Value string }

// SendToStaff sends an email to a member of staff at once. Who calls it keeps the queue.
func (s *Service) SendToStaff(ctx context.Context, l StaffLetter) error {
	origin := strings.TrimSuffix(s.origin, "/")
	p := page{Subject: l.Subject, Button: l.Button, Link: origin + l.Path, Foot: l.Foot}
	for _, r := range l.Rows {
		p.Rows = append(p.Rows, row{Name: r.Name, Sum: r.Value})
	}
	m, err := p.message(s.look(ctx))
	if err != nil {
		return fmt.Errorf("render %s: %w", l.ID, err)
	}
	m.ID, m.To = l.ID+"@"+host(origin), l.To
	return s.send(ctx, m)
}

func (s *Service) sendToStaff(ctx context.Context, kind, to string, p page) error {
	m, err := p.message(s.look(ctx))
	if err != nil {
		return fmt.Errorf("render %s: %w", kind, err)
	}
	m.ID, m.To = kind+"."+publicid.New().String()+"@"+host(s.origin), to
	return s.send(ctx, m)
}

func (s *Service) sendNow(ctx context.Context, kind Kind, to, link string, words map[string]string) error {
	texts, err := s.texts(ctx, kind)
	if err != nil {
		return err
	}
	m, err := composeAddress(kind, texts, words, link, s.look(ctx))
	if err != nil {
		return err
	}
	m.To = to
	return s.send(ctx, m)
}

// composeAddress renders an email about an address.
func composeAddress(kind Kind, texts Texts, words map[string]string, link string, look Look) (Message, error) {
	say := renderedText{merged(kind, texts), words}
	p := page{
		Subject: say.line("subject"), Lead: say.paragraphs("lead"), Button: addressButtons[kind], Link: link,
		Foot: addressFeet[kind],
	}
	m, err := p.message(look)
	if err != nil {
		return Message{}, fmt.Errorf("render %s e-mail: %w", kind, err)
	}
	m.ID = string(kind) + "." + publicid.New().String() + "@" + host(look.origin)
	return m, nil
}

// send sends an email at once.
func (s *Service) send(ctx context.Context, m Message) error {
	if s.sender == nil {
		return fmt.Errorf("%w: no mail server configured", ErrRefused)
	}
	return s.sender.Send(ctx, m)
}
