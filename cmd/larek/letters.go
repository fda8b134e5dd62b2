package main

import (
	"fmt"
	"slices"

	"larek/internal/brand"
	"larek/internal/email"
)

type lettersCommand struct {
	Preview lettersPreviewCommand `cmd:"" help:"Write a letter as buyers get it, about an order that never was."`
}

type lettersPreviewCommand struct {
	Event string `arg:"" help:"payment_short, payment_declined, payment_expired, payment_late, paid, delivered, details_needed, details_reminder or refunded."`
	HTML  bool   `name:"html" help:"Write only the HTML form, to be opened in a browser."`
}

// Run writes the previews. It needs neither database nor mail server.
func (c *lettersPreviewCommand) Run(sh *cli) error {
	event := email.Kind(c.Event)
	if !slices.Contains(email.Kinds, event) {
		return fmt.Errorf("no letter is called %q; there are %v", c.Event, email.Kinds)
	}
	origin := sh.env("LAREK_PUBLIC_ORIGIN")
	if origin == "" {
		origin = "http://localhost:8080"
	}
	m, err := email.Preview(event, email.NewLook(brand.Default, origin))
	if err != nil {
		return err
	}
	if !c.HTML {
		_, _ = fmt.Fprintf(sh.out, "To: %s\nSubject: %s\nMessage-ID: <%s>\n\n%s\n", m.To, m.Subject, m.ID, m.Text)
	}
	_, err = fmt.Fprint(sh.out, m.HTML)
	return err
}
