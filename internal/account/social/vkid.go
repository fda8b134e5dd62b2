package social

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"larek/internal/wire"
)

// VKIDOrigin is the real one.
const VKIDOrigin = "https://id.vk.ru"

// VKID is OAuth 2.1 with a name for the device: a code is good only together
// with the device it was given to.
type VKID struct {
	service
	origin string
}

// NewVKID signs in with VK ID.
func NewVKID(app App, origin string, client *http.Client) *VKID {
	return &VKID{
		newService("vk_id", app, wire.Join(origin, "/authorize"), wire.Join(origin, "/oauth2/auth"), oauth2.AuthStyleInParams, client, "vkid.personal_info", "email"),
		origin,
	}
}

// URL is where the visitor is sent.
func (v *VKID) URL(_ context.Context, a Attempt) (string, error) {
	return v.url(a, oauth2.S256ChallengeOption(a.Verifier)), nil
}

// Person checks the answer and tells who it is about.
func (v *VKID) Person(ctx context.Context, a Attempt, got Answer) (Person, error) {
	if got.DeviceID == "" {
		return Person{}, fmt.Errorf("%w: no device", ErrRefused)
	}
	token, err := v.exchange(ctx, a, got.Code, oauth2.VerifierOption(a.Verifier),
		oauth2.SetAuthURLParam("device_id", got.DeviceID), oauth2.SetAuthURLParam("state", a.State))
	if err != nil {
		return Person{}, err
	}
	// It repeats the state it was asked with.
	if state, ok := token.Extra("state").(string); ok && state != a.State {
		return Person{}, fmt.Errorf("%w: vk_id: an answer to another question", ErrRefused)
	}
	var info struct {
		User struct {
			ID        wire.Text `json:"user_id"`
			FirstName string    `json:"first_name"`
			LastName  string    `json:"last_name"`
			Email     string    `json:"email"`
		} `json:"user"`
	}
	form := url.Values{"client_id": {v.config.ClientID}, "access_token": {token.AccessToken}}
	if err := v.ask(ctx, http.MethodPost, wire.Join(v.origin, "/oauth2/user_info"), nil, form, &info); err != nil {
		return Person{}, err
	}
	u := info.User
	if named := scalar(token.Extra("user_id")); named != "" && named != string(u.ID) {
		return Person{}, fmt.Errorf("%w: vk_id names two people", ErrRefused)
	}
	return known(Person{Subject: string(u.ID), Name: strings.TrimSpace(u.FirstName + " " + u.LastName), Email: u.Email})
}
