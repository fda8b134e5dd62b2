package social

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/oauth2"

	"larek/internal/outbound"
)

// vkVersion is the version of the API.
const vkVersion = "5.131"

// VK is the sign-in VK had before VK ID. Newer apps cannot use it. It has no
// PKCE; the secret and the state protect the code.
type VK struct {
	service
	api string
}

// NewVK returns a provider for the old VK sign-in.
func NewVK(app App, oauth, api string, client *http.Client) *VK {
	return &VK{
		newService("vk", app, outbound.Join(oauth, "/authorize"), outbound.Join(oauth, "/access_token"), oauth2.AuthStyleInParams, client, "email"),
		api,
	}
}

// AuthURL returns the URL to which the browser is redirected.
func (v *VK) AuthURL(_ context.Context, a AuthRequest) (string, error) {
	return v.url(a, oauth2.SetAuthURLParam("v", vkVersion)), nil
}

// FetchIdentity verifies the callback and returns the identity. The token
// itself names the user.
func (v *VK) FetchIdentity(ctx context.Context, a AuthRequest, got CallbackParams) (Identity, error) {
	token, err := v.exchange(ctx, a, got.Code)
	if err != nil {
		return Identity{}, err
	}
	email, _ := token.Extra("email").(string)
	subject := scalar(token.Extra("user_id"))
	var users struct {
		Response []struct {
			ID        outbound.Scalar `json:"id"`
			FirstName string          `json:"first_name"`
			LastName  string          `json:"last_name"`
		} `json:"response"`
	}
	form := url.Values{"v": {vkVersion}, "access_token": {token.AccessToken}}
	if err := v.fetch(ctx, http.MethodPost, outbound.Join(v.api, "/method/users.get"), nil, form, &users); err != nil {
		return Identity{}, err
	}
	if len(users.Response) != 1 || string(users.Response[0].ID) != subject {
		return Identity{}, fmt.Errorf("%w: vk: user IDs differ", ErrRejected)
	}
	u := users.Response[0]
	return requireSubject(Identity{Subject: subject, Name: strings.TrimSpace(u.FirstName + " " + u.LastName), Email: email})
}

// scalar returns an ID that may be a JSON string or number.
func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case float64:
		return strconv.FormatInt(int64(v), 10)
	}
	return ""
}
