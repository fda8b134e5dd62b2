package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"

	"larek/internal/app"
	"larek/internal/deliveryproof"
)

type receiptCommand struct {
	Key   receiptKeyCommand   `cmd:"" help:"Print the key with which anybody can check a delivery proof."`
	Check receiptCheckCommand `cmd:"" help:"Check that a delivery proof is ours and unchanged."`
}

type receiptKeyCommand struct{}

// Run prints the public key. It needs the secret alone.
func (receiptKeyCommand) Run(sh *cli) error {
	key, err := receiptKey(sh)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(sh.out, "Ed25519", base64.StdEncoding.EncodeToString(key))
	return err
}

type receiptCheckCommand struct {
	File *os.File `arg:"" default:"-" help:"The file; standard input by default."`
}

// Run checks a proof. It needs the secret alone.
func (c *receiptCheckCommand) Run(sh *cli) error {
	key, err := receiptKey(sh)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(c.File, 64<<10))
	if err != nil {
		return err
	}
	if !deliveryproof.Verify(key, string(text)) {
		return errors.New("not a receipt of this shop, or changed since")
	}
	_, err = fmt.Fprintln(sh.out, "genuine")
	return err
}

func receiptKey(sh *cli) (ed25519.PublicKey, error) {
	cfg, err := app.LoadConfig(sh.env)
	if err != nil {
		return nil, err
	}
	keys, err := cfg.Keys()
	if err != nil {
		return nil, err
	}
	return deliveryproof.Key(keys.Receipt()).Public().(ed25519.PublicKey), nil
}
