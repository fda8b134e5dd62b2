package ordersearch

import "larek/internal/order"

// Names of stored values, as operators read them.
var (
	// Events buyers do not see, because they see one for each line.
	eventNames   = map[string]string{order.EventOrderSending: "Заказ отправляем", order.EventSent: "Всё отправлено"}
	attemptNames = map[string]string{
		"starting": "начата", "pending": "ждём оплату", "paid": "оплачена", "declined": "отклонена", "expired": "время вышло",
		"superseded": "заменена другой", "failed": "не началась",
	}
	noticeNames      = map[string]string{"paid": "оплачено", "partial": "оплачена часть", "declined": "отклонено", "refunded": "возвращено"}
	noticeVias       = map[string]string{"webhook": "пришло уведомлением", "asked": "узнали, спросив", "balance": "с баланса", "free": "бесплатный заказ"}
	useNames         = map[string]string{"order": "за заказ", "surplus": "лишний платёж", "late": "после закрытия заказа", "short": "не вся сумма"}
	destinationNames = map[string]string{"method": "тем же способом", "balance": "на баланс", "other": "другим способом"}
	refundNames      = map[string]string{
		"pending": "ждёт отправки", "sent": "отправлен", "unknown": "исход неизвестен", "refused": "отклонён", "manual": "делает человек",
		"done": "завершён", "covered": "уже возвращено без нас",
	}
	grantNames    = map[string]string{"granted": "ждёт отправки", "sent": "отправлен", "declined": "отклонён", "expired": "истёк"}
	refundReasons = map[string]string{
		"surplus": "лишний платёж", "late": "деньги пришли поздно", "short": "пришла не вся сумма", "excess": "пришло больше",
		"undelivered": "не доставлено", "after_delivery": "после доставки",
	}
	outcomeNames = map[string]string{"delivered": "доставлено", "rejected": "отказ"}
	viewerNames  = map[string]string{
		"account": "покупателю в аккаунте", "browser": "покупателю в его браузере", "proof": "покупателю по ссылке из письма",
		"staff": "сотруднику", "owner": "покупателю", "guest": "гостю",
	}
	stepNames = map[string]string{"settle": "учёт платежей", "deliver": "доставка", "hand_over": "заказ у поставщика", "refund": "возврат"}
	taskNames = map[string]string{
		"unknown": "исход неизвестен", "standoff": "лот Standoff 2", "by_hand": "доставка руками",
		"outside_refund": "возврат без нас", "chargeback": "возврат через банк", "refund_too_large": "возврат больше платежа", "balance_frozen": "баланс заморожен",
	}
	letterNames = map[string]string{
		"payment_short": "пришла не вся сумма", "payment_declined": "платёж не прошёл", "payment_expired": "время на платёж вышло", "payment_late": "деньги пришли поздно",
		"paid": "заказ оплачен", "delivered": "заказ доставлен", "details_needed": "проверьте данные", "details_reminder": "ждём верные данные",
		"refunded": "деньги возвращены", "order_link": "ссылка на заказ",
	}
	letterStates = map[string]string{"waiting": "ждёт отправки", "sending": "отправляется", "sent": "отправлено", "given_up": "не удалось отправить"}
	entryNames   = map[string]string{
		"payment": "оплата", "balance": "оплата с баланса", "surplus": "лишние деньги", "delivery": "доставка", "refund": "возврат", "supply": "закупка", "cost": "себестоимость",
	}
	promoStates  = map[string]string{"reserved": "занят заказом", "consumed": "использован", "released": "освобождён"}
	reviewStates = map[string]string{"waiting": "ждёт проверки", "published": "опубликован", "hidden": "скрыт"}
)
