// Package core is the part of the sandbox that all played services share: the
// state and the journal it is restored from, faults, webhooks and orders at
// suppliers. It knows no service by name; each one is a Service.
package core
