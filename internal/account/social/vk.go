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

	"larek/internal/wire"
)

// The real addresses of the old VK sign-in, and the version we speak.
const (
	VKOAuth   = "https://oauth.vk.com"
	VKAPI     = "https://api.vk.com"
	vkVersion = "5.131"
)

// VK is the sign-in VK had before VK ID. Apps registered since cannot use it.
// It has no PKCE; the secret and the state are what protects the code.
type VK struct {
	service
	api string
}

// NewVK signs in with the old VK.
func NewVK(app App, oauth, api string, client *http.Client) *VK {
	return &VK{
		newService("vk", app, wire.Join(oauth, "/authorize"), wire.Join(oauth, "/access_token"), oauth2.AuthStyleInParams, client, "email"),
		api,
	}
}

// URL is where the visitor is sent.
func (v *VK) URL(_ context.Context, a Attempt) (string, error) {
	return v.url(a, oauth2.SetAuthURLParam("v", vkVersion)), nil
}

// Person checks the answer and tells who it is about: the token itself names
// the person.
func (v *VK) Person(ctx context.Context, a Attempt, got Answer) (Person, error) {
	token, err := v.exchange(ctx, a, got.Code)
	if err != nil {
		return Person{}, err
	}
	email, _ := token.Extra("email").(string)
	subject := scalar(token.Extra("user_id"))
	var users struct {
		Response []struct {
			ID        wire.Text `json:"id"`
			FirstName string    `json:"first_name"`
			LastName  string    `json:"last_name"`
		} `json:"response"`
	}
	form := url.Values{"v": {vkVersion}, "access_token": {token.AccessToken}}
	if err := v.ask(ctx, http.MethodPost, wire.Join(v.api, "/method/users.get"), nil, form, &users); err != nil {
		return Person{}, err
	}
	if len(users.Response) != 1 || string(users.Response[0].ID) != subject {
		return Person{}, fmt.Errorf("%w: vk names two people", ErrRefused)
	}
	u := users.Response[0]
	return known(Person{Subject: subject, Name: strings.TrimSpace(u.FirstName + " " + u.LastName), Email: email})
}

// scalar writes an id that JSON made a number.
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
