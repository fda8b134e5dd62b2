package social

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"larek/internal/outbound"
)

// VKID signs users in with VK ID: OAuth 2.1 with a device ID. A code is valid
// only together with the device it was issued to.
type VKID struct {
	pkceService
	origin string
}

// NewVKID returns a provider for VK ID.
func NewVKID(app App, origin string, client *http.Client) *VKID {
	return &VKID{
		pkceService{newService("vk_id", app, outbound.Join(origin, "/authorize"), outbound.Join(origin, "/oauth2/auth"), oauth2.AuthStyleInParams, client, "vkid.personal_info", "email")},
		origin,
	}
}

// FetchIdentity verifies the callback and returns the identity.
func (v *VKID) FetchIdentity(ctx context.Context, a AuthRequest, got CallbackParams) (Identity, error) {
	if got.DeviceID == "" {
		return Identity{}, fmt.Errorf("%w: vk_id: no device ID", ErrRejected)
	}
	token, err := v.exchange(ctx, a, got.Code, oauth2.VerifierOption(a.Verifier),
		oauth2.SetAuthURLParam("device_id", got.DeviceID), oauth2.SetAuthURLParam("state", a.State))
	if err != nil {
		return Identity{}, err
	}
	// The response repeats the state of the request.
	if state, ok := token.Extra("state").(string); ok && state != a.State {
		return Identity{}, fmt.Errorf("%w: vk_id: wrong state", ErrRejected)
	}
	var info struct {
		User struct {
			ID        outbound.Scalar `json:"user_id"`
			FirstName string          `json:"first_name"`
			LastName  string          `json:"last_name"`
			Email     string          `json:"email"`
		} `json:"user"`
	}
	form := url.Values{"client_id": {v.config.ClientID}, "access_token": {token.AccessToken}}
	if err := v.fetch(ctx, http.MethodPost, outbound.Join(v.origin, "/oauth2/user_info"), nil, form, &info); err != nil {
		return Identity{}, err
	}
	u := info.User
	if named := scalar(token.Extra("user_id")); named != "" && named != string(u.ID) {
		return Identity{}, fmt.Errorf("%w: vk_id: user IDs differ", ErrRejected)
	}
	return requireSubject(Identity{Subject: string(u.ID), Name: strings.TrimSpace(u.FirstName + " " + u.LastName), Email: u.Email})
}
