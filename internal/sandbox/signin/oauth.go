package signin

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
	"larek/internal/sandbox/core"
)

// token exchanges a code for a token, as strictly as the real services.
func (s *Service) token(w http.ResponseWriter, r *http.Request) {
	provider := chi.URLParam(r, "provider")
	refuse := func(why string) {
		core.WriteJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant", "error_description": why})
	}
	if !knowsSecret(provider, r) {
		core.WriteJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	code := r.PostFormValue("code")
	g, good := s.memory.use(provider, code, true)
	switch {
	case !good:
		refuse("code is unknown or used")
		return
	case r.PostFormValue("redirect_uri") != g.redirect:
		refuse("another redirect_uri")
		return
	case g.challenge != "" && challengeOf(r.PostFormValue("code_verifier")) != g.challenge:
		refuse("code_verifier does not fit")
		return
	case provider == "vk_id" && (r.PostFormValue("device_id") != g.device || r.PostFormValue("state") != g.state):
		refuse("code of another device")
		return
	}
	token := rand.Text()
	s.memory.store(token, g)
	answer := map[string]any{"access_token": token, "token_type": "bearer", "expires_in": 3600}
	switch provider {
	case "google", "telegram":
		answer["id_token"] = s.idToken(g)
	case "vk":
		answer["user_id"] = g.who.Number
		if email := g.email(); email != "" {
			answer["email"] = email
		}
	case "vk_id":
		answer["user_id"], answer["state"] = g.who.Number, g.state
	}
	core.WriteJSON(w, http.StatusOK, answer)
}

// knowsSecret verifies the client secret where each service expects it.
func knowsSecret(provider string, r *http.Request) bool {
	switch provider {
	case "telegram", "yandex":
		id, secret, ok := r.BasicAuth()
		return ok && id == clientID(provider) && secret == ClientSecret
	}
	return r.PostFormValue("client_id") == clientID(provider) && r.PostFormValue("client_secret") == ClientSecret
}

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// email returns the address that the service reports for this sign-in.
func (g *grant) email() string {
	if g.fault == NoEmail {
		return ""
	}
	if g.fault == UnverifiedEmail && g.provider == "yandex" {
		return g.who.Login + "@example.test" // an address at another host
	}
	return g.who.email(g.provider)
}

// bearer returns the grant of the token, or answers 401 and returns nil.
func (s *Service) bearer(w http.ResponseWriter, r *http.Request, scheme string) *grant {
	given, _ := strings.CutPrefix(r.Header.Get("Authorization"), scheme+" ")
	if scheme == "" {
		given = r.PostFormValue("access_token")
	}
	g, ok := s.memory.use(chi.URLParam(r, "provider"), given, false)
	if !ok {
		core.WriteJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_token"})
		return nil
	}
	return g
}

func (s *Service) facebookMe(w http.ResponseWriter, r *http.Request) {
	g := s.bearer(w, r, "Bearer")
	if g == nil {
		return
	}
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	proof := hmac.New(sha256.New, []byte(ClientSecret))
	_, _ = proof.Write([]byte(token))
	if r.URL.Query().Get("appsecret_proof") != hex.EncodeToString(proof.Sum(nil)) {
		core.WriteJSON(w, http.StatusBadRequest, map[string]any{"error": map[string]any{"message": "Invalid appsecret_proof", "code": 100}})
		return
	}
	me := map[string]any{"id": strconv.FormatInt(g.who.Number, 10), "name": g.who.Name()}
	if email := g.email(); email != "" {
		me["email"] = email
	}
	core.WriteJSON(w, http.StatusOK, me)
}

func (s *Service) yandexInfo(w http.ResponseWriter, r *http.Request) {
	g := s.bearer(w, r, "OAuth")
	if g == nil {
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{
		"id": strconv.FormatInt(g.who.Number, 10), "login": g.who.Login, "client_id": ClientID, "psuid": "1.AAA." + g.who.Login,
		"display_name": g.who.Name(), "default_email": g.email(),
	})
}

func (s *Service) vkUsers(w http.ResponseWriter, r *http.Request) {
	g := s.bearer(w, r, "")
	if g == nil {
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{"response": []any{
		map[string]any{"id": g.who.Number, "first_name": g.who.First, "last_name": g.who.Last},
	}})
}

func (s *Service) vkIDInfo(w http.ResponseWriter, r *http.Request) {
	g := s.bearer(w, r, "")
	if g == nil || r.PostFormValue("client_id") != ClientID {
		return
	}
	core.WriteJSON(w, http.StatusOK, map[string]any{"user": map[string]any{
		"user_id": strconv.FormatInt(g.who.Number, 10), "first_name": g.who.First, "last_name": g.who.Last, "email": g.email(),
	}})
}
