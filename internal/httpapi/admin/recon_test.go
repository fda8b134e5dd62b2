package admin_test

import (
	"encoding/base64"
	"fmt"
)

// registry is a file of a provider with one line, which we do not have.
func registry(f *fixture) string {
	text := "Дата и время операции;Идентификатор платежа;Номер заказа;Тип операции;Сумма операции;Сумма комиссии;Валюта\n" +
		fmt.Sprintf("14.11.2020 12:00:00;%d;x;Оплата;100,00;0,70;RUB\n", 1000+f.next())
	return fmt.Sprintf(`{"party":"tbank","day":"2020-11-14","name":"14.csv","body":"%s"}`, base64.StdEncoding.EncodeToString([]byte(text)))
}

var _ = rows(func() map[string]row {
	return map[string]row{
		"listReconDays":    {call: at("/api/admin/recon/days/?since=2020-11-01&until=2020-11-30")},
		"getReconDay":      {call: at("/api/admin/recon/tbank/2020-11-14/")},
		"previewReconFile": {call: func(f *fixture, _ caller) (string, string) { return "/api/admin/recon/files/preview/", registry(f) }},
		"loadReconFile": {action: "recon.load", call: func(f *fixture, _ caller) (string, string) {
			return "/api/admin/recon/files/", registry(f)
		}},
		"resolveDifference": {action: "recon.resolve", call: func(f *fixture, _ caller) (string, string) {
			who := f.HireOperator("finance")
			id := f.Value(`with i as (insert into settlement_imports (party, day, file_name, digest, rows_count, loaded_by, loaded_at) values ('tbank', '2020-11-14', 'f', sha256($1::text::bytea), 1, $2, now()) returning id),
				r as (insert into settlement_rows (import_id, line, party, kind, external_id, reference, at, day, amount, commission, currency) select id, 1, 'tbank', 'payment', $1, '', now(), '2020-11-14', 5, 0, 'RUB' from i returning id)
				insert into settlement_differences (party, day, kind, row_kind, row_id, name, ours, theirs, currency, created) select 'tbank', '2020-11-14', 'theirs_only', 'payment', id, $1, 0, 5, 'RUB', now() from r returning id::text`,
				fmt.Sprintf("d%d", f.next()), who.ID)
			return "/api/admin/recon/differences/" + id + "/resolve/", `{"way":"book","entry_id":null,` + reason + `}`
		}},
	}
})
