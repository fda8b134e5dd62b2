package webhook_test

import (
	"strings"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

// Of some suppliers the address of a callback is the secret.
func TestTheSecretPartOfAHookIsNotLogged(t *testing.T) {
	t.Parallel()
	s := httpapitest.NewShop(t)
	for _, name := range []string{"moogold", "tbank", "nobody"} {
		s.Post("/hooks/"+name+"/7ZQ4C0M9-secret/", `{}`)
		s.Do("GET", "/hooks/"+name+"/7ZQ4C0M9-secret/", nil, "")
	}
	if logs := s.Logs.String(); !strings.Contains(logs, "/hooks/{name}/*") || strings.Contains(logs, "7ZQ4C0M9") {
		t.Errorf("got %s, want the pattern of the address and not its secret part", logs)
	}
}
