package signin

import (
	"crypto/rsa"
	"slices"
	"strings"
	"sync"
)

// grant is what a code or a token gives access to.
type grant struct {
	provider  string
	who       TestPerson
	fault     Fault
	redirect  string
	challenge string
	nonce     string
	state     string
	device    string
	uses      int
}

// memory is the state of the services. It is lost at a restart.
type memory struct {
	mu     sync.Mutex
	grants map[string]*grant // by code, token or Steam's nonce
	faults map[string]Fault
	auto   map[string]string // who answers without being authRequest
	key    *rsa.PrivateKey
	forged *rsa.PrivateKey // signs with a key that is not published
}

func (m *memory) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.grants, m.faults, m.auto = nil, nil, nil
}

func (m *memory) store(key string, g *grant) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.grants == nil {
		m.grants = map[string]*grant{}
	}
	m.grants[key] = g
}

// use returns a grant and counts its uses. The result is false if the grant is
// unknown, or if it may be used once only and was used before.
func (m *memory) use(provider, key string, once bool) (*grant, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.grants[key]
	if g == nil || g.provider != provider {
		return nil, false
	}
	g.uses++
	return g, !once || g.uses == 1 || g.fault == Replayable
}

// takeFault returns the fault of the next sign-in and removes it.
func (m *memory) takeFault(provider string) Fault {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.faults[provider]
	delete(m.faults, provider)
	return f
}

// TestPerson is one of those a buyer can sign in as. The number is the same at
// every service whose numbers allow it.
type TestPerson struct {
	Login, First, Last string
	Number             int64
	Mailless           bool
}

// Name returns the full name.
func (p TestPerson) Name() string { return strings.TrimSpace(p.First + " " + p.Last) }

// email returns the address that a service knows, or an empty text.
func (p TestPerson) email(provider string) string {
	switch {
	case p.Mailless:
		return ""
	case provider == "yandex":
		return p.Login + "@yandex.ru"
	}
	return p.Login + "@example.test"
}

var testPeople = []TestPerson{
	{Login: "ivan", First: "Иван", Last: "Ковалёв", Number: 1001},
	{Login: "maria", First: "Мария", Last: "Лебедева", Number: 1002},
	{Login: "timur", First: "Тимур", Last: "Сафин", Number: 1003},
	{Login: "anya", First: "Аня", Number: 1004, Mailless: true},
}

func personBy(login string) (TestPerson, bool) {
	i := slices.IndexFunc(testPeople, func(p TestPerson) bool { return p.Login == login })
	if i < 0 {
		return TestPerson{}, false
	}
	return testPeople[i], true
}
