package admin_test

var _ = rows(func() map[string]row {
	return map[string]row{
		"getSession": {call: at("/api/admin/session/")},
		"getMe":      {call: at("/api/admin/me/")},
	}
})
